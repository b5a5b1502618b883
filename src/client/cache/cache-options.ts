import { ProtocolError } from '../../protocol/index.ts';
import type { CacheStore } from './cache-store.ts';

/**
 * How results are kept that a server of the modern era says may be kept.
 *
 * @see {@link https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/caching | Caching}
 * @public
 */
export interface CacheOptions {
  /** Default: one in memory, of this client alone. */
  readonly store?: CacheStore;
  /** Names the server in a store that is shared. It must not be named so by another one. */
  readonly server?: string;
  /**
   * Names the user whose results they are: another user's private ones are not found. Asked for each
   * request, so that it may change. Default: this client alone.
   */
  readonly partition?: string | (() => string);
}

/** What is wrong with options, in words. A store that others use too must be told whose entries are whose. */
export function faultOfCache(
  options: CacheOptions | false | undefined,
  label: string,
): ProtocolError | undefined {
  if (options === undefined || options === false) return undefined;
  const { store, server } = options;
  if (store === undefined || (typeof server === 'string' && server !== '')) return undefined;
  const words =
    'cache: a store that is handed in needs cache.server, a name for this server that no other has';
  return new ProtocolError('INVALID_ARGUMENT', words, { server: label });
}
