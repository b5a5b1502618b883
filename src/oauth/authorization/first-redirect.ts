import { OAuthError } from '../errors.ts';
import { onAbort } from '../on-abort.ts';
import type { Redirect, RedirectReceiver } from './redirect.ts';

/**
 * Two ways to get the answer at once, such as a loopback receiver and pasting: whichever has it first wins, and the
 * other is ended. Where one of them fails, the other goes on.
 *
 * @param first - decides the redirect URI, which the second must be able to use
 * @public
 */
export function firstRedirect(first: Redirect, second: Redirect): Redirect {
  return {
    async open(known) {
      const leader = await first.open(known);
      try {
        const other = await second.open(leader.redirectUri);
        return await paired(leader, other);
      } catch (error) {
        await leader.close();
        throw error;
      }
    },
  };
}

async function paired(
  leader: RedirectReceiver,
  other: RedirectReceiver,
): Promise<RedirectReceiver> {
  const { redirectUri } = leader;
  if (other.redirectUri !== redirectUri) {
    await other.close();
    const text = `expected two ways to one redirect URI, got ${redirectUri} and ${other.redirectUri}`;
    throw new OAuthError('INVALID_ARGUMENT', text);
  }
  const both = [leader, other];
  return {
    redirectUri,
    receive: (state, signal) => firstAnswer(both, state, signal),
    pageOpened() {
      for (const receiver of both) receiver.pageOpened?.();
    },
    async close() {
      await Promise.allSettled(both.map((receiver) => receiver.close()));
    },
  };
}

async function firstAnswer(
  receivers: readonly RedirectReceiver[],
  state: string,
  signal: AbortSignal,
): Promise<string> {
  const ending = new AbortController();
  const stop = onAbort(signal, () => ending.abort(signal.reason));
  try {
    return await Promise.any(receivers.map((receiver) => receiver.receive(state, ending.signal)));
  } catch (error) {
    const errors: readonly unknown[] = error instanceof AggregateError ? error.errors : [error];
    throw errors[0];
  } finally {
    stop();
    ending.abort();
  }
}
