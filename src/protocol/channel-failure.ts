/**
 * Why a channel, or one answer on it, came to nothing. Plain facts: what they mean for the call, the
 * session or the era is decided elsewhere.
 *
 * @public
 */
export type ChannelFailure =
  /** The program of a local server did not start. */
  | {
      readonly kind: 'spawn-failed';
      readonly reason: 'command-not-found' | 'folder-not-found' | 'not-permitted' | 'other';
      /** What was looked for and where, ready for a person. */
      readonly detail: string;
    }
  /** The process of a local server ended, or closed its output. */
  | {
      readonly kind: 'exited';
      readonly exitCode: number | null;
      readonly signal: string | null;
      /** The last lines of its stderr, oldest first. */
      readonly stderr: readonly string[];
    }
  /** No connection, or it broke before the reply began. */
  | {
      readonly kind: 'unreachable';
      /** The system's code, such as `ECONNREFUSED`, where there is one. */
      readonly systemCode: string | undefined;
      readonly detail: string;
    }
  /** An HTTP status that is no success. */
  | {
      readonly kind: 'http-status';
      readonly status: number;
      /** Names in lower case. */
      readonly headers: Readonly<Record<string, string>>;
      /** The body as text, cut at `maxErrorBodyBytes`. */
      readonly body: string;
      /** The body as JSON, where it is JSON. */
      readonly json: unknown;
      /** Whether the request named a session. */
      readonly inSession: boolean;
      /** Whether the request carried what should prove who we are. */
      readonly withCredentials: boolean;
    }
  /** A reply stream ended or broke without the answer. */
  | {
      readonly kind: 'stream-ended';
      readonly how: 'ended' | 'broken' | 'resume-refused';
      readonly detail: string;
    }
  /** A success whose body cannot be an answer. */
  | { readonly kind: 'unusable-reply'; readonly status: number; readonly detail: string }
  /** A redirect that policy does not follow. */
  | { readonly kind: 'redirected'; readonly status: number; readonly detail: string }
  /** A message over the limit; only the call that it answers is lost. */
  | { readonly kind: 'message-too-large'; readonly maxBytes: number }
  /** A message that does not parse; only the call that it answers is lost. */
  | { readonly kind: 'unreadable-message'; readonly detail: string }
  /** The peer reads too slowly: more than `maxUnsentBytes` wait to be written. */
  | { readonly kind: 'peer-not-reading'; readonly maxBytes: number }
  /** The credentials gave up on a refusal, with an error of their own. */
  | { readonly kind: 'credentials-failed'; readonly cause: unknown }
  /** A request that cannot be sent as it is: a header with a forbidden character, a bad URL. */
  | { readonly kind: 'unsendable'; readonly detail: string }
  /** The server left a ping unanswered, and this side ended the connection. */
  | { readonly kind: 'unresponsive'; readonly afterMs: number }
  /** This side closed the channel. */
  | { readonly kind: 'closed' };
