import type { AuthorizationServer } from 'oauth4webapi';

/** Whether a server offers a grant; one that does not list its grants may. */
export function offersGrant(server: AuthorizationServer, grantType: string): boolean {
  const offered = server.grant_types_supported;
  return server.token_endpoint !== undefined && (offered?.includes(grantType) ?? true);
}

/** The scope as a parameter, where one is asked for. */
export function scopeParameter(scope: string | undefined): { readonly scope?: string } {
  return scope === undefined ? {} : { scope };
}
