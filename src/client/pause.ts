import type { Clock } from '../protocol/index.ts';

/** Waits by the clock; an abort ends the wait early, and what comes next finds it aborted. */
export function pause(
  clock: Clock,
  ms: number,
  ...signals: readonly (AbortSignal | undefined)[]
): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clock.clearTimer(timer);
      for (const signal of signals) signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = clock.setTimer(done, ms);
    for (const signal of signals) signal?.addEventListener('abort', done, { once: true });
    if (signals.some((signal) => signal?.aborted === true)) done();
  });
}

/** Waits for what others wait for too; an abort ends this wait early, and not theirs. */
export function unlessAborted(work: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  if (signal === undefined) return work;
  return new Promise((resolve, reject) => {
    const leave = (): void => resolve();
    signal.addEventListener('abort', leave, { once: true });
    if (signal.aborted) leave();
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });
}
