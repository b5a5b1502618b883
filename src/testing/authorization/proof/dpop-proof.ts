import { createHash, type JsonWebKey } from 'node:crypto';
import { isSignedBy, readJwt } from './jwt.ts';

const maxAgeS = 300;

/** What a proof must be of. */
export interface ProofOf {
  readonly method: string;
  /** Without its query. */
  readonly url: string;
  /** The token that it goes with, at a resource. */
  readonly accessToken?: string;
  /** The nonce that it must have, if one. */
  readonly nonce: string | undefined;
  readonly nowMs: number;
  /** The ids of all proofs so far; this one is put in. */
  readonly seen: Set<string>;
}

/** What was found of a proof. */
export type ProofVerdict =
  | { readonly kind: 'good'; readonly thumbprint: string }
  | { readonly kind: 'nonce-wanted' }
  | { readonly kind: 'reused' }
  | { readonly kind: 'wrong'; readonly why: string };

/**
 * Judges a proof of possession.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc9449#section-4.3 | RFC 9449 §4.3}
 */
export function judgeProof(text: string, of: ProofOf): ProofVerdict {
  const proof = readJwt(text);
  if (proof === undefined) return wrong('it is no JWT');
  const { header, claims } = proof;
  const jwk = header['jwk'] as JsonWebKey | undefined;
  if (header['typ'] !== 'dpop+jwt') return wrong(`typ is ${String(header['typ'])}`);
  if (typeof jwk !== 'object' || jwk === null) return wrong('it has no jwk');
  if (jwk.d !== undefined || jwk.kty === 'oct') return wrong('its jwk is a private or shared key');
  if (!isSignedBy(proof, jwk)) return wrong('its signature is not by its jwk');
  const { jti, htm, htu, iat, ath, nonce } = claims;
  if (htm !== of.method) return wrong(`htm is ${String(htm)}, not ${of.method}`);
  if (htu !== of.url) return wrong(`htu is ${String(htu)}, not ${of.url}`);
  if (typeof iat !== 'number' || Math.abs(of.nowMs / 1_000 - iat) > maxAgeS) {
    return wrong('iat is missing or far from now');
  }
  const hash = of.accessToken === undefined ? undefined : digest(of.accessToken);
  if (ath !== hash) return wrong('ath is not of the token');
  if (typeof jti !== 'string') return wrong('it has no jti');
  if (of.seen.has(jti)) return { kind: 'reused' };
  of.seen.add(jti);
  if (of.nonce !== undefined && nonce !== of.nonce) return { kind: 'nonce-wanted' };
  return { kind: 'good', thumbprint: thumbprintOf(jwk) };
}

function wrong(why: string): ProofVerdict {
  return { kind: 'wrong', why };
}

/** The members of a key that make its thumbprint, in their order (RFC 7638 §3.2). */
const essential: Readonly<Record<string, readonly (keyof JsonWebKey)[]>> = {
  EC: ['crv', 'kty', 'x', 'y'],
  OKP: ['crv', 'kty', 'x'],
  RSA: ['e', 'kty', 'n'],
};

/** The thumbprint of a key. */
function thumbprintOf(jwk: JsonWebKey): string {
  const names = essential[jwk.kty ?? ''] ?? [];
  return digest(JSON.stringify(Object.fromEntries(names.map((name) => [name, jwk[name]]))));
}

/** SHA-256 in base64url. */
export function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
