import type { Clock, Timer } from '../../protocol/index.ts';
import { Timers } from './timers.ts';

/**
 * A clock that stands still until a test moves it: for the `clock` of `connect`, so that no test waits.
 *
 * @public
 */
export class FakeClock implements Clock {
  readonly #timers = new Timers();

  now(): number {
    return this.#timers.now;
  }

  setTimer(callback: () => void, afterMs: number): Timer {
    return this.#timers.set(callback, afterMs);
  }

  clearTimer(timer: Timer): void {
    this.#timers.clear(timer);
  }

  /** How many timers wait. */
  get waiting(): number {
    return this.#timers.size;
  }

  /** Moves time on: each timer fires at its own time, and what follows from it happens before the next. */
  async advance(byMs: number): Promise<void> {
    // What has begun may yet set a timer.
    await settle();
    const until = this.#timers.now + byMs;
    while (this.#timers.fireNext(until)) await settle();
    this.#timers.now = until;
    await settle();
  }
}

/** Lets everything happen that needs no clock and no I/O: all promise callbacks that are due. */
function settle(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
