import { defaultLimits, type Limits } from '../../protocol/index.ts';
import type { CacheEntry, CacheStore } from './cache-store.ts';

/**
 * A store in memory, bounded in entries and in bytes: what was not used for longest goes first. A
 * client has one of its own; make one to share it among clients.
 *
 * @public
 */
export class MemoryCache implements CacheStore {
  readonly #maxEntries: number;
  readonly #maxBytes: number;
  /** The least recently used first. */
  readonly #entries = new Map<string, CacheEntry>();
  #bytes = 0;

  /** @param limits - `maxCacheEntries` and `maxCacheBytes`, where they differ from the defaults */
  constructor(limits: Partial<Pick<Limits, 'maxCacheEntries' | 'maxCacheBytes'>> = {}) {
    this.#maxEntries = limits.maxCacheEntries ?? defaultLimits.maxCacheEntries;
    this.#maxBytes = limits.maxCacheBytes ?? defaultLimits.maxCacheBytes;
  }

  readonly get = (key: string): CacheEntry | undefined => {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry;
  };

  readonly set = (key: string, entry: CacheEntry): void => {
    this.delete(key);
    const bytes = bytesOf(key, entry);
    // What does not fit would take everything else with it.
    if (bytes > this.#maxBytes) return;
    this.#entries.set(key, entry);
    this.#bytes += bytes;
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= this.#maxEntries && this.#bytes <= this.#maxBytes) return;
      this.delete(oldest);
    }
  };

  readonly delete = (key: string): void => {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    this.#entries.delete(key);
    this.#bytes -= bytesOf(key, entry);
  };
}

/** The most that an entry can take: run-times keep a character in one byte or in two. */
function bytesOf(key: string, { text }: CacheEntry): number {
  return 2 * (key.length + text.length);
}
