import type {
  Agreement,
  Channel,
  ChannelFailure,
  ChannelReceiver,
  MessageHead,
} from '../../protocol/index.ts';

/** A message as the client sent it. @public */
export type SentMessage = Readonly<Record<string, unknown>>;

/**
 * One channel to a {@link ScriptedPeer}.
 *
 * @public
 */
export class ScriptedChannel implements Channel {
  readonly kind = 'pipe';
  /** What the client sent and no step has looked at yet. */
  readonly unread: SentMessage[] = [];
  readonly sent: SentMessage[] = [];
  agreement: Agreement | undefined;
  #receiver: ChannelReceiver;
  #closed = false;

  constructor(receiver: ChannelReceiver) {
    this.#receiver = receiver;
  }

  get closed(): boolean {
    return this.#closed;
  }

  send(text: string, head: MessageHead): void {
    if (this.#closed) {
      head.delivered?.({ kind: 'closed' });
      return;
    }
    const message = JSON.parse(text) as SentMessage;
    this.unread.push(message);
    this.sent.push(message);
    if (head.delivered !== undefined) queueMicrotask(() => head.delivered?.());
  }

  abandon(): void {
    // Nothing happens on a pipe.
  }

  adopt(agreement: Agreement): void {
    this.agreement = agreement;
  }

  listen(): void {
    // A pipe carries everything anyway.
  }

  async close(): Promise<void> {
    await Promise.resolve();
    this.end({ kind: 'closed' });
  }

  /** The peer says these messages, in one read. */
  say(...messages: readonly unknown[]): void {
    for (const message of messages) {
      // A peer cannot share an object with the client.
      this.#receiver.message(JSON.parse(JSON.stringify(message)));
    }
  }

  /** The answer to a request is lost. */
  lose(id: string | number, failure: ChannelFailure): void {
    this.#receiver.failed(id, failure);
  }

  /** The channel ends. */
  end(failure: ChannelFailure): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#receiver.closed(failure);
  }
}
