import type { Channel, ChannelFailure, Clock } from '../protocol/index.ts';

/** The waits before a server is started again that did not live long; after the last it is left. */
const waitsMs: readonly number[] = [0, 1_000, 2_000, 5_000, 15_000];

/** A server that lived longer than this is not one that ends whenever it is started. */
const longLifeMs = 60_000;

/** Whether a local server that ended by itself is started again, and when. */
export class Restarts {
  readonly #isWanted: boolean;
  readonly #clock: Clock;
  #inARow = 0;
  #since: number;
  #afterMs: number | undefined;

  constructor(isWanted: boolean, clock: Clock) {
    this.#isWanted = isWanted;
    this.#clock = clock;
    this.#since = clock.now();
  }

  /** Whether the server has ended and is to be started when it is next needed. */
  get isDue(): boolean {
    return this.#afterMs !== undefined;
  }

  /** How long to wait before that, in ms. */
  get afterMs(): number {
    return this.#afterMs ?? 0;
  }

  /** The server is there. */
  begun(): void {
    this.#since = this.#clock.now();
    this.#afterMs = undefined;
  }

  /** It is not started any more. */
  over(): void {
    this.#afterMs = undefined;
  }

  /** The server ended by itself; `true`: it is to be started again. */
  ended(kind: Channel['kind'], failure: ChannelFailure): boolean {
    const isLost = failure.kind === 'exited' || failure.kind === 'unresponsive';
    if (!this.#isWanted || kind !== 'pipe' || !isLost) return false;
    if (this.#clock.now() - this.#since > longLifeMs) this.#inARow = 0;
    this.#afterMs = waitsMs[this.#inARow];
    this.#inARow += 1;
    return this.isDue;
  }
}
