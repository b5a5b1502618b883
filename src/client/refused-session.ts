import { errorFromFailure, quote, TransportError, type ChannelFailure } from '../protocol/index.ts';

const method = 'notifications/initialized';

/**
 * The error where the handshake succeeded and the message after it is refused: it is the first one
 * that carries header fields of the session, which a gateway may strip or rewrite.
 *
 * @see {@link https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#session-management | Session management}
 */
export function refusedSession(failure: ChannelFailure, server: string): TransportError {
  const error = errorFromFailure(failure, { server, method });
  if (failure.kind !== 'http-status' || (failure.status !== 400 && failure.status !== 404))
    return error;
  const session = failure.inSession
    ? 'it carried Mcp-Session-Id and MCP-Protocol-Version'
    : 'it carried MCP-Protocol-Version, and no Mcp-Session-Id, since the reply to the handshake had none';
  const said = quote(failure.body.trim().slice(0, 300));
  const words = `the handshake succeeded, but ${method} was refused with HTTP ${failure.status}: ${said}; ${session}: does a gateway strip or rewrite them?`;
  return new TransportError(error.code, words, { server, method, failure }, { cause: error });
}
