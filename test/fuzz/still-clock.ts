import type { Clock, Timer } from '../../src/protocol/index.ts';
import { Timers } from '../../src/testing/clock/timers.ts';

/** A clock that stands still until it is moved; then its timers fire at once, in their order. */
export class StillClock implements Clock {
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

  advance(byMs: number): void {
    const until = this.#timers.now + byMs;
    while (this.#timers.fireNext(until));
    this.#timers.now = until;
  }
}
