/**
 * Where the metadata of a protected resource may be, in the order in which it is looked for: there
 * where the challenge points, then the well-known address with the path of the endpoint, then the one
 * without.
 *
 * @see {@link https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization/authorization-server-discovery#protected-resource-metadata-discovery-requirements | Protected resource metadata discovery}
 */
export function resourceCandidates(endpoint: URL, named: string | undefined): string[] {
  const root = `${endpoint.origin}/.well-known/oauth-protected-resource`;
  const own = root + withoutLastSlash(endpoint.pathname);
  return [...new Set(named === undefined ? [own, root] : [named, own, root])];
}

/** A path as it stands in a well-known address; nothing of a path that is empty. */
export function withoutLastSlash(path: string): string {
  return path.endsWith('/') ? path.slice(0, -1) : path;
}
