import type { JsonObject } from '../../protocol/index.ts';

/** How long a result is fresh, and for whom. */
export interface Hint {
  /** 0: it is stale when it arrives. */
  readonly ttlMs: number;
  readonly isPublic: boolean;
}

/**
 * What a server says of the freshness of a result. What is missing or malformed is the careful
 * choice: stale at once, and for one caller only.
 *
 * @param longestMs - what a longer time is cut to
 * @see {@link https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/caching#cacheable-model | Cacheable model}
 */
export function hintIn(result: object, longestMs: number): Hint {
  const { ttlMs, cacheScope } = result as JsonObject;
  const isTime = Number.isInteger(ttlMs) && (ttlMs as number) > 0;
  return {
    ttlMs: isTime ? Math.min(ttlMs as number, longestMs) : 0,
    isPublic: cacheScope === 'public',
  };
}
