import { OAuthError } from '../errors.ts';
import { cancelled, onAbort } from '../on-abort.ts';
import type { TokenSet } from './entry.ts';
import { isSameSet, ofIssuer, withTokens } from './issuer-tokens.ts';
import type { KeptEntry } from './kept-entry.ts';
import type { Store } from './store.ts';

/** A refresh that somebody needs. */
export interface RefreshOrder {
  readonly kept: KeptEntry;
  readonly issuer: string;
  /** The set that does not serve any more. */
  readonly held: TokenSet;
  /**
   * Asks the server; it is handed the set as it is kept. Nobody's signal may end it: whether the server has spent a
   * refresh token that serves once is not known then. Its network has to.
   */
  readonly refresh: (tokens: TokenSet) => Promise<TokenSet>;
  /** Ends the wait of this caller. */
  readonly signal: AbortSignal | undefined;
}

/**
 * Refreshes a set of tokens once for all who hold it: in this program, in all that share its store.
 *
 * What it fails with is everybody's error, and costs the tokens only where the server says `invalid_grant`. A refresh
 * that has begun is kept even if nobody waits for it any longer.
 *
 * @returns what is kept then, which somebody else may have put there; `undefined`: they were removed
 * @throws OAuthError what `refresh` throws, `CANCELLED`, `STORE_FAILED`
 * @see {@link https://www.rfc-editor.org/rfc/rfc6749#section-6 | RFC 6749 §6}
 */
export function refreshOnce(order: RefreshOrder): Promise<TokenSet | undefined> {
  const { kept, signal } = order;
  if (signal?.aborted === true) return Promise.reject(cancelled(waiting, signal));
  let underWay = refreshes.get(kept.store);
  if (underWay === undefined) refreshes.set(kept.store, (underWay = new Set()));
  for (const refresh of underWay) if (refresh.isFor(order)) return refresh.join(signal);
  const refresh = new Refresh(order, underWay);
  return refresh.join(signal);
}

const waiting = 'waiting for a refresh';

/** What is under way, by the store that its outcome goes to. Other objects for the same place meet at its lock. */
const refreshes = new WeakMap<Store, Set<Refresh>>();

class Refresh {
  readonly #order: RefreshOrder;
  readonly #underWay: Set<Refresh>;
  readonly #nobodyWaits = new AbortController();
  readonly #outcome: Promise<TokenSet | undefined>;
  #waiting = 0;

  constructor(order: RefreshOrder, underWay: Set<Refresh>) {
    this.#order = order;
    this.#underWay = underWay;
    underWay.add(this);
    this.#outcome = this.#run().finally(() => underWay.delete(this));
    // Those who wait are told; there may be none.
    this.#outcome.catch(() => {});
  }

  isFor({ kept, issuer, held }: RefreshOrder): boolean {
    const mine = this.#order;
    return kept.key === mine.kept.key && issuer === mine.issuer && isSameSet(held, mine.held);
  }

  join(signal: AbortSignal | undefined): Promise<TokenSet | undefined> {
    this.#waiting += 1;
    return new Promise((resolve, reject) => {
      const stopListening = onAbort(signal, () => {
        reject(cancelled(waiting, signal));
        this.#waiting -= 1;
        if (this.#waiting === 0) this.#giveUp();
      });
      this.#outcome.then(resolve, reject).finally(stopListening);
    });
  }

  /** Does not wait for the lock any longer. What has been sent goes on, and whoever comes now waits behind it. */
  #giveUp(): void {
    this.#underWay.delete(this);
    this.#nobodyWaits.abort();
  }

  async #run(): Promise<TokenSet | undefined> {
    const { kept, issuer, held } = this.#order;
    const { signal } = this.#nobodyWaits;
    const lock = await kept.lock(signal);
    try {
      const { tokens } = ofIssuer(await kept.read(), issuer);
      if (tokens === undefined || !isSameSet(tokens, held)) return tokens;
      if (signal.aborted) throw cancelled(waiting, signal);
      return await this.#ask(tokens);
    } finally {
      // What came of it is kept; a lock that cannot be given back changes nothing about that.
      await lock.release().catch(() => {});
    }
  }

  async #ask(tokens: TokenSet): Promise<TokenSet | undefined> {
    try {
      return await this.#replace(await this.#order.refresh(tokens));
    } catch (error) {
      if (!isSpent(error)) throw error;
      const left = await this.#replace(undefined);
      if (left === undefined) throw error;
      return left;
    }
  }

  /**
   * Puts others in the place of the tokens, unless they are gone: somebody who signed out stays signed out, and what
   * came from a newer sign-in stays.
   *
   * @returns what is kept then
   */
  async #replace(tokens: TokenSet | undefined): Promise<TokenSet | undefined> {
    const { kept, issuer, held } = this.#order;
    const entry = await kept.update((now) => {
      const isThere = isSameSet(ofIssuer(now, issuer).tokens, held);
      return isThere ? withTokens(now, issuer, tokens) : undefined;
    });
    return ofIssuer(entry, issuer).tokens;
  }
}

/** Whether the server will not take this refresh token again (RFC 6749 §5.2). */
function isSpent(error: unknown): boolean {
  return (
    error instanceof OAuthError &&
    error.code === 'TOKEN_REFUSED' &&
    error.oauthError === 'invalid_grant'
  );
}
