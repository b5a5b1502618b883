import {
  allowInsecureRequests,
  customFetch,
  deviceAuthorizationRequest,
  type AuthorizationServer,
  type CustomFetchOptions,
} from 'oauth4webapi';
import { waitForPerson } from '../authorization/person-wait.ts';
import { OAuthError } from '../errors.ts';
import type { RegisteredClient, TokenSet } from '../keeping/entry.ts';
import { nameOfPlace } from '../network/quote.ts';
import { checkPage } from '../network/url-policy.ts';
import { pause } from '../pause.ts';
import { checkClientOptions, type ClientOptions } from '../registration/client-options.ts';
import { ClientSearch, clientOfTokens, keepClient } from '../registration/client-search.ts';
import { clientOf, planClientAuth } from '../token/client-auth.ts';
import { readJsonAnswer, type TokenAnswer } from '../token/ask-token-endpoint.ts';
import { requestTokens } from '../token/request-tokens.ts';
import type { Grant } from './grant.ts';
import type { TokenGrant } from './token-grant.ts';
import type { Situation } from './situation.ts';
import { offersGrant, scopeParameter } from './offers-grant.ts';

/** How a person signs in on another device. @public */
export interface DeviceCodeOptions extends Omit<ClientOptions, 'applicationType'> {
  /** Shows a person where to go with which code, on any device. */
  readonly show: (code: DeviceCode) => void | Promise<void>;
}

/** What a person needs to sign in on another device. @public */
export interface DeviceCode {
  /** The code to enter; printable characters only. */
  readonly userCode: string;
  readonly verificationUri: string;
  /** The same with the code in it, where the server gave one. */
  readonly verificationUriComplete?: string;
  /** How long the code is valid. */
  readonly expiresInMs: number;
}

const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code';

/** What a client is registered with that never uses it. */
const redirectUri = 'http://127.0.0.1/callback';

/** A server that wants to be asked more often than this is not. */
const shortestMs = 1_000;

/** A code that is said to be valid for longer is waited for no longer than this. */
const longestMs = 1_800_000;

/**
 * Tokens for a machine without a browser: a person enters a code on another device.
 *
 * @throws OAuthError `INVALID_ARGUMENT`
 * @see {@link https://www.rfc-editor.org/rfc/rfc8628 | RFC 8628}
 * @public
 */
export function deviceCode(options: DeviceCodeOptions): Grant {
  checkClientOptions(options);
  const grant: TokenGrant = {
    name: 'device code',
    interactive: true,
    usesCode: false,
    isOffered,
    acquire: (situation) => acquire(options, situation),
    client: (situation) => clientOfTokens(options, situation),
  };
  return grant;
}

function isOffered(server: AuthorizationServer): boolean {
  return server.device_authorization_endpoint !== undefined && offersGrant(server, deviceGrant);
}

async function acquire(options: DeviceCodeOptions, situation: Situation): Promise<TokenSet> {
  const { scope, signal, clients } = situation;
  const kept = await clients.read();
  const search = new ClientSearch({
    situation,
    options,
    redirectUri: kept?.redirectUri ?? redirectUri,
    scope,
    waitFor: (ask) => ask(signal),
  });
  // It ends: no way to a client is tried twice.
  for (;;) {
    const client = await search.next();
    try {
      return await signIn(options, situation, client);
    } catch (error) {
      if (!(error instanceof OAuthError) || !(await search.refuse(error, client))) throw error;
    }
  }
}

async function signIn(
  { show }: DeviceCodeOptions,
  situation: Situation,
  client: RegisteredClient,
): Promise<TokenSet> {
  const { code, device, intervalMs } = readCode(await begin(situation, client), situation);
  const { clock, signal } = situation;
  const what = 'the sign-in on another device';
  const wait = { clock, signal, what, timeoutMs: code.expiresInMs };
  const tokens = await waitForPerson(wait, async (ending) => {
    await show(code);
    return await poll({ ...situation, signal: ending }, client, { device, intervalMs });
  });
  await keepClient(situation, client);
  return tokens;
}

