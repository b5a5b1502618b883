import { McpError, PeerError } from '../../protocol/index.ts';
import type { TraceAttributes, TraceEnd } from './tracer.ts';

const longestMessage = 500;

/** The methods whose result is that of a tool. */
const toolMethods = ['tools/call', 'tasks/result'];

/** The end of a span whose request was answered; a tool that failed says so in its result. */
export function endOfResult(method: string, result: object): TraceEnd {
  const failed =
    toolMethods.includes(method) && (result as { readonly isError?: unknown }).isError === true;
  return { failed, attributes: failed ? { 'error.type': 'tool_error' } : {} };
}

/** The end of a span that failed: the number from the wire, or this library's own code. */
export function endOfError(error: unknown): TraceEnd {
  if (!(error instanceof McpError)) return { failed: true, attributes: { 'error.type': '_OTHER' } };
  const code = String(error.code);
  const isPeers = error instanceof PeerError;
  const message = (isPeers ? error.peerMessage : error.message).slice(0, longestMessage);
  const status: TraceAttributes = isPeers ? { 'rpc.response.status_code': code } : {};
  return { failed: true, message, attributes: { 'error.type': code, ...status } };
}
