import type { ChannelNotice } from '../channel.ts';
import type { RequestId, WireError } from '../message.ts';

/** Something that a connection saw and that no call waits for: worth a line in a log. @public */
export type EngineNotice =
  | ChannelNotice
  /** A message that is no request, notification or response. */
  | { readonly kind: 'invalid-message'; readonly why: string }
  /** A response to a request that is not waiting, nor was given up. */
  | { readonly kind: 'unknown-answer'; readonly id: RequestId }
  /** An error of the server that names no request. */
  | { readonly kind: 'unattributed-error'; readonly error: WireError }
  /** A request of the server in an era in which servers ask nothing; it was dropped. */
  | { readonly kind: 'unexpected-request'; readonly method: string }
  /** The server took a request of its own back; the reason is its own word. */
  | {
      readonly kind: 'request-withdrawn';
      readonly method: string;
      readonly reason: string | undefined;
    }
  /** A function that the caller handed in threw. */
  | { readonly kind: 'callback-failed'; readonly callback: string; readonly error: unknown };
