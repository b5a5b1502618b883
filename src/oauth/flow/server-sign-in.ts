import { bearerChallenge, type BearerChallenge } from '../challenge/bearer-challenge.ts';
import { openDpopKey, type DpopKey } from '../dpop/dpop-key.ts';
import { OAuthError } from '../errors.ts';
import { KeptEntry } from '../keeping/kept-entry.ts';
import { nameOfPlace } from '../network/quote.ts';
import { lifeOf } from './expiry.ts';
import { bearerFields, dpopFields } from './fields.ts';
import type { FlowParts } from './flow-parts.ts';
import { planRefusal } from './plan-refusal.ts';
import { SharedWork } from './shared-work.ts';
import { StepUps } from './step-ups.ts';
import { TokenSource, type IssuedTokens, type TokenWish } from './token-source.ts';

/** Header fields by name. */
export type Fields = Readonly<Record<string, string>>;

/** A request to the server. */
export interface SignedRequest {
  readonly method: string;
  readonly url: string;
  readonly operation?: string | undefined;
}

/** A refusal by the server. */
export interface Refusal {
  readonly status: 401 | 403;
  readonly headers: Fields;
  readonly request: SignedRequest;
  readonly sent: Fields;
  readonly tries: number;
  readonly signal?: AbortSignal;
}

/** What a request is signed with. */
interface Held extends IssuedTokens {
  readonly fields: Fields;
  readonly key: DpopKey | undefined;
}

/** The sign-in to one server: what its requests carry, and what is done when they are refused. */
export class ServerSignIn {
  readonly #url: string;
  readonly #parts: FlowParts;
  readonly #source: TokenSource;
  readonly #stepUps: StepUps;
  #held: Held | undefined;
  #loading: Promise<Held | undefined> | undefined;
  #renewing: SharedWork | undefined;

  constructor(url: string, parts: FlowParts) {
    this.#url = url;
    this.#parts = parts;
    const kept = new KeptEntry(parts.store, parts.storeKey(url));
    this.#source = new TokenSource(url, parts, kept);
    this.#stepUps = new StepUps(parts.clock);
  }

  /** What is held of tokens, as it is kept. */
  async held(): Promise<IssuedTokens | undefined> {
    return await this.#load();
  }

  /** The fields of one request, in the same turn where nothing has to be done for them. */
  fields(request: SignedRequest): Fields | Promise<Fields> {
    const held = this.#held;
    if (held === undefined || held.key !== undefined || !this.#isValid(held))
      return this.#sign(request);
    return held.fields;
  }

  /** Signs in, whatever is held. */
  async signIn(signal: AbortSignal | undefined): Promise<void> {
    const held = await this.#load();
    const wish = { challenge: undefined, refused: held?.tokens.accessToken, forMore: true };
    await this.#renew(wish, signal);
  }

  async signOut(signal: AbortSignal | undefined): Promise<boolean> {
    this.#held = undefined;
    this.#loading = undefined;
    return await this.#source.revoked(signal);
  }

  /**
   * Does what a refusal asks for; resolves when the request may be sent again.
   *
   * @throws OAuthError
   */
  async recover(refusal: Refusal, challenge: BearerChallenge | undefined): Promise<void> {
    const { status, headers, request, tries, sent, signal } = refusal;
    const nonce = headers['dpop-nonce'];
    // What others did meanwhile counts.
    const held = await this.#load(true);
    if (nonce !== undefined) held?.key?.learnNonce(request.url, nonce);
    const refused = tokenIn(sent);
    const plan = planRefusal({
      status,
      challenge,
      tries,
      sent: refused,
      held: held?.tokens,
      hasNonce: nonce !== undefined && held?.key !== undefined,
      now: this.#parts.clock.now(),
    });
    switch (plan.kind) {
      case 'pass':
      case 'retry':
        return;
      case 'renew':
        return await this.#renew({ challenge, refused, forMore: false }, signal);
      case 'step-up':
        if (!this.#isRenewing && !this.#stepUps.mayTry(request.operation ?? request.url))
          throw this.#fault('SCOPE_REFUSED', 'asks for more scope again and again');
        return await this.#renew({ challenge, refused, forMore: true }, signal);
      case 'refused-fresh':
        throw this.#fault('FRESH_TOKEN_REFUSED', 'refuses a token that was issued for it just now');
      case 'refused-scope':
        throw this.#fault(
          'SCOPE_REFUSED',
          'asks for scope that was granted already, or was asked for in vain',
        );
    }
  }

  #isValid({ tokens }: Held): boolean {
    return lifeOf(tokens, this.#parts.clock.now()) === 'valid';
  }

  async #sign(request: SignedRequest): Promise<Fields> {
    const held = await this.#usable();
    if (held === undefined) return {};
    return held.key === undefined ? held.fields : await dpopFields(held.tokens, held.key, request);
  }

