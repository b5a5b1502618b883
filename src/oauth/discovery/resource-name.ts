import { withoutLastSlash } from './resource-candidates.ts';

/**
 * Whether the `resource` of some metadata is this endpoint, or is above it at the same origin. Case
 * of the host, a default port and a last slash make no difference.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc9728#section-3.3 | RFC 9728 §3.3}
 */
export function coversEndpoint(resource: string, endpoint: URL): boolean {
  if (!isOfSameOrigin(resource, endpoint)) return false;
  const { pathname, search } = new URL(resource);
  if (search !== '' && search !== endpoint.search) return false;
  const path = withoutLastSlash(pathname);
  return `${withoutLastSlash(endpoint.pathname)}/`.startsWith(`${path}/`);
}

/** Whether it is a resource identifier at the origin of this endpoint. */
export function isOfSameOrigin(resource: string, endpoint: URL): boolean {
  if (!URL.canParse(resource) || resource.includes('#')) return false;
  // The origin of `blob:` is that of the address in it.
  const { protocol, origin, username, password } = new URL(resource);
  if (protocol !== endpoint.protocol || username !== '' || password !== '') return false;
  return origin === endpoint.origin;
}

/**
 * What an endpoint is called where no metadata names it.
 *
 * @see {@link https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization#canonical-server-uri | Canonical server URI}
 */
export function nameOfEndpoint({ origin, pathname }: URL): string {
  return pathname === '/' ? origin : origin + pathname;
}
