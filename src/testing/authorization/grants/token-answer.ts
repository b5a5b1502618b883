import type { Family } from '../issuer/ledger.ts';
import type { Issuer } from '../issuer/issuer.ts';

/** The answer that gives tokens, with what the servers of this sign-in do wrong in it. */
export function tokenAnswer(
  { ledger, options, scene: { deviations } }: Issuer,
  family: Family,
  how: { readonly refresh: boolean; readonly scope?: string },
): TokenAnswer {
  const isBound = family.thumbprint !== undefined;
  const usual = isBound && !deviations.has('bound-tokens-unbound') ? 'DPoP' : 'Bearer';
  const scope = how.scope ?? family.scope;
  const gives = how.refresh && !deviations.has('refresh-token-left-out');
  return {
    access_token: ledger.issueAccess(family, scope),
    token_type: deviations.has('token-type-odd') ? 'mac' : usual,
    ...(!deviations.has('lifetime-left-out') && { expires_in: options.expiresInS ?? 3_600 }),
    ...(gives && { refresh_token: ledger.issueRefresh(family) }),
    ...(scope !== '' && !deviations.has('scope-left-out') && { scope }),
  };
}

/** @see {@link https://www.rfc-editor.org/rfc/rfc6749#section-5.1 | RFC 6749 §5.1} */
export interface TokenAnswer {
  readonly access_token: string;
  readonly token_type: string;
  readonly expires_in?: number;
  readonly refresh_token?: string;
  readonly scope?: string;
}

/** What a new sign-in gave. */
export function familyOf(
  issuer: Issuer,
  gave: Pick<Family, 'clientId' | 'resource' | 'thumbprint'> & { readonly scope: string },
): Family {
  const { deviations } = issuer.scene;
  const [first = ''] = gave.scope.split(' ');
  const thumbprint = deviations.has('bound-tokens-unbound') ? undefined : gave.thumbprint;
  const scope = deviations.has('scopes-fewer') ? first : gave.scope;
  return { ...gave, thumbprint, scope, isRevoked: false };
}
