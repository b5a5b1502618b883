import type { ClientCapabilities, JsonObject, LoggingLevel, Progress } from '../protocol/index.ts';
import type { TaskOptions } from './tasks/task-wish.ts';

/**
 * How one request is made.
 *
 * @public
 */
export interface RequestOptions {
  /** Gives the request up, and tells the server so. */
  readonly signal?: AbortSignal;
  /** How long to wait without progress, in ms. Default: that of the connection. */
  readonly timeoutMs?: number;
  /** How long to wait in all, in ms. Default: that of the connection. */
  readonly maxTotalMs?: number;
  /** Told how far the request has come; progress is asked for if this is set. */
  readonly onProgress?: (progress: Progress) => void;
  /** Additional `_meta` members. The protocol's own win. */
  readonly meta?: JsonObject;
  /** From which level on the server logs while it works on this request (modern era). */
  readonly logLevel?: LoggingLevel;
  /**
   * Of a list or a resource: `use` takes a result that is kept and fresh (the default), `refresh` asks
   * and keeps the answer, `bypass` asks and keeps nothing. Other requests are always asked.
   */
  readonly cache?: 'use' | 'refresh' | 'bypass';
  /**
   * What this request declares instead of what the handlers make of it (modern era): less where
   * nobody can be asked just now, more where its caller answers by hand.
   */
  readonly capabilities?: ClientCapabilities;
}

/**
 * How a tool is called. Progress is always asked for, since it keeps a long call alive.
 *
 * @public
 */
export interface CallToolOptions extends RequestOptions {
  /**
   * This very call may be sent twice: it is repeated after a lost session or stream and after a
   * passing HTTP error. Default `false`; what a server says of its own tools never sets it.
   */
  readonly repeatable?: boolean;
  /**
   * Lets a tool run as a task that may, and says how; those that must, always do. The result is the
   * same.
   */
  readonly task?: TaskOptions;
}
