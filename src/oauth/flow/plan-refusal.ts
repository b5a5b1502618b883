import type { BearerChallenge } from '../challenge/bearer-challenge.ts';
import type { TokenSet } from '../keeping/entry.ts';
import { lifeOf } from './expiry.ts';
import { isCovered } from './scope.ts';

/** A refusal, and what is held when it comes. */
export interface RefusalFacts {
  readonly status: 401 | 403;
  readonly challenge: BearerChallenge | undefined;
  /** How often this message has been refused. */
  readonly tries: number;
  /** The access token that the refused request carried. */
  readonly sent: string | undefined;
  /** What is kept now. */
  readonly held: TokenSet | undefined;
  /** Whether the refusal brought a nonce for proofs. */
  readonly hasNonce: boolean;
  readonly now: number;
}

/** What is to be done about a refusal. */
export type RefusalPlan =
  /** Nothing that a token would change. */
  | { readonly kind: 'pass' }
  /** What is held now was not refused: send the message again. */
  | { readonly kind: 'retry' }
  /** The token does not serve (any more): refresh it, or sign in. */
  | { readonly kind: 'renew' }
  /** It serves for less than is needed: sign in for more. */
  | { readonly kind: 'step-up' }
  /** It is new, and is refused. */
  | { readonly kind: 'refused-fresh' }
  /** It was granted, or asked for, all that is said to be needed. */
  | { readonly kind: 'refused-scope' };

/** A token that was issued this recently, and that the message was sent again with, is fresh. */
const freshMs = 60_000;

/** @see {@link https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization#error-handling | Error handling} */
export function planRefusal(facts: RefusalFacts): RefusalPlan {
  const { status, challenge, tries, sent, held, hasNonce, now } = facts;
  // A 403 that asks for no scope is about the origin of the request, or about policy.
  if (status === 403 && challenge?.error !== 'insufficient_scope') return { kind: 'pass' };
  const serves = held !== undefined && lifeOf(held, now) !== 'expired';
  if (serves && held.accessToken !== sent) return { kind: 'retry' };
  if (status === 403) {
    const isGranted = held !== undefined && isCovered(challenge?.scope, held.scope);
    // What was asked for because of this very message and not granted is not asked for again.
    const isInVain = tries > 1 && isCovered(challenge?.scope, held?.askedScope);
    return { kind: isGranted || isInVain ? 'refused-scope' : 'step-up' };
  }
  if (hasNonce && challenge?.error === 'use_dpop_nonce') return { kind: 'retry' };
  const isFresh = held !== undefined && now - held.issuedAt < freshMs;
  return { kind: tries > 1 && isFresh ? 'refused-fresh' : 'renew' };
}
