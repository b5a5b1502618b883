import type { Role } from './annotations.ts';
import type { AudioContent, ContentBlock, ImageContent, TextContent } from './content.ts';
import type { JsonObject } from './json.ts';
import type { Tool } from './tool.ts';

/**
 * A tool call that the model asks for. Since 2025-11-25.
 *
 * @public
 */
export interface ToolUseContent {
  readonly type: 'tool_use';
  readonly id: string;
  readonly name: string;
  readonly input: JsonObject;
  readonly _meta?: JsonObject;
}

/**
 * What came of a {@link ToolUseContent}. Since 2025-11-25.
 *
 * @public
 */
export interface ToolResultContent {
  readonly type: 'tool_result';
  readonly toolUseId: string;
  readonly content: readonly ContentBlock[];
  /** An object in 2025-11-25, any JSON value since 2026-07-28. */
  readonly structuredContent?: unknown;
  readonly isError?: boolean;
  readonly _meta?: JsonObject;
}

/**
 * One piece of a message to or from a model. As with {@link ContentBlock}, a block of another type
 * stays as it came.
 *
 * @public
 */
export type SamplingContent =
  | TextContent
  | ImageContent
  | AudioContent
  | ToolUseContent
  | ToolResultContent;

/**
 * A message to or from a model. Several blocks are possible since 2025-11-25.
 *
 * @public
 */
export interface SamplingMessage {
  readonly role: Role;
  readonly content: SamplingContent | readonly SamplingContent[];
  readonly _meta?: JsonObject;
}

/**
 * What a server wishes for in a model; each priority is from 0 to 1.
 *
 * @public
 */
export interface ModelPreferences {
  readonly hints?: readonly { readonly name?: string }[];
  readonly costPriority?: number;
  readonly speedPriority?: number;
  readonly intelligencePriority?: number;
}

/**
 * A server's request for a message of a model.
 *
 * @see {@link https://modelcontextprotocol.io/specification/2026-07-28/client/sampling | Sampling}
 * @public
 */
export interface CreateMessageParams {
  readonly messages: readonly SamplingMessage[];
  readonly maxTokens: number;
  readonly modelPreferences?: ModelPreferences;
  readonly systemPrompt?: string;
  readonly includeContext?: 'none' | 'thisServer' | 'allServers';
  readonly temperature?: number;
  readonly stopSequences?: readonly string[];
  readonly metadata?: JsonObject;
  /** Since 2025-11-25. */
  readonly tools?: readonly Tool[];
  /** Since 2025-11-25. */
  readonly toolChoice?: { readonly mode?: 'auto' | 'required' | 'none' };
  readonly _meta?: JsonObject;
}

/**
 * This client's answer to `sampling/createMessage`.
 *
 * @public
 */
export interface CreateMessageResult {
  readonly role: Role;
  readonly content: SamplingContent | readonly SamplingContent[];
  readonly model: string;
  /** `endTurn`, `stopSequence`, `maxTokens`, `toolUse`, or a word of the model's maker. */
  readonly stopReason?: string;
  readonly _meta?: JsonObject;
}
