import type { AuthorizationServer } from 'oauth4webapi';

/**
 * The scope of an authorization request: what was asked for, and `offline_access` where the authorization server
 * lists it. Where nothing was asked for nothing is: then the server decides, and would not if there were one word.
 *
 * @see {@link https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization/index#refresh-tokens | Refresh tokens}
 */
export function requestScope(
  scope: string | undefined,
  server: AuthorizationServer,
): string | undefined {
  const isListed = server.scopes_supported?.includes('offline_access') === true;
  if (scope === undefined || !isListed || has(scope, 'offline_access')) return scope;
  return `${scope} offline_access`;
}

/**
 * OpenID Connect Core §11: an OpenID server ignores `offline_access` unless it is told to ask for consent. Others do
 * not need it, and some would ask for an administrator.
 */
export function needsConsent(scope: string | undefined): boolean {
  return scope !== undefined && has(scope, 'openid') && has(scope, 'offline_access');
}

function has(scope: string, word: string): boolean {
  return scope.split(' ').includes(word);
}
