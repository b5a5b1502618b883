/**
 * Something that happened to what carries the messages of a channel: an HTTP exchange or a process.
 * Nothing in it is redacted.
 *
 * @public
 */
export type WireEvent =
  | {
      readonly kind: 'http-request';
      /** Counts the exchanges of one channel, from 1. A request that is repeated is another one. */
      readonly exchange: number;
      readonly method: string;
      readonly url: string;
      readonly headers: Readonly<Record<string, string>>;
    }
  | {
      readonly kind: 'http-response';
      readonly exchange: number;
      readonly status: number;
      /** Names in lower case. */
      readonly headers: Readonly<Record<string, string>>;
    }
  /** The body of the response is whole; of a stream of events, it has ended. */
  | { readonly kind: 'http-ended'; readonly exchange: number }
  | {
      readonly kind: 'http-broke';
      readonly exchange: number;
      readonly systemCode: string | undefined;
      readonly detail: string;
    }
  /** This side ended the exchange before the response had. */
  | { readonly kind: 'http-aborted'; readonly exchange: number }
  | {
      readonly kind: 'process-started';
      readonly command: string;
      readonly args: readonly string[];
      readonly cwd: string | undefined;
      /** The names of the variables that it sees. */
      readonly variables: readonly string[];
      /** Values that it was given in confidence. */
      readonly secrets: readonly string[];
    }
  | { readonly kind: 'process-stderr'; readonly bytes: Uint8Array }
  | {
      readonly kind: 'process-exited';
      readonly exitCode: number | null;
      readonly signal: string | null;
    };

/** Whom a channel tells of what carries it, in the turn in which it happens. Must not throw. @public */
export type WireWatcher = (event: WireEvent) => void;
