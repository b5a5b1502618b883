import type {
  Clock,
  ErrorSubject,
  Limits,
  LoggingLevel,
  LoggingMessage,
  RevisionWish,
} from '../protocol/index.ts';
import type { CacheOptions } from './cache/cache-options.ts';
import type { Extension } from './extension.ts';
import type { QuestionHandlers } from './questions/handlers.ts';
import type { Report } from './report.ts';
import type { SchemaValidator } from './schema/schema-validator.ts';
import type { ServerDescription } from './server-description.ts';
import type { Tracer } from './trace/tracer.ts';
import type { Tracing } from './trace/tracing.ts';

/**
 * How to connect, and what this client does for the server.
 *
 * @public
 */
export interface ConnectOptions extends QuestionHandlers {
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
  /** How long a handler may take to answer the server's question. Default 600,000 ms. */
  readonly questionTimeoutMs?: number;
  /** What the server logs, from the handshake on. */
  readonly onLog?: (message: LoggingMessage) => void;
  /**
   * From which level on the server is to log. Default: what the server thinks fit in the legacy era;
   * in the modern one `info` with `onLog`, else nothing.
   */
  readonly logLevel?: LoggingLevel;
  /**
   * Where results are kept for as long as the server says that they are fresh (modern era). Default:
   * in memory, for this client alone; `false` keeps nothing.
   */
  readonly cache?: CacheOptions | false;
  /**
   * Checks structured content against the output schema of its tool. Default: draft-07, 2019-09 and
   * 2020-12, loaded when it is first needed; `false` checks nothing.
   */
  readonly validator?: SchemaValidator | false;
  /**
   * Whether servers of the modern era may make tasks of calls, which are then waited for. Default `true`.
   * A legacy server makes one where its tool has to be one, or where the call wants that.
   */
  readonly tasks?: boolean;
  /** What is spoken besides the protocol's core. */
  readonly extensions?: readonly Extension[];
  /**
   * Where spans go: one for connecting, one for starting a local server, one for each request. With it
   * every request carries the trace context to the server, unless its `meta` has one of the caller's.
   */
  readonly trace?: Tracer;
  /** Whatever is worth a line in a log and fails no call. */
  readonly onReport?: (report: Report) => void;
  /**
   * Starts a local server again that ended by itself, when it is next needed, and with growing waits
   * where it does not live long. Lists and reads that were under way are repeated, calls only where
   * their caller marked them as repeatable; whatever the process knew is gone. Default `false`: the
   * connection is over then.
   */
  readonly restart?: boolean;
  /**
   * Asks the server at this interval, in ms, whether it is alive; one that leaves that unanswered for
   * as long (or for `timeoutMs`) is given up: its calls fail with `UNRESPONSIVE`. Default: never.
   */
  readonly pingEveryMs?: number;
  /** The clock that every wait goes by. Default: the run-time's own. */
  readonly clock?: Clock;
}

/** What the parts of the client know of the connection they work for. */
export interface ClientSettings {
  readonly about: ErrorSubject;
  readonly timeoutMs: number;
  readonly maxTotalMs: number;
  readonly connectTimeoutMs: number;
  readonly probeMs: number;
  readonly questionTimeoutMs: number;
  readonly limits: Limits;
  readonly strict: boolean;
  readonly restart: boolean;
  readonly clock: Clock;
  readonly report: (report: Report) => void;
  readonly tracing?: Tracing | undefined;
}
