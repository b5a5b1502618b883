import type {
  ChannelFailure,
  ChannelReceiver,
  Clock,
  Limits,
  MessageHead,
  RequestId,
  Timer,
} from '../../protocol/index.ts';
import { BodyCollector } from './body-collector.ts';
import { readRefusal, type BodyReader } from './body-reader.ts';
import type { HeaderFields } from './credentials.ts';
import type { ExchangeFault } from './exchange.ts';
import { broken, parseJson, statusFailure, unreachable, unreadable } from './failures.ts';
import type { FollowedStream } from './followed-stream.ts';
import type { GuardedExchange, GuardedReply } from './guarded-exchange.ts';
import { isAnswer } from './is-answer.ts';
import type { Line } from './line.ts';
import { MessageStream, type MessageStreamReceiver, type StreamCursor } from './message-stream.ts';
import { planReply } from './plan-reply.ts';
import { resumeLater } from './resume.ts';

/** What the messages of one channel share. */
export interface PostParts {
  readonly line: Line;
  readonly clock: Clock;
  readonly limits: Limits;
  readonly receiver: ChannelReceiver;
  /** Set where the answers come on another stream: where messages go, to be accepted only. */
  readonly answersElsewhere?: { readonly url: URL };
  /** Takes a message that came in the reply to a request. */
  deliver(value: unknown, via: RequestId): void;
  /** The message and its reply are done with. */
  finished(post: Post): void;
}

const maxRestMs = 1_000;

/**
 * One message of ours on its way, and the reply to it: JSON, a stream of events, an acceptance or a
 * refusal.
 *
 * @see {@link https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#sending-messages | Sending messages}
 */
export class Post implements GuardedReply {
  readonly #parts: PostParts;
  readonly #head: MessageHead;
  readonly #exchange: GuardedExchange;
  #reading: BodyReader | undefined;
  #resumed: FollowedStream | undefined;
  /** Ends a reply whose meaning is known and whose end does not come. */
  #rest: Timer | undefined;
  #settled = false;
  #over = false;

  constructor(parts: PostParts, text: string, head: MessageHead) {
    this.#parts = parts;
    this.#head = head;
    const beginsSession = this.requestId !== undefined && head.method === 'initialize';
    const request = { method: 'POST', body: text, message: head.headers, beginsSession } as const;
    this.#exchange = parts.line.prepare({ ...request, ...parts.answersElsewhere }, this);
  }

  /** The id of a request; `undefined` for what has no answer. */
  get requestId(): RequestId | undefined {
    return this.#head.kind === 'request' ? this.#head.id : undefined;
  }

  begin(): void {
    this.#exchange.begin();
  }

