import type {
  ChannelFailure,
  ChannelReceiver,
  Clock,
  Limits,
  Timer,
} from '../../protocol/index.ts';
import { readRefusal, type BodyReader } from './body-reader.ts';
import type { HeaderFields } from './credentials.ts';
import { parseUrl } from './endpoint.ts';
import type { ExchangeFault } from './exchange.ts';
import { broken, ended, statusFailure, unreachable, unreadable } from './failures.ts';
import type { GuardedExchange, GuardedReply } from './guarded-exchange.ts';
import type { Line } from './line.ts';
import { MessageStream } from './message-stream.ts';
import { planReply } from './plan-reply.ts';
import { withholdInErrors } from './withhold-in-errors.ts';

/** What an endpoint stream needs. */
export interface EndpointStreamParts {
  readonly line: Line;
  readonly clock: Clock;
  readonly limits: Limits;
  readonly receiver: ChannelReceiver;
  /** The address that messages go to is known. Once. */
  readonly opened: (endpoint: URL) => void;
  readonly message: (value: unknown) => void;
  /** Its opening waits for a sign-in, or does no longer. */
  readonly waits: (something: boolean) => void;
  /** The stream is gone. Once, and last. */
  readonly lost: (failure: ChannelFailure) => void;
}

const maxOpeningMs = 10_000;

/**
 * The one stream of the 2024-11-05 transport: it names the address for messages first, and carries
 * all that the server says after that.
 *
 * @see {@link https://modelcontextprotocol.io/specification/2024-11-05/basic/transports#http-with-sse | HTTP with SSE}
 */
export class EndpointStream implements GuardedReply {
  readonly #parts: EndpointStreamParts;
  readonly #exchange: GuardedExchange;
  #reading: BodyReader | undefined;
  #opening: Timer | undefined;
  #isOpen = false;
  #over = false;

  constructor(parts: EndpointStreamParts) {
    this.#parts = parts;
    this.#exchange = parts.line.prepare({ method: 'GET' }, this);
  }

  open(): void {
    this.#awaitEndpoint();
    this.#exchange.begin();
  }

  /** Ends it without a word. */
  stop(): void {
    this.#over = true;
    if (this.#opening !== undefined) this.#parts.clock.clearTimer(this.#opening);
    this.#reading?.stop?.();
    this.#exchange.abort();
  }

  waits(something: boolean): void {
    const { clock, waits } = this.#parts;
    if (something && this.#opening !== undefined) clock.clearTimer(this.#opening);
    if (!something && !this.#over) this.#awaitEndpoint();
    waits(something);
  }

  head(status: number, headers: HeaderFields): void {
    const plan = planReply({
      status,
      contentType: headers['content-type'],
      forRequest: true,
      sent: this.#exchange.sent,
    });
    if (plan.kind === 'read-events') {
      this.#reading = this.#readMessages(status);
    } else if (plan.kind === 'refused') {
      this.#reading = this.#readRefusal(status, headers);
    } else {
      const expected = 'expected the Content-Type text/event-stream';
      const detail = plan.kind === 'unusable' ? plan.why : expected;
      this.#lose({ kind: 'unusable-reply', status, detail });
    }
  }

  chunk(bytes: Uint8Array): void {
    this.#reading?.chunk(bytes);
  }

  end(): void {
    this.#reading?.end();
  }

  broke(fault: ExchangeFault): void {
    if (this.#reading === undefined) this.#lose(unreachable(fault));
    else this.#reading.broke(fault);
  }

  failed(failure: ChannelFailure): void {
    this.#lose(failure);
  }

  #awaitEndpoint(): void {
    const detail = `no endpoint event came within ${maxOpeningMs} ms`;
    this.#opening = this.#parts.clock.setTimer(
      () => this.#lose({ kind: 'stream-ended', how: 'ended', detail }),
      maxOpeningMs,
    );
  }

  #readMessages(status: number): BodyReader {
    const { receiver, limits, message } = this.#parts;
    const report = (failure: ChannelFailure): void => {
      if (!this.#over) receiver.report({ kind: 'unreadable-message', failure });
    };
    const events = {
      message: (value: unknown) => {
        if (!this.#over) message(withholdInErrors(value, this.#exchange.sent));
      },
      unreadable: (text: string) => report(unreadable(text, this.#exchange.sent)),
      tooLarge: () => report({ kind: 'message-too-large', maxBytes: limits.maxMessageBytes }),
      other: (event: { readonly event: string; readonly data: string }) => {
        if (event.event === 'endpoint') this.#takeEndpoint(event.data, status);
      },
    };
    const cursor = { lastEventId: undefined, retryMs: undefined };
    const messages = new MessageStream(events, cursor, limits.maxMessageBytes);
    return {
      chunk: (bytes) => messages.push(bytes),
      end: () => this.#lose(ended()),
      broke: (fault) => this.#lose(broken(fault)),
    };
  }

  #readRefusal(status: number, headers: HeaderFields): BodyReader {
    const { limits, clock, line } = this.#parts;
    return readRefusal({ maxBytes: limits.maxErrorBodyBytes, clock }, (body) => {
      const { sent } = this.#exchange;
      const withCredentials = line.hasCredentials;
      this.#lose(statusFailure({ status, headers, body, sent, withCredentials }));
    });
  }

  /** The server must not send our messages, and what proves who we are, to another origin. */
  #takeEndpoint(address: string, status: number): void {
    if (this.#isOpen || this.#over) return;
    const { line, clock, opened } = this.#parts;
    const endpoint = parseUrl(address, line.url);
    if (endpoint === undefined || endpoint.origin !== line.url.origin) {
      const where = endpoint === undefined ? 'no URL' : `another origin, ${endpoint.origin}`;
      const detail = `its endpoint event names ${where}`;
      return this.#lose({ kind: 'unusable-reply', status, detail });
    }
    this.#isOpen = true;
    if (this.#opening !== undefined) clock.clearTimer(this.#opening);
    opened(endpoint);
  }

  #lose(failure: ChannelFailure): void {
    if (this.#over) return;
    this.stop();
    this.#parts.lost(failure);
  }
}
