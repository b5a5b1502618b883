import { McpError } from '../protocol/index.ts';
import type { Link } from './link.ts';
import type { ClientSettings } from './options.ts';
import type { RequestOptions } from './request-options.ts';

/** What a heartbeat needs. */
export interface HeartbeatParts {
  readonly link: Link;
  readonly settings: ClientSettings;
  readonly everyMs: number;
  readonly ping: (options: RequestOptions) => Promise<void>;
}

/**
 * Asks at an interval whether the server is alive, until the link is over, and ends the connection to
 * one that does not answer in time.
 *
 * @see {@link https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/ping#implementation-considerations | Ping, Implementation Considerations}
 */
export async function keepAsking({ link, settings, everyMs, ping }: HeartbeatParts): Promise<void> {
  const timeoutMs = Math.min(everyMs, settings.timeoutMs);
  const over = new AbortController();
  link.events.whenOver(() => over.abort());
  for (;;) {
    await link.pause(everyMs, over.signal);
    if (link.isClosing) return;
    const connection = link.alive;
    // A server that is not there is started when somebody needs it.
    if (connection === undefined) continue;
    try {
      await ping({ timeoutMs });
    } catch (error) {
      if (!(error instanceof McpError)) throw error;
      if (error.code !== 'TIMED_OUT') continue;
      settings.report({ kind: 'ping-unanswered', error });
      link.giveUp(connection, { kind: 'unresponsive', afterMs: timeoutMs });
    }
  }
}
