import type { OAuthClock } from './clock.ts';
import { cancelled, onAbort } from './on-abort.ts';

/** Waits by the clock. @throws OAuthError `CANCELLED` */
export function pause(
  clock: OAuthClock,
  ms: number,
  signal: AbortSignal,
  what: string,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = clock.setTimer(() => {
      stopListening();
      resolve();
    }, ms);
    const stopListening = onAbort(signal, () => {
      clock.clearTimer(timer);
      reject(cancelled(what, signal));
    });
  });
}
