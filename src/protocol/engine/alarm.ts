import type { Clock, Timer } from '../clock.ts';

/**
 * One timer for many deadlines, set for the earliest. Set and cleared once where calls follow each
 * other without a pause; a timer for each call would be a tenth of what a call costs.
 */
export class Alarm {
  readonly #clock: Clock;
  readonly #ring: () => void;
  #timer: Timer | undefined;
  #at = Infinity;

  constructor(clock: Clock, ring: () => void) {
    this.#clock = clock;
    this.#ring = ring;
  }

  get isSet(): boolean {
    return this.#timer !== undefined;
  }

  /** Makes sure that it rings at this time at the latest. */
  setFor(time: number): void {
    if (time >= this.#at) return;
    this.stop();
    this.#at = time;
    this.#timer = this.#clock.setTimer(
      () => {
        this.#timer = undefined;
        this.#at = Infinity;
        this.#ring();
      },
      Math.max(0, time - this.#clock.now()),
    );
  }

  stop(): void {
    if (this.#timer === undefined) return;
    this.#clock.clearTimer(this.#timer);
    this.#timer = undefined;
    this.#at = Infinity;
  }
}
