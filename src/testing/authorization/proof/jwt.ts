import {
  createPublicKey,
  generateKeyPairSync,
  randomUUID,
  sign,
  verify,
  type JsonWebKey,
  type KeyObject,
} from 'node:crypto';

/** A token in three parts, read and not yet believed. */
export interface Jwt {
  readonly header: Readonly<Record<string, unknown>>;
  readonly claims: Readonly<Record<string, unknown>>;
  readonly signed: string;
  readonly signature: Buffer;
}

/** Reads a token; `undefined` if it is none. */
export function readJwt(text: string): Jwt | undefined {
  const [header, claims, signature, ...rest] = text.split('.');
  if (header === undefined || claims === undefined || signature === undefined) return undefined;
  if (rest.length > 0) return undefined;
  try {
    return {
      header: membersOf(header),
      claims: membersOf(claims),
      signed: `${header}.${claims}`,
      signature: Buffer.from(signature, 'base64url'),
    };
  } catch {
    return undefined;
  }
}

function membersOf(part: string): Record<string, unknown> {
  return { ...(JSON.parse(Buffer.from(part, 'base64url').toString()) as object) };
}

/** How each algorithm is checked; what is not here is not taken: `none` and shared secrets too. */
const algorithms: Readonly<
  Record<string, { readonly hash: string | null; readonly type: string }>
> = {
  ES256: { hash: 'sha256', type: 'ec' },
  ES384: { hash: 'sha384', type: 'ec' },
  RS256: { hash: 'sha256', type: 'rsa' },
  EdDSA: { hash: null, type: 'ed25519' },
  Ed25519: { hash: null, type: 'ed25519' },
};

/** The algorithms that a signature may have. */
export const algorithmNames: readonly string[] = Object.keys(algorithms);

/** Whether a token is signed with a key. */
export function isSignedBy({ header, signed, signature }: Jwt, jwk: JsonWebKey): boolean {
  const algorithm = algorithms[String(header['alg'])];
  if (algorithm === undefined) return false;
  try {
    const key = createPublicKey({ key: jwk, format: 'jwk' });
    if (key.asymmetricKeyType !== algorithm.type) return false;
    const how = { key, dsaEncoding: 'ieee-p1363' } as const;
    return verify(algorithm.hash, Buffer.from(signed), how, signature);
  } catch {
    return false;
  }
}

/** A key that signs with ES256. */
export class SigningKey {
  readonly #private: KeyObject;
  readonly publicJwk: JsonWebKey;

  constructor() {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.#private = privateKey;
    this.publicJwk = { ...publicKey.export({ format: 'jwk' }), alg: 'ES256', use: 'sig' };
  }

  /** A signed token; each has an id of its own. */
  sign(claims: Readonly<Record<string, unknown>>, typ = 'JWT'): string {
    const parts = [
      { alg: 'ES256', typ },
      { jti: randomUUID(), ...claims },
    ];
    const signed = parts
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.');
    const how = { key: this.#private, dsaEncoding: 'ieee-p1363' } as const;
    return `${signed}.${sign('sha256', Buffer.from(signed), how).toString('base64url')}`;
  }
}
