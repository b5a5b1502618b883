import { generateKeyPair, jwtVerify } from 'jose';
import { expect, onTestFinished, test } from 'vitest';
import { requestTokens } from '../../../src/oauth/token/request-tokens.ts';
import type { TokenClient } from '../../../src/oauth/token/token-client.ts';
import { openScriptedServer } from '../../support/authorization-server.ts';
import { proves } from '../../support/proves.ts';
import { fault } from '../fault.ts';
import { expectNoSecret } from '../no-secret.ts';
import { someSituation } from '../some-situation.ts';

const secret = 'a b+/%:é';

/** What the token endpoint of a server with this metadata gets from this client. */
async function sent(client: Partial<TokenClient>, metadata: object = {}) {
  const server = await openScriptedServer(metadata);
  onTestFinished(() => server[Symbol.asyncDispose]());
  const { situation } = someSituation(server.metadata);
  const all: TokenClient = { from: 'configuration', clientId: 'me', ...client };
  await requestTokens(situation, all, 'client_credentials', {});
  const [request] = server.asked;
  const { authorization } = request?.headers ?? {};
  const form = Object.fromEntries(new URLSearchParams(request?.body));
  const { issuer } = server.metadata;
  return { authorization, form, path: request?.path, issuer, now: situation.clock.now() };
}

type Way = 'basic' | 'post' | 'none' | 'jwt';

/** How the client was told, by what a request has. */
function wayOf({ authorization, form }: Awaited<ReturnType<typeof sent>>): Way {
  if (authorization !== undefined) return 'basic';
  if (form['client_assertion'] !== undefined) return 'jwt';
  return form['client_secret'] === undefined ? 'none' : 'post';
}

interface Case {
  readonly why: string;
  readonly registered?: string;
  readonly offered?: readonly string[];
  readonly secret?: string;
  readonly way: Way;
}

const basic = 'client_secret_basic';
const post = 'client_secret_post';

const cases: readonly Case[] = [
  { why: 'nothing is said', secret, way: 'basic' },
  { why: 'there is no secret', offered: [basic], way: 'none' },
  { why: 'Basic alone is offered', offered: [basic], secret, way: 'basic' },
  { why: 'the body alone is offered', offered: [post], secret, way: 'post' },
  { why: 'both are offered', offered: [post, basic], secret, way: 'basic' },
  { why: 'none alone is offered', offered: ['none'], secret, way: 'none' },
  { why: 'none is offered too', offered: ['none', post], secret, way: 'post' },
  { why: 'only what needs a key is offered', offered: ['private_key_jwt'], secret, way: 'basic' },
  { why: 'a JWT by the secret alone', offered: ['client_secret_jwt'], secret, way: 'jwt' },
  { why: 'registered for the body', registered: post, offered: [basic], secret, way: 'post' },
  { why: 'registered for Basic', registered: basic, offered: [post], secret, way: 'basic' },
  { why: 'registered as public', registered: 'none', offered: [basic], secret, way: 'none' },
];

for (const { why, registered, offered, way, ...rest } of cases) {
  proves('AUTH-29', `${way} where ${why}`, async () => {
    const client = {
      ...(registered !== undefined && { authMethod: registered }),
      ...(rest.secret !== undefined && { clientSecret: rest.secret }),
    };
    const metadata =
      offered === undefined ? {} : { token_endpoint_auth_methods_supported: offered };
    const request = await sent(client, metadata);
    expect(wayOf(request)).toBe(way);
    // Exactly one way: a server refuses a request with two.
    expect(request.form['client_secret']).toBe(way === 'post' ? secret : undefined);
    expect(request.form['client_id']).toBe(way === 'basic' ? undefined : 'me');
  });
}

proves('AUTH-29', 'the parts of Basic are encoded as a form is', async () => {
  const { authorization = '' } = await sent({
    clientId: 'https://a.example/c d',
    clientSecret: secret,
  });
  const [scheme, credentials = ''] = authorization.split(' ');
  const [id = '', password = '', ...more] = Buffer.from(credentials, 'base64')
    .toString()
    .split(':');
  const decoded = (text: string) => new URLSearchParams(`x=${text}`).get('x');
  expect(scheme).toBe('Basic');
  expect(more).toEqual([]);
  expect([decoded(id), decoded(password)]).toEqual(['https://a.example/c d', secret]);
  expect(password).toContain('+');
});

proves(['CC-02', 'CC-03'], 'a key signs for the issuer, shortly and once', async () => {
  const { privateKey, publicKey } = await generateKeyPair('ES256');
  const client = { privateKey: { key: privateKey, kid: 'k1' }, clientSecret: secret };
  const ids = new Set<unknown>();
  for (let n = 0; n < 2; n += 1) {
    const { authorization, form, issuer, now } = await sent(client);
    expect(authorization).toBeUndefined();
    expect(form['client_secret']).toBeUndefined();
    expect(form['client_assertion_type']).toBe(
      'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    );
    const { payload, protectedHeader } = await jwtVerify(
      form['client_assertion'] ?? '',
      publicKey,
      {
        audience: issuer,
        currentDate: new Date(now),
        issuer: 'me',
        subject: 'me',
      },
    );
    expect(protectedHeader).toMatchObject({ alg: 'ES256', kid: 'k1' });
    expect((payload.exp ?? Infinity) - (payload.iat ?? 0)).toBeLessThanOrEqual(300);
    ids.add(payload.jti);
  }
  expect(ids.size).toBe(2);
});

for (const clientSecret of [undefined, secret]) {
  proves('AUTH-29', `a key that is missing is not replaced, secret: ${clientSecret}`, async () => {
    const client = { authMethod: 'private_key_jwt', ...(clientSecret && { clientSecret }) };
    const error = await fault(sent(client));
    expect(error).toMatchObject({ code: 'INVALID_ARGUMENT', message: /private_key_jwt/ });
    expectNoSecret(error, [secret]);
  });
}

test('a TLS client names itself, and goes to the alias for TLS', async () => {
  const other = await openScriptedServer();
  onTestFinished(() => other[Symbol.asyncDispose]());
  const mtls_endpoint_aliases = { token_endpoint: `${other.metadata.issuer}/token` };
  for (const authMethod of ['tls_client_auth', 'self_signed_tls_client_auth']) {
    const { path } = await sent({ authMethod, clientSecret: secret }, { mtls_endpoint_aliases });
    expect(path).toBeUndefined();
  }
  const forms = other.bodiesOf('/token').map((body) => new URLSearchParams(body));
  expect(forms.map((form) => form.get('client_id'))).toEqual(['me', 'me']);
  expect(forms.some((form) => form.has('client_secret'))).toBe(false);
  expect(other.asked.some(({ headers }) => 'authorization' in headers)).toBe(false);
});

test('the alias for TLS is for TLS clients alone', async () => {
  const mtls_endpoint_aliases = { token_endpoint: 'https://nowhere.invalid/token' };
  const { path } = await sent({ clientSecret: secret }, { mtls_endpoint_aliases });
  expect(path).toBe('/token');
});

test('who is known by an assertion alone is not named', async () => {
  const { authorization, form } = await sent({ clientId: '' });
  expect(authorization).toBeUndefined();
  expect(form['client_id']).toBeUndefined();
});
