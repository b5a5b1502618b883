import { calculatePKCECodeChallenge } from 'oauth4webapi';
import { OAuthError } from '../errors.ts';
import type { DpopKey } from '../dpop/dpop-key.ts';
import { quote } from '../network/quote.ts';
import type { Attempt } from './attempt.ts';
import { needsConsent } from './request-scope.ts';

export interface RequestExtras {
  /** More parameters, as the tolerances have them. */
  readonly parameters: Readonly<Record<string, string>> | undefined;
  readonly dpop: DpopKey | undefined;
}

/** What decides whose answer it is, and where it goes: nobody else may set it. */
const ours: readonly string[] = [
  'response_type',
  'response_mode',
  'client_id',
  'redirect_uri',
  'state',
  'code_challenge',
  'code_challenge_method',
  'resource',
  'scope',
  'dpop_jkt',
  'request',
  'request_uri',
];

/**
 * What an authorization request says.
 *
 * @throws OAuthError `INVALID_ARGUMENT` for an extra parameter that is one of ours
 * @see {@link https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization/index#resource-parameter-implementation | Resource parameter}
 */
export async function requestParameters(
  attempt: Attempt,
  extras: RequestExtras,
): Promise<Record<string, string>> {
  const { resource, scope } = attempt;
  const jkt = await extras.dpop?.handle.calculateThumbprint();
  return {
    ...(needsConsent(scope) ? { prompt: 'consent' } : {}),
    ...checkedExtras(extras.parameters),
    response_type: 'code',
    client_id: attempt.clientId,
    redirect_uri: attempt.redirectUri,
    state: attempt.state,
    code_challenge: await calculatePKCECodeChallenge(attempt.verifier),
    code_challenge_method: 'S256',
    ...(resource === undefined ? {} : { resource }),
    ...(scope === undefined ? {} : { scope }),
    // RFC 9449 §10: the code is of use only to who has the key.
    ...(jkt === undefined ? {} : { dpop_jkt: jkt }),
  };
}

/**
 * The address of a request. RFC 6749 §3.1: what the endpoint has in its query stays, and no parameter is there twice.
 */
export function requestUrl(endpoint: URL, parameters: Readonly<Record<string, string>>): URL {
  const url = new URL(endpoint);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url;
}

function checkedExtras(
  parameters: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  const bad = Object.keys(parameters).find((name) => ours.includes(name));
  if (bad === undefined) return parameters;
  const text = `authorizeParameters: ${quote(bad, 40)} cannot be set, since the sign-in depends on it`;
  throw new OAuthError('INVALID_ARGUMENT', text);
}
