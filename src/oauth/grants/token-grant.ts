import type { AuthorizationServer } from 'oauth4webapi';
import { OAuthError } from '../errors.ts';
import type { RegisteredClient, TokenSet } from '../keeping/entry.ts';
import type { Grant } from './grant.ts';
import type { Situation } from './situation.ts';

/** What every grant does. */
export interface TokenGrant extends Grant {
  /** Whether a person has to do something: then only one is asked at a time, and never for a refresh. */
  readonly interactive: boolean;
  /** Whether it exchanges a code, so that the authorization server must know PKCE. */
  readonly usesCode: boolean;
  /** Whether the authorization server has what this grant needs. */
  isOffered(server: AuthorizationServer): boolean;
  /**
   * Gets new tokens.
   *
   * @throws OAuthError
   */
  acquire(situation: Situation): Promise<TokenSet>;
  /** The client that these tokens were issued to: for a refresh, and for revoking. */
  client(situation: Situation): Promise<RegisteredClient | undefined>;
}

/** @throws OAuthError `INVALID_ARGUMENT` for what a caller without types may have given */
export function asTokenGrant(grant: Grant): TokenGrant {
  const given = grant as Partial<TokenGrant> | null | undefined;
  if (typeof given?.acquire === 'function') return given as TokenGrant;
  const words = 'oauth: grant must be one, such as authorizationCode(…), or a list of them';
  throw new OAuthError('INVALID_ARGUMENT', words);
}
