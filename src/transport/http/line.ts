import type { Agreement, MessageHead } from '../../protocol/index.ts';
import type { HeaderFields } from './credentials.ts';
import { GuardedExchange, type ExchangeGuard, type GuardedReply } from './guarded-exchange.ts';
import { planRequest, type RequestPlan } from './plan-request.ts';
import { Session } from './session.ts';

/** What a line needs from outside. */
export interface LineParts extends ExchangeGuard {
  readonly url: URL;
  /** The fields that the user gave for every request. */
  readonly headers: HeaderFields | undefined;
}

/** A request on a line. */
export interface LineRequest {
  readonly method: 'POST' | 'GET' | 'DELETE';
  /** Where it goes, if not to the endpoint itself. */
  readonly url?: URL;
  readonly body?: string;
  /** The fields that its message needs. */
  readonly message?: HeaderFields | undefined;
  readonly lastEventId?: string | undefined;
  /** What it carries. */
  readonly about?: MessageHead;
  /** Whether it begins a session, so that it belongs to none. */
  readonly beginsSession?: boolean;
}

/**
 * The way to one endpoint: every request on it carries what the session, the revision, the
 * credentials and the user's settings want.
 */
export class Line {
  readonly session: Session = new Session();
  readonly #parts: LineParts;
  #agreement: Agreement | undefined;

  constructor(parts: LineParts) {
    this.#parts = parts;
  }

  get url(): URL {
    return this.#parts.url;
  }

  get agreement(): Agreement | undefined {
    return this.#agreement;
  }

  /** Whether requests carry something that says who we are. */
  get hasCredentials(): boolean {
    const { credentials, headers = {} } = this.#parts;
    const named = Object.keys(headers).some((name) => name.toLowerCase() === 'authorization');
    return credentials !== undefined || named;
  }

  adopt(agreement: Agreement): void {
    this.#agreement = agreement;
    // The modern era has no sessions: an id that a server sends all the same means nothing
    // (2026-07-28/basic/transports/streamable-http, Earlier Streamable HTTP Revisions).
    if (agreement.era === 'modern') this.session.forget();
  }

  /** Prepares a request; nothing is sent before its `begin`. */
  prepare(request: LineRequest, reply: GuardedReply): GuardedExchange {
    const { method, url = this.#parts.url, body, about } = request;
    const server = this.#parts.url.href;
    const plan = (credentials: HeaderFields | undefined): RequestPlan =>
      this.#plan(request, credentials);
    return new GuardedExchange(this.#parts, { method, url, body, plan, server, about }, reply);
  }

  #plan(request: LineRequest, credentials: HeaderFields | undefined): RequestPlan {
    const inSession = request.beginsSession !== true;
    const legacy = this.#agreement?.era === 'legacy' && inSession;
    return planRequest({
      method: request.method,
      sessionId: inSession ? this.session.id : undefined,
      // All requests after the handshake, GET and DELETE too (2025-11-25/basic/transports,
      // Protocol Version Header). In the modern era a message brings its own.
      revision: legacy ? this.#agreement?.revision : undefined,
      lastEventId: request.lastEventId,
      message: request.message,
      credentials,
      user: this.#parts.headers,
    });
  }
}
