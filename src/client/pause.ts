import type { Clock } from '../protocol/index.ts';
import { onAbort } from './abort-listeners.ts';

/** Waits by the clock; an abort ends the wait early, and what comes next finds it aborted. */
export function pause(
  clock: Clock,
  ms: number,
  ...signals: readonly (AbortSignal | undefined)[]
): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clock.clearTimer(timer);
      for (const stopListening of listening) stopListening();
      resolve();
    };
    const timer = clock.setTimer(done, ms);
    const given = signals.filter((signal) => signal !== undefined);
    const listening = given.map((signal) => onAbort(signal, done));
    if (given.some((signal) => signal.aborted)) done();
  });
}

/** Waits for what others wait for too; an abort ends this wait early, and not theirs. */
export function unlessAborted(work: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  if (signal === undefined) return work;
  return new Promise((resolve, reject) => {
    const stopListening = onAbort(signal, resolve);
    if (signal.aborted) resolve();
    work.then(resolve, reject).finally(stopListening);
  });
}
