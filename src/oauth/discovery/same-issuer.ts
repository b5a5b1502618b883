/**
 * Whether two issuers are the same: character by character, or but for the slash of an empty path
 * where that is put up with.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc8414#section-3.3 | RFC 8414 §3.3}
 */
export function isSameIssuer(expected: string, actual: string, emptyPathSlash: boolean): boolean {
  return actual === expected || (emptyPathSlash && actual === withOtherSlash(expected));
}

/** An issuer without a path, written the other way: without its slash, or with one. */
export function withOtherSlash(issuer: string): string | undefined {
  if (!/^https?:\/\/[^/?#]+\/?$/i.test(issuer)) return undefined;
  return issuer.endsWith('/') ? issuer.slice(0, -1) : `${issuer}/`;
}
