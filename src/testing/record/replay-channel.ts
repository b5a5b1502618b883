import type {
  Channel,
  ChannelFailure,
  ChannelReceiver,
  Clock,
  MessageHead,
  RequestId,
  Timer,
} from '../../protocol/index.ts';
import { describeMessage, isRecorded, type PlayedMessage } from './match.ts';
import { isObject, Names } from './names.ts';
import { messageOf, type SentRecord, type WireRecord } from './wire-record.ts';

/** What a replayed channel is made of. */
export interface ReplayParts {
  readonly kind: Channel['kind'];
  /** `undefined` where the recording has no further channel. */
  readonly records: readonly WireRecord[] | undefined;
  readonly receiver: ChannelReceiver;
  /** Absent: everything comes as soon as it can. */
  readonly clock: Clock | undefined;
}

/**
 * Plays one channel of a recording: what came from the server comes again, in its order, and not
 * before the messages of ours that stood before it have been sent again. These may come in another
 * order among themselves.
 */
export class ReplayChannel implements Channel {
  readonly kind: Channel['kind'];
  readonly #records: readonly WireRecord[];
  readonly #receiver: ChannelReceiver;
  readonly #clock: Clock | undefined;
  readonly #names = new Names();
  /** The recorded messages that have been sent again, and how. */
  readonly #played = new Map<number, MessageHead>();
  readonly #abandoned = new Set<RequestId>();
  #next = 0;
  /** What the clock showed when the recording was at its time zero. */
  #zero: number | undefined;
  #timer: Timer | undefined;
  #closing: Promise<void> | undefined;
  #isClosed = false;

  constructor({ kind, records, receiver, clock }: ReplayParts) {
    this.kind = kind;
    this.#records = records ?? [];
    this.#receiver = receiver;
    this.#clock = clock;
    queueMicrotask(() => {
      const detail = 'the recording has no further channel';
      if (records === undefined)
        this.#close({ kind: 'unreachable', systemCode: undefined, detail });
      this.#play();
    });
  }

  send(text: string, head: MessageHead): void {
    if (this.#closing !== undefined || this.#isClosed)
      return this.#refuse(head, { kind: 'closed' });
    const played = { head, message: JSON.parse(text) as unknown };
    const record = this.#find(played);
    if (record === undefined) return this.#refuse(head, this.#unexpected(played));
    this.#played.set(record.n, head);
    const recorded = messageOf(record);
    if (head.kind === 'request' && isObject(recorded) && isObject(played.message)) {
      this.#names.learn(recorded, played.message);
    }
    queueMicrotask(() => this.#play());
  }

  abandon(id: RequestId): void {
    this.#abandoned.add(id);
  }

  adopt(): void {}

  listen(): void {}

  close(): Promise<void> {
    this.#closing ??= this.#end();
    return this.#closing;
  }

  async #end(): Promise<void> {
    if (this.#timer !== undefined) this.#clock?.clearTimer(this.#timer);
    // A turn later, as every channel does it.
    await Promise.resolve();
    const close = this.#records.findIndex(({ event }, at) => at >= this.#next && event === 'close');
    if (close !== -1) {
      for (const record of this.#records.slice(close)) this.#tell(record);
    }
    this.#close({ kind: 'closed' });
  }

  /** The first recorded message that was not sent again and is this one. */
  #find(played: PlayedMessage): SentRecord | undefined {
    for (let at = this.#next; at < this.#records.length; at += 1) {
      const record = this.#records[at];
      if (record?.event !== 'sent' || this.#played.has(record.n)) continue;
      if (isRecorded(record, played, this.#names)) return record;
    }
    return undefined;
  }

  #unexpected({ head, message }: PlayedMessage): ChannelFailure {
    const next = this.#records
      .slice(this.#next)
      .find((record) => record.event === 'sent' && !this.#played.has(record.n));
    const expected =
      next?.event === 'sent'
        ? describeMessage(next.head, next.method, messageOf(next))
        : 'no further message';
    const came = describeMessage(head.kind, head.method, message);
    return { kind: 'unsendable', detail: `the recording expects ${expected}, and not ${came}` };
  }

  /** Goes on up to what this side has not done yet. */
  #play(): void {
    while (this.#closing === undefined && !this.#isClosed) {
      const record = this.#records[this.#next];
      if (record === undefined || this.#mustWait(record)) return;
      this.#next += 1;
      this.#tell(record);
    }
  }

  #mustWait(record: WireRecord): boolean {
    if (record.event === 'close') return true;
    if (record.event === 'sent') {
      if (!this.#played.has(record.n)) return true;
      this.#zero = undefined;
    }
    if (this.#clock === undefined) return false;
    this.#zero ??= this.#clock.now() - record.t;
    const early = this.#zero + record.t - this.#clock.now();
    if (early <= 0) return false;
    this.#timer ??= this.#clock.setTimer(() => {
      this.#timer = undefined;
      this.#play();
    }, early);
    return true;
  }

  #tell(record: WireRecord): void {
    switch (record.event) {
      case 'received':
        return this.#receive(record);
      case 'failed': {
        const id = this.#names.id(record.id);
        if (!this.#abandoned.has(id)) this.#receiver.failed(id, record.failure);
        return;
      }
      case 'accepted':
        return this.#played.get(record.n)?.delivered?.();
      case 'refused':
        return this.#played.get(record.n)?.delivered?.(record.failure);
      case 'report':
        return this.#receiver.report(record.notice);
      case 'closed':
        return this.#close(record.failure);
      case 'opened':
      case 'sent':
      case 'adopt':
      case 'listen':
      case 'abandon':
      case 'close':
      case 'http-request':
      case 'http-response':
      case 'http-ended':
      case 'http-broke':
      case 'http-aborted':
      case 'process-started':
      case 'process-stderr':
      case 'process-exited':
        // What this side did, and what carried it, is not told again.
        return;
    }
  }

  #receive(record: Extract<WireRecord, { readonly event: 'received' }>): void {
    const via = record.via === undefined ? undefined : this.#names.id(record.via);
    if (this.#isClosed || (via !== undefined && this.#abandoned.has(via))) return;
    const message = this.#names.rewrite(messageOf(record));
    if (via === undefined) this.#receiver.message(message);
    else this.#receiver.message(message, via);
  }

  #close(failure: ChannelFailure): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#receiver.closed(failure);
  }

  #refuse(head: MessageHead, failure: ChannelFailure): void {
    queueMicrotask(() => {
      if (head.delivered !== undefined) head.delivered(failure);
      else if (this.#isClosed) return;
      else if (head.kind === 'request') {
        if (head.id !== undefined) this.#receiver.failed(head.id, failure);
      } else this.#receiver.report({ kind: 'undelivered', method: head.method, failure });
    });
  }
}
