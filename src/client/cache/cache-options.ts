import { ProtocolError } from '../../protocol/index.ts';
import type { CacheStore } from './cache-store.ts';

/**
 * Where results are kept that a server allows to be kept, and for whom.
 *
 * @public
 */
export interface CacheOptions {
  /** Default: a {@link MemoryCache} of the client's own. One that is handed in needs `server` too. */
  readonly store?: CacheStore;
  /**
   * What names the server in a store, for every client of it and for no other server: two servers of
   * one name would answer for each other. Its address, for example.
   */
  readonly server?: string;
  /**
   * On whose behalf the server is asked: results that are private to one of them are never given to
   * another. A function is asked each time, so that it can follow a change of user; `undefined` where
   * it does not know. It is part of the keys in the store: give a name, no token.
   *
   * Default: everyone who uses this client is one. In a store that was handed in private results are
   * then not kept at all.
   */
  readonly partition?: string | (() => string | undefined);
}

/** @throws ProtocolError `INVALID_ARGUMENT` for what a caller without types may have given, and for a store without `server` */
export function checkCache(cache: unknown, label: string): void {
  const fault = faultOf(cache);
  if (fault !== undefined)
    throw new ProtocolError('INVALID_ARGUMENT', `cache${fault}`, { server: label });
}

function faultOf(cache: unknown): string | undefined {
  if (cache === undefined || cache === false) return undefined;
  if (typeof cache !== 'object' || cache === null)
    return ' must be false or { store, server, partition }';
  const { store, server, partition } = cache as Readonly<Record<keyof CacheOptions, unknown>>;
  if (store !== undefined && !isStore(store))
    return '.store must have the functions get, set and delete';
  if (server !== undefined && (typeof server !== 'string' || server === ''))
    return '.server must be a string that is not empty';
  if (store !== undefined && server === undefined)
    return '.store is shared, and needs cache.server: what names this server and no other in it';
  if (partition === undefined || typeof partition === 'string' || typeof partition === 'function')
    return undefined;
  return '.partition must be a string or a function';
}

function isStore(store: unknown): boolean {
  if (typeof store !== 'object' || store === null) return false;
  const { get, set, delete: remove } = store as Readonly<Record<keyof CacheStore, unknown>>;
  return [get, set, remove].every((each) => typeof each === 'function');
}
