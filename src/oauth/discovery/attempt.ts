import { OAuthError, type OAuthErrorCode } from '../errors.ts';

/** A place that was asked for metadata in vain. */
export interface Attempt {
  readonly kind: AttemptKind;
  /** The place and its answer, for a person. */
  readonly text: string;
}

export type AttemptKind =
  /** There is no such document. */
  | 'absent'
  /** It may be there at another time. */
  | 'failing'
  /** The address policy refuses the place, or the one that it redirects to. */
  | 'refused'
  /** What is there cannot be used. */
  | 'unusable'
  /** What is there is of another issuer. */
  | 'other-issuer'
  /** What is there does not offer PKCE. */
  | 'no-pkce';

/** Whether nothing at all was found: neither a document nor a sign that there might be one. */
export function isNothingThere(attempts: readonly Attempt[]): boolean {
  return attempts.every(({ kind }) => kind === 'absent' || kind === 'refused');
}

/**
 * The error at the end of a search, which lists what each place answered.
 *
 * @param what - what was looked for
 */
export function nothingFound(what: string, attempts: readonly Attempt[]): OAuthError {
  const list = attempts.map(({ text }) => text).join('; ');
  return new OAuthError(codeOf(attempts), `no usable metadata of ${what}: ${list}`);
}

/** The words of an error, without the code at their end: for a list of several. */
export function textOf(error: OAuthError): string {
  return error.message.slice(0, -` [${error.code}]`.length);
}

function codeOf(attempts: readonly Attempt[]): OAuthErrorCode {
  const has = (wanted: AttemptKind) => attempts.some(({ kind }) => kind === wanted);
  if (has('no-pkce')) return 'PKCE_NOT_OFFERED';
  if (has('other-issuer')) return 'ISSUER_MISMATCH';
  if (has('failing')) return 'TRY_AGAIN';
  return attempts.every(({ kind }) => kind === 'refused') ? 'URL_REFUSED' : 'NO_METADATA';
}
