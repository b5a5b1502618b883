/** A timer that a {@link Clock} handed out; only that clock knows what is inside. @public */
export type Timer = object | number;

/**
 * The port through which the engine tells time, so that a test can be the clock.
 *
 * @public
 */
export interface Clock {
  /** Milliseconds on a scale that never goes back; its zero means nothing. */
  now(): number;
  /** Calls back once after `afterMs` milliseconds. A waiting timer keeps the program alive. */
  setTimer(callback: () => void, afterMs: number): Timer;
  clearTimer(timer: Timer): void;
}
