import { nameCall, type ChannelFailure, type MessageHead } from '../../protocol/index.ts';
import type {
  Credentials,
  CredentialsRequest,
  HeaderFields,
  RefusalAnswer,
} from './credentials.ts';
import type { Exchange, ExchangeFault, ExchangeHandle, ExchangeReply } from './exchange.ts';
import { isRedirect } from './plan-reply.ts';
import { planRedirect, type RedirectPolicy } from './plan-redirect.ts';
import type { RequestPlan } from './plan-request.ts';

/** What holds for every exchange with one endpoint. */
export interface ExchangeGuard {
  readonly exchange: Exchange;
  readonly credentials: Credentials | undefined;
  readonly followRedirects: RedirectPolicy;
}

/** A request, its header fields planned only when its credentials are known. */
export interface GuardedRequest {
  readonly method: 'POST' | 'GET' | 'DELETE';
  readonly url: URL;
  readonly body?: string | undefined;
  /** The address of the server as it was configured. */
  readonly server: string;
  /** What it carries. */
  readonly about?: MessageHead | undefined;
  plan(credentials: HeaderFields | undefined): RequestPlan;
}

/** Whom a guarded exchange tells: as an exchange does, or once that nothing was or will be exchanged. */
export interface GuardedReply extends ExchangeReply {
  failed(failure: ChannelFailure): void;
  /** A refusal waits for the credentials, or does no longer. */
  waits?(something: boolean): void;
}

const maxRefusals = 3;

const unknownAnswer =
  'the credentials answered a refusal with neither retry nor fail; pass counts only without a promise';

/**
 * One exchange with all that stands before its reply: credentials are asked for, its header fields
 * checked, refusals shown to the credentials and the request repeated if they say so, redirects
 * followed where the policy has it. Only the reply that counts is passed on.
 */
export class GuardedExchange implements ExchangeReply, ExchangeHandle {
  readonly #guard: ExchangeGuard;
  readonly #request: GuardedRequest;
  readonly #reply: GuardedReply;
  #url: URL;
  #handle: ExchangeHandle | undefined;
  #sent: HeaderFields = {};
  /** `waiting`: for a head. `passed`: the reply counts. `dropped`: it does not, whatever still comes of it. */
  #state: 'waiting' | 'passed' | 'dropped' | 'over' = 'waiting';
  #refusals = 0;
  /** What the credentials gave last. */
  #given: HeaderFields = {};
  /** Aborted with the exchange, for whoever is asked about a refusal. */
  #asking: AbortController | undefined;
  #isAsking = false;
  #redirects = 0;

  constructor(guard: ExchangeGuard, request: GuardedRequest, reply: GuardedReply) {
    this.#guard = guard;
    this.#request = request;
    this.#reply = reply;
    this.#url = request.url;
  }

  /** The header fields that were sent last. */
  get sent(): HeaderFields {
    return this.#sent;
  }

