import type { JsonObject } from './json.ts';

/**
 * A place that a server may work in.
 *
 * @see {@link https://modelcontextprotocol.io/specification/2026-07-28/schema#root | Root}
 * @public
 */
export interface Root {
  /** A `file:` URI. */
  readonly uri: string;
  readonly name?: string;
  readonly _meta?: JsonObject;
}

/**
 * This client's answer to `roots/list`.
 *
 * @public
 */
export interface ListRootsResult {
  readonly roots: readonly Root[];
  readonly _meta?: JsonObject;
}
