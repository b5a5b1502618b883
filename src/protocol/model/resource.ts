import type { Annotations } from './annotations.ts';
import type { CacheHint } from './cache-hint.ts';
import type { Icon } from './icon.ts';
import type { JsonObject } from './json.ts';

/**
 * Something that a server lets its client read.
 *
 * @see {@link https://modelcontextprotocol.io/specification/2026-07-28/schema#resource | Resource}
 * @public
 */
export interface Resource {
  readonly uri: string;
  readonly name: string;
  /** Since 2025-06-18. */
  readonly title?: string;
  readonly description?: string;
  readonly mimeType?: string;
  /** In bytes, before any encoding. */
  readonly size?: number;
  readonly annotations?: Annotations;
  /** Since 2025-11-25. */
  readonly icons?: readonly Icon[];
  readonly _meta?: JsonObject;
}

/**
 * A family of resources; `uriTemplate` is an RFC 6570 template.
 *
 * @see {@link https://modelcontextprotocol.io/specification/2026-07-28/schema#resourcetemplate | ResourceTemplate}
 * @public
 */
export interface ResourceTemplate {
  readonly uriTemplate: string;
  readonly name: string;
  /** Since 2025-06-18. */
  readonly title?: string;
  readonly description?: string;
  readonly mimeType?: string;
  readonly annotations?: Annotations;
  /** Since 2025-11-25. */
  readonly icons?: readonly Icon[];
  readonly _meta?: JsonObject;
}

/**
 * What a resource holds, as text.
 *
 * @public
 */
export interface TextResourceContents {
  readonly uri: string;
  readonly mimeType?: string;
  readonly text: string;
  readonly blob?: never;
  readonly _meta?: JsonObject;
}

/**
 * What a resource holds, as base64.
 *
 * @public
 */
export interface BlobResourceContents {
  readonly uri: string;
  readonly mimeType?: string;
  readonly blob: string;
  readonly text?: never;
  readonly _meta?: JsonObject;
}

/**
 * What a resource holds: `text` or `blob` tells which.
 *
 * @see {@link https://modelcontextprotocol.io/specification/2026-07-28/schema#resourcecontents | ResourceContents}
 * @public
 */
export type ResourceContents = TextResourceContents | BlobResourceContents;

/**
 * The answer to `resources/read`.
 *
 * @see {@link https://modelcontextprotocol.io/specification/2026-07-28/schema#readresourceresult | ReadResourceResult}
 * @public
 */
export interface ReadResourceResult extends CacheHint {
  readonly contents: readonly ResourceContents[];
  readonly _meta?: JsonObject;
}
