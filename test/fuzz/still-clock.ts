import type { Clock, Timer } from '../../src/protocol/index.ts';

/** A clock that stands still until it is moved; then its timers fire at once, in their order. */
export class StillClock implements Clock {
  #now = 5_000;
  readonly #timers = new Set<{ readonly due: number; readonly callback: () => void }>();

  now(): number {
    return this.#now;
  }

  setTimer(callback: () => void, afterMs: number): Timer {
    const timer = { due: this.#now + afterMs, callback };
    this.#timers.add(timer);
    return timer;
  }

  clearTimer(timer: Timer): void {
    this.#timers.delete(timer as never);
  }

  /** How many timers wait. */
  get waiting(): number {
    return this.#timers.size;
  }

  advance(byMs: number): void {
    const until = this.#now + byMs;
    for (;;) {
      let next: { readonly due: number; readonly callback: () => void } | undefined;
      for (const timer of this.#timers) {
        if (timer.due <= until && (next === undefined || timer.due < next.due)) next = timer;
      }
      if (next === undefined) break;
      this.#now = Math.max(this.#now, next.due);
      this.#timers.delete(next);
      next.callback();
    }
    this.#now = until;
  }
}
