/**
 * How long a result may be kept, and by whom. Absent in the legacy era.
 *
 * @see {@link https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/caching | Caching}
 * @public
 */
export interface CacheHint {
  /** Whole milliseconds from its arrival; 0 is: do not keep it. */
  readonly ttlMs?: number;
  readonly cacheScope?: 'public' | 'private';
}
