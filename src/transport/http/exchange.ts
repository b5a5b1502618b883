/**
 * One HTTP request and its reply, as the channel needs it: pushed, so that the fastest way on each
 * run-time fits behind it.
 */
export type Exchange = (request: ExchangeRequest, reply: ExchangeReply) => ExchangeHandle;

/** A planned request. */
export interface ExchangeRequest {
  readonly method: 'POST' | 'GET' | 'DELETE';
  readonly url: URL;
  /** Names as they are to be written. An empty value is sent as an empty value. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/**
 * Whom an exchange tells what came, synchronously and in order: `head` at most once, then chunks,
 * then exactly one of `end` and `broke`, unless the exchange was aborted, after which nothing comes.
 */
export interface ExchangeReply {
  /** Names in lower case; several fields of one name are joined by `, `. */
  head(status: number, headers: Readonly<Record<string, string>>): void;
  chunk(bytes: Uint8Array): void;
  end(): void;
  broke(fault: ExchangeFault): void;
}

/** Why an exchange broke. */
export interface ExchangeFault {
  /** The system's code, such as `ECONNREFUSED`, or `undefined`. */
  readonly systemCode: string | undefined;
  /** Words for a person, without any header value. */
  readonly detail: string;
  /** Whether the request may not have reached the server at all. */
  readonly beforeSent: boolean;
}

/** A running exchange. */
export interface ExchangeHandle {
  /** Ends the exchange at once; closes its connection when the reply is under way. Idempotent. */
  abort(): void;
}

/** Opens the way to one endpoint. Connections are made when the first exchange needs one. */
export type OpenExchange = (options: ExchangeOptions) => {
  readonly exchange: Exchange;
  /** Ends what is left, idle connections included. */
  close(): Promise<void>;
};

/** How a way to an endpoint is opened. */
export interface ExchangeOptions {
  readonly url: URL;
  /** A `fetch` to use instead of the run-time's own way. */
  readonly fetch?: typeof globalThis.fetch;
  /** An undici dispatcher to use instead of our own; Node only. */
  readonly dispatcher?: object;
}
