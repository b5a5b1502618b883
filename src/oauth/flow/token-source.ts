import type { BearerChallenge } from '../challenge/bearer-challenge.ts';
import { discover, type Discovered } from '../discovery/discover.ts';
import { missingPkce } from '../discovery/pkce-gate.ts';
import { dpopAlgorithm, openDpopKey, type DpopKey } from '../dpop/dpop-key.ts';
import { OAuthError } from '../errors.ts';
import type { TokenGrant } from '../grants/token-grant.ts';
import type { Situation } from '../grants/situation.ts';
import type { RegisteredClient, TokenSet } from '../keeping/entry.ts';
import {
  isSameSet,
  ofIssuer,
  otherIssuerOf,
  withClient,
  withTokens,
} from '../keeping/issuer-tokens.ts';
import type { KeptEntry } from '../keeping/kept-entry.ts';
import { refreshOnce } from '../keeping/refresh-once.ts';
import { nameOfPlace } from '../network/quote.ts';
import { refusesClient } from '../registration/next-way.ts';
import { refreshTokens } from '../token/refresh-tokens.ts';
import { revokeTokens } from '../token/revoke-tokens.ts';
import { lifeOf } from './expiry.ts';
import type { FlowParts } from './flow-parts.ts';
import { chooseScope, isCovered, unionOfScopes } from './scope.ts';

/** Tokens, and the issuer that they are from. */
export interface IssuedTokens {
  readonly issuer: string;
  readonly tokens: TokenSet;
}

/** Why tokens are wanted. */
export interface TokenWish {
  readonly challenge: BearerChallenge | undefined;
  /** The access token that does not serve. */
  readonly refused: string | undefined;
  /** Whether it serves for less than is needed, so that a refresh would not help. */
  readonly forMore: boolean;
}

/** Where the tokens for one server come from: what is kept, a refresh, a new sign-in. */
export class TokenSource {
  readonly #url: string;
  readonly #parts: FlowParts;
  readonly #kept: KeptEntry;
  #discovered: Discovered | undefined;

  constructor(url: string, parts: FlowParts, kept: KeptEntry) {
    this.#url = url;
    this.#parts = parts;
    this.#kept = kept;
  }

  /** What is kept, of the issuer that was used last. */
  async kept(): Promise<IssuedTokens | undefined> {
    const entry = await this.#kept.read();
    const { issuer } = entry;
    const tokens = issuer === undefined ? undefined : ofIssuer(entry, issuer).tokens;
    return issuer === undefined || tokens === undefined ? undefined : { issuer, tokens };
  }

  /**
   * Other tokens in the place of those that expire; `undefined`: a sign-in is needed.
   *
   * @throws OAuthError
   */
  async refreshed(
    { issuer, tokens }: IssuedTokens,
    signal: AbortSignal | undefined,
  ): Promise<IssuedTokens | undefined> {
    const known = this.#discovered;
    const discovered =
      known?.server.issuer === issuer ? known : await this.#discover(undefined, signal ?? never);
    if (discovered.server.issuer !== issuer) return undefined;
    return await this.#refresh(discovered, tokens, signal);
  }

