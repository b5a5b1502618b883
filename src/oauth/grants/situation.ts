import type { AuthorizationServer } from 'oauth4webapi';
import type { OAuthClock } from '../clock.ts';
import type { DpopKey } from '../dpop/dpop-key.ts';
import type { RegisteredClient } from '../keeping/entry.ts';
import type { Network } from '../network/network.ts';
import type { Tolerances } from '../tolerances.ts';

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
  /** Another issuer at which this client of the configuration was used, where there is one. */
  usedAt(clientId: string): Promise<string | undefined>;
}
