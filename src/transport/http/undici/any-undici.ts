import type { Dispatcher } from 'undici';
import { type RawHead, readFields } from './head.ts';

/** The older handler methods of undici, which its pool calls without a wrapper, and one more. */
export interface ExchangeHandler {
  onConnect(abort: () => void): void;
  onHeaders(status: number, head: RawHead): boolean;
  onData(bytes: Uint8Array): boolean;
  onComplete(): void;
  onError(error: unknown): void;
  /** As `onHeaders`, with fields that are read already. */
  head(status: number, fields: Readonly<Record<string, string>>): void;
}

/**
 * A handler for the dispatchers of any undici: 6 calls the older methods, 7 takes either, 8 knows
 * only the newer ones.
 */
export function forAnyUndici(handler: ExchangeHandler): Dispatcher.DispatchHandler {
  return {
    onConnect: (abort) => handler.onConnect(abort),
    onHeaders: (status, head) => handler.onHeaders(status, head),
    onData: (bytes) => handler.onData(bytes),
    onComplete: () => handler.onComplete(),
    onError: (error) => handler.onError(error),
    onRequestStart: (controller) => {
      handler.onConnect(() => controller.abort(new Error('aborted')));
    },
    onResponseStart: (_controller, status, fields) => handler.head(status, readFields(fields)),
    onResponseData: (_controller, bytes) => void handler.onData(bytes),
    onResponseEnd: () => handler.onComplete(),
    onResponseError: (_controller, error) => handler.onError(error),
  };
}
