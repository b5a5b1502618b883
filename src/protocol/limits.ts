/**
 * Every bound of a connection in one place. All are settings; the defaults stand in
 * {@link defaultLimits}.
 *
 * @public
 */
export interface Limits {
  /** Bytes of one message: a line, a JSON body, an event. Default 16 MiB. */
  readonly maxMessageBytes: number;
  /** Bytes of an HTTP error body that are kept. Default 64 KiB. */
  readonly maxErrorBodyBytes: number;
  /** Bytes written to a peer that does not read them, before a call fails. Default 64 MiB. */
  readonly maxUnsentBytes: number;
  /** Pages of one list. Default 1,000. */
  readonly maxListPages: number;
  /** Entries of one list. Default 100,000. */
  readonly maxListEntries: number;
  /** Requests of the peer that wait for our answer at the same time. Default 64. */
  readonly maxInboundRequests: number;
  /** Calls of ours that may be unanswered at the same time. Default 100,000. */
  readonly maxPendingCalls: number;
  /** How often one request may be sent again with input that its results asked for. Default 10. */
  readonly maxRounds: number;
  /** Questions of the server that reach this client's handlers within a minute. Default 60. */
  readonly maxQuestionsPerMinute: number;
  /** Results that are kept in memory for as long as they are fresh. Default 1,000. */
  readonly maxCacheEntries: number;
  /** Bytes of the results that are kept in memory, two for a character. Default 16 MiB. */
  readonly maxCacheBytes: number;
  /** How long a result is kept at most, whatever the server says, in ms. Default one day. */
  readonly maxCacheMs: number;
  /** Lines of a server's stderr that are kept for error messages. Default 40. */
  readonly maxStderrLines: number;
  /** Characters of one stderr line that are kept. Default 2,000. */
  readonly maxStderrLineLength: number;
}

/** The bounds that hold where nothing else is set. @public */
export const defaultLimits: Limits = {
  maxMessageBytes: 16 * 1024 * 1024,
  maxErrorBodyBytes: 64 * 1024,
  maxUnsentBytes: 64 * 1024 * 1024,
  maxListPages: 1_000,
  maxListEntries: 100_000,
  maxInboundRequests: 64,
  maxPendingCalls: 100_000,
  maxRounds: 10,
  maxQuestionsPerMinute: 60,
  maxCacheEntries: 1_000,
  maxCacheBytes: 16 * 1024 * 1024,
  maxCacheMs: 24 * 60 * 60 * 1_000,
  maxStderrLines: 40,
  maxStderrLineLength: 2_000,
};
