import type { Agreement, Channel, ChannelReceiver, MessageHead, Target } from '../channel.ts';
import type { ChannelFailure } from '../channel-failure.ts';
import type { Clock } from '../clock.ts';
import type { Era } from '../eras/era.ts';
import { PeerError, ProtocolError } from '../errors.ts';
import type { Limits } from '../limits.ts';
import {
  classifyMessage,
  isRequestId,
  type Incoming,
  type RequestId,
  type WireError,
} from '../message.ts';
import type { JsonObject } from '../model/json.ts';
import { Alarm } from './alarm.ts';
import { answeredId } from './answered-id.ts';
import { CallErrors } from './call-errors.ts';
import { headOf, type CallForm } from './call-form.ts';
import { InboundRequests, type InboundRequest } from './inbound-requests.ts';
import type { EngineNotice } from './notice.ts';
import { PendingCalls, type PendingCall } from './pending-calls.ts';
import { readProgress } from './read-progress.ts';
import { turnsLater } from './turns-later.ts';

/** Whom a connection tells what the server says unasked. @public */
export interface ConnectionOwner {
  /** A notification other than progress and cancellation, synchronously and in wire order. */
  notification(method: string, params: unknown): void;
  /** A request of the server, to be answered or refused through itself, once. `ping` never comes here. */
  request(request: InboundRequest): void;
  notice(notice: EngineNotice): void;
  /** From now on something waits for a person, or nothing any more: the time of calls stands still meanwhile. */
  held?(something: boolean): void;
  /** The channel of this connection has ended; every call has been failed. Once. */
  closed(failure: ChannelFailure, connection: Connection): void;
}

/** What a connection needs from outside. @public */
export interface ConnectionParts {
  readonly target: Target;
  readonly clock: Clock;
  readonly limits: Limits;
  readonly owner: ConnectionOwner;
}

/**
 * One channel with its calls: sends requests and settles each one once, hands on what the server
 * says, in wire order and without a turn in between.
 *
 * @public
 */
export class Connection implements ChannelReceiver {
  readonly #parts: ConnectionParts;
  readonly #pending = new PendingCalls();
  readonly #inbound: InboundRequests;
  readonly #channel: Channel;
  readonly #errors: CallErrors;
  readonly #alarm: Alarm;
  #era: Era | undefined;
  #ended: ChannelFailure | undefined;
  #retired = false;
  /** How many wait for a person: those who answer the server, and those who sign in. */
  #holds = 0;
  /** Whether it is about to be seen if another call has begun. */
  #resting = false;
  /** Whether a request in this session has had an answer: only then can a session be lost. */
  #sessionWorked = false;

