import type { ChannelFailure, Clock, Limits } from '../../protocol/index.ts';
import type { BodyReader } from './body-reader.ts';
import type { HeaderFields } from './credentials.ts';
import type { ExchangeFault } from './exchange.ts';
import { broken, ended, unreadable } from './failures.ts';
import type { FollowedStream } from './followed-stream.ts';
import type { Line } from './line.ts';
import { MessageStream, type MessageStreamReceiver, type StreamCursor } from './message-stream.ts';
import { resumeLater } from './resume.ts';

/** What the stream of a reply needs. */
export interface ReplyStreamParts {
  readonly line: Line;
  readonly clock: Clock;
  readonly limits: Limits;
  readonly owner: ReplyStreamOwner;
  /** Whether the request was a handshake, which is legacy before anything is agreed. */
  readonly isHandshake: boolean;
  /** The header fields of the reply. */
  readonly headers: HeaderFields;
}

/** The request whose answer a stream should bring. */
export interface ReplyStreamOwner {
  /** Whether nothing more is waited for. */
  readonly isSettled: boolean;
  /** The header fields that were sent with it. */
  readonly sent: HeaderFields;
  message(value: unknown): void;
  /** Something on the stream could not be read. */
  report(failure: ChannelFailure): void;
  /** Nothing more will come, the answer neither. */
  failed(failure: ChannelFailure): void;
}

/**
 * The stream of events that answers a request. In the legacy era it is gone on with after it ended
 * or broke, where the server gave it a position.
 *
 * @see {@link https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#sending-messages-to-the-server | Sending messages to the server}
 */
export class ReplyStream implements BodyReader {
  readonly #parts: ReplyStreamParts;
  readonly #cursor: StreamCursor = { lastEventId: undefined, retryMs: undefined };
  readonly #receiver: MessageStreamReceiver;
  readonly #messages: MessageStream;
  #unreadable: ChannelFailure | undefined;
  #resumed: FollowedStream | undefined;

  constructor(parts: ReplyStreamParts) {
    this.#parts = parts;
    this.#receiver = {
      message: (value) => parts.owner.message(value),
      unreadable: (text) => this.#leaveOut(text),
      tooLarge: () => this.#tooLarge(),
    };
    const { maxMessageBytes } = parts.limits;
    this.#messages = new MessageStream(this.#receiver, this.#cursor, maxMessageBytes);
  }

  /** Whether it is read from another exchange than that of its request. */
  get isResumed(): boolean {
    return this.#resumed !== undefined;
  }

  chunk(bytes: Uint8Array): void {
    this.#messages.push(bytes);
  }

  end(): void {
    this.#closed(ended(this.#parts.owner.sent, this.#parts.headers));
  }

  broke(fault: ExchangeFault): void {
    this.#closed(broken(fault));
  }

  stop(): void {
    this.#resumed?.stop();
  }

  #closed(failure: ChannelFailure): void {
    const { owner, line, clock, limits } = this.#parts;
    if (owner.isSettled || !this.#mayResume || this.#cursor.lastEventId === undefined) {
      return owner.failed(this.#unreadable ?? failure);
    }
    const receiver = {
      ...this.#receiver,
      lost: (lost: ChannelFailure): void => owner.failed(lost),
    };
    this.#resumed = resumeLater({ line, clock, limits, cursor: this.#cursor, receiver });
  }

  /**
   * In the modern era a stream that broke is lost, and event ids mean nothing
   * (2026-07-28/basic/transports/streamable-http, Receiving Messages).
   */
  get #mayResume(): boolean {
    const era = this.#parts.line.agreement?.era;
    return era === undefined ? this.#parts.isHandshake : era === 'legacy';
  }

  #leaveOut(text: string): void {
    const { owner, headers } = this.#parts;
    this.#unreadable = unreadable(text, (this.#resumed ?? owner).sent, headers);
    owner.report(this.#unreadable);
  }

  #tooLarge(): void {
    const { owner, limits } = this.#parts;
    const failure = { kind: 'message-too-large', maxBytes: limits.maxMessageBytes } as const;
    if (owner.isSettled) owner.report(failure);
    else owner.failed(failure);
  }
}
