import { cancelled, onAbort } from '../on-abort.ts';

/** Work that several wait for at the same time. It is given up when nobody waits any more. */
export class SharedWork {
  readonly #nobodyWaits = new AbortController();
  readonly #outcome: Promise<void>;
  #waiting = 0;

  constructor(work: (signal: AbortSignal) => Promise<void>) {
    this.#outcome = work(this.#nobodyWaits.signal);
    // Those who wait are told.
    this.#outcome.catch(() => {});
  }

  /** Whether nobody waited any more, so that it comes to nothing. */
  get isGivenUp(): boolean {
    return this.#nobodyWaits.signal.aborted;
  }

  /** Waits for it. An abort ends this wait. */
  join(signal: AbortSignal | undefined): Promise<void> {
    this.#waiting += 1;
    return new Promise((resolve, reject) => {
      const stopListening = onAbort(signal, () => {
        reject(cancelled('waiting for a sign-in', signal));
        this.#waiting -= 1;
        if (this.#waiting === 0) this.#nobodyWaits.abort();
      });
      this.#outcome.then(resolve, reject).finally(stopListening);
    });
  }
}
