/**
 * What a client wants to hear of, or what a server agreed to tell.
 *
 * @see {@link https://modelcontextprotocol.io/specification/2026-07-28/schema#subscriptionfilter | SubscriptionFilter}
 * @public
 */
export interface SubscriptionFilter {
  readonly toolsListChanged?: boolean;
  readonly promptsListChanged?: boolean;
  readonly resourcesListChanged?: boolean;
  /** URIs of resources. */
  readonly resourceSubscriptions?: readonly string[];
}
