import type { DpopKey } from '../dpop/dpop-key.ts';
import type { TokenSet } from '../keeping/entry.ts';

/**
 * The header fields that show a token, on every request.
 *
 * @see {@link https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization#token-requirements | Token requirements}
 */
export function bearerFields({ accessToken }: TokenSet): Readonly<Record<string, string>> {
  return { Authorization: `Bearer ${accessToken}` };
}

/** @see {@link https://www.rfc-editor.org/rfc/rfc9449#section-7.1 | RFC 9449 §7.1} */
export async function dpopFields(
  { accessToken }: TokenSet,
  key: DpopKey,
  request: { readonly method: string; readonly url: string },
): Promise<Readonly<Record<string, string>>> {
  const proof = await key.proof(request.method, request.url, accessToken);
  return { Authorization: `DPoP ${accessToken}`, DPoP: proof };
}
