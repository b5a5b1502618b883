import type { EngineNotice, McpError } from '../protocol/index.ts';

/**
 * Something worth telling that fails no call.
 *
 * @public
 */
export type Report =
  | EngineNotice
  /** An entry of a list that is not what the protocol says; the others are there. */
  | {
      readonly kind: 'entry-left-out';
      readonly method: string;
      /** Its place on its page, from 0. */
      readonly index: number;
      readonly name: string | undefined;
      readonly why: string;
    }
  /** A list that was cut short: it repeats itself, or is longer than the limits allow. */
  | {
      readonly kind: 'list-cut';
      readonly method: string;
      readonly why: string;
      readonly entries: number;
    }
  /** The server forgot the session; a new one is open. State of the server's side is gone. */
  | { readonly kind: 'session-renewed'; readonly error: McpError }
  /** A local server ended by itself; it is started again when it is next needed. */
  | { readonly kind: 'server-lost'; readonly error: McpError }
  /** A local server that had ended runs again. State of its side is gone. */
  | { readonly kind: 'restarted' }
  /** The server left a ping unanswered, and the connection was ended. */
  | { readonly kind: 'ping-unanswered'; readonly error: McpError }
  /** A request is sent once more. */
  | {
      readonly kind: 'repeated';
      readonly method: string;
      readonly afterMs: number;
      readonly error: McpError;
    }
  /** Connecting is tried once more. */
  | { readonly kind: 'connecting-again'; readonly afterMs: number; readonly error: McpError }
  /** What is kept of earlier results could not be reached; told once. Requests go on without. */
  | { readonly kind: 'cache-failed'; readonly error: unknown }
  /** What a tool gave could not be checked against its output schema, and was taken as it is. */
  | { readonly kind: 'output-unchecked'; readonly tool: string; readonly why: string }
  /** A question of the server that was refused without asking anybody, or that nobody answered. */
  | { readonly kind: 'question-refused'; readonly method: string; readonly why: string }
  /** The server did not take the level from which on it is to log. */
  | { readonly kind: 'log-level-lost'; readonly error: unknown }
  /** A notification that no part of this client knows. */
  | { readonly kind: 'unknown-notification'; readonly method: string };
