import type { AuthorizationServer } from 'oauth4webapi';
import type { RegisteredClient, TokenSet } from '../keeping/entry.ts';
import type { Situation } from './situation.ts';

/**
 * A way to get tokens: what `authorizationCode(…)`, `deviceCode(…)`, `clientCredentials(…)`,
 * `enterpriseManaged(…)` and `workloadIdentity(…)` give.
 *
 * @public
 */
export interface Grant {
  /** In words, for messages: `authorization code`. */
  readonly name: string;
  /**
   * Whether a person has to do something: then only one is asked at a time, and never for a refresh.
   *
   * @internal
   */
  readonly interactive: boolean;
  /**
   * Whether it exchanges a code, so that the authorization server must know PKCE.
   *
   * @internal
   */
  readonly usesCode: boolean;
  /**
   * Whether the authorization server has what this grant needs.
   *
   * @internal
   */
  isOffered(server: AuthorizationServer): boolean;
  /**
   * Gets new tokens.
   *
   * @throws OAuthError
   * @internal
   */
  acquire(situation: Situation): Promise<TokenSet>;
  /**
   * The client that these tokens were issued to: for a refresh, and for revoking.
   *
   * @internal
   */
  client(situation: Situation): Promise<RegisteredClient | undefined>;
}
