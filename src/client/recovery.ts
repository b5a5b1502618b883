import {
  nameCall,
  PeerError,
  TransportError,
  retryAfterMs,
  type McpError,
} from '../protocol/index.ts';

/** What can be done about a failed request. */
export type Recovery =
  /** Send it again after this wait. */
  | { readonly kind: 'repeat'; readonly afterMs: number }
  /** The session is gone: open a new one, and send it again if it may be repeated. */
  | { readonly kind: 'renew' }
  | { readonly kind: 'none' };

const none: Recovery = { kind: 'none' };

/** A server that asks for a longer wait than this is not waited for. */
const longestWaitMs = 30_000;

/** The wait before a request is sent again, where the server names none. */
const shortWaitMs = 250;

/** The waits before connecting is tried again, where the server names none. */
const connectWaitsMs: readonly number[] = [250, 1_000];

/**
 * What to do about a request that failed.
 *
 * @param repeatable - whether sending it twice is harmless: a list, a read, or what the caller marked
 * @param tries - how often it was sent
 */
export function planRecovery(error: McpError, repeatable: boolean, tries: number): Recovery {
  if (tries > 1) return none;
  if (error instanceof TransportError && error.code === 'SESSION_LOST') return { kind: 'renew' };
  if (!repeatable) return none;
  if (isServerLost(error)) return { kind: 'renew' };
  if (error instanceof TransportError && error.failure.kind === 'stream-ended') {
    return { kind: 'repeat', afterMs: shortWaitMs };
  }
  return isTransient(error) ? waitFor(error, shortWaitMs) : none;
}

/** Whether a local server ended, so that another process may take its place. */
export function isServerLost(error: McpError): boolean {
  return error.code === 'SERVER_EXITED' || error.code === 'UNRESPONSIVE';
}

/** The error of a call that lost its session and may not be sent twice: it says that it was not. */
export function notRepeated(
  error: McpError,
  { method, subject }: { readonly method: string; readonly subject?: string },
): McpError {
  if (!(error instanceof TransportError)) return error;
  const about = { server: error.server, method, subject, failure: error.failure };
  const words = `the server forgot the session, and ${nameCall(about)} was not repeated, since it is not marked as repeatable`;
  return new TransportError(error.code, words, about, { cause: error });
}

/**
 * What to do about a connection that did not come about.
 *
 * @param tries - how often it was tried
 */
export function planReconnect(error: McpError, tries: number): Recovery {
  const wait = connectWaitsMs[tries - 1];
  if (wait === undefined) return none;
  return isPassing(error) ? waitFor(error, wait) : none;
}

/** Whether a server that failed so may be there again a little later. */
export function isPassing(error: McpError): boolean {
  const { failure } = error instanceof TransportError ? error : { failure: undefined };
  // A certificate that is not accepted has a code too, and is no better a second later.
  const unreachable = failure?.kind === 'unreachable' && isErrno(failure.systemCode);
  return unreachable || isTransient(error);
}

/** Whether a code is one of the system's for a network, such as `ECONNRESET` or `EAI_AGAIN`. */
function isErrno(code: string | undefined): boolean {
  return code !== undefined && /^E(?!RR_)[A-Z_]+$/.test(code);
}

/** Statuses that pass by themselves. */
function isTransient(error: McpError): boolean {
  const status = statusOf(error);
  return status !== undefined && (status === 408 || status === 429 || status >= 500);
}

function statusOf(error: McpError): number | undefined {
  if (error instanceof PeerError) return error.status;
  if (!(error instanceof TransportError)) return undefined;
  return error.failure.kind === 'http-status' ? error.failure.status : undefined;
}

function waitFor(error: McpError, otherwiseMs: number): Recovery {
  const failure = error instanceof TransportError ? error.failure : undefined;
  const told = failure?.kind === 'http-status' ? failure.headers['retry-after'] : undefined;
  const afterMs = told === undefined ? undefined : retryAfterMs(told, Date.now(), Infinity);
  if (afterMs === undefined) return { kind: 'repeat', afterMs: otherwiseMs };
  return afterMs > longestWaitMs ? none : { kind: 'repeat', afterMs };
}