  /**
   * Tokens that serve better than those that were refused. The metadata is read anew, since the server
   * may have gone to another authorization server.
   *
   * @throws OAuthError
   */
  async renewed(wish: TokenWish, signal: AbortSignal): Promise<IssuedTokens> {
    const discovered = await this.#discover(wish.challenge, signal);
    const { issuer } = discovered.server;
    const { tokens } = ofIssuer(await this.#kept.read(), issuer);
    if (tokens !== undefined && !wish.forMore) {
      const found = await this.#withoutPerson(discovered, tokens, wish, signal);
      if (found !== undefined) return found;
    }
    return await this.#acquire(discovered, wish, signal);
  }

  /** Signs out: what is kept is removed, and the server told, where it wants to know. */
  async revoked(signal: AbortSignal | undefined): Promise<boolean> {
    const held = await this.kept().catch(() => undefined);
    try {
      return held !== undefined && (await this.#revoke(held, signal ?? never));
    } catch {
      return false;
    } finally {
      await this.#kept.remove();
    }
  }

  async #revoke({ issuer, tokens }: IssuedTokens, signal: AbortSignal): Promise<boolean> {
    const discovered = await this.#discover(undefined, signal);
    if (discovered.server.issuer !== issuer) return false;
    const situation = await this.#situation(discovered, { scope: undefined, signal, held: tokens });
    const client = await this.#grantFor(discovered).client(situation);
    return client !== undefined && (await revokeTokens(situation, client, tokens));
  }

  /** What is kept of this issuer, refreshed where it was refused. */
  async #withoutPerson(
    discovered: Discovered,
    tokens: TokenSet,
    { refused }: TokenWish,
    signal: AbortSignal,
  ): Promise<IssuedTokens | undefined> {
    const { issuer } = discovered.server;
    const life = lifeOf(tokens, this.#parts.clock.now());
    if (tokens.accessToken !== refused && life !== 'expired')
      return await this.#use(issuer, tokens);
    try {
      const found = await this.#refresh(discovered, tokens, signal);
      return found && (await this.#use(issuer, found.tokens));
    } catch (error) {
      // What the server refuses for good leads to a sign-in.
      if (!(error instanceof OAuthError) || error.code !== 'TOKEN_REFUSED') throw error;
      await this.#forgetClient(issuer, error);
      return undefined;
    }
  }

  /** A client that the server does not know any more would lead a person to a page that sends nobody back. */
  async #forgetClient(issuer: string, error: OAuthError): Promise<void> {
    await this.#kept.update((entry) => {
      const { client } = ofIssuer(entry, issuer);
      const isGone = client?.from === 'registration' && refusesClient(error.oauthError, client);
      return isGone ? withClient(entry, issuer, undefined) : undefined;
    });
  }

  async #refresh(
    discovered: Discovered,
    held: TokenSet,
    signal: AbortSignal | undefined,
  ): Promise<IssuedTokens | undefined> {
    if (held.refreshToken === undefined) return undefined;
    const { issuer } = discovered.server;
    const situation = await this.#situation(discovered, { scope: held.scope, signal: never, held });
    const client = await this.#grantFor(discovered).client(situation);
    if (client === undefined) return undefined;
    const tokens = await refreshOnce({
      kept: this.#kept,
      issuer,
      held,
      signal,
      refresh: (kept) => refreshTokens(situation, client, kept),
    });
    return tokens && { issuer, tokens };
  }

  /** A new sign-in. Only one person is asked at a time, among all who share the store. */
  async #acquire(
    discovered: Discovered,
    { challenge, refused }: TokenWish,
    signal: AbortSignal,
  ): Promise<IssuedTokens> {
    const { issuer } = discovered.server;
    const grant = this.#grantFor(discovered);
    const before = ofIssuer(await this.#kept.read(), issuer).tokens;
    const scope = chooseScope({
      challenged: challenge?.scope,
      supported: discovered.scopesSupported,
      wanted: this.#parts.scope,
      askedBefore: unionOfScopes(before?.askedScope, before?.scope),
    });
    if (grant.interactive && !this.#parts.interactive) {
      const place = nameOfPlace(new URL(this.#url));
      throw new OAuthError('SKIPPED', `${place} wants a sign-in, and nobody is to be asked here`);
    }
    const { store, key } = this.#kept;
    const lock = grant.interactive ? await store.lock(`${key} sign-in`, signal) : undefined;
    try {
      const now = ofIssuer(await this.#kept.read(), issuer).tokens;
      // Somebody else has signed in meanwhile.
      if (now !== undefined && !isSameSet(now, before) && now.accessToken !== refused) {
        if (isCovered(challenge?.scope, now.scope)) return await this.#use(issuer, now);
      }
      const wantsDpop = this.#parts.dpop === 'always' || challenge?.scheme === 'dpop';
      const situation = await this.#situation(discovered, {
        scope,
        signal,
        held: before,
        wantsDpop,
      });
      const tokens = await grant.acquire(situation);
      return await this.#use(
        issuer,
        scope === undefined ? tokens : { ...tokens, askedScope: scope },
      );
    } finally {
      await lock?.release().catch(() => {});
    }
  }

  /** Keeps tokens as those that are used from now on. */
  async #use(issuer: string, tokens: TokenSet): Promise<IssuedTokens> {
    await this.#kept.update((entry) => {
      const isThere = entry.issuer === issuer && isSameSet(ofIssuer(entry, issuer).tokens, tokens);
      return isThere ? undefined : { ...withTokens(entry, issuer, tokens), issuer };
    });
    return { issuer, tokens };
  }

  async #discover(
    challenge: BearerChallenge | undefined,
    signal: AbortSignal,
  ): Promise<Discovered> {
    const { grants, network, tolerances, strict } = this.#parts;
    const entry = await this.#kept.read();
    this.#discovered = await discover({
      network,
      url: this.#url,
      challenge,
      tolerances,
      strict,
      known: (issuer) => Object.hasOwn(entry.issuers, issuer),
      pkce: grants.every(({ usesCode }) => usesCode),
      signal,
    });
    return this.#discovered;
  }

  /** The first grant that the authorization server offers. */
  #grantFor({ server, source }: Discovered): TokenGrant {
    const { grants, tolerances } = this.#parts;
    const lacks =
      source === 'fallback-endpoints' || tolerances.pkceNotAdvertised === true
        ? undefined
        : missingPkce(server);
    const found = grants.find(
      (grant) => grant.isOffered(server) && !(grant.usesCode && lacks !== undefined),
    );
    if (found !== undefined) return found;
    const place = nameOfPlace(new URL(server.issuer));
    if (lacks !== undefined && grants.some(({ usesCode }) => usesCode))
      throw new OAuthError('PKCE_NOT_OFFERED', `${place} ${lacks}`);
    const names = grants.map(({ name }) => name).join(', ');
    throw new OAuthError('NOT_OFFERED', `${place} does not offer what is configured: ${names}`);
  }

  async #situation(
    { server, resource }: Discovered,
    order: {
      readonly scope: string | undefined;
      readonly signal: AbortSignal;
      readonly held: TokenSet | undefined;
      readonly wantsDpop?: boolean;
    },
  ): Promise<Situation> {
    const { network, clock, tolerances, dpop } = this.#parts;
    const { issuer } = server;
    const isBound = order.held?.dpopKey !== undefined || order.wantsDpop === true;
    const wantsKey = isBound && dpop !== 'never';
    if (wantsKey) checkDpop(server);
    const key: DpopKey | undefined = wantsKey
      ? await openDpopKey(order.held?.dpopKey, clock)
      : undefined;
    const { scope, signal } = order;
    return {
      network,
      clock,
      server,
      url: this.#url,
      resource,
      scope,
      tolerances,
      dpop: key,
      signal,
      clients: {
        read: async () => ofIssuer(await this.#kept.read(), issuer).client,
        usedAt: async (clientId) => otherIssuerOf(await this.#kept.read(), issuer, clientId),
        write: async (client: RegisteredClient | undefined) => {
          await this.#kept.update((entry) => withClient(entry, issuer, client));
        },
      },
    };
  }
}

/** Our keys are of one kind; a server that does not list it would refuse every proof. */
function checkDpop(server: Discovered['server']): void {
  const offered = server.dpop_signing_alg_values_supported;
  if (offered === undefined || offered.includes(dpopAlgorithm)) return;
  const place = nameOfPlace(new URL(server.issuer));
  const words = `${place} takes no proof with ${dpopAlgorithm}, which is what tokens are bound with here`;
  throw new OAuthError('NOT_OFFERED', words);
}

/** Of work that nobody may end, since its outcome must not be lost. */
const never = new AbortController().signal;
