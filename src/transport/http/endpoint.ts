/** The address of a server, or what is wrong with it. */
export type EndpointCheck =
  | { readonly ok: true; readonly url: URL }
  | { readonly ok: false; readonly detail: string };

/**
 * Checks the address of an MCP endpoint. What it says of a bad one names no part of it that could be
 * a secret.
 *
 * @see {@link https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization/security-considerations | Security considerations}
 */
export function checkEndpoint(address: string | URL, allowInsecureHttp: boolean): EndpointCheck {
  const url = parseUrl(address);
  if (url === undefined) return fault('expected an absolute URL, got something else');
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    return fault(`expected a URL that begins with https: or http:, got ${url.protocol}`);
  }
  if (url.username !== '' || url.password !== '') {
    return fault(
      'the URL holds a user name or password; set credentials instead, which stay out of logs',
    );
  }
  if (url.href.includes('#')) return fault('the URL has a fragment, which no server ever sees');
  if (url.protocol === 'http:' && !allowInsecureHttp && !isLoopback(url.hostname)) {
    return fault(
      `http: to ${url.hostname} is not encrypted; use https:, or set allowInsecureHttp where the network is trusted`,
    );
  }
  return { ok: true, url };
}

/** Whether a host name as `URL` writes it means this machine. */
function isLoopback(hostname: string): boolean {
  const name = hostname.replace(/\.$/, '');
  return (
    name === 'localhost' ||
    name.endsWith('.localhost') ||
    name === '[::1]' ||
    /^127\.\d+\.\d+\.\d+$/.test(name)
  );
}

/** A short name of a server: its address without query. */
export function labelOf(url: URL): string {
  return url.host + (url.pathname === '/' ? '' : url.pathname);
}

/** A URL, or `undefined` where the text is none. */
export function parseUrl(address: string | URL, base?: URL): URL | undefined {
  try {
    return new URL(address, base);
  } catch {
    return undefined;
  }
}

function fault(detail: string): EndpointCheck {
  return { ok: false, detail };
}
