import {
  McpError,
  nameCall,
  quote,
  type CallToolResult,
  type ErrorSubject,
} from '../../protocol/index.ts';
import { textOf } from './text-of.ts';

/** Why a result is an error. Adding a code is a minor change. @public */
export type ToolErrorCode = 'TOOL_FAILED';

/**
 * A tool ran and failed: what {@link mustSucceed} makes of a result with `isError`.
 *
 * @public
 */
export class ToolError extends McpError {
  override readonly name = 'ToolError';
  override readonly code: ToolErrorCode = 'TOOL_FAILED';
  /** What the tool says, whole: untrusted. */
  readonly text: string;
  readonly result: CallToolResult;

  constructor(result: CallToolResult, about: ErrorSubject) {
    const call = { method: 'tools/call', ...about };
    const text = textOf(result);
    const words = text === '' ? 'no text says why' : quote(text);
    super(`${about.server}: ${nameCall(call)} ran and failed: ${words} [TOOL_FAILED]`, call);
    this.text = text;
    this.result = result;
  }
}

/**
 * Gives a tool's result back, unless it says that the tool failed. For programs; a model should see
 * the failed result itself, since it may do better next time.
 *
 * @param about - what the error names: `{ server: client.label, subject: 'the name of the tool' }`
 * @throws ToolError `TOOL_FAILED`, with the text of the result
 * @see {@link https://modelcontextprotocol.io/specification/2026-07-28/server/tools#error-handling | Error handling}
 * @public
 */
export function mustSucceed(result: CallToolResult, about: ErrorSubject): CallToolResult {
  if (result.isError === true) throw new ToolError(result, about);
  return result;
}
