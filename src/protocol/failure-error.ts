import type { ChannelFailure } from './channel-failure.ts';
import {
  nameCall,
  quote,
  TransportError,
  type ErrorSubject,
  type TransportErrorCode,
} from './errors.ts';

/** The failure of one call on a channel. @public */
export interface FailureSubject extends ErrorSubject {
  /** Whether the failure means that the server forgot the session. */
  readonly sessionLost?: boolean;
}

/** The error that a failure of the channel becomes for the call, or the connection, that met it. @public */
export function errorFromFailure(failure: ChannelFailure, about: FailureSubject): TransportError {
  const cause = failure.kind === 'credentials-failed' ? { cause: failure.cause } : undefined;
  const code = about.sessionLost === true ? 'SESSION_LOST' : codeOf(failure);
  const where = about.method === undefined ? '' : ` during ${nameCall(about)}`;
  return new TransportError(code, describe(failure, code, where), { ...about, failure }, cause);
}

const codes = {
  'spawn-failed': 'SPAWN_FAILED',
  exited: 'SERVER_EXITED',
  'stream-ended': 'STREAM_ENDED',
  'unusable-reply': 'UNUSABLE_REPLY',
  redirected: 'REDIRECTED',
  'message-too-large': 'MESSAGE_TOO_LARGE',
  'unreadable-message': 'UNREADABLE_MESSAGE',
  'peer-not-reading': 'PEER_NOT_READING',
  'credentials-failed': 'CREDENTIALS_FAILED',
  unsendable: 'UNSENDABLE',
  unresponsive: 'UNRESPONSIVE',
  closed: 'CLOSED',
} as const;

function codeOf(failure: ChannelFailure): TransportErrorCode {
  if (failure.kind === 'unreachable') {
    return failure.systemCode === 'ECONNREFUSED' ? 'CONNECTION_REFUSED' : 'UNREACHABLE';
  }
  if (failure.kind === 'http-status') {
    if (failure.status !== 401) return 'HTTP_STATUS';
    return failure.withCredentials ? 'CREDENTIALS_REFUSED' : 'CREDENTIALS_MISSING';
  }
  return codes[failure.kind];
}

function describe(failure: ChannelFailure, code: TransportErrorCode, where: string): string {
  switch (failure.kind) {
    case 'spawn-failed':
      return `the server did not start: ${failure.detail}`;
    case 'exited':
      return `the server ${howItEnded(failure)}${where}${lastWords(failure.stderr)}`;
    case 'unreachable':
      return `no connection${where}: ${failure.detail}`;
    case 'http-status':
      return describeStatus(failure, code, where);
    case 'stream-ended':
      return `the reply stream ${streamEnd[failure.how]}${where}: ${failure.detail}`;
    case 'unusable-reply':
      return `HTTP ${failure.status}${where}, but no answer in it: ${failure.detail}`;
    case 'redirected':
      return `HTTP ${failure.status}${where}, a redirect that is not followed: ${failure.detail}`;
    case 'message-too-large':
      return `the answer${where} is larger than the limit of ${failure.maxBytes} bytes (limits.maxMessageBytes)`;
    case 'unreadable-message':
      return `the answer${where} could not be read: ${failure.detail}`;
    case 'peer-not-reading':
      return `the server does not read${where}: more than ${failure.maxBytes} bytes wait (limits.maxUnsentBytes)`;
    case 'credentials-failed':
      return `sign-in failed${where}`;
    case 'unsendable':
      return `the request cannot be sent${where}: ${failure.detail}`;
    case 'unresponsive':
      return `the server did not answer a ping within ${failure.afterMs} ms, and the connection was ended${where}`;
    case 'closed':
      return `the connection is closed${where}`;
  }
}

const streamEnd = {
  ended: 'ended without the answer',
  broken: 'broke before the answer',
  'resume-refused': 'broke, and the server refused to resume it',
} as const;

function howItEnded(failure: Extract<ChannelFailure, { kind: 'exited' }>): string {
  if (failure.signal !== null) return `was ended by ${failure.signal}`;
  if (failure.exitCode !== null) return `exited with code ${failure.exitCode}`;
  return 'closed its output';
}

function lastWords(stderr: readonly string[]): string {
  if (stderr.length === 0) return '; it wrote nothing to stderr';
  return `; the end of its stderr: ${stderr.map((line) => `\n  ${quote(line).slice(1, -1)}`).join('')}`;
}

function describeStatus(
  failure: Extract<ChannelFailure, { kind: 'http-status' }>,
  code: TransportErrorCode,
  where: string,
): string {
  const words = failure.body.trim() === '' ? '' : `: ${quote(failure.body.trim().slice(0, 300))}`;
  const status = `HTTP ${failure.status}${where}${words}`;
  if (code === 'SESSION_LOST') return `the server forgot the session: ${status}`;
  if (code === 'CREDENTIALS_MISSING')
    return `the server wants a sign-in and none is set: ${status}`;
  if (code === 'CREDENTIALS_REFUSED') return `the server refused the credentials: ${status}`;
  return status;
}
