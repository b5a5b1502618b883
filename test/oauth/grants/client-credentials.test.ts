import { exportJWK, exportPKCS8, generateKeyPair, jwtVerify } from 'jose';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  clientCredentials,
  type ClientCredentialsOptions,
  type ClientKey,
} from '../../../src/oauth/grants/client-credentials.ts';
import { asTokenGrant } from '../../../src/oauth/grants/token-grant.ts';
import { openScriptedServer } from '../../support/authorization-server.ts';
import { proves } from '../../support/proves.ts';
import { fault } from '../fault.ts';
import { expectNoSecret } from '../no-secret.ts';
import { someSituation } from '../some-situation.ts';

async function setUp(scope?: string) {
  const server = await openScriptedServer();
  onTestFinished(() => server[Symbol.asyncDispose]());
  const { situation } = someSituation(server.metadata, { scope });
  const forms = () =>
    server.bodiesOf('/token').map((body) => Object.fromEntries(new URLSearchParams(body)));
  return { server, situation, forms };
}

for (const scope of ['a b', undefined]) {
  proves(['CC-01', 'AUTH-41'], `one request, with the scope ${scope}`, async () => {
    const { server, situation, forms } = await setUp(scope);
    const grant = asTokenGrant(clientCredentials({ clientId: 'me', clientSecret: 's' }));
    expect(await grant.acquire(situation)).toMatchObject({ accessToken: 'at-1' });
    expect(server.asked.map(({ path }) => path)).toEqual(['/token']);
    expect(forms()).toEqual([
      {
        grant_type: 'client_credentials',
        resource: situation.resource,
        ...(scope !== undefined && { scope }),
      },
    ]);
    expect(grant).toMatchObject({ interactive: false, usesCode: false });
  });
}

describe('a key', async () => {
  const pairs = {
    ES256: await generateKeyPair('ES256', { extractable: true }),
    RS256: await generateKeyPair('RS256', { extractable: true }),
    EdDSA: await generateKeyPair('EdDSA', { extractable: true }),
  };
  for (const [algorithm, { privateKey, publicKey }] of Object.entries(pairs)) {
    const keys: readonly ClientKey[] = [
      { pem: await exportPKCS8(privateKey), algorithm, keyId: 'k' },
      { jwk: await exportJWK(privateKey), algorithm },
    ];
    for (const key of keys) {
      const form = 'pem' in key ? 'PEM' : 'JWK';
      proves(['CC-02', 'CC-03'], `${algorithm} as ${form}`, async () => {
        const { situation, forms } = await setUp();
        const options = { clientId: 'me', privateKey: key };
        await asTokenGrant(clientCredentials(options)).acquire(situation);
        const assertion = forms()[0]?.['client_assertion'] ?? '';
        const currentDate = new Date(situation.clock.now());
        const { payload, protectedHeader } = await jwtVerify(assertion, publicKey, { currentDate });
        expect(payload).toMatchObject({ iss: 'me', sub: 'me', aud: situation.server.issuer });
        expect(protectedHeader.kid).toBe(key.keyId);
      });
    }
  }

  const { privateKey, publicKey } = pairs.ES256;
  const pem = await exportPKCS8(privateKey);
  const jwk = await exportJWK(privateKey);
  const d = jwk.d ?? '';
  const cut = `${pem.slice(0, 60)}\n-----END PRIVATE KEY-----`;
  const secrets = [d, pem.slice(30, 58)];
  test.each<[string, ClientKey]>([
    ['text that is no PEM', { pem: d, algorithm: 'ES256' }],
    ['a PEM that is cut', { pem: cut, algorithm: 'ES256' }],
    ['another algorithm', { pem, algorithm: 'RS256' }],
    ['an algorithm that nobody knows', { pem, algorithm: 'XY512' }],
    ['the public key', { jwk: await exportJWK(publicKey), algorithm: 'ES256' }],
    ['a shared secret', { jwk: { kty: 'oct', k: d }, algorithm: 'HS256' }],
    [
      'a key that only decrypts',
      { jwk: await exportJWK(pairs.RS256.privateKey), algorithm: 'RSA-OAEP' },
    ],
    ['a JWK that is none', { jwk: { d }, algorithm: 'ES256' }],
  ])('that cannot be used: %s', async (_why, key) => {
    const { server, situation } = await setUp();
    const grant = asTokenGrant(clientCredentials({ clientId: 'me', privateKey: key }));
    const error = await fault(grant.acquire(situation));
    expect(error).toMatchObject({ code: 'INVALID_ARGUMENT', message: /private key/ });
    expectNoSecret(error, secrets);
    expect(server.asked).toEqual([]);
  });
});

proves('CC-04', 'a TLS client needs nothing else', async () => {
  const { situation, forms } = await setUp();
  const options = { clientId: 'me', authMethod: 'tls_client_auth' };
  await asTokenGrant(clientCredentials(options)).acquire(situation);
  expect(forms()[0]).toMatchObject({ client_id: 'me' });
});

test.each<[string, ClientCredentialsOptions]>([
  ['no client id', { clientId: '', clientSecret: 'The-Secret' }],
  ['neither secret nor key', { clientId: 'me' }],
])('without %s it cannot begin', async (_why, options) => {
  const error = await fault(() => clientCredentials(options));
  expect(error.code).toBe('INVALID_ARGUMENT');
  expectNoSecret(error, ['The-Secret']);
});
