import type { OAuthClock } from '../clock.ts';
import { OAuthError } from '../errors.ts';
import { unlessAborted } from '../network/unless-aborted.ts';
import { cancelled, onAbort } from '../on-abort.ts';

export interface PersonWait {
  readonly clock: OAuthClock;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** What is waited for, as the subject of a message. */
  readonly what: string;
  /** What to do where it does not come. */
  readonly hint?: string;
}

/**
 * Waits for a person, and no longer than it is set; what is under way is told to end.
 *
 * @throws OAuthError `TIMED_OUT`, `CANCELLED`, and what it waits for throws
 */
export async function waitForPerson<T>(
  { clock, timeoutMs, signal, what, hint }: PersonWait,
  ask: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const ending = new AbortController();
  const end = (error: OAuthError) => ending.abort(error);
  const timer = clock.setTimer(() => {
    const text = `${what} did not come within ${timeoutMs} ms`;
    end(new OAuthError('TIMED_OUT', hint === undefined ? text : `${text}; ${hint}`));
  }, timeoutMs);
  const stop = onAbort(signal, () => end(cancelled(`the wait for ${what}`, signal)));
  try {
    if (ending.signal.aborted) throw ending.signal.reason;
    return await unlessAborted(ask(ending.signal), ending.signal);
  } catch (error) {
    throw ending.signal.aborted ? ending.signal.reason : error;
  } finally {
    clock.clearTimer(timer);
    stop();
    // Whatever is still shown or asked is of no more use.
    ending.abort();
  }
}