async function begin(situation: Situation, client: RegisteredClient): Promise<TokenAnswer> {
  const { network, server, signal, scope, resource, tolerances } = situation;
  const asked: Record<string, string> = {
    ...scopeParameter(scope),
    ...(tolerances.omitResource !== true && { resource }),
  };
  const response = await deviceAuthorizationRequest(
    server,
    clientOf(situation, client),
    planClientAuth(server, client),
    asked,
    {
      [allowInsecureRequests]: network.allowsInsecure,
      [customFetch]: (url: string, options: CustomFetchOptions<'POST', URLSearchParams>) =>
        network.fetch(url, options),
      signal,
    },
  );
  return await readJsonAnswer(response, situation, server.device_authorization_endpoint, asked);
}

interface ReadCode {
  readonly code: DeviceCode;
  readonly device: string;
  readonly intervalMs: number;
}

/** @see {@link https://www.rfc-editor.org/rfc/rfc8628#section-3.2 | RFC 8628 §3.2} */
function readCode(answer: TokenAnswer, { network, server }: Situation): ReadCode {
  const text = (name: string): string | undefined => {
    const value = answer[name];
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const page = (address: string): string =>
    checkPage(address, 'the page for the code', { allowInsecureLoopback: network.allowsInsecure })
      .href;
  const device = text('device_code');
  const userCode = text('user_code');
  // Google writes verification_url.
  const place = text('verification_uri') ?? text('verification_url');
  const complete = text('verification_uri_complete');
  const seconds = Number(answer['expires_in']);
  if (device === undefined || userCode === undefined || place === undefined || !(seconds > 0)) {
    const words = `${nameOfPlace(new URL(server.issuer))} answered the request for a device code without what must be in it`;
    throw new OAuthError('UNUSABLE_ANSWER', words);
  }
  if (!/^[\x20-\x7e]{1,64}$/.test(userCode))
    throw new OAuthError('UNUSABLE_ANSWER', 'the code to enter is none that can be shown');
  const interval = Number(answer['interval'] ?? 5);
  return {
    code: {
      userCode,
      verificationUri: page(place),
      ...(complete !== undefined && { verificationUriComplete: page(complete) }),
      expiresInMs: Math.min(seconds * 1_000, longestMs),
    },
    device,
    intervalMs: interval > 0 ? Math.max(interval * 1_000, shortestMs) : 5_000,
  };
}

/**
 * Asks until there is an answer: the signal ends it.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc8628#section-3.5 | RFC 8628 §3.5}
 */
async function poll(
  situation: Situation,
  client: RegisteredClient,
  { device, intervalMs }: { readonly device: string; readonly intervalMs: number },
): Promise<TokenSet> {
  const { clock, signal } = situation;
  let waitMs = intervalMs;
  for (;;) {
    // Never sooner than the server allows, also where little time is left.
    await pause(clock, waitMs, signal, 'waiting for the sign-in on another device');
    try {
      return await requestTokens(situation, client, deviceGrant, { device_code: device });
    } catch (error) {
      waitMs = nextWait(error, waitMs);
    }
  }
}

/** How long to wait before the next question, or the end. */
function nextWait(error: unknown, waitMs: number): number {
  if (!(error instanceof OAuthError)) throw error;
  // What is no answer is asked less and less often.
  if (error.code === 'TRY_AGAIN') return waitMs * 2;
  const { oauthError } = error;
  if (oauthError === 'authorization_pending') return waitMs;
  if (oauthError === 'slow_down') return waitMs + 5_000;
  if (oauthError === 'expired_token') throw tooLate();
  if (oauthError !== 'access_denied') throw error;
  const words = 'the sign-in on the other device was refused: access_denied';
  throw new OAuthError('AUTHORIZATION_REFUSED', words, { oauthError });
}

function tooLate(): OAuthError {
  return new OAuthError('TIMED_OUT', 'the code was not entered as long as it was valid');
}
