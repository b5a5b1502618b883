import type { JsonObject } from './json.ts';

/**
 * What this client can do for a server. An absent member means: not supported.
 *
 * @see {@link https://modelcontextprotocol.io/specification/2026-07-28/schema#clientcapabilities | ClientCapabilities}
 * @public
 */
export interface ClientCapabilities {
  readonly experimental?: { readonly [name: string]: JsonObject };
  /** Settings by extension id. */
  readonly extensions?: { readonly [id: string]: JsonObject };
  /** `listChanged` exists in the legacy era only. */
  readonly roots?: { readonly listChanged?: boolean };
  readonly sampling?: { readonly context?: JsonObject; readonly tools?: JsonObject };
  /** An empty object means forms only. */
  readonly elicitation?: { readonly form?: JsonObject; readonly url?: JsonObject };
  /** 2025-11-25 only, experimental there. */
  readonly tasks?: ClientTaskCapabilities;
  readonly [name: string]: unknown;
}

/**
 * Which requests of the server this client can answer with a task (2025-11-25 only).
 *
 * @public
 */
export interface ClientTaskCapabilities {
  readonly list?: JsonObject;
  readonly cancel?: JsonObject;
  readonly requests?: {
    readonly sampling?: { readonly createMessage?: JsonObject };
    readonly elicitation?: { readonly create?: JsonObject };
  };
}

/**
 * What a server offers. An absent member means: not offered.
 *
 * @see {@link https://modelcontextprotocol.io/specification/2026-07-28/schema#servercapabilities | ServerCapabilities}
 * @public
 */
export interface ServerCapabilities {
  readonly experimental?: { readonly [name: string]: JsonObject };
  /** Settings by extension id. */
  readonly extensions?: { readonly [id: string]: JsonObject };
  readonly logging?: JsonObject;
  /** A server of 2024-11-05 may complete without saying so: that revision has no such capability. */
  readonly completions?: JsonObject;
  readonly prompts?: { readonly listChanged?: boolean };
  readonly resources?: { readonly subscribe?: boolean; readonly listChanged?: boolean };
  readonly tools?: { readonly listChanged?: boolean };
  /** 2025-11-25 only, experimental there. */
  readonly tasks?: ServerTaskCapabilities;
  readonly [name: string]: unknown;
}

/**
 * Which requests of a client a server can answer with a task (2025-11-25 only).
 *
 * @public
 */
export interface ServerTaskCapabilities {
  readonly list?: JsonObject;
  readonly cancel?: JsonObject;
  readonly requests?: { readonly tools?: { readonly call?: JsonObject } };
}
