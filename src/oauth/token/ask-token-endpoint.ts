import {
  allowInsecureRequests,
  customFetch,
  genericTokenEndpointRequest,
  type CustomFetchOptions,
} from 'oauth4webapi';
import type { OAuthClock } from '../clock.ts';
import { OAuthError } from '../errors.ts';
import type { Situation } from '../grants/situation.ts';
import { nameOfPlace } from '../network/quote.ts';
import { clockAdvice } from './clock-advice.ts';
import { clientOf, planClientAuth } from './client-auth.ts';
import { errorCodeIn, isPassing, refusesResource, resourceAdvice } from './error-code.ts';
import { retryAdvice } from './retry-after.ts';
import type { TokenClient } from './token-client.ts';

/** What a token endpoint is asked with. */
export type TokenSituation = Pick<Situation, 'network' | 'server' | 'clock' | 'dpop' | 'signal'>;

/** A token endpoint's answer: a JSON object. */
export type TokenAnswer = Readonly<Record<string, unknown>>;

/**
 * Sends a request to the token endpoint, once more where the server wants a nonce in the proof.
 *
 * The answer is read here and not by oauth4webapi, which would refuse it for an `id_token` that nobody
 * asked for, and would overlook the error code where a challenge stands beside it.
 *
 * @throws OAuthError `TOKEN_REFUSED`, `TRY_AGAIN`, `UNUSABLE_ANSWER`, and what the network throws
 */
export async function askTokenEndpoint(
  situation: TokenSituation,
  client: TokenClient,
  grantType: string,
  parameters: Readonly<Record<string, string>>,
): Promise<TokenAnswer> {
  const first = await readAnswer(await send(situation, client, grantType, parameters));
  const wantsNonce = first.error === 'use_dpop_nonce' && situation.dpop !== undefined;
  const answer = wantsNonce
    ? await readAnswer(await send(situation, client, grantType, parameters))
    : first;
  return usable(answer, situation.clock, situation.server.token_endpoint, parameters);
}

/**
 * The JSON object that an endpoint answered with, to these parameters.
 *
 * @throws OAuthError `TOKEN_REFUSED`, `TRY_AGAIN`, `UNUSABLE_ANSWER`
 */
export async function readJsonAnswer(
  response: Response,
  { clock }: Pick<Situation, 'clock'>,
  endpoint: string | undefined,
  parameters: Readonly<Record<string, string>>,
): Promise<TokenAnswer> {
  return usable(await readAnswer(response), clock, endpoint, parameters);
}

function usable(
  answer: Answer,
  clock: OAuthClock,
  endpoint: string | undefined,
  parameters: Readonly<Record<string, string>>,
): TokenAnswer {
  const { status, json, error } = answer;
  // 201 is what some frameworks answer every POST with.
  const isSuccess = status === 200 || status === 201;
  if (json !== undefined && isSuccess && error === undefined) return json;
  throw faultOf(answer, clock, endpoint, parameters);
}

function send(
  situation: TokenSituation,
  client: TokenClient,
  grantType: string,
  parameters: Readonly<Record<string, string>>,
): Promise<Response> {
  const { network, server, dpop, signal } = situation;
  return genericTokenEndpointRequest(
    server,
    clientOf(situation, client),
    planClientAuth(server, client),
    grantType,
    { ...parameters },
    {
      ...(dpop !== undefined && { DPoP: dpop.handle }),
      [allowInsecureRequests]: network.allowsInsecure,
      [customFetch]: (url: string, options: CustomFetchOptions<'POST', URLSearchParams>) =>
        network.fetch(url, options),
      signal,
    },
  );
}

interface Answer {
  readonly status: number;
  readonly json: TokenAnswer | undefined;
  readonly error: string | undefined;
  /** When to try again, in words. */
  readonly again: string;
  /** When it was sent, by the server's clock. */
  readonly date: string | null;
}

async function readAnswer(response: Response): Promise<Answer> {
  const { status, headers } = response;
  const again = retryAdvice(headers.get('retry-after'));
  const date = headers.get('date');
  let json: unknown;
  try {
    json = await response.json();
  } catch {
    // The engine's error quotes the text.
  }
  if (typeof json !== 'object' || json === null || Array.isArray(json))
    return { status, json: undefined, error: undefined, again, date };
  const answer = json as TokenAnswer;
  const isError = answer['error'] !== undefined;
  return {
    status,
    again,
    date,
    json: answer,
    error: isError ? (errorCodeIn(answer['error']) ?? '?') : undefined,
  };
}

function faultOf(
  { status, json, error, again, date }: Answer,
  clock: OAuthClock,
  endpoint: string | undefined,
  { resource, audience }: Readonly<Record<string, string>>,
): OAuthError {
  const place = placeOf(endpoint);
  const isLater = status === 408 || status === 429 || status >= 500;
  if (json === undefined) {
    const words = `${place} answered HTTP ${status} with what is no JSON object: ${again}`;
    return new OAuthError('TRY_AGAIN', words);
  }
  const said = error === undefined || error === '?' ? `HTTP ${status}` : error;
  const oauthError = error === '?' ? undefined : error;
  if (isLater || isPassing(error)) {
    return new OAuthError('TRY_AGAIN', `${place} answered ${said}: ${again}`, {
      oauthError,
    });
  }
  if (error === undefined) {
    return new OAuthError('UNUSABLE_ANSWER', `${place} answered HTTP ${status}, and no error code`);
  }
  const isResource = refusesResource(json['error'], json['error_description']);
  // An exchange, which has an audience too, always says for which resource it is.
  const mayBeLeftOut = resource !== undefined && audience === undefined;
  const advice =
    isResource && mayBeLeftOut ? `; ${resourceAdvice}` : clockAdvice(error, date, clock);
  return new OAuthError('TOKEN_REFUSED', `${place} refused: ${said}${advice}`, { oauthError });
}

function placeOf(endpoint: string | undefined): string {
  const isUrl = endpoint !== undefined && URL.canParse(endpoint);
  return isUrl ? nameOfPlace(new URL(endpoint)) : 'the token endpoint';
}
