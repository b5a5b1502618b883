import type { ContentBlock } from './content.ts';
import type { Icon } from './icon.ts';
import type { JsonObject } from './json.ts';

/**
 * A tool that a server offers.
 *
 * @see {@link https://modelcontextprotocol.io/specification/2026-07-28/schema#tool | Tool}
 * @public
 */
export interface Tool {
  readonly name: string;
  /** Since 2025-06-18. */
  readonly title?: string;
  readonly description?: string;
  /** A JSON Schema of the arguments, kept as it came. */
  readonly inputSchema: JsonObject;
  /** A JSON Schema of `structuredContent`, kept as it came. Since 2025-06-18. */
  readonly outputSchema?: JsonObject;
  /** Since 2025-03-26. */
  readonly annotations?: ToolAnnotations;
  /** 2025-11-25 only. */
  readonly execution?: ToolExecution;
  /** Since 2025-11-25. */
  readonly icons?: readonly Icon[];
  readonly _meta?: JsonObject;
}

/**
 * What a server says of its tool's behaviour. Hints of a stranger: no ground for trust.
 *
 * @see {@link https://modelcontextprotocol.io/specification/2026-07-28/schema#toolannotations | ToolAnnotations}
 * @public
 */
export interface ToolAnnotations {
  readonly title?: string;
  readonly readOnlyHint?: boolean;
  readonly destructiveHint?: boolean;
  readonly idempotentHint?: boolean;
  readonly openWorldHint?: boolean;
}

/**
 * Whether a tool can run as a task (2025-11-25 only).
 *
 * @public
 */
export interface ToolExecution {
  readonly taskSupport?: 'forbidden' | 'optional' | 'required';
}

/**
 * The answer to `tools/call`. A tool that failed says so with `isError`; that is no fault of the
 * call.
 *
 * @see {@link https://modelcontextprotocol.io/specification/2026-07-28/schema#calltoolresult | CallToolResult}
 * @public
 */
export interface CallToolResult {
  readonly content: readonly ContentBlock[];
  /** An object in 2025-06-18 and 2025-11-25, any JSON value since 2026-07-28. */
  readonly structuredContent?: unknown;
  readonly isError?: boolean;
  readonly _meta?: JsonObject;
}
