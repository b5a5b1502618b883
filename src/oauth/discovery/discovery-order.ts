import type { BearerChallenge } from '../challenge/bearer-challenge.ts';
import type { Network } from '../network/network.ts';
import type { Tolerances } from '../tolerances.ts';

/** What a discovery is told. */
export interface DiscoveryOrder {
  readonly network: Network;
  /** The endpoint of the MCP server. */
  readonly url: string;
  readonly challenge: BearerChallenge | undefined;
  readonly tolerances: Tolerances;
  /** Puts up with no difference between an issuer and its metadata. */
  readonly strict: boolean;
  /** Whether there are credentials for an issuer: such a one is preferred. */
  readonly known?: (issuer: string) => boolean;
  /**
   * Whether the server must offer PKCE: not where no code is asked for.
   *
   * @defaultValue true
   */
  readonly pkce?: boolean;
  /** The revision that a server of 2025-03-26 is told. */
  readonly revision?: string;
  readonly signal: AbortSignal;
}
