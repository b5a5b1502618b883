import type { OAuthClock } from './clock.ts';
import type { Grant } from './grants/grant.ts';
import type { Store } from './keeping/store.ts';
import type { OAuthFetch } from './network/network.ts';
import type { Tolerances } from './tolerances.ts';

/**
 * How to sign in to a server.
 *
 * @public
 */
export interface OAuthOptions {
  /** How tokens are got. Of several the first is taken that the authorization server offers. */
  readonly grant: Grant | readonly Grant[];
  /** Where client identities and tokens are kept. Default: in memory, for these credentials alone. */
  readonly store?: Store;
  /**
   * The key under which the store keeps what belongs to a server. Default: its URL. One person's
   * sign-in must have another key than the next one's.
   */
  readonly storeKey?: (serverUrl: string) => string;
  /**
   * Whether a person may be asked to sign in. Default `true`; without, what needs a person fails with
   * `SKIPPED`, and what is kept is still used and refreshed.
   */
  readonly interactive?: boolean;
  /** The scope to ask for. Default: what the server's challenge or metadata says. */
  readonly scope?: string;
  /**
   * Whether tokens are bound to a key of ours (RFC 9449): `as-asked` where the server's challenge says so, the
   * default; `always`; `never`.
   */
  readonly dpop?: 'as-asked' | 'always' | 'never';
  /** Deviations of the authorization server that are put up with. */
  readonly tolerances?: Tolerances;
  /** Puts up with no difference between an issuer and its metadata. Default `false`. */
  readonly strict?: boolean;
  /** Allows plain http, where it goes to this machine. Default `false`. */
  readonly allowInsecureLoopback?: boolean;
  /**
   * What the requests of the sign-in go through, TLS client certificates included. Default on Node: one that
   * checks the addresses that names stand for; elsewhere the run-time's `fetch`.
   */
  readonly fetch?: OAuthFetch;
  /** How long one request of the sign-in may take. Default 30,000 ms. */
  readonly timeoutMs?: number;
  readonly clock?: OAuthClock;
}
