import type { RequestId } from '../../protocol/index.ts';

/**
 * Something that a server does wrong with an answer. Several of them for one request are done to it in
 * their order. A fault that a carrier cannot have (a status on a pipe) answers with an error that says so.
 *
 * @public
 */
export type Fault = TimeFault | MessageFault | BytesFault | EndFault | HttpFault;

/** When the answer comes. @public */
export type TimeFault =
  /** Never; all else stays as it is. */
  | { readonly kind: 'drop' }
  /** When the test says so: `release()`. */
  | { readonly kind: 'hold' }
  /** So much later, by the clock of the script. */
  | { readonly kind: 'delay'; readonly afterMs: number }
  /** After the answer to another request that came later. */
  | { readonly kind: 'reorder' };

/** What the answer is. @public */
export type MessageFault =
  /** It comes so often. Default: twice. */
  | { readonly kind: 'duplicate'; readonly times?: number }
  /** It has the id of no request; default: a text. */
  | { readonly kind: 'wrong-id'; readonly id?: RequestId | null }
  | { readonly kind: 'no-id' }
  /** It has a result and an error. */
  | { readonly kind: 'both' }
  /** It has neither result nor error. */
  | { readonly kind: 'neither' }
  /** It is no JSON; default: its own text without the end. */
  | { readonly kind: 'malformed'; readonly text?: string }
  /** It has so many bytes, by a member `padding` in its result or error. */
  | { readonly kind: 'oversized'; readonly bytes: number }
  /** This text stands before it: on a line of its own, if it ends so. In a stream of events it is a comment. */
  | { readonly kind: 'noise'; readonly text: string }
  /** Notifications come before it; without a count they never end, and it does not come. */
  | {
      readonly kind: 'flood';
      readonly count?: number;
      readonly method?: string;
      readonly params?: Readonly<Record<string, unknown>>;
    };

/** How its bytes come, counted with what frames it: a line end, an event. @public */
export type BytesFault =
  /** Cut before these bytes, each part by itself. */
  | { readonly kind: 'split'; readonly at: readonly number[] }
  /** So many at a time (default 1), by the clock of the script. */
  | { readonly kind: 'drip'; readonly everyMs: number; readonly bytes?: number };

/** What ends in the middle of it. @public */
export type EndFault =
  /** The stream: the output of a process, the body of a reply. A reset is an end on a pipe. */
  | { readonly kind: 'cut'; readonly afterBytes?: number; readonly how?: 'end' | 'reset' }
  /** The process. Default: with code 1. */
  | {
      readonly kind: 'exit';
      readonly code?: number;
      readonly signal?: 'SIGKILL' | 'SIGTERM' | 'SIGSEGV' | 'SIGABRT';
      /** Said before on stderr. */
      readonly stderr?: string;
      readonly afterBytes?: number;
    };

/** What only HTTP can have. The first four come in the place of any work. @public */
export type HttpFault =
  /** A status; 401 has a challenge, if `headers` do not say another. */
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string;
    }
  /** A page as gateways show it. Default: 200. */
  | { readonly kind: 'page'; readonly status?: number; readonly html?: string }
  /** Default: 307. */
  | { readonly kind: 'redirect'; readonly to: string; readonly status?: number }
  /** The server forgets the session of this request, and says 404 from now on. */
  | { readonly kind: 'forget-session' }
  /** The right body under a wrong name. */
  | { readonly kind: 'content-type'; readonly type: string }
  /**
   * The stream of the reply is closed after an event with a position, and the answer is to be fetched by
   * resumption (legacy era, on a server that is `resumable`).
   */
  | { readonly kind: 'close-stream'; readonly retryMs?: number };
