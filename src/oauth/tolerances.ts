/**
 * Deviations of real authorization servers that are put up with, each by its name and only where it is set.
 *
 * @public
 */
export interface Tolerances {
  /** Leaves the `resource` parameter out of every request: for servers that refuse it (AADSTS901002, AADSTS9010010). */
  readonly omitResource?: boolean;
  /** Proceeds, with PKCE, where the metadata does not say that the server knows PKCE. */
  readonly pkceNotAdvertised?: boolean;
  /**
   * For discovery, an issuer with an empty path is the same with and without its slash. The one that is on unless
   * it is set to `false` (or `strict` is set).
   */
  readonly emptyPathSlash?: boolean;
  /** More parameters for the authorization request, such as `{ audience: '…' }` or `{ prompt: 'consent' }`. */
  readonly authorizeParameters?: Readonly<Record<string, string>>;
  /** Accepts protected resource metadata whose `resource` is another one of the same origin. */
  readonly otherResource?: boolean;
}
