import { clockSkew, DPoP, type CryptoKeyPair, type DPoPHandle, type JWK } from 'oauth4webapi';
import { skewOf, systemClock, type OAuthClock } from '../clock.ts';
import { OAuthError } from '../errors.ts';
import type * as keys from '../keys.ts';

/** A key that tokens are bound to, and the nonces that servers want in its proofs. */
export interface DpopKey {
  /** What oauth4webapi signs requests to the token endpoint with. */
  readonly handle: DPoPHandle;
  /** A proof for one request to the resource; every request has its own. */
  proof(method: string, url: string, accessToken: string | undefined): Promise<string>;
  /** Remembers the nonce that the server of this URL gave last. */
  learnNonce(url: string, nonce: string): void;
  /** The private key, to be kept with the tokens. */
  export(): Promise<JWK>;
}

/** The one algorithm of our keys: every server that binds tokens at all knows it. */
export const dpopAlgorithm = 'ES256';

/** Nonces of so many servers are remembered. */
const maxNonces = 100;

/**
 * A key for bound tokens: the one that is kept, or a new one.
 *
 * @throws OAuthError `STORE_FAILED` for a kept one that is none
 * @see {@link https://www.rfc-editor.org/rfc/rfc9449 | RFC 9449}
 */
export async function openDpopKey(
  kept: JWK | undefined,
  clock: OAuthClock = systemClock,
): Promise<DpopKey> {
  const jose = await import('../keys.ts');
  if (kept === undefined) return new SigningKey(jose, await newPair(jose), clock);
  try {
    return new SigningKey(jose, await pairOf(jose, kept), clock);
  } catch {
    // What the run-time says of a key may quote it.
    const words = 'the key that is kept with the tokens cannot be used: expected one for ES256';
    throw new OAuthError('STORE_FAILED', `${words}; sign out and in again, for a new one`);
  }
}

type Jose = typeof keys;

async function newPair(jose: Jose): Promise<CryptoKeyPair> {
  return await jose.generateKeyPair(dpopAlgorithm, { extractable: true });
}

async function pairOf(jose: Jose, jwk: JWK): Promise<CryptoKeyPair> {
  const { d: _, ...open } = jwk;
  const [privateKey, publicKey] = await Promise.all(
    [jwk, open].map((one) => jose.importJWK(one, dpopAlgorithm, { extractable: true })),
  );
  return { privateKey, publicKey } as CryptoKeyPair;
}

class SigningKey implements DpopKey {
  readonly handle: DPoPHandle;
  readonly #jose: Jose;
  readonly #pair: CryptoKeyPair;
  readonly #clock: OAuthClock;
  readonly #nonces = new Map<string, string>();
  #jwk: Promise<JWK> | undefined;

  constructor(jose: Jose, pair: CryptoKeyPair, clock: OAuthClock) {
    this.#jose = jose;
    this.#clock = clock;
    this.#pair = pair;
    this.handle = DPoP({ [clockSkew]: skewOf(clock) }, pair);
  }

  async proof(method: string, url: string, accessToken: string | undefined): Promise<string> {
    const { origin, pathname } = new URL(url);
    const { kty, crv, x, y } = await this.export();
    const nonce = this.#nonces.get(origin);
    const ath = accessToken === undefined ? undefined : await hashOf(this.#jose, accessToken);
    const claims = {
      jti: crypto.randomUUID(),
      htm: method,
      // Without query and fragment (RFC 9449 §4.2).
      htu: `${origin}${pathname}`,
      ...(ath !== undefined && { ath }),
      ...(nonce !== undefined && { nonce }),
    };
    const jwk = { kty, crv, x, y };
    return await new this.#jose.SignJWT(claims)
      .setProtectedHeader({
        alg: dpopAlgorithm,
        typ: 'dpop+jwt',
        jwk: jwk as Record<string, string>,
      })
      .setIssuedAt(Math.floor(this.#clock.now() / 1_000))
      .sign(this.#pair.privateKey);
  }

  learnNonce(url: string, nonce: string): void {
    const { origin } = new URL(url);
    this.#nonces.delete(origin);
    this.#nonces.set(origin, nonce);
    for (const oldest of this.#nonces.keys()) {
      if (this.#nonces.size <= maxNonces) break;
      this.#nonces.delete(oldest);
    }
  }

  export(): Promise<JWK> {
    this.#jwk ??= this.#jose.exportJWK(this.#pair.privateKey) as Promise<JWK>;
    return this.#jwk;
  }
}

async function hashOf(jose: Jose, text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return jose.base64url.encode(new Uint8Array(digest));
}
