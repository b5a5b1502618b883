import type { Clock } from '../../protocol/index.ts';

/**
 * Keeps texts under keys until their time is over: a map in memory, or a store that several processes
 * share. The keys are made so that one server's, or one user's, entries are not found for another.
 *
 * @public
 */
export interface CacheStore {
  readonly get: (key: string) => string | undefined | Promise<string | undefined>;
  /** @param ttlMs - how long it may be given back */
  readonly set: (key: string, text: string, ttlMs: number) => unknown;
  readonly delete: (key: string) => unknown;
}

const maxEntries = 1_000;
/** Units of UTF-16, of all entries together. */
const maxLength = 32 * 1024 * 1024;

interface Entry {
  readonly text: string;
  readonly until: number;
}

/** A store in memory; what was used longest ago goes first. */
export class MemoryStore implements CacheStore {
  readonly #clock: Clock;
  readonly #entries = new Map<string, Entry>();
  #length = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  readonly get = (key: string): string | undefined => {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    this.delete(key);
    if (this.#clock.now() >= entry.until) return undefined;
    this.#add(key, entry);
    return entry.text;
  };

  readonly set = (key: string, text: string, ttlMs: number): void => {
    this.delete(key);
    if (text.length > maxLength) return;
    this.#add(key, { text, until: this.#clock.now() + ttlMs });
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= maxEntries && this.#length <= maxLength) return;
      this.delete(oldest);
    }
  };

  readonly delete = (key: string): void => {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    this.#entries.delete(key);
    this.#length -= entry.text.length;
  };

  #add(key: string, entry: Entry): void {
    this.#entries.set(key, entry);
    this.#length += entry.text.length;
  }
}
