import type { AuthorizationServer } from 'oauth4webapi';
import { findServer } from '../discovery/find-server.ts';
import { OAuthError } from '../errors.ts';
import type { TokenSet } from '../keeping/entry.ts';
import { askTokenEndpoint, type TokenAnswer } from '../token/ask-token-endpoint.ts';
import { requestTokens } from '../token/request-tokens.ts';
import type { TokenClient } from '../token/token-client.ts';
import { askCaller } from './ask-caller.ts';
import type { Grant } from './grant.ts';
import type { TokenGrant } from './token-grant.ts';
import type { Situation } from './situation.ts';
import { offersGrant, scopeParameter } from './offers-grant.ts';
import { jwtBearer } from './workload-identity.ts';

/** A sign-in that the identity provider of an organisation decides on. @public */
export interface EnterpriseManagedOptions {
  /** Who we are at the authorization server of the MCP server. */
  readonly clientId: string;
  readonly clientSecret?: string;
  readonly idp: IdentityProvider;
  /** What proves to the identity provider who the person is; asked each time. */
  readonly assertion: () => IdentityAssertion | Promise<IdentityAssertion>;
}

/** The identity provider: its issuer, whose metadata is read then, or its token endpoint. @public */
export interface IdentityProvider {
  readonly issuer?: string;
  readonly tokenEndpoint?: string;
  /** Who we are there. */
  readonly clientId: string;
  readonly clientSecret?: string;
}

/** What proves to an identity provider who a person is. @public */
export interface IdentityAssertion {
  readonly token: string;
  readonly type: 'id_token' | 'saml2' | 'refresh_token';
}

const subjectTypes: readonly string[] = ['id_token', 'saml2', 'refresh_token'];

const tokenExchange = 'urn:ietf:params:oauth:grant-type:token-exchange';
const tokenTypes = 'urn:ietf:params:oauth:token-type:';

/**
 * Tokens by way of the identity provider: the assertion is exchanged there for a grant (ID-JAG) that
 * the authorization server of the MCP server takes. No person is asked, and no page is opened.
 *
 * @throws OAuthError `INVALID_ARGUMENT`
 * @see {@link https://www.rfc-editor.org/rfc/rfc8693#section-2 | RFC 8693 §2}
 * @public
 */
export function enterpriseManaged(options: EnterpriseManagedOptions): Grant {
  const { clientId, clientSecret, idp } = options;
  if (idp.issuer === undefined && idp.tokenEndpoint === undefined) {
    const words = 'enterpriseManaged: expected the issuer or the tokenEndpoint of the idp';
    throw new OAuthError('INVALID_ARGUMENT', words);
  }
  const client = clientFrom(clientId, clientSecret);
  const held = new HeldGrant();
  const assertionFor = async ({ signal }: Situation): Promise<IdentityAssertion> => {
    const what = 'the assertion of a person';
    const given = await askCaller(() => options.assertion(), what, signal);
    const token: unknown = given?.token;
    if (typeof token === 'string' && token !== '' && subjectTypes.includes(given.type))
      return given;
    const words = 'enterpriseManaged: expected an assertion with token and type';
    throw new OAuthError('INVALID_ARGUMENT', words);
  };
  const exchange = async (
    situation: Situation,
    { token, type }: IdentityAssertion,
  ): Promise<string> => {
    const { network, clock, server, resource, scope, signal } = situation;
    const provider = {
      network,
      clock,
      signal,
      dpop: undefined,
      server: await serverOf(idp, situation),
    };
    const answer = await askTokenEndpoint(
      provider,
      clientFrom(idp.clientId, idp.clientSecret),
      tokenExchange,
      {
        requested_token_type: `${tokenTypes}id-jag`,
        audience: server.issuer,
        resource,
        subject_token: token,
        subject_token_type: `${tokenTypes}${type}`,
        ...scopeParameter(scope),
      },
    );
    return held.keep(situation, token, readGrant(answer));
  };
  const present = (situation: Situation, assertion: string): Promise<TokenSet> =>
    requestTokens(situation, client, jwtBearer, {
      assertion,
      ...scopeParameter(situation.scope),
    });
  const grant: TokenGrant = {
    name: 'enterprise-managed authorization',
    interactive: false,
    usesCode: false,
    isOffered,
    client: async () => client,
    acquire: async (situation) => {
      const assertion = await assertionFor(situation);
      const known = held.take(situation, assertion.token);
      if (known !== undefined) {
        try {
          return held.keepFor(await present(situation, known), situation, assertion.token, known);
        } catch (error) {
          if (!(error instanceof OAuthError) || error.oauthError !== 'invalid_grant') throw error;
        }
      }
      return await present(situation, await exchange(situation, assertion));
    },
  };
  return grant;
}

