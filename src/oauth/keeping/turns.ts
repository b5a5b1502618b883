import { cancelled, onAbort } from '../on-abort.ts';

/** Turns within this program: of all who ask for one under the same key, one at a time, in the order in which they asked. */
export class Turns {
  /** Those who wait, for each key that somebody's turn it is under. */
  readonly #lines = new Map<string, Set<() => void>>();

  /**
   * Waits for a turn.
   *
   * @returns what ends it; ending it again does nothing
   * @throws OAuthError `CANCELLED`
   */
  take(key: string, signal: AbortSignal | undefined): Promise<() => void> {
    return new Promise((resolve, reject) => {
      const line = this.#lines.get(key);
      if (signal?.aborted === true) return reject(cancelled('waiting for a lock', signal));
      if (line === undefined) return resolve(this.#begin(key, new Set()));
      const begin = (): void => {
        stopListening();
        resolve(this.#begin(key, line));
      };
      const stopListening = onAbort(signal, () => {
        line.delete(begin);
        reject(cancelled('waiting for a lock', signal));
      });
      line.add(begin);
    });
  }

  #begin(key: string, line: Set<() => void>): () => void {
    this.#lines.set(key, line);
    let hasEnded = false;
    return () => {
      if (hasEnded) return;
      hasEnded = true;
      const [next] = line;
      if (next === undefined) return void this.#lines.delete(key);
      line.delete(next);
      next();
    };
  }
}
