/** Which way a request takes to its server. */
export type ProxyPlan =
  | { readonly kind: 'direct' }
  | {
      readonly kind: 'proxy';
      readonly url: URL;
      /** The value of `Proxy-Authorization`, where the proxy's URL holds a name. */
      readonly authorization: string | undefined;
    }
  | { readonly kind: 'unusable'; readonly detail: string };

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

const direct: ProxyPlan = { kind: 'direct' };

/**
 * Reads the proxy settings of the environment as curl does: the lower-case name before the
 * upper-case one, `ALL_PROXY` for what has none of its own, `NO_PROXY` for what needs none. An empty
 * variable means none.
 *
 * This machine is never reached through a proxy: whoever wants that gives a dispatcher.
 */
export function planProxy(url: URL, env: Environment): ProxyPlan {
  if (isLoopback(url.hostname) || isExempt(url, read(env, 'no_proxy')?.value ?? '')) return direct;
  const own = url.protocol === 'https:' ? read(env, 'https_proxy') : readHttpProxy(env);
  const setting = own ?? read(env, 'all_proxy');
  if (setting === undefined || setting.value === '') return direct;
  // The setting can hold a password, so only the name of the variable is ever told.
  const { name, value } = setting;
  const proxy = parse(value.includes('://') ? value : `http://${value}`);
  if (proxy === undefined || proxy.hostname === '') return unusable(name, 'is no URL');
  if (proxy.protocol !== 'http:' && proxy.protocol !== 'https:') {
    return unusable(
      name,
      `names a proxy of the kind ${proxy.protocol}; http: and https: are known`,
    );
  }
  const authorization = basicAuthorization(proxy);
  if (authorization === null) return unusable(name, 'holds a user name that is badly escaped');
  return { kind: 'proxy', url: proxy, authorization };
}

function unusable(name: string, what: string): ProxyPlan {
  return { kind: 'unusable', detail: `the environment variable ${name} ${what}` };
}

function read(env: Environment, name: string): { name: string; value: string } | undefined {
  for (const spelled of [name, name.toUpperCase()]) {
    const value = env[spelled];
    if (value !== undefined) return { name: spelled, value: value.trim() };
  }
  return undefined;
}

/** In a CGI program, `HTTP_PROXY` is what the client of that program sent as its header `Proxy`. */
function readHttpProxy(env: Environment): { name: string; value: string } | undefined {
  const setting = read(env, 'http_proxy');
  return setting?.name === 'HTTP_PROXY' && env['REQUEST_METHOD'] !== undefined
    ? undefined
    : setting;
}

function isLoopback(hostname: string): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127\.\d+\.\d+\.\d+$/.test(hostname)
  );
}

/** Whether a host is on the list: by name, as part of a domain, at one port only, or by `*`. */
function isExempt(url: URL, list: string): boolean {
  const host = bare(url.hostname);
  const port = url.port === '' ? (url.protocol === 'https:' ? '443' : '80') : url.port;
  return list.split(/[\s,]+/).some((entry) => {
    if (entry === '') return false;
    if (entry === '*') return true;
    const { name, atPort } = splitPort(entry);
    if (atPort !== undefined && atPort !== port) return false;
    const domain = bare(name.replace(/^\*?\./, ''));
    return domain !== '' && (host === domain || host.endsWith(`.${domain}`));
  });
}

/** A name with two colons is an IPv6 address, in which no port is meant. */
function splitPort(entry: string): { name: string; atPort: string | undefined } {
  const match = /^(\[.*\]|[^:]*):(\d+)$/.exec(entry);
  return match === null
    ? { name: entry, atPort: undefined }
    : { name: match[1] ?? '', atPort: match[2] };
}

function bare(host: string): string {
  return host
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '');
}

function parse(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}

function basicAuthorization(proxy: URL): string | undefined | null {
  if (proxy.username === '' && proxy.password === '') return undefined;
  try {
    const pair = `${decodeURIComponent(proxy.username)}:${decodeURIComponent(proxy.password)}`;
    return `Basic ${Buffer.from(pair).toString('base64')}`;
  } catch {
    return null;
  }
}
