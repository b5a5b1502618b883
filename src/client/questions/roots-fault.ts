/**
 * What is wrong with the places that a handler gave: each must be a `file:` URI, without `..` that
 * could lead out of it.
 *
 * @see {@link https://modelcontextprotocol.io/specification/2026-07-28/client/roots#security-considerations | Roots, security considerations}
 */
export function faultOfRoots(roots: unknown): string | undefined {
  if (!Array.isArray(roots)) return 'they must be a list';
  for (const [index, root] of roots.entries()) {
    const fault = faultOfRoot(root);
    if (fault !== undefined) return `roots[${index}] ${fault}`;
  }
  return undefined;
}

function faultOfRoot(root: unknown): string | undefined {
  if (typeof root !== 'object' || root === null) return 'must be an object with a uri';
  const { uri, name } = root as { readonly uri?: unknown; readonly name?: unknown };
  if (typeof uri !== 'string' || !/^file:\/\//i.test(uri))
    return 'must have a uri that begins with file://';
  if (/(^|\/|\\|%2f|%5c)(\.|%2e){2}(\/|\\|%2f|%5c|$)/i.test(uri))
    return 'must not have .. in its uri';
  return name === undefined || typeof name === 'string'
    ? undefined
    : 'must have a name that is a string';
}
