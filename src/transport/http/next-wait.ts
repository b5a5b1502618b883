import type { Clock, Timer } from '../../protocol/index.ts';

const firstMs = 1_000;
const longestMs = 30_000;
const shortestMs = 50;
const growth = 1.5;

/**
 * How long to wait before a stream is opened again. The wait that the server set is kept to and
 * never undercut; it grows while opening bears no fruit.
 *
 * @param retryMs - the wait that the server set, if it did
 * @param fruitless - how many times in a row opening has come to nothing
 * @see {@link https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#sending-messages-to-the-server | Sending messages to the server}
 */
export function nextWaitMs(retryMs: number | undefined, fruitless: number): number {
  const base = Math.max(retryMs ?? firstMs, shortestMs);
  return Math.min(base * growth ** fruitless, Math.max(base, longestMs));
}

/** A wait that can be given up. */
export interface Wait {
  cancel(): void;
}

/**
 * Waits until the clock has gone on by the full time. A timer alone may be early: it counts from the
 * beginning of the turn in which it was set, and it cannot be longer than 24 days.
 */
export function waitFully(clock: Clock, ms: number, then: () => void): Wait {
  const due = clock.now() + ms;
  let timer: Timer | undefined = clock.setTimer(wake, ms);
  function wake(): void {
    const left = due - clock.now();
    timer = left > 0 ? clock.setTimer(wake, left) : undefined;
    if (timer === undefined) then();
  }
  return {
    cancel(): void {
      if (timer !== undefined) clock.clearTimer(timer);
      timer = undefined;
    },
  };
}
