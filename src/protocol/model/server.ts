import type { CacheHint } from './cache-hint.ts';
import type { ServerCapabilities } from './capabilities.ts';
import type { Implementation } from './implementation.ts';
import type { JsonObject } from './json.ts';

/**
 * The answer to `initialize` (legacy era).
 *
 * @see {@link https://modelcontextprotocol.io/specification/2025-11-25/schema#initializeresult | InitializeResult}
 * @public
 */
export interface InitializeResult {
  /** The revision that the server chose; it may be one that this client has never heard of. */
  readonly protocolVersion: string;
  readonly capabilities: ServerCapabilities;
  readonly serverInfo: Implementation;
  readonly instructions?: string;
  readonly _meta?: JsonObject;
}

/**
 * The answer to `server/discover` (modern era).
 *
 * @see {@link https://modelcontextprotocol.io/specification/2026-07-28/schema#discoverresult | DiscoverResult}
 * @public
 */
export interface DiscoverResult extends CacheHint {
  /** May hold strings that are no revision known to this client. */
  readonly supportedVersions: readonly string[];
  readonly capabilities: ServerCapabilities;
  readonly instructions?: string;
  /** The server's name is at `io.modelcontextprotocol/serverInfo`, if it tells it. */
  readonly _meta?: JsonObject;
  /** Where drafts of 2026-07-28 had the server's name. */
  readonly serverInfo?: Implementation;
}
