import type { SignInPage } from '../../oauth/index.ts';

/** Whether a person wants to sign in to a server. All of it is for the person to judge. @public */
export interface SignInAsk {
  readonly server: string;
  /** The server's URL. */
  readonly url: string;
  /** Of the page on which the person signs in. */
  readonly pageOrigin: string;
  /** Where the page sends the browser in the end. */
  readonly callback: string;
}

/** What is asked before a page of an authorization server is opened. */
export function questionOf(server: string, page: SignInPage): SignInAsk {
  return { server, url: page.serverUrl, pageOrigin: page.origin, callback: page.redirectUri };
}
