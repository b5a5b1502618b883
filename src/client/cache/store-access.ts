import type { Clock } from '../../protocol/index.ts';
import { pause } from '../pause.ts';
import type { Report } from '../report.ts';
import { isThenable } from '../run-callback.ts';
import { isCacheEntry, type CacheEntry, type CacheStore } from './cache-store.ts';

/** How long a store may take. */
const patienceMs = 1_000;

/** How long a store that failed is left alone. */
const restMs = 60_000;

/** What access to a store needs. */
export interface StoreAccessParts {
  readonly store: CacheStore;
  readonly clock: Clock;
  readonly report: (report: Report) => void;
}

/**
 * A store that fails nobody: what throws or hangs is reported once, and is as if nothing were there.
 */
export class StoreAccess {
  readonly #parts: StoreAccessParts;
  readonly #stop = new AbortController();
  #restsUntil = -Infinity;
  #isReported = false;

  constructor(parts: StoreAccessParts) {
    this.#parts = parts;
  }

  async get(key: string, signal: AbortSignal | undefined): Promise<CacheEntry | undefined> {
    const entry = await this.#run((store) => store.get(key), signal);
    return isCacheEntry(entry) ? entry : undefined;
  }

  set(key: string, entry: CacheEntry): void {
    void this.#run((store) => store.set(key, entry));
  }

  delete(key: string): void {
    void this.#run((store) => store.delete(key));
  }

  /** Nothing is waited for any longer. */
  close(): void {
    this.#stop.abort();
  }

  /** Tells the first failure of anything that keeping results depends on. */
  report(error: unknown): void {
    if (this.#isReported) return;
    this.#isReported = true;
    this.#parts.report({ kind: 'cache-failed', error });
  }

  async #run(act: (store: CacheStore) => unknown, signal?: AbortSignal): Promise<unknown> {
    const { store, clock } = this.#parts;
    if (clock.now() < this.#restsUntil) return undefined;
    try {
      const outcome = act(store);
      return isThenable(outcome) ? await this.#inTime(outcome, signal) : outcome;
    } catch (error) {
      this.#restsUntil = clock.now() + restMs;
      this.report(error);
      return undefined;
    }
  }

  async #inTime(work: PromiseLike<unknown>, signal: AbortSignal | undefined): Promise<unknown> {
    const settled = new AbortController();
    const over = pause(
      this.#parts.clock,
      patienceMs,
      settled.signal,
      signal,
      this.#stop.signal,
    ).then(() => {
      const isLate = [settled.signal, signal, this.#stop.signal].every((s) => s?.aborted !== true);
      if (isLate) throw new Error(`the store did not answer within ${patienceMs} ms`);
    });
    try {
      return await Promise.race([work, over]);
    } finally {
      settled.abort();
    }
  }
}
