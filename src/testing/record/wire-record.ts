import type {
  Agreement,
  ChannelFailure,
  ChannelNotice,
  MessageHead,
  RequestId,
  WireEvent,
} from '../../protocol/index.ts';

/** What the first line of a recording says of it. */
export interface RecordingHead {
  readonly format: 'garuda-wire-log';
  readonly version: 1;
  readonly kind: 'pipe' | 'http';
  readonly label: string;
}

/** One line of a recording below the first. */
export type WireRecord = RecordPlace & RecordedEvent;

/** Where a record stands. */
export interface RecordPlace {
  /** Milliseconds since the recording began, to a thousandth. */
  readonly t: number;
  /** The channel, counted from 1 in the order in which they were opened. */
  readonly channel: number;
  /** The channel told it in the same turn as what it told before, so that nothing came between them. */
  readonly joined?: true;
}

/** What happened. */
export type RecordedEvent =
  | { readonly event: 'opened'; readonly older?: true }
  | SentRecord
  /** The message that was sent as number `n` was accepted. */
  | { readonly event: 'accepted'; readonly n: number }
  | { readonly event: 'refused'; readonly n: number; readonly failure: ChannelFailure }
  | ({ readonly event: 'received'; readonly via?: RequestId } & RecordedMessage)
  | { readonly event: 'failed'; readonly id: RequestId; readonly failure: ChannelFailure }
  | { readonly event: 'report'; readonly notice: ChannelNotice }
  | ({ readonly event: 'adopt' } & Agreement)
  | { readonly event: 'listen' }
  | { readonly event: 'abandon'; readonly id: RequestId }
  /** This side began to close the channel. */
  | { readonly event: 'close' }
  | { readonly event: 'closed'; readonly failure: ChannelFailure }
  | RecordedWireEvent;

/** A message of ours. */
export type SentRecord = {
  readonly event: 'sent';
  /** Counts the messages of the channel, from 1. */
  readonly n: number;
  readonly head: MessageHead['kind'];
  readonly method: string;
  readonly id?: RequestId;
} & RecordedMessage;

/** A message, or the beginning of one that was too large for a line. */
export type RecordedMessage =
  | { readonly message: unknown }
  | { readonly cut: { readonly length: number; readonly begin: string } };

/** The message of a record; nothing where it was cut. */
export function messageOf(record: RecordedMessage): unknown {
  return 'message' in record ? record.message : undefined;
}

/** What carries the messages: exchanges, and the process, whose stderr stands here in lines. */
export type RecordedWireEvent = { readonly event: WireEvent['kind'] } & Readonly<
  Record<string, unknown>
>;
