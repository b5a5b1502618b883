import { createHash } from 'node:crypto';
import { calculateJwkThumbprint, EmbeddedJWK, jwtVerify, type JWK } from 'jose';
import { describe, expect, test } from 'vitest';
import { openDpopKey } from '../../../src/oauth/dpop/dpop-key.ts';
import { fault } from '../fault.ts';
import { expectNoSecret } from '../no-secret.ts';

const url = 'https://mcp.example.com/mcp';

/** What a proof says, after its own key has verified it. */
async function read(proof: string) {
  const { payload, protectedHeader } = await jwtVerify(proof, EmbeddedJWK, { typ: 'dpop+jwt' });
  return { payload, header: protectedHeader, jwk: protectedHeader.jwk as JWK };
}

test('a proof has its type, the public key alone, and what it is for', async () => {
  const key = await openDpopKey(undefined);
  const { payload, header, jwk } = await read(await key.proof('POST', url, 'token'));
  expect(header.alg).toBe('ES256');
  expect(Object.keys(jwk).toSorted()).toEqual(['crv', 'kty', 'x', 'y']);
  expect(payload).toEqual({
    htm: 'POST',
    htu: url,
    iat: expect.any(Number),
    jti: expect.any(String),
    ath: createHash('sha256').update('token').digest('base64url'),
  });
  expect(Math.abs((payload.iat ?? 0) - Date.now() / 1_000)).toBeLessThan(60);
});

test.each([
  ['https://h.example/mcp?a=b#c', 'https://h.example/mcp'],
  ['https://H.example:443/mcp', 'https://h.example/mcp'],
  ['https://h.example', 'https://h.example/'],
  ['https://h.example:8443/a%20b/', 'https://h.example:8443/a%20b/'],
])('%s is for %s', async (asked, htu) => {
  const key = await openDpopKey(undefined);
  const { payload } = await read(await key.proof('GET', asked, undefined));
  expect(payload).toMatchObject({ htu, htm: 'GET' });
  expect(payload).not.toHaveProperty('ath');
});

test('each proof is new', async () => {
  const key = await openDpopKey(undefined);
  const proofs = await Promise.all(Array.from({ length: 20 }, () => key.proof('GET', url, 't')));
  const ids = await Promise.all(proofs.map(async (proof) => (await read(proof)).payload.jti));
  expect(new Set(ids).size).toBe(20);
});

test('a kept key is the same key, for proofs and for the token endpoint', async () => {
  const first = await openDpopKey(undefined);
  const kept = JSON.parse(JSON.stringify(await first.export())) as JWK;
  const second = await openDpopKey(kept);
  const prints = await Promise.all([
    first.handle.calculateThumbprint(),
    second.handle.calculateThumbprint(),
    ...[first, second].map(async (key) => {
      const { jwk } = await read(await key.proof('GET', url, undefined));
      return await calculateJwkThumbprint(jwk);
    }),
  ]);
  expect(new Set(prints).size).toBe(1);
  expect(await second.export()).toEqual(kept);
});

test('two new keys are two', async () => {
  const [one, other] = await Promise.all([openDpopKey(undefined), openDpopKey(undefined)]);
  expect((await one.export()).x).not.toBe((await other.export()).x);
});

describe('nonces', () => {
  const nonceOf = async (proof: Promise<string>) => (await read(await proof)).payload['nonce'];

  test('each origin has its own, the last one that it gave', async () => {
    const key = await openDpopKey(undefined);
    key.learnNonce(url, 'one');
    key.learnNonce('https://mcp.example.com/other?x=y', 'two');
    key.learnNonce('https://mcp.example.com:8443/mcp', 'three');
    expect(await nonceOf(key.proof('GET', url, 't'))).toBe('two');
    expect(await nonceOf(key.proof('GET', 'https://mcp.example.com:8443/', 't'))).toBe('three');
    expect(await nonceOf(key.proof('GET', 'https://else.example/', 't'))).toBeUndefined();
  });

  test('a hundred are remembered, the latest ones', async () => {
    const key = await openDpopKey(undefined);
    key.learnNonce('https://first.example', 'first');
    key.learnNonce('https://second.example', 'second');
    for (let n = 0; n < 98; n += 1) key.learnNonce(`https://h${n}.example`, `${n}`);
    key.learnNonce('https://first.example', 'again');
    key.learnNonce('https://last.example', 'last');
    expect(await nonceOf(key.proof('GET', 'https://first.example', 't'))).toBe('again');
    expect(await nonceOf(key.proof('GET', 'https://second.example', 't'))).toBeUndefined();
    expect(await nonceOf(key.proof('GET', 'https://last.example', 't'))).toBe('last');
  });
});

describe('a kept key that cannot be used', async () => {
  const good = await (await openDpopKey(undefined)).export();
  const { d = '', ...open } = good;
  test.each([
    ['nothing', {}],
    ['the public key alone', open],
    ['a shared secret', { kty: 'oct', k: d }],
    ['another curve', { ...good, crv: 'P-384' }],
    ['a point that is none', { ...good, x: good.y }],
    ['a member that is no text', { ...good, d: 7 }],
  ])('%s', async (_why, jwk) => {
    const error = await fault(openDpopKey(jwk as Parameters<typeof openDpopKey>[0]));
    expect(error.code).toBe('STORE_FAILED');
    expectNoSecret(error, [d]);
  });
});
