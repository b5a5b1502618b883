/**
 * Who speaks, or who is spoken to.
 *
 * @public
 */
export type Role = 'user' | 'assistant';

/**
 * Hints of the server about a piece of content. They never grant anything.
 *
 * @see {@link https://modelcontextprotocol.io/specification/2026-07-28/schema#annotations | Annotations}
 * @public
 */
export interface Annotations {
  readonly audience?: readonly Role[];
  /** 1 is most important, 0 is optional. */
  readonly priority?: number;
  /** An ISO 8601 moment, as the server wrote it. Since 2025-06-18. */
  readonly lastModified?: string;
}
