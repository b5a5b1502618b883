/** What the environment of a server is planned from. */
export interface EnvironmentRequest {
  readonly platform: string;
  /** The environment of this program. */
  readonly host: Readonly<Record<string, string | undefined>>;
  /** Names to inherit besides the usual ones; a `*` at the end stands for any rest. */
  readonly inherit: readonly string[];
  /** What is set for the server; `undefined` leaves out what would be inherited. */
  readonly given: Readonly<Record<string, string | undefined>>;
}

/** What programs need to be found, to find their files, to speak to the user and to reach the network. */
const inheritedOnPosix = [
  ...names('PATH HOME USER LOGNAME SHELL TERM TMPDIR TZ XDG_* LANG LANGUAGE LC_*'),
  // A program with a window of its own, such as a browser that a server drives.
  ...names('DISPLAY WAYLAND_DISPLAY XAUTHORITY'),
];

const inheritedOnWindows = [
  ...names('PATH PATHEXT COMSPEC SYSTEMROOT SYSTEMDRIVE WINDIR OS TEMP TMP LANG TZ'),
  ...names('APPDATA LOCALAPPDATA PROGRAMDATA ALLUSERSPROFILE PUBLIC PROGRAMFILES'),
  ...names('PROGRAMFILES(X86) PROGRAMW6432 COMMONPROGRAMFILES COMMONPROGRAMFILES(X86)'),
  ...names('COMMONPROGRAMW6432 USERPROFILE USERNAME USERDOMAIN HOMEDRIVE HOMEPATH COMPUTERNAME'),
  ...names('NUMBER_OF_PROCESSORS PROCESSOR_ARCHITECTURE PROCESSOR_IDENTIFIER'),
];

const inheritedEverywhere = [
  ...names('NODE_EXTRA_CA_CERTS SSL_CERT_FILE SSL_CERT_DIR REQUESTS_CA_BUNDLE CURL_CA_BUNDLE'),
  ...names('HTTP_PROXY HTTPS_PROXY ALL_PROXY NO_PROXY'),
  ...names('http_proxy https_proxy all_proxy no_proxy'),
];

/**
 * Plans the environment of a server: of this program's own only what is on a list, since the rest
 * may hold secrets, and everything that is given. A value that starts with `()` is a shell function
 * that was exported, and is not inherited.
 */
export function planEnvironment(request: EnvironmentRequest): Record<string, string> {
  const isWindows = request.platform === 'win32';
  // Windows does not tell names apart by their case.
  const same = (name: string): string => (isWindows ? name.toUpperCase() : name);
  const usual = isWindows ? inheritedOnWindows : inheritedOnPosix;
  const patterns = [...usual, ...inheritedEverywhere, ...request.inherit].map(same);
  const given = new Set(Object.keys(request.given).map(same));
  const environment: Record<string, string> = {};
  for (const [name, value] of Object.entries(request.host)) {
    if (value === undefined || value.startsWith('()') || given.has(same(name))) continue;
    if (patterns.some((pattern) => fits(same(name), pattern))) environment[name] = value;
  }
  for (const [name, value] of Object.entries(request.given)) {
    if (value !== undefined) environment[name] = value;
  }
  return environment;
}

/** Reads a variable of a planned environment, on Windows in any case. */
export function readVariable(
  environment: Readonly<Record<string, string>>,
  name: string,
  platform: string,
): string | undefined {
  if (platform !== 'win32') return environment[name];
  const found = Object.keys(environment).find((each) => each.toUpperCase() === name.toUpperCase());
  return found === undefined ? undefined : environment[found];
}

function fits(name: string, pattern: string): boolean {
  return pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern;
}

function names(list: string): readonly string[] {
  return list.split(' ');
}
