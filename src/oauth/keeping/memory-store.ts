import type { Store, Stored, StoreLock } from './store.ts';
import { Turns } from './turns.ts';

/**
 * A store that lasts as long as the program. Hand the same one to every client that is to share a sign-in.
 *
 * @public
 */
export function memoryStore(): Store {
  return new MemoryStore();
}

class MemoryStore implements Store {
  readonly #entries = new Map<string, Stored>();
  readonly #turns = new Turns();
  // Counted for the whole store, so that no number comes again where something was removed.
  #writes = 0;

  async read(key: string): Promise<Stored | undefined> {
    return this.#entries.get(key);
  }

  async compareAndSwap(
    key: string,
    generation: number,
    value: string | undefined,
  ): Promise<boolean> {
    if ((this.#entries.get(key)?.generation ?? 0) !== generation) return false;
    this.#writes += 1;
    if (value === undefined) this.#entries.delete(key);
    else this.#entries.set(key, { generation: this.#writes, value });
    return true;
  }

  async lock(key: string, signal?: AbortSignal): Promise<StoreLock> {
    const end = await this.#turns.take(key, signal);
    return { release: async () => end() };
  }
}
