/**
 * A fetch that the requests of a sign-in go through. It is handed an address that the policy allows,
 * and must not follow redirects.
 *
 * @public
 */
export type OAuthFetch = (url: string, init: OAuthFetchInit) => Promise<Response>;

/** What a request of a sign-in is sent with. @public */
export interface OAuthFetchInit {
  readonly method: 'GET' | 'POST';
  readonly headers: Record<string, string>;
  readonly body?: string | URLSearchParams;
  readonly redirect: 'manual';
  readonly signal: AbortSignal;
}

/** The requests of one sign-in: allowed by the policy, bounded in time and size, never redirected. */
export interface Network {
  /**
   * The whole answer, whatever its status: its body has been read, and is within its bound.
   *
   * @throws OAuthError `URL_REFUSED` before anything is sent, or for a redirect; `TRY_AGAIN` where no
   * whole answer came in time; `UNUSABLE_ANSWER` for a body over the bound; `CANCELLED`
   */
  fetch(url: string, init: NetworkRequest): Promise<Response>;
  /** Throws `URL_REFUSED` where the policy refuses an address; `what` names it in the message. */
  check(url: string, what: string): URL;
  /** Whether plain http to the loopback is allowed: what oauth4webapi has to be told. */
  readonly allowsInsecure: boolean;
}

/** Met by what oauth4webapi hands to a fetch of one's own. */
export interface NetworkRequest {
  readonly method: string;
  readonly headers?: Record<string, string>;
  readonly body?: string | URLSearchParams | null | undefined;
  readonly signal?: AbortSignal | undefined;
}
