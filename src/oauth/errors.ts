/**
 * Why a sign-in, or a request of it, did not succeed. Adding a code is a minor change.
 *
 * @public
 */
export type OAuthErrorCode =
  /** An option that cannot be used. */
  | 'INVALID_ARGUMENT'
  /** The address policy refuses a URL, or the address that its host name stands for. */
  | 'URL_REFUSED'
  /** Nothing was found of the resource or of its authorization server: the message lists what each place answered. */
  | 'NO_METADATA'
  /** The metadata that was found is of another resource. */
  | 'RESOURCE_MISMATCH'
  /** The metadata that was found is of another issuer. */
  | 'ISSUER_MISMATCH'
  /** The authorization server does not say that it knows PKCE with S256. */
  | 'PKCE_NOT_OFFERED'
  /** The authorization server does not offer what the configured grant needs. */
  | 'NOT_OFFERED'
  /** There is no client identity for this issuer, and no way to get one. */
  | 'NO_CLIENT'
  /** The authorization server refused to register the client. */
  | 'REGISTRATION_REFUSED'
  /** Whoever was asked did not want to sign in. */
  | 'SKIPPED'
  /** The authorization server answered the sign-in with an error, such as `access_denied`. */
  | 'AUTHORIZATION_REFUSED'
  /** The answer to a sign-in does not belong to it: its state or its issuer differs. */
  | 'WRONG_ANSWER'
  /** The token endpoint refused, and would again. */
  | 'TOKEN_REFUSED'
  /** A failure that passes: what is held is kept, and the same may be tried again later. */
  | 'TRY_AGAIN'
  /** An answer that is not what the protocol says it must be. */
  | 'UNUSABLE_ANSWER'
  /** The server refuses a token that is fresh. */
  | 'FRESH_TOKEN_REFUSED'
  /** More scope was asked for, and asking again would not help. */
  | 'SCOPE_REFUSED'
  /** Nobody finished in time. */
  | 'TIMED_OUT'
  | 'CANCELLED'
  /** What is kept cannot be read or written. */
  | 'STORE_FAILED';

/**
 * What every error of a sign-in is. No token, code, verifier, secret or assertion is in it, and of a
 * URL only what identifies the place.
 *
 * @public
 */
export class OAuthError extends Error {
  override readonly name = 'OAuthError';
  readonly code: OAuthErrorCode;
  /** The error code that the authorization server gave, such as `invalid_grant`. */
  readonly oauthError: string | undefined;

  constructor(code: OAuthErrorCode, message: string, options: OAuthErrorOptions = {}) {
    super(`${message} [${code}]`, 'cause' in options ? { cause: options.cause } : undefined);
    this.code = code;
    this.oauthError = options.oauthError;
  }
}

/** What an {@link OAuthError} has besides its words. @public */
export interface OAuthErrorOptions {
  readonly cause?: unknown;
  readonly oauthError?: string | undefined;
}
