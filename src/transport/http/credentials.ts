/**
 * The port through which an HTTP channel gets what proves who it is, and asks what to do after a
 * refusal. It is met by shape: whatever signs in need not know this room.
 *
 * @public
 */
export interface Credentials {
  /** The header fields for one request, asked anew for each, so that a request can be signed. */
  headers(request: CredentialsRequest): HeaderFields | Promise<HeaderFields>;
  /**
   * What to do after a 401 or 403. Absent: fail at once.
   *
   * An error in the answer becomes the `cause` of the call's error. Given at once, and not by a
   * promise, the answer may also be that the refusal is none of the credentials' business.
   */
  refused?(refusal: CredentialsRefusal): RefusalAnswer | Promise<RefusalAnswer>;
}

/** Header fields by name. @public */
export type HeaderFields = Readonly<Record<string, string>>;

/** The request that credentials are wanted for. @public */
export interface CredentialsRequest {
  readonly method: string;
  readonly url: string;
  /** The address of the server as it was configured; the request may go to another one of its. */
  readonly server: string;
  /** What it is for: `tools/call "add"`. Absent where it carries no message of ours. */
  readonly operation?: string | undefined;
}

/** A refusal by the server. @public */
export interface CredentialsRefusal {
  readonly status: 401 | 403;
  /** Names in lower case; `www-authenticate` holds the challenge. */
  readonly headers: HeaderFields;
  readonly request: CredentialsRequest;
  /** What the credentials gave for the request that was refused. */
  readonly sent: HeaderFields;
  /** How often this very message has been refused, 1 the first time. */
  readonly tries: number;
  /** Aborted when nobody waits for the message any more. */
  readonly signal: AbortSignal;
}

/**
 * Send the message again, give up with this error, or take the refusal for the answer that it is.
 *
 * @public
 */
export type RefusalAnswer =
  | { readonly kind: 'retry' }
  | { readonly kind: 'fail'; readonly error: Error }
  | { readonly kind: 'pass' };
