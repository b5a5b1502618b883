import type { Timer } from '../../protocol/index.ts';

/** The time and the timers of a clock that stands still until it is moved. */
export class Timers {
  // Not zero, since the zero of a clock means nothing.
  now = 5_000;
  readonly #waiting = new Set<{ readonly due: number; readonly callback: () => void }>();

  set(callback: () => void, afterMs: number): Timer {
    const timer = { due: this.now + afterMs, callback };
    this.#waiting.add(timer);
    return timer;
  }

  clear(timer: Timer): void {
    this.#waiting.delete(timer as never);
  }

  get size(): number {
    return this.#waiting.size;
  }

  /**
   * Moves time on to the next timer that is due until then, and fires it; `false` if there is none.
   * Timers of the same time fire as they were set.
   */
  fireNext(until: number): boolean {
    let next: { readonly due: number; readonly callback: () => void } | undefined;
    for (const timer of this.#waiting) {
      if (timer.due <= until && (next === undefined || timer.due < next.due)) next = timer;
    }
    if (next === undefined) return false;
    this.now = Math.max(this.now, next.due);
    this.#waiting.delete(next);
    next.callback();
    return true;
  }
}
