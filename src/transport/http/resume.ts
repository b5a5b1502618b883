import type { ChannelFailure, Clock, Limits } from '../../protocol/index.ts';
import { FollowedStream } from './followed-stream.ts';
import type { Line } from './line.ts';
import type { MessageStreamReceiver, StreamCursor } from './message-stream.ts';

/** What the rest of a reply stream needs. */
export interface ResumeParts {
  readonly line: Line;
  readonly clock: Clock;
  readonly limits: Limits;
  /** Where the stream broke off; it has a position. */
  readonly cursor: StreamCursor;
  readonly receiver: MessageStreamReceiver & {
    /** The answer will not come any more. */
    lost(failure: ChannelFailure): void;
  };
}

/**
 * Goes on with a reply stream that ended or broke before the answer, after the wait that the server
 * asked for. Servers end such streams on purpose, to have the client come back for the answer.
 *
 * @see {@link https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#resumability-and-redelivery | Resumability and redelivery}
 */
export function resumeLater(parts: ResumeParts): FollowedStream {
  const { line, clock, limits, cursor, receiver } = parts;
  const stream = new FollowedStream({
    line,
    clock,
    limits,
    cursor,
    fruit: 'position',
    receiver: {
      message: (value) => receiver.message(value),
      unreadable: (text) => receiver.unreadable(text),
      tooLarge: () => receiver.tooLarge(),
      gaveUp: (failure) => receiver.lost(lossOf(failure)),
    },
  });
  stream.openLater();
  return stream;
}

function lossOf(failure: ChannelFailure): ChannelFailure {
  if (failure.kind === 'http-status' && !isPassing(failure.status)) {
    const detail = `the GET with Last-Event-ID was answered with HTTP ${failure.status}`;
    return { kind: 'stream-ended', how: 'resume-refused', detail };
  }
  if (failure.kind === 'unusable-reply') {
    return { kind: 'stream-ended', how: 'resume-refused', detail: failure.detail };
  }
  if (failure.kind !== 'stream-ended') return failure;
  return { ...failure, detail: `${failure.detail}, again and again` };
}

/** A status that says nothing of the stream itself, and authorization, which its owner must see. */
function isPassing(status: number): boolean {
  return status >= 500 || [401, 403, 408, 429].includes(status);
}
