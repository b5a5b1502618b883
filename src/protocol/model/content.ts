import type { Annotations } from './annotations.ts';
import type { JsonObject } from './json.ts';
import type { Resource, ResourceContents } from './resource.ts';

/**
 * Text for the model or the user.
 *
 * @see {@link https://modelcontextprotocol.io/specification/2026-07-28/schema#textcontent | TextContent}
 * @public
 */
export interface TextContent {
  readonly type: 'text';
  readonly text: string;
  readonly annotations?: Annotations;
  readonly _meta?: JsonObject;
}

/**
 * A picture; `data` is base64.
 *
 * @see {@link https://modelcontextprotocol.io/specification/2026-07-28/schema#imagecontent | ImageContent}
 * @public
 */
export interface ImageContent {
  readonly type: 'image';
  readonly data: string;
  readonly mimeType: string;
  readonly annotations?: Annotations;
  readonly _meta?: JsonObject;
}

/**
 * Sound; `data` is base64. Since 2025-03-26.
 *
 * @see {@link https://modelcontextprotocol.io/specification/2026-07-28/schema#audiocontent | AudioContent}
 * @public
 */
export interface AudioContent {
  readonly type: 'audio';
  readonly data: string;
  readonly mimeType: string;
  readonly annotations?: Annotations;
  readonly _meta?: JsonObject;
}

/**
 * A resource that can be read, named but not included. Since 2025-06-18.
 *
 * @see {@link https://modelcontextprotocol.io/specification/2026-07-28/schema#resourcelink | ResourceLink}
 * @public
 */
export interface ResourceLink extends Resource {
  readonly type: 'resource_link';
}

/**
 * The contents of a resource, included.
 *
 * @see {@link https://modelcontextprotocol.io/specification/2026-07-28/schema#embeddedresource | EmbeddedResource}
 * @public
 */
export interface EmbeddedResource {
  readonly type: 'resource';
  readonly resource: ResourceContents;
  readonly annotations?: Annotations;
  readonly _meta?: JsonObject;
}

/**
 * One piece of a tool's result or of a prompt. Members that the specification does not name stay on
 * the object, and a block of a type that is not among these stays in its place as it came: a switch
 * over `type` needs a default branch.
 *
 * @see {@link https://modelcontextprotocol.io/specification/2026-07-28/schema#contentblock | ContentBlock}
 * @public
 */
export type ContentBlock =
  | TextContent
  | ImageContent
  | AudioContent
  | ResourceLink
  | EmbeddedResource;
