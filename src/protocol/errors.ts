import type { ChannelFailure } from './channel-failure.ts';
import type { WireError } from './message.ts';

/**
 * What every error of this library is. It names the server by its label, and the method where there
 * was one.
 *
 * @public
 */
export abstract class McpError extends Error {
  /** The label of the server. */
  readonly server: string;
  /** The method of the call that failed, or `undefined`. */
  readonly method: string | undefined;
  abstract readonly code: string | number;

  constructor(message: string, about: ErrorSubject, options?: ErrorOptions) {
    super(message, options);
    this.server = about.server;
    this.method = about.method;
  }
}

/** What an error is about. @public */
export interface ErrorSubject {
  readonly server: string;
  readonly method?: string | undefined;
  /** The name of the tool or prompt, or the URI, that the call was about. */
  readonly subject?: string | undefined;
}

/** The call in words: `tools/call "echo"`. @public */
export function nameCall(about: ErrorSubject): string {
  if (about.method === undefined) return 'a request';
  return about.subject === undefined ? about.method : `${about.method} ${quote(about.subject)}`;
}

/**
 * The server answered a request with an error of its own.
 *
 * @public
 */
export class PeerError extends McpError {
  override readonly name = 'PeerError';
  /** The number from the wire. */
  override readonly code: number;
  /** The server's own words: untrusted. */
  readonly peerMessage: string;
  /** What the server added: untrusted. */
  readonly data: unknown;
  /** The HTTP status that the error came with, where that was no success. */
  readonly status: number | undefined;

  constructor(error: WireError, about: ErrorSubject, status?: number) {
    const words = quote(error.message);
    super(`${about.server}: ${nameCall(about)} was refused: ${words} [${error.code}]`, about);
    this.code = error.code;
    this.peerMessage = error.message;
    this.data = error.data;
    this.status = status;
  }
}

/** Why the way to a server failed. Adding a code is a minor change. @public */
export type TransportErrorCode =
  | 'SPAWN_FAILED'
  | 'SERVER_EXITED'
  | 'CONNECTION_REFUSED'
  | 'UNREACHABLE'
  | 'HTTP_STATUS'
  | 'CREDENTIALS_MISSING'
  | 'CREDENTIALS_REFUSED'
  | 'CREDENTIALS_FAILED'
  | 'SESSION_LOST'
  | 'STREAM_ENDED'
  | 'UNUSABLE_REPLY'
  | 'REDIRECTED'
  | 'MESSAGE_TOO_LARGE'
  | 'UNREADABLE_MESSAGE'
  | 'PEER_NOT_READING'
  | 'UNSENDABLE'
  | 'UNRESPONSIVE'
  | 'CLOSED';

/**
 * The way to a server failed: its process, its connection, its HTTP replies.
 *
 * @public
 */
export class TransportError extends McpError {
  override readonly name = 'TransportError';
  override readonly code: TransportErrorCode;
  /** The facts. */
  readonly failure: ChannelFailure;

  constructor(
    code: TransportErrorCode,
    message: string,
    about: ErrorSubject & { readonly failure: ChannelFailure },
    options?: ErrorOptions,
  ) {
    super(`${about.server}: ${message} [${code}]`, about, options);
    this.code = code;
    this.failure = about.failure;
  }
}

/** What went wrong on this side, or between the two. Adding a code is a minor change. @public */
export type ProtocolErrorCode =
  | 'TIMED_OUT'
  | 'CANCELLED'
  | 'INVALID_ARGUMENT'
  | 'INVALID_RESULT'
  | 'INPUT_REQUIRED'
  | 'INPUT_FAILED'
  | 'TOO_MANY_ROUNDS'
  | 'TASK_CANCELLED'
  | 'NOT_SUPPORTED'
  | 'NO_COMMON_REVISION'
  | 'TOO_MANY_CALLS'
  | 'TOO_MANY_PAGES'
  | 'TOOL_LEFT_OUT';

/**
 * A call came to nothing for a reason of the protocol or of this side.
 *
 * @public
 */
export class ProtocolError extends McpError {
  override readonly name = 'ProtocolError';
  override readonly code: ProtocolErrorCode;

  constructor(
    code: ProtocolErrorCode,
    message: string,
    about: ErrorSubject,
    options?: ErrorOptions,
  ) {
    super(`${about.server}: ${message} [${code}]`, about, options);
    this.code = code;
  }
}

/** A peer's words in quotation marks, on one line, cut to 500 characters: never mistaken for ours. @public */
export function quote(words: string): string {
  const cut = words.length > 500 ? `${words.slice(0, 500)}…` : words;
  // Control, bidirectional and line-separating characters could draw a false line at a terminal.
  return JSON.stringify(cut).replaceAll(/[\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g, escapeUnit);
}

function escapeUnit(unit: string): string {
  return String.raw`\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
