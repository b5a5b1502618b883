import type {
  Agreement,
  Channel,
  ChannelFailure,
  ChannelReceiver,
  Clock,
  Limits,
  MessageHead,
  RequestId,
} from '../../protocol/index.ts';
import { endSession } from './end-session.ts';
import type { FollowedStream } from './followed-stream.ts';
import { answeredIds } from './is-answer.ts';
import type { Line } from './line.ts';
import { Post, type PostParts } from './post.ts';
import { openStandingStream } from './standing-stream.ts';

/** What a channel over HTTP is made of. */
export interface HttpChannelParts {
  readonly receiver: ChannelReceiver;
  readonly limits: Limits;
  readonly clock: Clock;
  readonly line: Line;
  /** Ends the connections of the line. */
  readonly closeLine: () => Promise<void>;
}

/**
 * How many notifications and answers of ours may be on their way: a server can make us send more by
 * asking, or by giving its own clients reason to cancel, and need not accept any.
 */
const mostOthers = 1_000;

/**
 * Streamable HTTP: each message of ours is a POST, answered in its own reply. What a legacy server
 * says unasked comes on a stream that is opened by GET.
 *
 * @see {@link https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http | Streamable HTTP, modern}
 * @see {@link https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#streamable-http | Streamable HTTP, legacy}
 */
export class HttpChannel implements Channel {
  readonly kind = 'http';
  readonly #parts: HttpChannelParts;
  readonly #postParts: PostParts;
  readonly #requests = new Map<RequestId, Post>();
  readonly #others = new Set<Post>();
  #standing: FollowedStream | undefined;
  #closing: Promise<void> | undefined;
  #isClosed = false;

  constructor(parts: HttpChannelParts) {
    this.#parts = parts;
    this.#postParts = {
      ...parts,
      deliver: (value, via) => this.#deliver(value, via),
      finished: (post) => this.#forget(post),
    };
  }

  send(text: string, head: MessageHead): void {
    if (this.#closing !== undefined) return this.#refuse(head, { kind: 'closed' });
    if (head.kind !== 'request' && this.#others.size >= mostOthers) {
      const detail = `${mostOthers} messages wait for the server to accept them`;
      return this.#refuse(head, { kind: 'unsendable', detail });
    }
    const post = new Post(this.#postParts, text, head);
    if (post.requestId === undefined) this.#others.add(post);
    else this.#requests.set(post.requestId, post);
    post.begin();
  }

  abandon(id: RequestId): void {
    this.#requests.get(id)?.stop();
  }

  adopt(agreement: Agreement): void {
    this.#parts.line.adopt(agreement);
  }

  listen(): void {
    // A modern server says unasked things only in answer to a request for them.
    if (this.#closing !== undefined || this.#parts.line.agreement?.era !== 'legacy') return;
    this.#standing ??= openStandingStream({
      ...this.#parts,
      message: (value) => this.#deliver(value, undefined),
    });
  }

  close(): Promise<void> {
    this.#closing ??= this.#end();
    return this.#closing;
  }

  async #end(): Promise<void> {
    const { line, clock, receiver, closeLine } = this.#parts;
    this.#standing?.stop();
    for (const post of [...this.#requests.values(), ...this.#others]) post.stop();
    try {
      await endSession(line, clock);
      await closeLine();
    } finally {
      this.#isClosed = true;
      receiver.closed({ kind: 'closed' });
    }
  }

  #deliver(value: unknown, via: RequestId | undefined): void {
    this.#parts.receiver.message(value, via);
    // A response belongs in the reply to its request. Where a server sends it elsewhere, that reply
    // must not be waited for, or resumed, any longer.
    for (const id of answeredIds(value)) {
      if (id !== via) this.#requests.get(id as RequestId)?.answered();
    }
  }

  #forget(post: Post): void {
    if (post.requestId === undefined) this.#others.delete(post);
    else this.#requests.delete(post.requestId);
  }

  #refuse(head: MessageHead, failure: ChannelFailure): void {
    const { receiver } = this.#parts;
    queueMicrotask(() => {
      if (head.delivered !== undefined) head.delivered(failure);
      else if (this.#isClosed) return;
      else if (head.kind === 'request') {
        if (head.id !== undefined) receiver.failed(head.id, failure);
      } else if (failure.kind !== 'closed') {
        receiver.report({ kind: 'undelivered', method: head.method, failure });
      }
    });
  }
}
