import type { ChannelReceiver, ChannelFailure, Clock, Limits } from '../../protocol/index.ts';
import { unreadable } from './failures.ts';
import { FollowedStream } from './followed-stream.ts';
import type { Line } from './line.ts';

/** What the standing stream needs. */
export interface StandingStreamParts {
  readonly line: Line;
  readonly clock: Clock;
  readonly limits: Limits;
  readonly receiver: ChannelReceiver;
  /** Takes a message that came. */
  message(value: unknown): void;
}

/**
 * The stream on which a legacy server sends what answers nothing. A server need not offer it.
 *
 * @see {@link https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#listening-for-messages-from-the-server | Listening for messages from the server}
 */
export function openStandingStream(parts: StandingStreamParts): FollowedStream {
  const { line, clock, limits, receiver } = parts;
  const stream = new FollowedStream({
    line,
    clock,
    limits,
    cursor: { lastEventId: undefined, retryMs: undefined },
    fruit: 'message',
    receiver: {
      message: (value) => parts.message(value),
      unreadable(text) {
        receiver.report({ kind: 'unreadable-message', failure: unreadable(text, stream.sent) });
      },
      tooLarge() {
        const failure = { kind: 'message-too-large', maxBytes: limits.maxMessageBytes } as const;
        receiver.report({ kind: 'unreadable-message', failure });
      },
      gaveUp(failure, worked) {
        if (worked || !isNotOffered(failure)) receiver.report({ kind: 'listening-ended', failure });
      },
    },
  });
  stream.open();
  return stream;
}

/** 405 is how a server says that it has no such stream; 404 and 400 are how some in use say it. */
function isNotOffered(failure: ChannelFailure): boolean {
  return failure.kind === 'http-status' && [400, 404, 405].includes(failure.status);
}
