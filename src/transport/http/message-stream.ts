import { EventStreamDecoder, type ServerSentEvent } from './event-stream.ts';
import { parseJson } from './failures.ts';

/** Where a stream can be taken up again, and when. It outlives the connection that it was read from. */
export interface StreamCursor {
  /** The position of the last event, where the server gave positions. */
  lastEventId: string | undefined;
  /** The wait before the stream is opened again, where the server set one. */
  retryMs: number | undefined;
}

/** Whom a message stream tells what came, in wire order. */
export interface MessageStreamReceiver {
  message(value: unknown): void;
  /** An event that should have been a message and is no JSON. */
  unreadable(text: string): void;
  /** An event over the bound was left out. */
  tooLarge(): void;
  /** An event of another name. Absent: it is ignored. */
  other?(event: ServerSentEvent): void;
}

/**
 * Reads messages from a stream of server-sent events.
 *
 * @see {@link https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#sending-messages-to-the-server | Sending messages to the server}
 */
export class MessageStream {
  readonly #decoder: EventStreamDecoder;

  constructor(receiver: MessageStreamReceiver, cursor: StreamCursor, maxMessageBytes: number) {
    const moveTo = (id: string): void => {
      cursor.lastEventId = id === '' ? undefined : id;
    };
    const events = {
      event(event: ServerSentEvent): void {
        if (event.id !== undefined) moveTo(event.id);
        if (event.event !== 'message') return receiver.other?.(event);
        const value = parseJson(event.data);
        if (value === undefined) receiver.unreadable(event.data);
        else receiver.message(value);
      },
      // A priming event has a position and no data (2025-11-25/basic/transports, Sending Messages).
      position: moveTo,
      retry(afterMs: number): void {
        cursor.retryMs = afterMs;
      },
      tooLarge(event: { readonly id: string | undefined }): void {
        if (event.id !== undefined) moveTo(event.id);
        receiver.tooLarge();
      },
    };
    this.#decoder = new EventStreamDecoder(events, maxMessageBytes);
  }

  push(bytes: Uint8Array): void {
    this.#decoder.push(bytes);
  }
}
