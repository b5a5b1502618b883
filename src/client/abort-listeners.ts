/**
 * Acts on an abort; returns how to stop listening for it.
 *
 * A signal gets one listener from here, however many acts wait for it: run-times keep listeners in a
 * list that is searched for each one that is added or removed, and Node.js warns of a leak from the
 * eleventh on. It is taken off with the last act.
 */
export function onAbort(signal: AbortSignal, act: () => void): () => void {
  let shared = sharedOf.get(signal);
  if (shared === undefined) sharedOf.set(signal, (shared = new SharedListener(signal)));
  return shared.add(act);
}

const sharedOf = new WeakMap<AbortSignal, SharedListener>();

class SharedListener {
  readonly #signal: AbortSignal;
  readonly #acts = new Set<{ readonly act: () => void }>();

  constructor(signal: AbortSignal) {
    this.#signal = signal;
    signal.addEventListener('abort', this.#tell);
  }

  add(act: () => void): () => void {
    // Of its own, since the same function may wait twice.
    const entry = { act };
    this.#acts.add(entry);
    return () => {
      if (this.#acts.delete(entry) && this.#acts.size === 0) this.#leave();
    };
  }

  readonly #tell = (): void => {
    this.#leave();
    for (const entry of this.#acts) {
      this.#acts.delete(entry);
      entry.act();
    }
  };

  #leave(): void {
    this.#signal.removeEventListener('abort', this.#tell);
    if (sharedOf.get(this.#signal) === this) sharedOf.delete(this.#signal);
  }
}
