import type { JsonObject } from './json.ts';

/**
 * How far a request has come.
 *
 * @see {@link https://modelcontextprotocol.io/specification/2026-07-28/schema#notifications/progress | notifications/progress}
 * @public
 */
export interface Progress {
  readonly progressToken: string | number;
  readonly progress: number;
  readonly total?: number;
  /** Since 2025-03-26. */
  readonly message?: string;
  readonly _meta?: JsonObject;
}
