import { unlessAborted } from '../network/unless-aborted.ts';
import { cancelled } from '../on-abort.ts';

/** Has the caller's own function give something, which is waited for only as long as anybody wants it. */
export async function askCaller<T>(
  ask: () => T | Promise<T>,
  what: string,
  signal: AbortSignal,
): Promise<T> {
  try {
    return await unlessAborted(Promise.resolve(ask()), signal);
  } catch (error) {
    throw signal.aborted ? cancelled(`the wait for ${what}`, signal) : error;
  }
}
