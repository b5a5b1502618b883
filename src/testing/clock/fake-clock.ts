import type { Clock, Timer } from '../../protocol/index.ts';

/**
 * A clock that stands still until a test moves it: for the `clock` of `connect`, so that no test waits.
 *
 * @public
 */
export class FakeClock implements Clock {
  // Not zero, since the zero of a clock means nothing.
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

  /** Moves time on: each timer fires at its own time, and what follows from it happens before the next. */
  async advance(byMs: number): Promise<void> {
    // What has begun may yet set a timer.
    await settle();
    const until = this.#now + byMs;
    for (let next = this.#next(until); next !== undefined; next = this.#next(until)) {
      this.#now = Math.max(this.#now, next.due);
      this.#timers.delete(next);
      next.callback();
      await settle();
    }
    this.#now = until;
    await settle();
  }

  #next(until: number): { readonly due: number; readonly callback: () => void } | undefined {
    const due = [...this.#timers].filter((timer) => timer.due <= until);
    // A stable order: timers of the same time fire as they were set.
    return due.toSorted((one, other) => one.due - other.due)[0];
  }
}

/** Lets everything happen that needs no clock and no I/O: all promise callbacks that are due. */
function settle(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
