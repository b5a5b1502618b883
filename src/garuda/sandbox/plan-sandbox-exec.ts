import type { PlacedPath, SandboxProfile } from './profile.ts';

/** Where macOS keeps temporary files; the second one is the users' own. */
const temporary = ['/private/tmp', '/private/var/folders'];

/**
 * The arguments of `sandbox-exec` (macOS) that hold a server to a profile; its own command goes behind them. The rules
 * are read from the last one: what stands below counts before what stands above.
 *
 * A profile for macOS cannot give a server processes or temporary files of its own: it sees those of the user.
 */
export function planSandboxExec(profile: SandboxProfile): readonly string[] {
  const { home, shown, writable, kept, pinned, masked, network } = profile;
  const rules = [
    '(version 1)',
    '(allow default)',
    '(deny file-write*)',
    '(allow file-write* (literal "/dev/null") (literal "/dev/tty") (regex #"^/dev/fd/"))',
    `(allow file-write* ${temporary.map((path) => `(subpath ${quoted(path)})`).join(' ')})`,
    ...(home === undefined ? [] : [`(deny file-read-data (subpath ${quoted(home)}))`]),
    ...allow('file-read-data', [...shown, ...writable]),
    ...allow('file-write*', writable),
    // Who may not unlink a folder cannot put another one in its place.
    ...pinned.map(({ path }) => `(deny file-write-unlink (literal ${quoted(path)}))`),
    ...deny('file-write*', kept),
    ...deny('file-read-data file-write*', masked),
    ...(network ? [] : ['(deny network*)']),
    '(deny mach-lookup (global-name "com.apple.pasteboard.1"))',
    '(deny appleevent-send)',
  ];
  return ['-p', rules.join('\n')];
}

function allow(what: string, paths: readonly PlacedPath[]): readonly string[] {
  return paths.map((path) => `(allow ${what} ${matchOf(path)})`);
}

function deny(what: string, paths: readonly PlacedPath[]): readonly string[] {
  return paths.map((path) => `(deny ${what} ${matchOf(path)})`);
}

function matchOf({ path, kind }: PlacedPath): string {
  return `(${kind === 'folder' ? 'subpath' : 'literal'} ${quoted(path)})`;
}

/** A string of the profile's language: nothing in a path ends it. */
function quoted(path: string): string {
  return `"${path.replaceAll(/["\\]/gu, String.raw`\$&`)}"`;
}
