import type { AuthorizationServer } from 'oauth4webapi';
import { quote } from '../network/quote.ts';

/**
 * Why an authorization server must not be asked for a code, by what its metadata says of PKCE.
 *
 * @see {@link https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization/security-considerations#authorization-code-protection | Authorization code protection}
 */
export function missingPkce(server: AuthorizationServer): string | undefined {
  const methods = server.code_challenge_methods_supported;
  if (methods?.includes('S256') === true) return undefined;
  const got = methods === undefined ? 'none' : quote(methods.slice(0, 5).join(' '), 80);
  return `offers no PKCE with S256: expected it in code_challenge_methods_supported, got ${got}; the tolerance pkceNotAdvertised proceeds all the same`;
}
