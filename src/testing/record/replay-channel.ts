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
  #isSoon = false;
  #timer: Timer | undefined;
  #closing: Promise<void> | undefined;
  #isClosed = false;

  constructor({ kind, records, receiver, clock }: ReplayParts) {
    this.kind = kind;
    this.#records = records ?? [];
    this.#receiver = receiver;
    this.#clock = clock;
    if (records === undefined) queueMicrotask(() => this.#close(noChannel));
    else this.#playSoon();
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
    this.#playSoon();
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

  /** In a turn of its own, since what came from a server came in one. */
  #playSoon(): void {
    if (this.#isSoon) return;
    this.#isSoon = true;
    setImmediate(() => {
      this.#isSoon = false;
      this.#play();
    });
  }

  /** Goes on with what came in one turn, if this side has done all that came before. */
  #play(): void {
    let hasTold = false;
    while (this.#closing === undefined && !this.#isClosed) {
      const record = this.#records[this.#next];
      if (record === undefined || this.#mustWait(record)) return;
      if (hasTold && record.joined !== true) return this.#playSoon();
      this.#next += 1;
      if (this.#tell(record)) hasTold = true;
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
      this.#playSoon();
    }, early);
    return true;
  }

  /** Tells the client, and says whether it is something to be told. */
  #tell(record: WireRecord): boolean {
    switch (record.event) {
      case 'received':
        this.#receive(record);
        return true;
      case 'failed':
        this.#fail(record);
        return true;
      case 'accepted':
        this.#played.get(record.n)?.delivered?.();
        return true;
      case 'refused':
        this.#played.get(record.n)?.delivered?.(record.failure);
        return true;
      case 'report':
        this.#receiver.report(record.notice);
        return true;
      case 'closed':
        this.#close(record.failure);
        return true;
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
        return false;
    }
  }

  #fail(record: Extract<WireRecord, { readonly event: 'failed' }>): void {
    const id = this.#names.id(record.id);
    if (!this.#isClosed && !this.#abandoned.has(id)) this.#receiver.failed(id, record.failure);
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

const noChannel: ChannelFailure = {
  kind: 'unreachable',
  systemCode: undefined,
  detail: 'the recording has no further channel',
};
