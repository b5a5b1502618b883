import { OAuthError } from '../errors.ts';
import { isLoopbackName } from '../network/url-policy.ts';
import { nameOfPlace } from '../network/quote.ts';

/**
 * Reads a redirect URI.
 *
 * @param what - names it in the message
 * @throws OAuthError `INVALID_ARGUMENT` for all but `https:`, and `http:` to this machine; for one with a fragment
 * @see {@link https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization/security-considerations#communication-security | Communication security}
 */
export function checkRedirectUri(text: string, what: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isAllowed =
    url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopbackName(url.hostname));
  if (url !== undefined && isAllowed && !text.includes('#')) return url;
  const got = url === undefined ? 'something that is no URL' : nameOfPlace(url);
  const wanted = 'an https: address, or an http: one of this machine, without a fragment';
  throw new OAuthError('INVALID_ARGUMENT', `${what}: expected ${wanted}, got ${got}`);
}

/**
 * Whether a client that was registered with one redirect URI may use another: the very same, or a loopback
 * address that was registered without a port, with any.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc8252#section-7.3 | RFC 8252 §7.3}
 */
export function coversRedirectUri(registered: string, used: string): boolean {
  return registered === used || registered === withoutPort(used);
}

/** A redirect URI to an address of this machine without its port; of any other `undefined`. */
export function withoutPort(redirectUri: string): string | undefined {
  const parts = /^(http:\/\/(?:127\.\d+\.\d+\.\d+|\[::1\])):\d{1,5}(\/.*)?$/.exec(redirectUri);
  return parts === null ? undefined : `${parts[1]}${parts[2] ?? ''}`;
}

/** Whether what it names is on this machine: then the program is a native application. */
export function isLocalRedirect(redirectUri: string): boolean {
  return URL.canParse(redirectUri) && isLoopbackName(new URL(redirectUri).hostname);
}
