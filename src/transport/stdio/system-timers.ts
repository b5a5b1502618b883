import type { Clock } from '../../protocol/index.ts';

/** The part of a clock that the stopping of a process needs. */
export type Timers = Pick<Clock, 'setTimer' | 'clearTimer'>;

/** The timers of the run-time. */
export const systemTimers: Timers = {
  setTimer: (callback, afterMs) => setTimeout(callback, afterMs),
  clearTimer: (timer) => clearTimeout(timer as NodeJS.Timeout),
};
