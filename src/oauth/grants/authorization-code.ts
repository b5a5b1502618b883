import type { AuthorizationServer } from 'oauth4webapi';
import { type Attempt, beginAttempt } from '../authorization/attempt.ts';
import { requestParameters, requestUrl } from '../authorization/authorization-request.ts';
import { classifyAnswer } from '../authorization/answer.ts';
import { waitForPerson } from '../authorization/person-wait.ts';
import { pushRequest } from '../authorization/pushed-request.ts';
import { checkRedirectUri } from '../authorization/redirect-uri.ts';
import type { Redirect, RedirectReceiver } from '../authorization/redirect.ts';
import { requestScope } from '../authorization/request-scope.ts';
import { OAuthError } from '../errors.ts';
import type { RegisteredClient, TokenSet } from '../keeping/entry.ts';
import { quote } from '../network/quote.ts';
import { checkClientOptions, type ClientOptions } from '../registration/client-options.ts';
import {
  ClientSearch,
  clientOfTokens,
  keepClient,
  registeredRedirectUri,
} from '../registration/client-search.ts';
import { silentRefusalHint } from '../registration/no-client.ts';
import { isPassing, resourceAdvice } from '../token/error-code.ts';
import { requestTokens } from '../token/request-tokens.ts';
import type { Grant } from './grant.ts';
import type { TokenGrant } from './token-grant.ts';
import type { Situation } from './situation.ts';

/** How a person signs in with a browser. @public */
export interface AuthorizationCodeOptions extends ClientOptions {
  /** Where the answer arrives. */
  readonly redirect: Redirect;
  /**
   * Shows the page of the authorization server to a person: opens or prints its address, without a shell.
   *
   * @returns `skipped` where nobody wants to sign in
   */
  readonly openPage: (page: SignInPage, signal: AbortSignal) => Promise<'opened' | 'skipped'>;
  /**
   * How long a person has.
   *
   * @defaultValue 300,000
   */
  readonly timeoutMs?: number;
}

/** A page that a person is to be shown. @public */
export interface SignInPage {
  /** What to open: `https:`, or `http:` to this machine where that is allowed. */
  readonly url: string;
  /** Of the page, for the person to judge. */
  readonly origin: string;
  /** The URL of the MCP server. */
  readonly serverUrl: string;
  readonly issuer: string;
  readonly redirectUri: string;
}

/**
 * A person signs in at the authorization server, with a browser: the authorization code grant with PKCE.
 *
 * @throws OAuthError `INVALID_ARGUMENT`
 * @see {@link https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization/index | Authorization}
 * @public
 */
export function authorizationCode(options: AuthorizationCodeOptions): Grant {
  checkClientOptions(options);
  const { timeoutMs = 300_000 } = options;
  if (!(timeoutMs > 0 && timeoutMs <= 2_147_483_647)) {
    throw new OAuthError('INVALID_ARGUMENT', 'timeoutMs: expected from 1 to 2147483647');
  }
  const grant: TokenGrant = {
    name: 'authorization code',
    interactive: true,
    usesCode: true,
    isOffered,
    acquire: (situation) => acquire(situation, options, timeoutMs),
    client: (situation) => clientOfTokens(options, situation),
  };
  return grant;
}

/** RFC 8414 §2: what is not listed is `code`, and the grant of it. */
function isOffered(server: AuthorizationServer): boolean {
  const { response_types_supported: types, grant_types_supported: grants } = server;
  const hasEndpoints =
    server.authorization_endpoint !== undefined && server.token_endpoint !== undefined;
  const hasGrant = grants?.includes('authorization_code') ?? true;
  return hasEndpoints && hasGrant && (types?.includes('code') ?? true);
}

async function acquire(
  situation: Situation,
  options: AuthorizationCodeOptions,
  timeoutMs: number,
): Promise<TokenSet> {
  const { server, clock, signal } = situation;
  const scope = requestScope(situation.scope, server);
  const known = await registeredRedirectUri(options, situation);
  const receiver = await options.redirect.open(known);
  try {
    const { redirectUri } = receiver;
    checkRedirectUri(redirectUri, 'the redirect URI of the receiver');
    const waitFor = <T>(ask: (signal: AbortSignal) => Promise<T>) =>
      waitForPerson({ clock, timeoutMs, signal, what: 'an answer about the client' }, ask);
    const search = new ClientSearch({ situation, options, redirectUri, scope, waitFor });
    // It ends: no way to a client is tried twice.
    for (;;) {
      const client = await search.next();
      try {
        return await signIn({ situation, options, timeoutMs, receiver, client, scope });
      } catch (error) {
        if (!(error instanceof OAuthError) || !(await search.refuse(error, client))) throw error;
      }
    }
  } finally {
    await receiver.close();
  }
}