  constructor(parts: ConnectionParts) {
    this.#parts = parts;
    this.#errors = new CallErrors(parts.target.label);
    this.#alarm = new Alarm(parts.clock, () => this.#timeUp());
    this.#inbound = new InboundRequests(
      {
        send: (text, head): void => this.#transmit(text, head),
        pass: (request): void => parts.owner.request(request),
        isCalling: () => this.#pending.size > 0,
        withdrawn: (method, reason): void =>
          this.report({ kind: 'request-withdrawn', method, reason }),
        waits: this.#hold,
      },
      parts.limits.maxInboundRequests,
    );
    this.#channel = parts.target.open(this, parts.limits);
  }

  get kind(): Channel['kind'] {
    return this.#channel.kind;
  }

  /** Why the connection has ended, or `undefined` while it lives. */
  get ended(): ChannelFailure | undefined {
    return this.#ended;
  }

  /**
   * Sends a request. Exactly one of the call's `resolve` and `reject` follows.
   *
   * @returns the id of the request
   * @throws ProtocolError `INVALID_ARGUMENT`, `TOO_MANY_CALLS`; TransportError when the connection has ended
   */
  call(call: PendingCall, params: JsonObject | undefined, form: CallForm): number {
    if (this.#ended !== undefined) throw this.#errors.failed(call, this.#ended, false);
    if (this.#pending.size >= this.#parts.limits.maxPendingCalls)
      throw this.#errors.tooMany(call, this.#pending.size);
    const now = this.#parts.clock.now();
    const id = this.#pending.begin(call, now);
    try {
      const { method } = call;
      const token = form.progress ? id : undefined;
      const text = form.era.encode(id, method, params, token, form.declared);
      const head = headOf(this.kind, id, call, params, form);
      if (typeof head === 'string') throw this.#errors.unsendable(call, head);
      this.#alarm.setFor(now + Math.min(call.timeoutMs, call.maxTotalMs));
      this.#channel.send(text, this.#holding(head));
    } catch (cause) {
      this.#pending.end(id);
      this.#rest();
      throw cause instanceof ProtocolError ? cause : this.#errors.unserialisable(call, cause);
    }
    return id;
  }

  /** Sends a notification. `delivered` tells once whether it was accepted. */
  notify(
    method: string,
    params: JsonObject | undefined,
    era: Era,
    delivered?: MessageHead['delivered'],
  ): void {
    const text = JSON.stringify({ jsonrpc: '2.0', method, params });
    const outcome = this.kind === 'http' ? era.headers(method, params, undefined) : undefined;
    this.#transmit(text, {
      kind: 'notification',
      method,
      ...(outcome?.ok === true && { headers: outcome.headers }),
      ...(delivered !== undefined && { delivered }),
    });
  }

  /** Gives a call up and tells the server in the way of the era. A call that is not waiting is left alone. */
  cancel(id: RequestId, reason: string, era: Era): void {
    const call = this.#pending.abandon(id);
    if (call === undefined) return;
    this.#giveUp(id, call, reason, era);
    call.reject(this.#errors.cancelled(call, reason));
    this.#rest();
  }

  /** A call whose answer is the end of something long has begun it: its time begins anew. */
  goesOn(id: RequestId): void {
    this.#pending.progressed(id, this.#parts.clock.now());
    // No timer stays that nothing waits for.
    this.#alarm.stop();
    this.#alarm.setFor(this.#pending.nextDeadline());
  }

  /** Forgets a call that nobody waits for any more: it is neither settled nor cancelled. */
  drop(id: RequestId): void {
    if (this.#pending.abandon(id) !== undefined) this.#channel.abandon(id);
    this.#rest();
  }

  adopt(era: Era): void {
    this.#era = era;
    // What was asked before the eras were agreed on has no answer in one in which nothing is asked.
    if (!era.serverMayAsk) this.#inbound.withdrawAll();
    const agreement: Agreement = { era: era.name, revision: era.revision };
    this.#channel.adopt(agreement);
  }

  listen(): void {
    this.#channel.listen();
  }

  /** Ends the channel as soon as no call waits: what is under way is still answered. */
  retire(): void {
    this.#retired = true;
    this.#rest();
  }

  /** Ends the channel; every waiting call fails. Resolved when nothing is left. */
  close(): Promise<void> {
    return this.#channel.close();
  }

  message(value: unknown, via?: RequestId): void {
    // A channel that has ended says nothing more; one that does is not heard.
    if (this.#ended !== undefined) return;
    if (!Array.isArray(value)) return this.#dispatch(classifyMessage(value), via);
    // 2025-03-26 has batches; other legacy peers are forgiven them, an empty or modern one is invalid.
    if (value.length > 0 && this.#era?.name !== 'modern') {
      for (const item of value) {
        // What a member of the batch sets off may end the channel.
        if (this.#ended !== undefined) return;
        this.#dispatch(classifyMessage(item), via);
      }
      return;
    }
    const why = 'it stands in a batch, which this revision has not';
    const ids = value.map(answeredId).filter((id) => id !== undefined);
    if (ids.length === 0) this.#invalid(undefined, 'it is not a JSON object');
    for (const id of ids) if (this.#ended === undefined) this.#invalid(id, why);
  }

  failed(id: RequestId, failure: ChannelFailure): void {
    const call = this.#pending.end(id);
    if (call === undefined) return;
    call.reject(this.#errors.failed(call, failure, this.#sessionWorked));
    this.#rest();
  }

  report(notice: EngineNotice): void {
    this.#parts.owner.notice(notice);
  }

  closed(failure: ChannelFailure): void {
    if (this.#ended !== undefined) return;
    this.#ended = failure;
    for (const call of this.#pending.endAll())
      call.reject(this.#errors.failed(call, failure, false));
    this.#inbound.withdrawAll();
    this.#alarm.stop();
    this.#parts.owner.closed(failure, this);
  }

  #dispatch(incoming: Incoming, via: RequestId | undefined): void {
    switch (incoming.kind) {
      case 'result':
        return this.#answered(incoming.id, incoming.result);
      case 'notification':
        return this.#notified(incoming.method, incoming.params);
      case 'error':
        return this.#refused(incoming.id ?? via, incoming.error);
      case 'request':
        return this.#asked(incoming);
      case 'invalid':
        return this.#invalid(incoming.id, incoming.why);
    }
  }

  #answered(id: RequestId, result: object): void {
    const call = this.#pending.end(id);
    if (call === undefined) return this.#unknownAnswer(id);
    this.#sessionWorked = true;
    if (call.lingers?.(result, () => this.#pending.endLingering(id)) === true)
      this.#pending.linger(id, call);
    call.resolve(result);
    this.#rest();
  }

  #refused(id: RequestId | undefined, error: WireError): void {
    if (id === undefined) return this.report({ kind: 'unattributed-error', error });
    const call = this.#pending.end(id);
    if (call === undefined) return this.#unknownAnswer(id);
    this.#sessionWorked = true;
    call.reject(new PeerError(error, this.#errors.about(call)));
    this.#rest();
  }

  #invalid(id: RequestId | undefined, why: string): void {
    const call = id === undefined ? undefined : this.#pending.end(id);
    if (call === undefined) return this.report({ kind: 'invalid-message', why });
    call.reject(this.#errors.noResponse(call, why));
    this.#rest();
  }

  #unknownAnswer(id: RequestId): void {
    // A response that arrives after a cancellation is ignored (basic/utilities/cancellation).
    if (!this.#pending.forgive(id)) this.report({ kind: 'unknown-answer', id });
  }

  #notified(method: string, params: unknown): void {
    if (method === 'notifications/progress') return this.#progressed(params);
    if (method === 'notifications/cancelled') return this.#cancelledByPeer(params);
    this.#parts.owner.notification(method, params);
  }

  /**
   * A legacy server takes a question back. A modern one has none, and ends a subscription so, and
   * nothing else (2026-07-28/basic/patterns/cancellation, Behavior Requirements).
   */
  #cancelledByPeer(params: unknown): void {
    // One that names no open request is ignored (basic/utilities/cancellation, Error Handling).
    if (this.#era?.serverMayAsk !== false) return this.#inbound.withdraw(params);
    const { requestId: id } = (params ?? {}) as { readonly requestId?: unknown };
    if (isRequestId(id) && this.#pending.find(id)?.method === 'subscriptions/listen')
      return this.failed(id, { kind: 'stream-ended', how: 'ended', detail: 'it was cancelled' });
    this.report({ kind: 'invalid-message', why: 'it cancels what is no subscription' });
  }

  #progressed(params: unknown): void {
    const progress = readProgress(params);
    if (progress === undefined)
      return this.report({
        kind: 'invalid-message',
        why: 'a progress notification without a token and a number',
      });
    const call = this.#pending.progressed(progress.progressToken, this.#parts.clock.now());
    if (call?.onProgress === undefined) return;
    try {
      call.onProgress(progress);
    } catch (error) {
      this.report({ kind: 'callback-failed', callback: 'onProgress', error });
    }
  }

  #asked(request: Extract<Incoming, { kind: 'request' }>): void {
    // In the modern era a server sends no requests and a client no responses
    // (2026-07-28/basic/transports, Messages).
    if (this.#era?.serverMayAsk === false) {
      return this.report({ kind: 'unexpected-request', method: request.method });
    }
    if (this.#inbound.receive(request) === 'repeated') {
      this.report({ kind: 'invalid-message', why: 'its id is that of a request that still waits' });
    }
  }

  #giveUp(id: RequestId, call: PendingCall, reason: string, era: Era | undefined): void {
    if (era?.notifiesCancellation(call.method, this.kind) === true) {
      this.notify('notifications/cancelled', { requestId: id, reason }, era);
    }
    this.#channel.abandon(id);
  }

  #transmit(text: string, head: MessageHead): void {
    if (this.#ended === undefined) this.#channel.send(text, this.#holding(head));
    else head.delivered?.(this.#ended);
  }

  /** Whatever goes out over HTTP can meet a refusal, and wait for a sign-in. */
  #holding(head: MessageHead): MessageHead {
    return this.kind === 'pipe' ? head : { ...head, waits: this.#hold };
  }

  /**
   * While the server waits for an answer, or a message for a sign-in, so do the calls: the time that a
   * person takes does not count.
   */
  readonly #hold = (something: boolean): void => {
    this.#holds += something ? 1 : -1;
    if (this.#holds !== (something ? 1 : 0)) return;
    const now = this.#parts.clock.now();
    this.#parts.owner.held?.(something);
    if (something) return this.#pending.hold(now);
    this.#pending.release(now);
    if (this.#pending.size > 0) this.#alarm.setFor(this.#pending.nextDeadline());
  };

  /**
   * With no call waiting there is no timer, which would keep a program alive. Whoever waited for the
   * last one gets to send the next first: a timer that is kept costs nothing, a new one a tenth of a
   * call.
   */
  #rest(): void {
    if (this.#pending.size > 0) return;
    // What close meets is reported through `closed`; nobody else waits for a retired channel.
    if (this.#retired) this.#channel.close().catch(() => undefined);
    if (this.#resting || !this.#alarm.isSet) return;
    this.#resting = true;
    turnsLater(() => {
      this.#resting = false;
      if (this.#pending.size === 0) this.#alarm.stop();
    });
  }

  #timeUp(): void {
    for (const overdue of this.#pending.expire(this.#parts.clock.now())) {
      this.#giveUp(overdue.id, overdue.call, 'timed out', this.#era);
      overdue.call.reject(this.#errors.overdue(overdue));
    }
    this.#alarm.setFor(this.#pending.nextDeadline());
    this.#rest();
  }
}
