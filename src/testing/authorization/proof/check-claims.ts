import type { Jwt } from './jwt.ts';

const skewS = 60;

/** Why the time, audience or id of an assertion is not accepted, or `undefined`. */
export function wrongInClaims(
  { claims }: Jwt,
  expected: {
    readonly audiences: readonly string[];
    readonly nowMs: number;
    /** The ids that have come so far; this one is put in. */
    readonly seen: Set<string>;
  },
): string | undefined {
  const nowS = expected.nowMs / 1_000;
  const { aud, exp, nbf, jti } = claims;
  const audiences: readonly unknown[] = Array.isArray(aud) ? aud : [aud];
  if (!audiences.some((audience) => expected.audiences.includes(String(audience)))) {
    return `aud is ${JSON.stringify(aud)}, not ${expected.audiences.join(' or ')}`;
  }
  if (typeof exp !== 'number' || exp + skewS < nowS) return 'exp is missing or over';
  if (typeof nbf === 'number' && nbf - skewS > nowS) return 'nbf is to come';
  if (typeof jti !== 'string') return 'it has no jti';
  if (expected.seen.has(jti)) return 'its jti has come before';
  expected.seen.add(jti);
  return undefined;
}
