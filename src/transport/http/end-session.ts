import type { Clock } from '../../protocol/index.ts';
import type { GuardedReply } from './guarded-exchange.ts';
import type { Line } from './line.ts';

const maxEndMs = 2_000;

/**
 * Tells the server that its session is over, where there is one. Any answer will do: a server that
 * has no DELETE says 405, one that has lost the session 404. Never rejects, and waits two seconds at
 * most.
 *
 * @see {@link https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#session-management | Session management}
 */
export function endSession(line: Line, clock: Clock): Promise<void> {
  if (!line.session.isAlive) return Promise.resolve();
  return new Promise((resolve) => {
    const done = (): void => {
      clock.clearTimer(timer);
      exchange.abort();
      line.session.forget();
      resolve();
    };
    const reply: GuardedReply = {
      head: done,
      chunk: ignored,
      end: done,
      broke: done,
      failed: done,
    };
    const exchange = line.prepare({ method: 'DELETE' }, reply);
    const timer = clock.setTimer(done, maxEndMs);
    exchange.begin();
  });
}

function ignored(): void {}
