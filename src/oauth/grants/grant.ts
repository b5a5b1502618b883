import type { AuthorizationServer } from 'oauth4webapi';
import type { OAuthClock } from '../clock.ts';
import type { DpopKey } from '../dpop/dpop-key.ts';
import type { RegisteredClient, TokenSet } from '../keeping/entry.ts';
import type { Network } from '../network/network.ts';
import type { Tolerances } from '../tolerances.ts';

/**
 * A way to get tokens: what `authorizationCode(…)`, `deviceCode(…)`, `clientCredentials(…)`,
 * `enterpriseManaged(…)` and `workloadIdentity(…)` give.
 *
 * @public
 */
export interface Grant {
  /** In words, for messages: `authorization code`. */
  readonly name: string;
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

/** All that a grant is told: one resource at one authorization server. */
export interface Situation {
  readonly network: Network;
  readonly clock: OAuthClock;
  /** The metadata of the authorization server, validated; its `issuer` is the exact string. */
  readonly server: AuthorizationServer;
  /** The URL of the MCP server, for a person to read. */
  readonly url: string;
  /** The `resource` string, the same in every request; left out where a tolerance says so. */
  readonly resource: string;
  /** The scope to ask for; `undefined`: leave the parameter out. */
  readonly scope: string | undefined;
  readonly tolerances: Tolerances;
  readonly dpop: DpopKey | undefined;
  /** The client that is kept for this issuer. */
  readonly clients: ClientKeeper;
  readonly signal: AbortSignal;
}

/** Keeps the client identity of one issuer, across programs. */
export interface ClientKeeper {
  read(): Promise<RegisteredClient | undefined>;
  write(client: RegisteredClient | undefined): Promise<void>;
}
