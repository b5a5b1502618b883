import {
  quote,
  type ChannelFailure,
  type ChannelReceiver,
  type Clock,
  type Limits,
  type MessageHead,
  type RequestId,
  type Timer,
} from '../../protocol/index.ts';
import { BodyCollector } from './body-collector.ts';
import { readRefusal, type BodyReader } from './body-reader.ts';
import type { HeaderFields } from './credentials.ts';
import type { ExchangeFault } from './exchange.ts';
import { broken, parseJson, statusFailure, unreachable, unreadable } from './failures.ts';
import type { GuardedExchange, GuardedReply } from './guarded-exchange.ts';
import { isAnswer } from './is-answer.ts';
import type { Line } from './line.ts';
import { mediaTypeOf, planReply } from './plan-reply.ts';
import { ReplyStream, type ReplyStreamOwner } from './reply-stream.ts';
import { withhold } from './withhold.ts';
import { withholdInErrors } from './withhold-in-errors.ts';

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

/** How long a server may take to accept a message that has no answer, and so no call that ends the wait. */
const maxAcceptMs = 60_000;

/**
 * One message of ours on its way, and the reply to it: JSON, a stream of events, an acceptance or a
 * refusal.
 *
 * @see {@link https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#sending-messages | Sending messages}
 */
export class Post implements GuardedReply, ReplyStreamOwner {
  readonly #parts: PostParts;
  readonly #head: MessageHead;
  readonly #exchange: GuardedExchange;
  #reading: BodyReader | undefined;
  #stream: ReplyStream | undefined;
  /** Ends a reply whose meaning is known and whose end does not come, or a wait that no call ends. */
  #rest: Timer | undefined;
  #settled = false;
  #over = false;

  constructor(parts: PostParts, text: string, head: MessageHead) {
    this.#parts = parts;
    this.#head = head;
    const beginsSession = this.requestId !== undefined && head.method === 'initialize';
    const fields = { method: 'POST', body: text, message: head.headers, about: head } as const;
    const request = { ...fields, beginsSession };
    this.#exchange = parts.line.prepare({ ...request, ...parts.answersElsewhere }, this);
  }

  /** The id of a request; `undefined` for what has no answer. */
  get requestId(): RequestId | undefined {
    return this.#head.kind === 'request' ? this.#head.id : undefined;
  }

  begin(): void {
    this.#awaitAcceptance();
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

  waits(something: boolean): void {
    if (something) this.#clearRest();
    else if (!this.#over && !this.#settled) this.#awaitAcceptance();
    this.#head.waits?.(something);
  }

  head(status: number, headers: HeaderFields): void {
    const contentType = headers['content-type'];
    const forRequest = this.requestId !== undefined && !this.#parts.answersElsewhere;
    const plan = planReply({ status, contentType, forRequest, sent: this.sent });
    if (forRequest && this.#head.method === 'initialize' && status < 300) {
      this.#takeSession(status, headers);
    }
    switch (plan.kind) {
      case 'read-json':
        this.#reading = this.#readJson(status, headers);
        return;
      case 'read-events':
        this.#reading = this.#readEvents(headers);
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

  get isSettled(): boolean {
    return this.#settled;
  }

  get sent(): HeaderFields {
    return this.#exchange.sent;
  }

  message(value: unknown): void {
    if (this.#deliver(value)) this.#restSoon();
  }

  report(failure: ChannelFailure): void {
    if (!this.#over) this.#parts.receiver.report({ kind: 'unreadable-message', failure });
  }

  #awaitAcceptance(): void {
    if (this.requestId !== undefined) return;
    const detail = `the server did not accept it within ${maxAcceptMs} ms`;
    const late = { kind: 'unreachable', systemCode: undefined, detail } as const;
    this.#rest = this.#parts.clock.setTimer(() => this.#fail(late), maxAcceptMs);
  }

  #takeSession(status: number, headers: HeaderFields): void {
    if (this.#parts.line.session.take(headers) !== 'unusable') return;
    const detail = 'the header Mcp-Session-Id is no visible ASCII and is ignored';
    this.report({ kind: 'unusable-reply', status, detail });
  }

  #readJson(status: number, headers: HeaderFields): BodyReader {
    const { maxMessageBytes: maxBytes } = this.#parts.limits;
    const body = new BodyCollector(maxBytes);
    return {
      chunk: (bytes) => {
        if (!body.add(bytes)) this.#fail({ kind: 'message-too-large', maxBytes });
      },
      end: () => this.#takeJson(body.text(), status, headers),
      broke: (fault) => this.#fail(broken(fault)),
    };
  }

  #takeJson(text: string, status: number, headers: HeaderFields): void {
    const unusable = (detail: string): void => {
      this.#fail({ kind: 'unusable-reply', status, detail });
    };
    if (text.trim() === '') return unusable('its body is empty, and the request wants an answer');
    const value = parseJson(text);
    if (value === undefined) {
      if (mediaTypeOf(headers['content-type']) === '') {
        return unusable('it has no Content-Type, and its body is no JSON');
      }
      return this.#fail(unreadable(text, this.#exchange.sent, headers));
    }
    this.#deliver(value);
    if (this.#settled) this.#finish();
    else {
      const begin = quote(withhold(text, this.sent).slice(0, 80));
      unusable(`its body is JSON, but not the answer to this request; it begins with ${begin}`);
    }
  }

  #readEvents(headers: HeaderFields): BodyReader {
    const { line, clock, limits } = this.#parts;
    const isHandshake = this.#head.method === 'initialize';
    this.#stream = new ReplyStream({ line, clock, limits, owner: this, isHandshake, headers });
    return this.#stream;
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
    this.#parts.deliver(withholdInErrors(value, this.sent), id);
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
    if (this.#stream?.isResumed === true) return this.#finish();
    this.#clearRest();
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

  #finish(): void {
    if (this.#over) return;
    this.#over = true;
    this.#clearRest();
    this.#exchange.abort();
    this.#reading?.stop?.();
    this.#parts.finished(this);
  }

  #clearRest(): void {
    if (this.#rest !== undefined) this.#parts.clock.clearTimer(this.#rest);
    this.#rest = undefined;
  }
}
