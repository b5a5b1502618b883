/**
 * The port through which this room tells time, so that a test can be the clock.
 *
 * @public
 */
export interface OAuthClock {
  /** Milliseconds since 1970-01-01T00:00Z. */
  now(): number;
  /** Calls back once after `afterMs` milliseconds. */
  setTimer(callback: () => void, afterMs: number): OAuthTimer;
  clearTimer(timer: OAuthTimer): void;
}

/** A timer that an {@link OAuthClock} handed out. @public */
export type OAuthTimer = object | number;

/** The run-time's own clock. */
export const systemClock: OAuthClock = {
  now: () => Date.now(),
  setTimer: (callback, afterMs) => setTimeout(callback, Math.min(afterMs, 2_147_483_647)),
  clearTimer: (timer) => clearTimeout(timer as number),
};
