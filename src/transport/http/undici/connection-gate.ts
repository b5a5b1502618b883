const usualLimit = 64;
const growAfterMs = 250;

interface Waiting {
  readonly start: () => void;
  readonly since: number;
  next: Waiting | undefined;
}

/**
 * How many requests to one server run at the same time.
 *
 * Sixty-four connections carry more calls than a thousand, so requests beyond that wait, in order,
 * for one that ends. But requests can be slow by nature, and the one that waits may be what a slow
 * one waits for: an answer to the server's question, a cancellation. So when the first in line has
 * waited for 250 to 500 ms, the limit doubles, and again each 250 ms while that holds. Event
 * streams can stay open for ever; they leave as soon as they are known to be one.
 */
export class ConnectionGate {
  #limit = usualLimit;
  #running = 0;
  #first: Waiting | undefined;
  #last: Waiting | undefined;
  #ticks = 0;
  #isTicking = false;

  /** Calls `start` now or later. It must lead to one call of {@link leave}. */
  enter(start: () => void): void {
    if (this.#first === undefined && this.#running < this.#limit) {
      this.#running += 1;
      return start();
    }
    const waiting: Waiting = { start, since: this.#ticks, next: undefined };
    if (this.#last === undefined) this.#first = waiting;
    else this.#last.next = waiting;
    this.#last = waiting;
    this.#keepTicking();
  }

  /** Makes room for the next one. */
  leave(): void {
    this.#running -= 1;
    this.#admit();
    if (this.#first === undefined && this.#running < usualLimit) this.#limit = usualLimit;
  }

  #admit(): void {
    while (this.#first !== undefined && this.#running < this.#limit) {
      const { start, next } = this.#first;
      this.#first = next;
      if (next === undefined) this.#last = undefined;
      this.#running += 1;
      start();
    }
  }

  #keepTicking(): void {
    if (this.#isTicking || this.#first === undefined) return;
    this.#isTicking = true;
    // The requests that run hold the process; this need not.
    setTimeout(() => this.#tick(), growAfterMs).unref();
  }

  #tick(): void {
    this.#isTicking = false;
    this.#ticks += 1;
    if (this.#first !== undefined && this.#first.since < this.#ticks - 1) {
      this.#limit *= 2;
      this.#admit();
    }
    this.#keepTicking();
  }
}
