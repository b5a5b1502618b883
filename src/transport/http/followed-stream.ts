import type { ChannelFailure, Clock, Limits } from '../../protocol/index.ts';
import { readRefusal, type BodyReader } from './body-reader.ts';
import type { HeaderFields } from './credentials.ts';
import type { ExchangeFault } from './exchange.ts';
import { broken, ended, statusFailure, unreachable } from './failures.ts';
import type { GuardedExchange, GuardedReply } from './guarded-exchange.ts';
import type { Line } from './line.ts';
import { MessageStream, type MessageStreamReceiver, type StreamCursor } from './message-stream.ts';
import { nextWaitMs, waitFully, type Wait } from './next-wait.ts';
import { planReply } from './plan-reply.ts';
import { withholdInErrors } from './withhold-in-errors.ts';

/** What a followed stream needs. */
export interface FollowedStreamParts {
  readonly line: Line;
  readonly clock: Clock;
  readonly limits: Limits;
  /** Where it begins; kept up to date. */
  readonly cursor: StreamCursor;
  readonly receiver: FollowedStreamReceiver;
  /** What makes opening worth another try: a message, or a new position too. */
  readonly fruit: 'message' | 'position';
}

/** Whom a followed stream tells what came of it. */
interface FollowedStreamReceiver extends MessageStreamReceiver {
  /**
   * It will not be opened again.
   *
   * @param worked - whether it was ever open
   */
  gaveUp(failure: ChannelFailure, worked: boolean): void;
}

const maxFruitless = 8;
const steadyMs = 30_000;

/**
 * A stream of messages that is opened by GET again and again, after the position where it broke off.
 * It is given up when the server refuses it, and when it was opened too often for nothing: a stream
 * that is closed at once, for ever, would keep both sides busy.
 *
 * @see {@link https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#resumability-and-redelivery | Resumability and redelivery}
 */
export class FollowedStream implements GuardedReply {
  readonly #parts: FollowedStreamParts;
  #exchange: GuardedExchange | undefined;
  #reading: BodyReader | undefined;
  #wait: Wait | undefined;
  #worked = false;
  #stopped = false;
  #fruitless = 0;
  #openedAt = 0;
  #positionAtOpening: string | undefined;
  #hadMessage = false;

  constructor(parts: FollowedStreamParts) {
    this.#parts = parts;
  }

  /** The header fields of the request that opened it last. */
  get sent(): HeaderFields {
    return this.#exchange?.sent ?? {};
  }

  open(): void {
    if (this.#stopped) return;
    const { lastEventId } = this.#parts.cursor;
    this.#reading = undefined;
    this.#hadMessage = false;
    this.#positionAtOpening = lastEventId;
    // The GET resumes whatever verb began the stream (2025-11-25/basic/transports, Resumability).
    this.#exchange = this.#parts.line.prepare({ method: 'GET', lastEventId }, this);
    this.#exchange.begin();
  }

  /** Opens it after the wait that is due. */
  openLater(): void {
    const { clock, cursor } = this.#parts;
    const ms = nextWaitMs(cursor.retryMs, this.#fruitless);
    this.#wait = waitFully(clock, ms, () => this.open());
  }

  /** Ends it without a word. */
  stop(): void {
    this.#stopped = true;
    this.#wait?.cancel();
    this.#reading?.stop?.();
    this.#exchange?.abort();
  }

  head(status: number, headers: HeaderFields): void {
    const plan = planReply({
      status,
      contentType: headers['content-type'],
      forRequest: true,
      sent: this.#exchange?.sent ?? {},
    });
    if (plan.kind === 'read-events') {
      this.#worked = true;
      this.#openedAt = this.#parts.clock.now();
      this.#reading = this.#readMessages();
      return;
    }
    if (plan.kind !== 'refused') {
      const detail =
        plan.kind === 'unusable' ? plan.why : 'expected the Content-Type text/event-stream';
      return this.#giveUp({ kind: 'unusable-reply', status, detail });
    }
    const { limits, clock, line } = this.#parts;
    this.#reading = readRefusal({ maxBytes: limits.maxErrorBodyBytes, clock }, (body) => {
      const { hasCredentials: withCredentials } = line;
      this.#refused(
        statusFailure({ status, headers, body, sent: this.sent, withCredentials }),
        status,
      );
    });
  }

  chunk(bytes: Uint8Array): void {
    this.#reading?.chunk(bytes);
  }

  end(): void {
    this.#reading?.end();
  }

  broke(fault: ExchangeFault): void {
    if (this.#reading === undefined) this.#fruitlessly(unreachable(fault));
    else this.#reading.broke(fault);
  }

  failed(failure: ChannelFailure): void {
    this.#giveUp(failure);
  }

  #readMessages(): BodyReader {
    const { receiver, cursor, limits } = this.#parts;
    const heard: MessageStreamReceiver = {
      message: (value) => {
        this.#hadMessage = true;
        if (!this.#stopped) receiver.message(withholdInErrors(value, this.sent));
      },
      unreadable: (text) => {
        if (!this.#stopped) receiver.unreadable(text);
      },
      tooLarge: () => {
        if (!this.#stopped) receiver.tooLarge();
      },
    };
    const messages = new MessageStream(heard, cursor, limits.maxMessageBytes);
    return {
      chunk: (bytes) => messages.push(bytes),
      end: () => this.#closed(ended()),
      broke: (fault) => this.#closed(broken(fault)),
    };
  }

  #closed(failure: ChannelFailure): void {
    const { clock, cursor, fruit } = this.#parts;
    const moved = fruit === 'position' && cursor.lastEventId !== this.#positionAtOpening;
    // A stream that lived this long was cut by a proxy's idle limit; that is no reason to lose it.
    const steady = clock.now() - this.#openedAt >= steadyMs;
    if (!this.#hadMessage && !moved && !steady) return this.#fruitlessly(failure);
    this.#fruitless = 0;
    if (!this.#stopped) this.openLater();
  }

  #refused(failure: ChannelFailure, status: number): void {
    if (status === 408 || status === 429 || status >= 500) this.#fruitlessly(failure);
    else this.#giveUp(failure);
  }

  #fruitlessly(failure: ChannelFailure): void {
    if (this.#stopped) return;
    this.#exchange?.abort();
    if (this.#fruitless >= maxFruitless) return this.#giveUp(failure);
    this.openLater();
    this.#fruitless += 1;
  }

  #giveUp(failure: ChannelFailure): void {
    if (this.#stopped) return;
    this.stop();
    this.#parts.receiver.gaveUp(failure, this.#worked);
  }
}