  /** Begins; the reply hears nothing before this has returned, unless the exchange itself is that fast. */
  begin(): void {
    const { credentials } = this.#guard;
    if (credentials === undefined) return this.#send(undefined);
    let known: HeaderFields;
    try {
      const fields: unknown = credentials.headers(this.#describe());
      if (isPromise(fields)) return this.#sendLater(fields);
      known = checkFields(fields);
    } catch (cause) {
      return this.#failLater({ kind: 'credentials-failed', cause });
    }
    this.#send(known);
  }

  abort(): void {
    this.#state = 'over';
    this.#handle?.abort();
    this.#asking?.abort();
    this.#waits(false);
  }

  head(status: number, headers: HeaderFields): void {
    if (this.#state !== 'waiting') return;
    if ((status === 401 || status === 403) && this.#mayBeAsked()) return this.#ask(status, headers);
    if (isRedirect(status)) return this.#redirected(status, headers['location']);
    this.#pass(status, headers);
  }

  #pass(status: number, headers: HeaderFields): void {
    this.#state = 'passed';
    this.#reply.head(status, headers);
  }

  chunk(bytes: Uint8Array): void {
    if (this.#state === 'passed') this.#reply.chunk(bytes);
  }

  end(): void {
    this.#handle = undefined;
    if (this.#state === 'passed') this.#reply.end();
  }

  broke(fault: ExchangeFault): void {
    this.#handle = undefined;
    if (this.#state === 'passed' || this.#state === 'waiting') this.#reply.broke(fault);
  }

  #sendLater(fields: Promise<unknown>): void {
    fields.then(checkFields).then(
      (known) => this.#send(known),
      (cause: unknown) => this.#fail({ kind: 'credentials-failed', cause }),
    );
  }

  #send(credentials: HeaderFields | undefined): void {
    if (this.#isOver) return;
    this.#given = credentials ?? {};
    const plan = this.#request.plan(credentials);
    if (!plan.ok) return this.#failLater({ kind: 'unsendable', detail: plan.detail });
    this.#sent = plan.headers;
    this.#state = 'waiting';
    const { method, body } = this.#request;
    const request = { method, url: this.#url, headers: plan.headers };
    this.#handle = this.#guard.exchange(body === undefined ? request : { ...request, body }, this);
    // An exchange that replies at once may have been aborted before its handle was here.
    if (this.#isOver) this.#handle.abort();
  }

  get #isOver(): boolean {
    return this.#state === 'over';
  }

  #mayBeAsked(): boolean {
    return this.#guard.credentials?.refused !== undefined && this.#refusals < maxRefusals;
  }

  #ask(status: 401 | 403, headers: HeaderFields): void {
    this.#refusals += 1;
    this.#asking ??= new AbortController();
    const { signal } = this.#asking;
    const request = this.#describe();
    const refusal = { status, headers, request, sent: this.#given, tries: this.#refusals, signal };
    let answer: RefusalAnswer | Promise<RefusalAnswer> | undefined;
    try {
      answer = this.#guard.credentials?.refused?.(refusal);
    } catch (cause) {
      if (this.#isOver) return;
      this.#state = 'dropped';
      return this.#failLater({ kind: 'credentials-failed', cause });
    }
    // Whoever was asked may have given the message up at once.
    if (this.#isOver) return void Promise.resolve(answer).catch(() => undefined);
    if (!isPromise(answer) && answer?.kind === 'pass') return this.#pass(status, headers);
    this.#state = 'dropped';
    this.#waits(true);
    Promise.resolve(answer).then(
      (given) => {
        this.#waits(false);
        if (given?.kind === 'retry') return this.#again();
        const cause = given?.kind === 'fail' ? given.error : new TypeError(unknownAnswer);
        this.#fail({ kind: 'credentials-failed', cause });
      },
      (cause: unknown) => this.#fail({ kind: 'credentials-failed', cause }),
    );
  }

  #waits(something: boolean): void {
    if (this.#isAsking === something) return;
    this.#isAsking = something;
    this.#reply.waits?.(something);
  }

  #redirected(status: number, location: string | undefined): void {
    this.#state = 'dropped';
    const redirect = { status, location, from: this.#url, followed: this.#redirects };
    const plan = planRedirect(redirect, this.#guard.followRedirects);
    if (plan.kind === 'stay') {
      return this.#failLater({ kind: 'redirected', status, detail: plan.detail });
    }
    this.#redirects += 1;
    this.#url = plan.url;
    queueMicrotask(() => this.#again());
  }

  /** Sends the request once more. What is left of the reply that does not count holds its connection no longer. */
  #again(): void {
    if (this.#isOver) return;
    this.#handle?.abort();
    this.begin();
  }

  #failLater(failure: ChannelFailure): void {
    queueMicrotask(() => this.#fail(failure));
  }

  #fail(failure: ChannelFailure): void {
    if (this.#isOver) return;
    this.abort();
    this.#reply.failed(failure);
  }

  #describe(): CredentialsRequest {
    const { method, server, about } = this.#request;
    const operation = about && nameCall({ server, method: about.method, subject: about.subject });
    return { method, url: this.#url.href, server, operation };
  }
}

function isPromise<T>(value: T | Promise<T>): value is Promise<T> {
  return typeof (value as { readonly then?: unknown } | null | undefined)?.then === 'function';
}

/**
 * A copy, so that whatever is wrong with the fields is met here, where it fails the exchange, and not
 * in the middle of it.
 */
function checkFields(fields: unknown): HeaderFields {
  if (typeof fields === 'object' && fields !== null) return { ...(fields as HeaderFields) };
  throw new TypeError('the credentials gave no header fields: expected an object');
}
