import { withoutLastSlash } from './resource-candidates.ts';

/**
 * Where the metadata of an authorization server may be, in the order in which it is looked for. The
 * documents at the root are never those of an issuer with a path.
 *
 * @see {@link https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization/authorization-server-discovery#authorization-server-metadata-discovery | Authorization server metadata discovery}
 */
export function serverCandidates(issuer: URL): string[] {
  const { origin } = issuer;
  const path = withoutLastSlash(issuer.pathname);
  const candidates = [
    `${origin}/.well-known/oauth-authorization-server${path}`,
    `${origin}/.well-known/openid-configuration${path}`,
  ];
  return path === ''
    ? candidates
    : [...candidates, `${origin}${path}/.well-known/openid-configuration`];
}
