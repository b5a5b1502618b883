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
   * An error in the answer becomes the `cause` of the call's error.
   */
  refused?(refusal: CredentialsRefusal): RefusalAnswer | Promise<RefusalAnswer>;
}

/** Header fields by name. @public */
export type HeaderFields = Readonly<Record<string, string>>;

/** The request that credentials are wanted for. @public */
export interface CredentialsRequest {
  readonly method: string;
  readonly url: string;
}

/** A refusal by the server. @public */
export interface CredentialsRefusal {
  readonly status: 401 | 403;
  /** Names in lower case; `www-authenticate` holds the challenge. */
  readonly headers: HeaderFields;
  readonly request: CredentialsRequest;
  /** How often this very message has been refused, 1 the first time. */
  readonly tries: number;
}

/** Send the message again, or give up with this error. @public */
export type RefusalAnswer =
  | { readonly kind: 'retry' }
  | { readonly kind: 'fail'; readonly error: Error };
