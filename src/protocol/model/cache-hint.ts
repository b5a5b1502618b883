/**
 * How long a result may be kept, and by whom. Absent in the legacy era.
 *
 * @see {@link https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/caching | Caching}
 * @public
 */
export interface CacheHint {
  /** A whole number of milliseconds, 0 for "do not keep". */
  readonly ttlMs?: number;
  readonly cacheScope?: 'public' | 'private';
}
