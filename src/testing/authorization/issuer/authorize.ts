import { randomUUID } from 'node:crypto';
import type { HttpReply } from '../../faults/http-reply.ts';
import { OAuthRefusal } from '../wire/refusal.ts';
import { pageReply, redirectReply } from '../wire/reply.ts';
import { unknownClient } from './authenticate.ts';
import { isRegisteredRedirect, judgeAsked } from './judge-asked.ts';
import { wordsOf } from './words.ts';
import { note, type Visit } from './visit.ts';

/**
 * The page that a person signs in on. The person has agreed before it is shown: the answer is a redirect.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc6749#section-4.1 | RFC 6749 §4.1}
 */
export function authorize(visit: Visit): HttpReply {
  const asked = askedIn(visit);
  if (asked === undefined) return pageReply('The request is not known, or over.', 400);
  const { client_id: id = '', redirect_uri: redirectUri = '' } = asked.request.parameters;
  const client = visit.issuer.clients.find(id);
  // Nobody is sent anywhere whose client or redirect URI is not known (RFC 6749 §4.1.2.1).
  if (client === undefined) return pageReply(unknownClient(visit, id).message, 400);
  if (!isRegisteredRedirect(client, redirectUri)) {
    note(visit, 'redirect-uri-unregistered', redirectUri);
    return pageReply('The redirect URI is not registered.', 400);
  }
  try {
    if (visit.refusal !== undefined) throw visit.refusal;
    judgeAsked(asked);
    return answer(asked, { code: codeFor(asked) });
  } catch (error) {
    if (!(error instanceof OAuthRefusal)) throw error;
    const { error: code } = error;
    return answer(asked, { error: code, error_description: wordsOf(visit.issuer, error) });
  }
}

/** The request that was pushed, in the place of one that only names it; `undefined` if none was. */
function askedIn(visit: Visit): Visit | undefined {
  const { issuer, request } = visit;
  const { request_uri: uri } = request.parameters;
  if (uri === undefined) {
    if (issuer.options.pushing === 'required') note(visit, 'pushing-missing', 'no request_uri');
    return visit;
  }
  const parameters = issuer.pushed.get(uri);
  issuer.pushed.delete(uri);
  if (parameters?.['client_id'] === request.parameters['client_id'] && parameters !== undefined) {
    return { ...visit, request: { ...request, parameters } };
  }
  note(visit, 'request-uri-unknown', 'it was not pushed by this client, or was used');
  return undefined;
}

function codeFor({ issuer, request: { parameters } }: Visit): string {
  const code = `code-${randomUUID()}`;
  const { deviations } = issuer.scene;
  const wrongs = ['iss-wrong', 'iss-normalized', 'state-wrong', 'state-missing'] as const;
  const advertised = issuer.options.iss !== false && !deviations.has('iss-not-advertised');
  const missing = advertised && deviations.has('iss-missing') ? 'iss-missing' : undefined;
  issuer.codes.set(code, {
    parameters,
    clientId: parameters['client_id'] ?? '',
    scope: grantedScope(issuer.scene.deviations.has('scopes-fewer'), parameters['scope']),
    wrongAnswer: wrongs.find((name) => deviations.has(name)) ?? missing,
    isUsed: false,
  });
  return code;
}

function grantedScope(isFewer: boolean, scope = ''): string {
  return isFewer ? (scope.split(' ')[0] ?? '') : scope;
}

function answer({ issuer, request }: Visit, outcome: Readonly<Record<string, string>>): HttpReply {
  const { redirect_uri: to = '', state } = request.parameters;
  const { deviations } = issuer.scene;
  const said = deviations.has('state-wrong') ? `${state}-of-another` : state;
  const withState = said !== undefined && !deviations.has('state-missing');
  const iss = issOf(issuer);
  return redirectReply(to, {
    ...outcome,
    ...(withState && { state: said }),
    ...(iss !== undefined && { iss }),
  });
}

function issOf({ issuer, options, scene: { deviations } }: Visit['issuer']): string | undefined {
  if (deviations.has('iss-wrong')) return 'https://evil.example.com';
  if (deviations.has('iss-normalized')) return `${issuer}/`;
  return options.iss === false || deviations.has('iss-missing') ? undefined : issuer;
}
