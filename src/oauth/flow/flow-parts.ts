import type { OAuthClock } from '../clock.ts';
import type { TokenGrant } from '../grants/token-grant.ts';
import type { Store } from '../keeping/store.ts';
import type { Network } from '../network/network.ts';
import type { OAuthOptions } from '../options.ts';
import type { Tolerances } from '../tolerances.ts';

/** What the sign-ins of one set of options share. */
export interface FlowParts {
  readonly grants: readonly TokenGrant[];
  readonly store: Store;
  readonly storeKey: (serverUrl: string) => string;
  readonly network: Network;
  readonly clock: OAuthClock;
  readonly scope: string | undefined;
  readonly dpop: NonNullable<OAuthOptions['dpop']>;
  readonly tolerances: Tolerances;
  readonly strict: boolean;
  /** Whether a person may be asked. */
  readonly interactive: boolean;
}
