import type { SignInDeviation } from './deviations.ts';
import type { IssuerOptions } from './issuer/issuer-options.ts';
import type { ResourceOptions } from './resource/resource-options.ts';

/** How the servers of a sign-in are. @public */
export interface SignInOptions {
  readonly resource?: ResourceOptions;
  readonly issuer?: IssuerOptions;
  /** An identity provider, for enterprise-managed authorization. Default: there is none. */
  readonly idp?: IssuerOptions;
  /** Whether the authorization server is on the origin of the MCP server, as before 2025-06-18. Default `false`. */
  readonly sameOrigin?: boolean;
  /** How they deviate from what they should be, from the beginning. */
  readonly deviations?: readonly SignInDeviation[];
  /** Milliseconds since 1970. Default: the time of this machine. */
  readonly now?: () => number;
}