  /** The answer came another way: what is left of the reply is not waited for. */
  answered(): void {
    if (this.#over || this.#settled) return;
    this.#settled = true;
    this.#restSoon();
  }

  /** Ends it; nothing more is told of a request. */
  stop(): void {
    if (this.#over) return;
    const untold = !this.#settled && this.requestId === undefined;
    this.#finish();
    if (untold) this.#head.delivered?.({ kind: 'closed' });
  }

  head(status: number, headers: HeaderFields): void {
    const contentType = headers['content-type'];
    const forRequest = this.requestId !== undefined && !this.#parts.answersElsewhere;
    const plan = planReply({ status, contentType, forRequest });
    if (forRequest && this.#head.method === 'initialize' && status < 300) {
      this.#takeSession(status, headers);
    }
    switch (plan.kind) {
      case 'read-json':
        this.#reading = this.#readJson(status, plan.guessed);
        return;
      case 'read-events':
        this.#reading = this.#readEvents();
        return;
      case 'accepted':
        return this.#accepted();
      case 'unusable':
        return this.#fail({ kind: 'unusable-reply', status, detail: plan.why });
      case 'redirected':
      case 'refused':
        this.#reading = this.#readRefusal(status, headers);
        return;
    }
  }

  chunk(bytes: Uint8Array): void {
    this.#reading?.chunk(bytes);
  }

  end(): void {
    if (this.#reading === undefined) this.#finish();
    else this.#reading.end();
  }

  broke(fault: ExchangeFault): void {
    if (this.#settled) return this.#finish();
    if (this.#reading === undefined) this.#fail(unreachable(fault));
    else this.#reading.broke(fault);
  }

  failed(failure: ChannelFailure): void {
    this.#fail(failure);
  }

  #takeSession(status: number, headers: HeaderFields): void {
    if (this.#parts.line.session.take(headers) !== 'unusable') return;
    const detail = 'the header Mcp-Session-Id is no visible ASCII and is ignored';
    this.#report({ kind: 'unusable-reply', status, detail });
  }

  #readJson(status: number, guessed: boolean): BodyReader {
    const { maxMessageBytes: maxBytes } = this.#parts.limits;
    const body = new BodyCollector(maxBytes);
    return {
      chunk: (bytes) => {
        if (!body.add(bytes)) this.#fail({ kind: 'message-too-large', maxBytes });
      },
      end: () => this.#takeJson(body.text(), status, guessed),
      broke: (fault) => this.#fail(broken(fault)),
    };
  }

  #takeJson(text: string, status: number, guessed: boolean): void {
    const unusable = (detail: string): void => {
      this.#fail({ kind: 'unusable-reply', status, detail });
    };
    if (text.trim() === '') return unusable('its body is empty, and the request wants an answer');
    const value = parseJson(text);
    if (value === undefined) {
      if (guessed) return unusable('it has no Content-Type, and its body is no JSON');
      return this.#fail(unreadable(text, this.#exchange.sent));
    }
    this.#deliver(value);
    if (this.#settled) this.#finish();
    else unusable('its body is JSON, but not the answer to this request');
  }

  #readEvents(): BodyReader {
    const cursor: StreamCursor = { lastEventId: undefined, retryMs: undefined };
    let lost: ChannelFailure | undefined;
    const receiver: MessageStreamReceiver = {
      message: (value) => {
        if (this.#deliver(value)) this.#restSoon();
      },
      unreadable: (text) => {
        lost = unreadable(text, (this.#resumed ?? this.#exchange).sent);
        this.#report(lost);
      },
      tooLarge: () => {
        const { maxMessageBytes: maxBytes } = this.#parts.limits;
        const failure = { kind: 'message-too-large', maxBytes } as const;
        if (this.#settled) this.#report(failure);
        else this.#fail(failure);
      },
    };
    const messages = new MessageStream(receiver, cursor, this.#parts.limits.maxMessageBytes);
    const closed = (failure: ChannelFailure): void => {
      if (this.#settled) this.#finish();
      else if (this.#mayResume && cursor.lastEventId !== undefined) this.#resume(cursor, receiver);
      else this.#fail(lost ?? failure);
    };
    return {
      chunk: (bytes) => messages.push(bytes),
      end: () => closed({ kind: 'stream-ended', how: 'ended', detail: 'the server closed it' }),
      broke: (fault) => closed(broken(fault)),
    };
  }

  /**
   * In the modern era a stream that broke is lost, and event ids mean nothing
   * (2026-07-28/basic/transports/streamable-http). A handshake is legacy before all is agreed.
   */
  get #mayResume(): boolean {
    const { agreement } = this.#parts.line;
    return agreement === undefined
      ? this.#head.method === 'initialize'
      : agreement.era === 'legacy';
  }

  #resume(cursor: StreamCursor, receiver: MessageStreamReceiver): void {
    const { line, clock, limits } = this.#parts;
    const lost = (failure: ChannelFailure): void => this.#fail(failure);
    this.#resumed = resumeLater({
      line,
      clock,
      limits,
      cursor,
      receiver: { ...receiver, lost },
    });
  }

  #readRefusal(status: number, headers: HeaderFields): BodyReader {
    const { limits, clock, line } = this.#parts;
    return readRefusal({ maxBytes: limits.maxErrorBodyBytes, clock }, (body) => {
      const { hasCredentials: withCredentials } = line;
      const { sent } = this.#exchange;
      const failure = statusFailure({ status, headers, body, sent, withCredentials });
      if (failure.status === 404 && failure.inSession) line.session.lose();
      this.#fail(failure);
    });
  }

  /** Hands a message on, and says whether it is the answer. */
  #deliver(value: unknown): boolean {
    const id = this.requestId;
    if (this.#over || id === undefined) return false;
    const answers = !this.#settled && isAnswer(value, id);
    if (answers) this.#settled = true;
    this.#parts.deliver(value, id);
    return answers;
  }

  #accepted(): void {
    this.#settled = true;
    this.#restSoon();
    this.#head.delivered?.();
  }

  /** Gives the reply a moment to end by itself, since its connection can then be used again. */
  #restSoon(): void {
    if (this.#over) return;
    if (this.#resumed !== undefined) return this.#finish();
    this.#rest = this.#parts.clock.setTimer(() => this.#finish(), maxRestMs);
  }

  #fail(failure: ChannelFailure): void {
    if (this.#over) return;
    const untold = !this.#settled;
    this.#settled = true;
    this.#finish();
    if (untold) this.#tell(failure);
  }

  #tell(failure: ChannelFailure): void {
    const { method, delivered } = this.#head;
    const { receiver } = this.#parts;
    if (this.requestId !== undefined) receiver.failed(this.requestId, failure);
    else if (delivered !== undefined) delivered(failure);
    else receiver.report({ kind: 'undelivered', method, failure });
  }

  #report(failure: ChannelFailure): void {
    if (!this.#over) this.#parts.receiver.report({ kind: 'unreadable-message', failure });
  }

  #finish(): void {
    if (this.#over) return;
    this.#over = true;
    if (this.#rest !== undefined) this.#parts.clock.clearTimer(this.#rest);
    this.#exchange.abort();
    this.#reading?.stop?.();
    this.#resumed?.stop();
    this.#parts.finished(this);
  }
}
