import type { Clock } from '../../protocol/index.ts';

/** Waits so long. @throws the reason of the signal, as soon as that is aborted */
export async function pause(clock: Clock, forMs: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  let stop = (): void => {};
  try {
    await new Promise<void>((resolve, reject) => {
      const timer = clock.setTimer(resolve, forMs);
      const give = (): void => reject(signal.reason as Error);
      signal.addEventListener('abort', give, { once: true });
      stop = () => {
        clock.clearTimer(timer);
        signal.removeEventListener('abort', give);
      };
    });
  } finally {
    stop();
  }
}

/** Waits for something that others wait for too, for as long as the caller wants. */
export async function unlessAborted<T>(
  promise: Promise<T>,
  signal: AbortSignal | undefined,
): Promise<T> {
  if (signal === undefined) return await promise;
  signal.throwIfAborted();
  let stop = (): void => {};
  const given = new Promise<never>((_resolve, reject) => {
    const give = (): void => reject(signal.reason as Error);
    signal.addEventListener('abort', give, { once: true });
    stop = () => signal.removeEventListener('abort', give);
  });
  try {
    return await Promise.race([promise, given]);
  } finally {
    stop();
  }
}
