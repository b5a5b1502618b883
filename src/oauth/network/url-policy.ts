import { OAuthError } from '../errors.ts';
import { nameOfPlace, quote } from './quote.ts';

/** More than any server's address needs, and little enough to be handled at no cost. */
const maxUrlLength = 8_192;

export interface UrlPolicy {
  /** Allows plain http to this machine. */
  readonly allowInsecureLoopback: boolean;
}

/**
 * Reads the address of an endpoint.
 *
 * @param what - names it in the message
 * @throws OAuthError `URL_REFUSED` for all but `https:`, and `http:` to the loopback where that is
 * allowed; for one with a user name, a password or a fragment; for one over 8,192 characters
 * @see {@link https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization/security-considerations#communication-security | Communication security}
 */
export function checkEndpoint(text: string, what: string, policy: UrlPolicy): URL {
  const url = checkPage(text, what, policy);
  // RFC 6749 §3.1 and §3.2: the address of an endpoint has no fragment.
  if (text.includes('#')) throw refused(what, `${nameOfPlace(url)} with a fragment`);
  return url;
}

/**
 * Reads the address of a page that is to be opened in a browser. As an endpoint's, but it may have a
 * fragment.
 *
 * @returns what to open: never the text itself, which a browser might read in another way
 * @throws OAuthError `URL_REFUSED`
 */
export function checkPage(text: string, what: string, policy: UrlPolicy): URL {
  if (text.length > maxUrlLength) throw refused(what, `one of ${text.length} characters`);
  if (!URL.canParse(text)) throw refused(what, 'something that is no URL');
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw refused(what, `one of the kind ${quote(url.protocol, 40)}`);
  }
  // The URL parser repairs `https:\\host`, and passes over tabs and line ends; other programs do not.
  if (!/^https?:\/\/[^\p{Cc}\s\\]+$/iu.test(text)) {
    throw refused(what, `${nameOfPlace(url)}, oddly written`);
  }
  if (url.username !== '' || url.password !== '') {
    throw refused(what, `${nameOfPlace(url)} with a user name or a password`);
  }
  if (url.protocol === 'http:') checkInsecure(url, what, policy);
  return url;
}

/** Whether a host name, as a URL has it, stands for this machine. */
export function isLoopbackName(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}

function checkInsecure(url: URL, what: string, policy: UrlPolicy): void {
  const isLoopback = isLoopbackName(url.hostname);
  if (isLoopback && policy.allowInsecureLoopback) return;
  const hint = isLoopback ? '; allowInsecureLoopback allows that for this machine' : '';
  throw refused(what, nameOfPlace(url) + hint);
}

function refused(what: string, got: string): OAuthError {
  return new OAuthError('URL_REFUSED', `${what}: expected an https: address, got ${got}`);
}
