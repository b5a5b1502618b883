import type { JsonObject } from '../../protocol/index.ts';
import type { UnverifiedHints } from './unverified-hints.ts';

/**
 * A tool as any model can have it. Its texts are cleaned, marked and cut: fit for a model as they are.
 *
 * @public
 */
export interface ModelTool {
  /** `^[a-zA-Z0-9_-]{1,64}$` */
  readonly name: string;
  readonly description: string;
  /** A JSON Schema of the type `object`. */
  readonly inputSchema: JsonObject;
  /** The server's name; `undefined` for a tool of the host itself, which reaches no server. */
  readonly server: string | undefined;
  /** The name that the server, or the host, knows it by: untrusted, not cleaned. */
  readonly tool: string;
  /** `undefined` for what the host itself offers. */
  readonly hints: UnverifiedHints | undefined;
  /**
   * Calls it. What fails is a result too, so that the model learns of it; only a call that is given up rejects.
   *
   * @param input - the arguments: an object, or its JSON text as some models write it
   */
  call(input: unknown, options?: ModelCallOptions): Promise<ModelResult>;
}

/**
 * How a tool is called.
 *
 * @public
 */
export interface ModelCallOptions {
  /** Gives the call up, and tells the server so. */
  readonly signal?: AbortSignal;
}

/**
 * What came of a call, for a model.
 *
 * @public
 */
export interface ModelResult {
  /** Cleaned, of bounded length, in `<mcp_result>`. */
  readonly text: string;
  /** Images in the order in which the text names them; none unless they are asked for. */
  readonly images: readonly ModelImage[];
  /** Whether the server says that the tool failed, or the call did not come to a result. */
  readonly isError: boolean;
}

/**
 * An image that every model with eyes can take.
 *
 * @public
 */
export interface ModelImage {
  readonly mimeType: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp';
  /** In base 64. */
  readonly data: string;
}
