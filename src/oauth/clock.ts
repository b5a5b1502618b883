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

/** How many seconds a clock is ahead of the run-time's own, which packages of others go by. */
export function skewOf(clock: OAuthClock): number {
  return Math.round((clock.now() - Date.now()) / 1_000);
}

/** The run-time's own clock. */
export const systemClock: OAuthClock = {
  now: () => Date.now(),
  setTimer: (callback, afterMs) => setTimeout(callback, Math.min(afterMs, 2_147_483_647)),
  clearTimer: (timer) => clearTimeout(timer as number),
};
