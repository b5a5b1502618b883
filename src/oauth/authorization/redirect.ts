/**
 * Where the answer to a sign-in arrives: `loopbackRedirect()`, `pasteRedirect(…)`, or a host's own, such as an
 * address of its own scheme of web pages.
 *
 * @public
 */
export interface Redirect {
  /**
   * Makes ready for answers.
   *
   * @param known - the redirect URI that the client was registered with: to be used again where that is possible
   */
  open(known: string | undefined): Promise<RedirectReceiver>;
}

/** A redirect URI at which an answer is waited for. @public */
export interface RedirectReceiver {
  /** What the authorization server sends the person back to: `https:`, or `http:` to the loopback. */
  readonly redirectUri: string;
  /**
   * Waits for the answer that has this state. It is called before the page is opened, and again, with another
   * state, where a sign-in has to begin anew.
   *
   * @returns the whole URL of the answer, or its query, as it came
   * @throws OAuthError `CANCELLED` as soon as the signal is aborted
   */
  receive(state: string, signal: AbortSignal): Promise<string>;
  /** Told when the page of the sign-in is open, and an answer may be asked for. */
  pageOpened?(): void;
  /** Frees all that is held. What still waits rejects. */
  close(): Promise<void>;
}
