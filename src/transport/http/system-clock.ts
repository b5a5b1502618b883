import type { Clock } from '../../protocol/index.ts';

/** A longer timer would fire at once. */
const longestTimerMs = 2_147_483_647;

/** The run-time's own clock. */
export const systemClock: Clock = {
  now: () => performance.now(),
  setTimer: (callback, afterMs) => setTimeout(callback, Math.min(afterMs, longestTimerMs)),
  clearTimer: (timer) => clearTimeout(timer as ReturnType<typeof setTimeout>),
};
