import { parseUrl } from './endpoint.ts';

/** A redirect that came. */
export interface Redirect {
  readonly status: number;
  /** The `Location` field as it came. */
  readonly location: string | undefined;
  readonly from: URL;
  /** How many redirects of this message have been followed. */
  readonly followed: number;
}

/** Which redirects are followed. @public */
export type RedirectPolicy = 'never' | 'same-origin';

/** Where the same request goes now, or why nowhere. */
export type RedirectPlan =
  | { readonly kind: 'follow'; readonly url: URL }
  | { readonly kind: 'stay'; readonly detail: string };

const maxRedirects = 3;

/**
 * Decides about a redirect. The request carries credentials and asks for a session, so it never
 * leaves its origin; and only 307 and 308 promise that it stays the same request.
 *
 * What is said of the target names its origin only: its path and query can hold secrets.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc9110#section-15.4 | RFC 9110, section 15.4}
 */
export function planRedirect(redirect: Redirect, policy: RedirectPolicy): RedirectPlan {
  const { status, location, from, followed } = redirect;
  if (location === undefined) return stay('it has no Location header');
  const url = parseUrl(location, from);
  if (url === undefined) return stay('its Location header is no URL');
  if (url.origin !== from.origin) {
    return stay(
      `it points to another origin, ${url.origin === 'null' ? url.protocol : url.origin}`,
    );
  }
  const target = `it points to the same origin, ${url.origin}`;
  if (policy === 'never') return stay(`${target}, and followRedirects is not set`);
  if (status !== 307 && status !== 308) {
    return stay(`${target}, but only 307 and 308 keep the request as it is`);
  }
  if (url.username !== '' || url.password !== '') return stay(`${target}, with a user name in it`);
  if (followed >= maxRedirects) return stay(`${target}, after ${followed} others`);
  return { kind: 'follow', url };
}

function stay(detail: string): RedirectPlan {
  return { kind: 'stay', detail };
}
