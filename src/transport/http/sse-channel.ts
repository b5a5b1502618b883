import type {
  Channel,
  ChannelFailure,
  ChannelReceiver,
  Clock,
  Limits,
  MessageHead,
  RequestId,
} from '../../protocol/index.ts';
import { EndpointStream } from './endpoint-stream.ts';
import type { Line } from './line.ts';
import { Post } from './post.ts';

/** What a channel over HTTP+SSE is made of. */
export interface SseChannelParts {
  readonly receiver: ChannelReceiver;
  readonly limits: Limits;
  readonly clock: Clock;
  readonly line: Line;
  /** Ends the connections of the line. */
  readonly closeLine: () => Promise<void>;
}

/** A message that waits for the address that it goes to. */
interface WaitingMessage {
  readonly text: string;
  readonly head: MessageHead;
}

/**
 * The deprecated transport of 2024-11-05: one stream carries all that the server says, and its first
 * event names the address that our messages are posted to. With the stream the channel ends.
 *
 * @see {@link https://modelcontextprotocol.io/specification/2024-11-05/basic/transports#http-with-sse | HTTP with SSE}
 */
export class SseChannel implements Channel {
  readonly kind = 'http';
  readonly #parts: SseChannelParts;
  readonly #stream: EndpointStream;
  readonly #posts = new Set<Post>();
  #waiting: WaitingMessage[] = [];
  #waitingLength = 0;
  /** Whether the stream, and so all that waits for it, waits for a sign-in. */
  #isHeld = false;
  #endpoint: URL | undefined;
  #ending: Promise<void> | undefined;
  #isClosed = false;

  constructor(parts: SseChannelParts) {
    this.#parts = parts;
    this.#stream = new EndpointStream({
      ...parts,
      opened: (endpoint) => this.#opened(endpoint),
      message: (value) => parts.receiver.message(value),
      waits: (something) => {
        this.#isHeld = something;
        for (const { head } of this.#waiting) head.waits?.(something);
      },
      lost: (failure) => {
        this.#ending ??= this.#lost(failure);
      },
    });
    this.#stream.open();
  }

  send(text: string, head: MessageHead): void {
    const { maxUnsentBytes } = this.#parts.limits;
    if (this.#ending !== undefined) return this.#failLater(head, { kind: 'closed' });
    if (this.#endpoint !== undefined) return this.#post({ text, head }, this.#endpoint);
    if (this.#waitingLength + text.length > maxUnsentBytes) {
      return this.#failLater(head, { kind: 'peer-not-reading', maxBytes: maxUnsentBytes });
    }
    this.#waiting.push({ text, head });
    this.#waitingLength += text.length;
    if (this.#isHeld) head.waits?.(true);
  }

  abandon(id: RequestId): void {
    const isIt = (head: MessageHead): boolean => head.kind === 'request' && head.id === id;
    const left = this.#waiting.filter(({ head }) => isIt(head));
    this.#waiting = this.#waiting.filter(({ head }) => !isIt(head));
    if (this.#isHeld) for (const { head } of left) head.waits?.(false);
    this.#waitingLength = this.#waiting.reduce((length, { text }) => length + text.length, 0);
    for (const post of this.#posts) {
      if (post.requestId === id) post.stop();
    }
  }

  /** Neither the revision nor a session is in the header of this transport. */
  adopt(): void {}

  /** The stream that everything comes on is open already. */
  listen(): void {}

  close(): Promise<void> {
    this.#ending ??= this.#end();
    return this.#ending;
  }

  #opened(endpoint: URL): void {
    this.#endpoint = endpoint;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const message of waiting) this.#post(message, endpoint);
  }

  #post({ text, head }: WaitingMessage, url: URL): void {
    const post = new Post(
      {
        ...this.#parts,
        answersElsewhere: { url },
        deliver: (value, via) => this.#parts.receiver.message(value, via),
        finished: (ended) => this.#posts.delete(ended),
      },
      text,
      head,
    );
    this.#posts.add(post);
    post.begin();
  }

  async #end(): Promise<void> {
    this.#stream.stop();
    this.#drop({ kind: 'closed' });
    try {
      await this.#parts.closeLine();
    } finally {
      this.#closed({ kind: 'closed' });
    }
  }

  async #lost(failure: ChannelFailure): Promise<void> {
    this.#drop(failure);
    this.#closed(failure);
    await this.#parts.closeLine();
  }

  #drop(failure: ChannelFailure): void {
    for (const post of this.#posts) post.stop();
    for (const { head } of this.#waiting) {
      if (head.kind !== 'request') head.delivered?.(failure);
    }
    this.#waiting = [];
  }

  #closed(failure: ChannelFailure): void {
    this.#isClosed = true;
    this.#parts.receiver.closed(failure);
  }

  #failLater(head: MessageHead, failure: ChannelFailure): void {
    queueMicrotask(() => {
      if (head.kind !== 'request') head.delivered?.(failure);
      else if (head.id !== undefined && !this.#isClosed) {
        this.#parts.receiver.failed(head.id, failure);
      }
    });
  }
}
