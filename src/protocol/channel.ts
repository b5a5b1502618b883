import type { ChannelFailure } from './channel-failure.ts';
import type { Limits } from './limits.ts';
import type { RequestId } from './message.ts';
import type { Revision } from './revisions/registry.ts';
import type { WireWatcher } from './wire-event.ts';

/**
 * The port of the engine to the outside: something that carries whole messages to one peer and
 * back, and knows none of their features.
 *
 * A channel is open from the moment it exists. Its methods never throw: what goes wrong reaches the
 * {@link ChannelReceiver}.
 *
 * @public
 */
export interface Channel {
  /**
   * `pipe`: one ordered stream each way, shared by all messages. `http`: an exchange for each
   * message, so that an answer can be dropped with its exchange.
   */
  readonly kind: 'pipe' | 'http';
  /** Sends one message. Messages of one turn leave in this order. */
  send(text: string, head: MessageHead): void;
  /**
   * Frees what waits for the answer to this request; nothing more is reported of it. On HTTP the
   * exchange ends, on a pipe nothing happens.
   */
  abandon(id: RequestId): void;
  /** Tells what was negotiated: from now on every message belongs to this era and revision. */
  adopt(agreement: Agreement): void;
  /** Starts to listen for messages that answer nothing, where the channel must ask for them. */
  listen(): void;
  /** Ends the channel. Idempotent; resolved when nothing is left of it, process and sockets included. */
  close(): Promise<void>;
}

/** What a channel must know of a message besides its text. @public */
export interface MessageHead {
  readonly kind: 'request' | 'notification' | 'response';
  /** The method; of a response the method that it answers. */
  readonly method: string;
  /** The tool, prompt or URI that a request is about. */
  readonly subject?: string | undefined;
  /** The id of a request or a response. */
  readonly id?: RequestId;
  /** Header fields that this message needs on HTTP. A pipe ignores them. */
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * Called once when a notification or a response was accepted, or with why it was not. Without it
   * a refusal is only reported.
   */
  readonly delivered?: (failure?: ChannelFailure) => void;
  /** Told when the message waits for a sign-in, and when it does no longer: a person's time does not count. */
  readonly waits?: (something: boolean) => void;
}

/** What the two sides agreed on. @public */
export interface Agreement {
  readonly era: 'legacy' | 'modern';
  readonly revision: Revision;
}

/** Whom a channel tells what happened, synchronously and in wire order. @public */
export interface ChannelReceiver {
  /**
   * One decoded JSON value.
   *
   * @param via - the id of the request whose own reply carried it, where the channel knows that
   */
  message(value: unknown, via?: RequestId): void;
  /** The answer to this request will not come on this channel. Once is enough; more often, or late, changes nothing. */
  failed(id: RequestId, failure: ChannelFailure): void;
  /** Something worth telling that no call waits for. */
  report(notice: ChannelNotice): void;
  /** The channel has ended, by itself or by {@link Channel.close}. Exactly once, and last. */
  closed(failure: ChannelFailure): void;
}

/** Something that a channel saw and that no call waits for. @public */
export type ChannelNotice =
  /** Output of a server that is no message: its first such text, cut to 200 characters. Once a channel. */
  | { readonly kind: 'noise'; readonly text: string }
  /** A message that could not be read and that answers no known call. */
  | { readonly kind: 'unreadable-message'; readonly failure: ChannelFailure }
  /** A notification or response of ours was not accepted. */
  | { readonly kind: 'undelivered'; readonly method: string; readonly failure: ChannelFailure }
  /** The stream for messages that answer nothing is gone for good. One that was never offered is no news. */
  | { readonly kind: 'listening-ended'; readonly failure: ChannelFailure };

/**
 * A server that can be reached, and how: what `stdio(…)` and `http(…)` give.
 *
 * @public
 */
export interface Target {
  /** A short name of the server; every error names it. */
  readonly label: string;
  readonly kind: 'pipe' | 'http';
  /**
   * Opens a channel of its own each time: a new process, a new session.
   *
   * @param watch - told of exchanges and processes; a target that has nothing to tell leaves it out
   */
  open(receiver: ChannelReceiver, limits: Limits, watch?: WireWatcher): Channel;
  /** The deprecated transport at the same address, tried after the current one was refused. */
  readonly older?: Target;
}
