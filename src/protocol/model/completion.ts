import type { JsonObject } from './json.ts';

/**
 * What is being completed: an argument of a prompt, or a variable of a resource template.
 *
 * @public
 */
export type CompletionReference =
  | { readonly type: 'ref/prompt'; readonly name: string; readonly title?: string }
  | { readonly type: 'ref/resource'; readonly uri: string };

/**
 * The answer to `completion/complete`.
 *
 * @see {@link https://modelcontextprotocol.io/specification/2026-07-28/schema#completeresult | CompleteResult}
 * @public
 */
export interface CompleteResult {
  readonly completion: {
    readonly values: readonly string[];
    /** How many there are in all. */
    readonly total?: number;
    readonly hasMore?: boolean;
  };
  readonly _meta?: JsonObject;
}
