import type { Clock, Timer } from '../../protocol/index.ts';

/** The time of this machine. */
export const systemClock: Clock = {
  now: () => performance.now(),
  setTimer: (callback, afterMs) => setTimeout(callback, afterMs),
  clearTimer: (timer: Timer) => clearTimeout(timer as ReturnType<typeof setTimeout>),
};
