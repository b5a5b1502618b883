import type { Clock } from '../protocol/index.ts';

/** The run-time's own clock. */
export const wallClock: Clock = {
  now: () => performance.now(),
  // A longer timer would fire at once; whoever waits longer than 24 days is woken early and waits on.
  setTimer: (callback, afterMs) => setTimeout(callback, Math.min(afterMs, 2_147_483_647)),
  clearTimer: (timer) => clearTimeout(timer as number),
};
