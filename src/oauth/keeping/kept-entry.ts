import { OAuthError } from '../errors.ts';
import type { Entry } from './entry.ts';
import { parseEntry } from './parse-entry.ts';
import type { Store, StoreLock } from './store.ts';

/** How often a change is tried on what others change at the same time. Each time one of them has got on. */
const maxTries = 100;

/** What is kept for one server, read and changed as what it means. */
export class KeptEntry {
  readonly store: Store;
  readonly key: string;

  constructor(store: Store, key: string) {
    this.store = store;
    this.key = key;
  }

  /**
   * What is kept; an empty entry where there is nothing.
   *
   * @throws OAuthError `STORE_FAILED` also where what is kept is not an entry
   */
  async read(): Promise<Entry> {
    return (await this.#read()).entry;
  }

  /**
   * Changes what is kept, as one step among all who share the store.
   *
   * @param change - gives the new entry, or `undefined` to leave it as it is; asked anew where somebody else was
   * faster, so it must do nothing besides
   * @returns what is kept then
   * @throws OAuthError `STORE_FAILED`
   */
  async update(change: (entry: Entry) => Entry | undefined): Promise<Entry> {
    for (let tries = 0; tries < maxTries; tries += 1) {
      const { entry, generation } = await this.#read();
      const changed = change(entry);
      if (changed === undefined) return entry;
      const text = JSON.stringify(changed);
      if (await this.store.compareAndSwap(this.key, generation, text)) return changed;
    }
    throw tooOften();
  }

  /** Removes all that is kept, also what cannot be read. */
  async remove(): Promise<void> {
    for (let tries = 0; tries < maxTries; tries += 1) {
      const stored = await this.store.read(this.key);
      if (stored === undefined) return;
      if (await this.store.compareAndSwap(this.key, stored.generation, undefined)) return;
    }
    throw tooOften();
  }

  /**
   * Waits until nobody else works on this entry.
   *
   * @throws OAuthError `CANCELLED`, `STORE_FAILED`
   */
  lock(signal: AbortSignal | undefined): Promise<StoreLock> {
    return this.store.lock(this.key, signal);
  }

  async #read(): Promise<{ readonly entry: Entry; readonly generation: number }> {
    const stored = await this.store.read(this.key);
    if (stored === undefined) return { entry: { version: 1, issuers: {} }, generation: 0 };
    return { entry: parseEntry(stored.value), generation: stored.generation };
  }
}

function tooOften(): OAuthError {
  return new OAuthError(
    'STORE_FAILED',
    `What is kept of the sign-in to this server was changed by others ${maxTries} times in a row while it was to be changed here`,
  );
}
