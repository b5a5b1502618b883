import type { TokenSet } from '../keeping/entry.ts';

/** Tokens are replaced this long before they expire, or in the last tenth of a shorter life. */
const skewMs = 30_000;

/** Whether a token is still to be sent, about to expire, or expired. */
export function lifeOf(tokens: TokenSet, now: number): 'valid' | 'expiring' | 'expired' {
  const { expiresAt, issuedAt } = tokens;
  if (expiresAt === undefined) return 'valid';
  if (now >= expiresAt) return 'expired';
  const skew = Math.min(skewMs, Math.max(0, expiresAt - issuedAt) / 10);
  return now >= expiresAt - skew ? 'expiring' : 'valid';
}
