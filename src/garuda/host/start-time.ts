import type { Clock, Timer } from '../../protocol/index.ts';

/** The time that a start may take. It stands still while a person is asked something. */
export class StartTime {
  readonly #clock: Clock;
  readonly #over = new AbortController();
  readonly #expired: () => Error;
  #leftMs: number;
  #since = 0;
  #timer: Timer | undefined;
  #asking = 0;
  #isOver = false;

  /** @param expired - the reason with which the signal is aborted when the time is over */
  constructor(clock: Clock, forMs: number, expired: () => Error) {
    this.#clock = clock;
    this.#leftMs = forMs;
    this.#expired = expired;
    this.#run();
  }

  /** Aborted when the time is over. */
  get signal(): AbortSignal {
    return this.#over.signal;
  }

  /** Milliseconds that are left, 1 at least. */
  get leftMs(): number {
    const ranMs = this.#timer === undefined ? 0 : this.#clock.now() - this.#since;
    return Math.max(1, this.#leftMs - ranMs);
  }

  /** Does what asks a person: meanwhile no time passes. */
  async asking<T>(ask: () => Promise<T>): Promise<T> {
    this.#asking += 1;
    if (this.#asking === 1) this.#stand();
    try {
      return await ask();
    } finally {
      this.#asking -= 1;
      if (this.#asking === 0 && !this.#isOver) this.#run();
    }
  }

  /** Nobody waits for it any more. */
  end(): void {
    this.#isOver = true;
    this.#stand();
  }

  #run(): void {
    this.#since = this.#clock.now();
    this.#timer = this.#clock.setTimer(() => {
      this.#timer = undefined;
      this.#isOver = true;
      this.#over.abort(this.#expired());
    }, this.#leftMs);
  }

  #stand(): void {
    if (this.#timer === undefined) return;
    this.#clock.clearTimer(this.#timer);
    this.#timer = undefined;
    this.#leftMs = Math.max(0, this.#leftMs - (this.#clock.now() - this.#since));
  }
}
