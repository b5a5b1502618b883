import type {
  Clock,
  ErrorSubject,
  JsonObject,
  Limits,
  LoggingMessage,
  Progress,
  RevisionWish,
  Root,
} from '../protocol/index.ts';
import type { Report } from './report.ts';
import type { ServerDescription } from './server-description.ts';

/**
 * How to connect, and what this client does for the server.
 *
 * @public
 */
export interface ConnectOptions {
  /** Default `auto`. */
  readonly revision?: RevisionWish;
  /**
   * What an earlier connection to this server found out (`client.server`): spares the question.
   * It is asked anew if the server turns out to have changed.
   */
  readonly server?: ServerDescription;
  /** How long a request may go without an answer or progress. Default 60,000 ms. */
  readonly timeoutMs?: number;
  /** How long a request may take in all, whatever its progress. Default 600,000 ms. */
  readonly maxTotalMs?: number;
  /** How long connecting may take in all, retries included. Default: `timeoutMs`. */
  readonly connectTimeoutMs?: number;
  /** How long the probe of a local server may stay silent before the handshake goes out too. Default 1,000 ms. */
  readonly probeMs?: number;
  /** Ends connecting. */
  readonly signal?: AbortSignal;
  /** Bounds that differ from the defaults. */
  readonly limits?: Partial<Limits>;
  /** A malformed entry or an endless list becomes an error instead of a report. Default `false`. */
  readonly strict?: boolean;
  /** Answers the server's question for roots; without it the client has none. */
  readonly onListRoots?: () => readonly Root[] | Promise<readonly Root[]>;
  /** What the server logs, from the handshake on; in the modern era from level `info` on. */
  readonly onLog?: (message: LoggingMessage) => void;
  /** Whatever is worth a line in a log and fails no call. */
  readonly onReport?: (report: Report) => void;
  /** The clock that every wait goes by. Default: the run-time's own. */
  readonly clock?: Clock;
}

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
}

/** What the parts of the client know of the connection they work for. */
export interface ClientSettings {
  readonly about: ErrorSubject;
  readonly timeoutMs: number;
  readonly maxTotalMs: number;
  readonly connectTimeoutMs: number;
  readonly probeMs: number;
  readonly limits: Limits;
  readonly strict: boolean;
  readonly clock: Clock;
  readonly report: (report: Report) => void;
}
