import type { Credentials, HeaderFields } from './credentials.ts';

/**
 * Credentials that are the same header fields in every request, such as an API key. A refusal of
 * them fails the call at once.
 *
 * @public
 */
export function staticHeaders(fields: HeaderFields): Credentials {
  const headers = { ...fields };
  return { headers: () => headers };
}

/**
 * A bearer token as credentials. A refusal of it fails the call at once.
 *
 * @param token - the token, or what gives it anew for each request
 * @see {@link https://www.rfc-editor.org/rfc/rfc6750#section-2.1 | RFC 6750, section 2.1}
 * @public
 */
export function bearerToken(token: string | (() => string | Promise<string>)): Credentials {
  if (typeof token === 'string') return staticHeaders(bearerFields(token));
  return {
    headers(): HeaderFields | Promise<HeaderFields> {
      const current = token();
      return typeof current === 'string' ? bearerFields(current) : current.then(bearerFields);
    },
  };
}

function bearerFields(token: string): HeaderFields {
  // An empty token would go out as an empty claim, and the server's refusal would explain nothing.
  if (token === '') throw new TypeError('bearerToken: expected a token, got an empty string');
  return { Authorization: `Bearer ${token}` };
}
