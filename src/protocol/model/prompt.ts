import type { Role } from './annotations.ts';
import type { ContentBlock } from './content.ts';
import type { Icon } from './icon.ts';
import type { JsonObject } from './json.ts';

/**
 * A prompt or a template of one.
 *
 * @see {@link https://modelcontextprotocol.io/specification/2026-07-28/schema#prompt | Prompt}
 * @public
 */
export interface Prompt {
  readonly name: string;
  /** Since 2025-06-18. */
  readonly title?: string;
  readonly description?: string;
  readonly arguments?: readonly PromptArgument[];
  /** Since 2025-11-25. */
  readonly icons?: readonly Icon[];
  readonly _meta?: JsonObject;
}

/**
 * An argument that a prompt takes. Its value is always a string.
 *
 * @public
 */
export interface PromptArgument {
  readonly name: string;
  /** Since 2025-06-18. */
  readonly title?: string;
  readonly description?: string;
  readonly required?: boolean;
}

/**
 * One message of a prompt, with exactly one block.
 *
 * @public
 */
export interface PromptMessage {
  readonly role: Role;
  readonly content: ContentBlock;
}

/**
 * The answer to `prompts/get`.
 *
 * @see {@link https://modelcontextprotocol.io/specification/2026-07-28/schema#getpromptresult | GetPromptResult}
 * @public
 */
export interface GetPromptResult {
  readonly description?: string;
  readonly messages: readonly PromptMessage[];
  readonly _meta?: JsonObject;
}
