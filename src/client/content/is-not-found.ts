import { PeerError } from '../../protocol/index.ts';

/**
 * Whether reading failed because the server has no such resource: `-32602` on a read, or the older
 * `-32002`. Some servers say the first of any URI that they do not like.
 *
 * @see {@link https://modelcontextprotocol.io/specification/2026-07-28/server/resources#error-handling | Error handling}
 * @public
 */
export function isNotFound(error: unknown): error is PeerError {
  if (!(error instanceof PeerError)) return false;
  return error.code === -32002 || (error.code === -32602 && error.method === 'resources/read');
}