  /** What can be sent: refreshed in time. */
  async #usable(): Promise<Held | undefined> {
    const held = await this.#load();
    if (held === undefined || this.#isValid(held)) return held;
    const isExpired = lifeOf(held.tokens, this.#parts.clock.now()) === 'expired';
    if (held.tokens.refreshToken === undefined) return isExpired ? undefined : held;
    try {
      return await this.#hold(await this.#source.refreshed(held, undefined));
    } catch (error) {
      if (!isExpired) return held;
      // A server that refuses it for good wants a sign-in, which its own answer leads to.
      if (error instanceof OAuthError && error.code === 'TOKEN_REFUSED') return undefined;
      throw error;
    }
  }

  get #isRenewing(): boolean {
    return this.#renewing?.isGivenUp === false;
  }

  /** One sign-in for all who need one; whoever came for something else meets what it led to. */
  #renew(wish: TokenWish, signal: AbortSignal | undefined): Promise<void> {
    if (!this.#isRenewing) {
      const work = new SharedWork(async (until) => {
        try {
          await this.#hold(await this.#source.renewed(wish, until));
        } finally {
          if (this.#renewing === work) this.#renewing = undefined;
        }
      });
      this.#renewing = work;
    }
    return this.#renewing?.join(signal) ?? Promise.resolve();
  }

  /** What is held, from the store where it was not looked at yet, or is to be looked at again. */
  #load(again = false): Promise<Held | undefined> {
    if (again) this.#loading = undefined;
    this.#loading ??= this.#source.kept().then((kept) => this.#hold(kept));
    // A store that could not be read is asked again.
    this.#loading.catch(() => {
      this.#loading = undefined;
    });
    return this.#loading;
  }

  async #hold(issued: IssuedTokens | undefined): Promise<Held | undefined> {
    const key = issued && (await this.#keyOf(issued));
    const held = issued && { ...issued, key, fields: bearerFields(issued.tokens) };
    this.#held = held;
    this.#loading = Promise.resolve(held);
    return held;
  }

  /** The same key for the same tokens, since it knows the nonces. */
  async #keyOf({ tokens }: IssuedTokens): Promise<DpopKey | undefined> {
    const { dpopKey, tokenType } = tokens;
    if (dpopKey === undefined || tokenType !== 'DPoP') return undefined;
    const now = this.#held;
    if (now?.key !== undefined && now.tokens.dpopKey?.x === dpopKey.x) return now.key;
    return await openDpopKey(dpopKey, this.#parts.clock);
  }

  #fault(code: 'SCOPE_REFUSED' | 'FRESH_TOKEN_REFUSED', words: string): OAuthError {
    return new OAuthError(code, `${nameOfPlace(new URL(this.#url))} ${words}`);
  }
}

/** The challenge of a refusal, and whether tokens have anything to do with it. */
export function challengeOf({ status, headers }: Refusal): {
  readonly challenge: BearerChallenge | undefined;
  readonly isOurs: boolean;
} {
  const challenge = bearerChallenge(headers['www-authenticate']);
  return { challenge, isOurs: status === 401 || challenge?.error === 'insufficient_scope' };
}

function tokenIn(sent: Fields): string | undefined {
  return /^(?:Bearer|DPoP) (.+)$/.exec(sent['Authorization'] ?? '')?.[1];
}
