import type { ServerResponse } from 'node:http';

/** Refuses a request with an error of the protocol. */
export function replyError(
  response: ServerResponse,
  status: number,
  {
    id = null,
    code,
    message,
  }: { readonly id?: unknown; readonly code: number; readonly message: string },
): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } }));
}

/**
 * The status of an answer in the modern era, by the code of its error.
 *
 * @see {@link https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http | Streamable HTTP}
 */
export function modernStatusOf(code: number | undefined): number {
  if (code === -32_601) return 404;
  const isOfRequest =
    code === -32_602 || (code !== undefined && code <= -32_020 && code >= -32_022);
  return isOfRequest ? 400 : 200;
}