/** A server says so by its grants, or by what it takes in them. */
function isOffered(server: AuthorizationServer): boolean {
  const profiles = server['authorization_grant_profiles_supported'];
  const hasProfile =
    Array.isArray(profiles) && profiles.includes('urn:ietf:params:oauth:grant-profile:id-jag');
  return offersGrant(server, jwtBearer) || (hasProfile && server.token_endpoint !== undefined);
}

function clientFrom(clientId: string, clientSecret: string | undefined): TokenClient {
  return { from: 'configuration', clientId, ...(clientSecret !== undefined && { clientSecret }) };
}

async function serverOf(idp: IdentityProvider, situation: Situation): Promise<AuthorizationServer> {
  const { issuer, tokenEndpoint } = idp;
  if (tokenEndpoint !== undefined) {
    const { origin } = situation.network.check(tokenEndpoint, 'the token endpoint of the idp');
    return { issuer: issuer ?? origin, token_endpoint: tokenEndpoint };
  }
  const { network, url, tolerances, signal } = situation;
  const order = {
    network,
    url,
    challenge: undefined,
    tolerances,
    strict: false,
    pkce: false,
    signal,
  };
  return await findServer(order, [issuer ?? ''], 'the identity provider');
}

/** What the identity provider must answer; it is no access token, and never sent as one. */
function readGrant(answer: TokenAnswer): string {
  const { access_token: grant, token_type: type, issued_token_type: issued } = answer;
  const isGrant =
    typeof grant === 'string' &&
    issued === `${tokenTypes}id-jag` &&
    String(type).toLowerCase() === 'n_a' &&
    isGrantType(partOf(grant, 0)?.['typ']);
  if (isGrant) return grant;
  const words = 'the identity provider answered with success, but without an ID-JAG';
  throw new OAuthError('UNUSABLE_ANSWER', words);
}

/** The media type of a grant, which may be written in full, and in any case (RFC 7515 §4.1.9). */
function isGrantType(type: unknown): boolean {
  return typeof type === 'string' && /^(?:application\/)?oauth-id-jag\+jwt$/i.test(type);
}

/** The last grant, while it is valid, for the same person and purpose. */
class HeldGrant {
  #held: { readonly key: string; readonly grant: string; readonly until: number } | undefined;

  /** Takes it out: one that is refused is not there any more. */
  take(situation: Situation, assertion: string): string | undefined {
    const held = this.#held;
    this.#held = undefined;
    const isRight = held?.key === keyOf(situation, assertion);
    return isRight && situation.clock.now() < held.until ? held.grant : undefined;
  }

  keep(situation: Situation, assertion: string, grant: string): string {
    const expiry = partOf(grant, 1)?.['exp'];
    // One that is about to expire may do so on its way.
    const until = typeof expiry === 'number' ? expiry * 1_000 - 30_000 : 0;
    this.#held = { key: keyOf(situation, assertion), grant, until };
    return grant;
  }

  /** Keeps one that was taken, since it served. */
  keepFor(tokens: TokenSet, situation: Situation, assertion: string, grant: string): TokenSet {
    this.keep(situation, assertion, grant);
    return tokens;
  }
}

function keyOf({ server, resource, scope = '' }: Situation, assertion: string): string {
  return JSON.stringify([server.issuer, resource, scope, assertion]);
}

/** The header (0) or the claims (1) of a JWT, which nobody has verified. */
function partOf(jwt: string, at: 0 | 1): Readonly<Record<string, unknown>> | undefined {
  const part = jwt.split('.')[at] ?? '';
  try {
    const bytes = atob(part.replaceAll('-', '+').replaceAll('_', '/'));
    return JSON.parse(bytes) as Readonly<Record<string, unknown>>;
  } catch {
    return undefined;
  }
}