interface SignIn {
  readonly situation: Situation;
  readonly options: AuthorizationCodeOptions;
  readonly timeoutMs: number;
  readonly receiver: RedirectReceiver;
  readonly client: RegisteredClient;
  readonly scope: string | undefined;
}

async function signIn(order: SignIn): Promise<TokenSet> {
  const { situation, options, timeoutMs, receiver, client, scope } = order;
  const { server, clock, signal, tolerances } = situation;
  const attempt = beginAttempt({
    server,
    clientId: client.clientId,
    redirectUri: receiver.redirectUri,
    resource: tolerances.omitResource === true ? undefined : situation.resource,
    scope,
  });
  const page = await pageOf(situation, client, attempt);
  const what = `the answer of the sign-in at ${quote(server.issuer)}`;
  const hint = silentRefusalHint(client, attempt.redirectUri);
  const answer = await waitForPerson({ clock, timeoutMs, signal, what, hint }, (ending) =>
    answerOf(options, { receiver, page, state: attempt.state, signal: ending }),
  );
  const code = codeOf(answer, attempt);
  const tokens = await requestTokens({ ...situation, scope }, client, 'authorization_code', {
    code,
    redirect_uri: attempt.redirectUri,
    code_verifier: attempt.verifier,
  });
  await keepClient(situation, client);
  return tokens;
}

async function pageOf(
  situation: Situation,
  client: RegisteredClient,
  attempt: Attempt,
): Promise<SignInPage> {
  const { network, server, tolerances, dpop } = situation;
  const what = 'the authorization endpoint';
  const endpoint = network.check(server.authorization_endpoint ?? '', what);
  const extras = { parameters: tolerances.authorizeParameters, dpop };
  const parameters = await requestParameters(attempt, extras);
  const shown =
    server.require_pushed_authorization_requests === true
      ? await pushRequest(situation, client, parameters)
      : parameters;
  // What is opened is checked as a whole, as it is opened.
  const { href, origin } = network.check(requestUrl(endpoint, shown).href, 'the sign-in page');
  return {
    url: href,
    origin,
    serverUrl: situation.url,
    issuer: attempt.issuer,
    redirectUri: attempt.redirectUri,
  };
}

interface Asking {
  readonly receiver: RedirectReceiver;
  readonly page: SignInPage;
  readonly state: string;
  readonly signal: AbortSignal;
}

/** The answer may come while the page is still being opened; it never comes before it is waited for. */
async function answerOf(options: AuthorizationCodeOptions, asking: Asking): Promise<string> {
  const { receiver, page, state, signal } = asking;
  const answer = receiver.receive(state, signal);
  const skipped = new Promise<never>((_resolve, reject) => {
    options.openPage(page, signal).then((outcome) => {
      if (outcome === 'opened') receiver.pageOpened?.();
      else reject(new OAuthError('SKIPPED', `nobody signs in at ${quote(page.issuer)}`));
    }, reject);
  });
  return await Promise.race([answer, skipped]);
}

/** @throws OAuthError `WRONG_ANSWER`, `AUTHORIZATION_REFUSED`; `TRY_AGAIN` for an error that passes */
function codeOf(text: string, attempt: Attempt): string {
  const answer = classifyAnswer(text, attempt);
  const what = `the answer of the sign-in at ${quote(attempt.issuer)}`;
  switch (answer.kind) {
    case 'code':
      return answer.code;
    case 'wrong':
      throw new OAuthError('WRONG_ANSWER', `${what}: ${answer.why}`);
    case 'refused': {
      const { error } = answer;
      const options = { oauthError: error };
      const said = error ?? 'an error without a code';
      if (isPassing(error)) throw new OAuthError('TRY_AGAIN', `${what}: ${said}`, options);
      const advice = answer.refusesResource ? `; ${resourceAdvice}` : '';
      throw new OAuthError('AUTHORIZATION_REFUSED', `${what}: ${said}${advice}`, options);
    }
  }
}
