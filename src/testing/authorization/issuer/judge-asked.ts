import type { KnownClient } from './clients.ts';
import { judgeResource, note, refuse, type Visit } from './visit.ts';

/** Judges an authorization request. */
export function judgeAsked(visit: Visit): void {
  const { issuer, request } = visit;
  const { response_type: type, state } = request.parameters;
  if (type !== 'code') {
    refuse(visit, 'response-type', 'unsupported_response_type', `${String(type)} came`);
  }
  judgeChallenge(visit);
  if (state === undefined) note(visit, 'state-missing', 'no state');
  else if (issuer.states.has(state)) note(visit, 'state-reused', 'another request had the same');
  else issuer.states.add(state);
  judgeResource(visit);
}

function judgeChallenge(visit: Visit): void {
  const { code_challenge: challenge, code_challenge_method: method } = visit.request.parameters;
  if (challenge === undefined || !/^[\w-]{43}$/.test(challenge)) {
    refuse(visit, 'challenge-missing', 'invalid_request', 'no code_challenge of 43 characters');
  }
  if (method !== 'S256') {
    refuse(visit, 'challenge-method', 'invalid_request', `${String(method)} came`);
  }
}

/**
 * Whether a client may be answered at a URI: one that it registered, character by character, but for the
 * port of the loopback interface.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc8252#section-7.3 | RFC 8252 §7.3}
 */
export function isRegisteredRedirect({ redirectUris }: KnownClient, uri: string): boolean {
  return redirectUris.some((registered) => withoutPort(registered) === withoutPort(uri));
}

function withoutPort(uri: string): string {
  return uri.replace(/^(http:\/\/(?:127\.0\.0\.1|\[::1\]))(?::\d+)?(?=\/|$)/, '$1');
}
