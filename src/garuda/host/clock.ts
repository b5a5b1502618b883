import type { Clock } from '../../protocol/index.ts';

/** The clock of this machine. A timer of it keeps no program alive: what waits for a server does. */
export const hostClock: Clock = {
  now: () => performance.now(),
  setTimer: (callback, afterMs) => setTimeout(callback, afterMs).unref(),
  clearTimer: (timer) => clearTimeout(timer as NodeJS.Timeout),
};
