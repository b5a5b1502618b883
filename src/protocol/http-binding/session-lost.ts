import type { ChannelFailure } from '../channel-failure.ts';
import { isWireError } from '../message.ts';

/**
 * Whether a failure says that the server no longer knows the session: a 404 to a request that named
 * it, or a 400 that speaks of the session where the session has worked before. The second is not in
 * the specification; servers that answer so are common.
 *
 * @see {@link https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#session-management | Session management}
 */
export function isSessionLost(failure: ChannelFailure, workedBefore: boolean): boolean {
  if (failure.kind !== 'http-status' || !failure.inSession) return false;
  if (failure.status === 404) return true;
  return failure.status === 400 && workedBefore && sessionWord.test(wordsOf(failure));
}

// A name such as create_session in an error about something else must not count.
const sessionWord = /(?<![\w-])(?:mcp-)?session(?:s|-?id)?(?![\w-])/i;

/** What the server says: the message of a JSON-RPC error, else the text as it is. */
function wordsOf(failure: Extract<ChannelFailure, { kind: 'http-status' }>): string {
  const error = (failure.json as { readonly error?: unknown } | null | undefined)?.error;
  return isWireError(error) ? error.message : failure.body;
}
