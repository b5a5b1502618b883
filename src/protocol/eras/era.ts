import type { Channel } from '../channel.ts';
import type { HeaderOutcome } from '../http-binding/header-value.ts';
import type { RequestId } from '../message.ts';
import type { ClientCapabilities } from '../model/capabilities.ts';
import type { JsonObject } from '../model/json.ts';
import type { LoggingLevel } from '../model/logging.ts';
import type { Revision } from '../revisions/registry.ts';

/** What one request of the modern era declares otherwise than its sender does. @public */
export interface Declared {
  readonly capabilities?: ClientCapabilities | undefined;
  readonly logLevel?: LoggingLevel | undefined;
}

/**
 * A way of interacting: what the legacy revisions have in common, and what the modern one does
 * otherwise. There are two of them, and the engine asks them instead of comparing versions.
 *
 * @public
 */
export interface Era {
  readonly name: 'legacy' | 'modern';
  readonly revision: Revision;
  /** Whether the server may send requests, and whether we may send responses. */
  readonly serverMayAsk: boolean;
  /**
   * A request as text, with everything in its `_meta` that the era wants in each.
   *
   * @param progressToken - asks for progress under this token
   */
  encode(
    id: RequestId,
    method: string,
    params: JsonObject | undefined,
    progressToken: RequestId | undefined,
    declared?: Declared,
  ): string;
  /**
   * The header fields of a message on HTTP, read from the very parameters that are sent, or why
   * there can be none.
   */
  headers(
    method: string,
    params: JsonObject | undefined,
    toolFields: Readonly<Record<string, string>> | undefined,
  ): HeaderOutcome | undefined;
  /** Whether a call that is given up is told so by a notification, on this kind of channel. */
  notifiesCancellation(method: string, kind: Channel['kind']): boolean;
}
