import { connect, http } from 'garuda-mcp';
import { scriptedServer, scriptedSignIn } from 'garuda-mcp/testing';
import { expect, test } from 'vitest';
import {
  answerTo,
  authorizeUrl,
  bearer,
  callMcp,
  challengeOf,
  codeFor,
  documentOf,
  exchange,
  hashOf,
  newPkce,
  postForm,
  redirectUri,
  refresh,
  registered,
  signedIn,
  TestKey,
} from './raw-client.ts';

test('a client that does all right is let through, and nothing is held against it', async () => {
  await using signIn = await scriptedSignIn({ resource: { scopes: ['read'], scope: 'read' } });
  const refused = await callMcp(signIn.url);
  expect(refused.status).toBe(401);
  const where = `${new URL(signIn.url).origin}/.well-known/oauth-protected-resource/mcp`;
  expect(challengeOf(refused)).toBe(`Bearer scope="read", resource_metadata="${where}"`);
  expect(await documentOf(fetch(where))).toMatchObject({
    resource: signIn.url,
    authorization_servers: [signIn.issuer],
    scopes_supported: ['read'],
  });
  const { tokens } = await signedIn(signIn, { scope: 'read' });
  expect(tokens).toMatchObject({ token_type: 'Bearer', expires_in: 3_600, scope: 'read' });
  const served = await callMcp(signIn.url, bearer(tokens));
  expect(await served.json()).toEqual({ jsonrpc: '2.0', id: 1, result: {} });
  expect(signIn.violations).toEqual([]);
  expect(signIn.requests.map(({ place }) => place)).toEqual([
    'mcp',
    'resource-metadata-at-path',
    'oauth-metadata',
    'registration',
    'authorization',
    'token',
    'mcp',
  ]);
});

test('a scripted server stands behind, and is reached by whoever has a token', async () => {
  const server = scriptedServer({ tools: [{ tool: { name: 'a' }, call: () => 'done' }] });
  await using web = await server.overHttp({ reply: 'events' });
  await using signIn = await scriptedSignIn({ resource: { behind: web } });
  const { tokens } = await signedIn(signIn);
  const credentials = { headers: () => bearer(tokens) };
  const me = { name: 'me', version: '1.0.0' };
  await using client = await connect(http(signIn.url, { credentials }), me);
  expect(await client.callTool('a')).toMatchObject({ content: [{ type: 'text', text: 'done' }] });
  expect(server.received.some(({ headers }) => 'authorization' in headers)).toBe(false);
});

test.each([
  {
    why: 'with a path',
    path: '/tenant1',
    place: '/.well-known/oauth-authorization-server/tenant1',
  },
  { why: 'without one', path: '', place: '/.well-known/oauth-authorization-server' },
])('the metadata of an issuer $why is where it belongs', async ({ path, place }) => {
  await using signIn = await scriptedSignIn({ issuer: { path } });
  const { origin } = new URL(signIn.issuer);
  const { issuer } = await documentOf(fetch(origin + place));
  expect(issuer).toBe(origin + path);
  expect((await fetch(`${origin}/.well-known/openid-configuration`)).status).toBe(404);
});

test.each([
  ['oidc-metadata', '/.well-known/openid-configuration/t'],
  ['oidc-metadata-appended', '/t/.well-known/openid-configuration'],
] as const)('it can be at %s', async (place, path) => {
  await using signIn = await scriptedSignIn({ issuer: { path: '/t', metadata: [place] } });
  const { origin } = new URL(signIn.issuer);
  expect(await documentOf(fetch(origin + path))).toMatchObject({ issuer: `${origin}/t` });
  expect(signIn.at(place)).toHaveLength(1);
  const other = await fetch(`${origin}/.well-known/oauth-authorization-server/t`);
  expect(other.status).toBe(404);
});

test('a refresh token is used once, and ends all if it comes again', async () => {
  await using signIn = await scriptedSignIn();
  const { client, tokens } = await signedIn(signIn);
  signIn.expireTokens();
  const over = await callMcp(signIn.url, bearer(tokens));
  expect(over.status).toBe(401);
  expect(challengeOf(over)).toContain('error="invalid_token"');
  const { refresh_token: first = '' } = tokens;
  const newer = await documentOf(refresh(client, signIn, first));
  expect((await callMcp(signIn.url, bearer(newer))).status).toBe(200);
  expect(signIn.violations).toEqual([]);
  expect(await documentOf(refresh(client, signIn, first))).toMatchObject({
    error: 'invalid_grant',
  });
  expect(signIn.violations).toMatchObject([{ rule: 'refresh-token-reused' }]);
  expect((await callMcp(signIn.url, bearer(newer))).status).toBe(401);
  expect((await refresh(client, signIn, newer['refresh_token'] ?? '')).status).toBe(400);
});

test('a tool that needs more scope says so', async () => {
  await using signIn = await scriptedSignIn({ resource: { tools: { write: 'files:write' } } });
  const { tokens } = await signedIn(signIn, { scope: 'files:read' });
  expect((await callMcp(signIn.url, bearer(tokens), 'read')).status).toBe(200);
  const refused = await callMcp(signIn.url, bearer(tokens), 'write');
  expect(refused.status).toBe(403);
  expect(challengeOf(refused)).toContain('error="insufficient_scope", scope="files:write"');
  const { tokens: more } = await signedIn(signIn, { scope: 'files:read files:write' });
  expect((await callMcp(signIn.url, bearer(more), 'write')).status).toBe(200);
});

test.each(['client_secret_basic', 'client_secret_post'] as const)(
  'a client with %s',
  async (how) => {
    await using signIn = await scriptedSignIn({ issuer: { authMethods: [how] } });
    const client = await registered(signIn, { token_endpoint_auth_method: how });
    const proven = await codeFor(client, signIn);
    const { clientId, secret = '' } = client;
    const wrong = await exchange(client, signIn, { ...proven, client_secret: 'no' });
    expect(wrong.status).toBe(401);
    const words = [clientId, secret].map((word) => encodeURIComponent(word)).join(':');
    const field = { authorization: `Basic ${Buffer.from(words).toString('base64')}` };
    const { client_id: _id, ...form } = { ...proven, client_id: '' };
    const right =
      how === 'client_secret_basic'
        ? postForm(
            client.metadata['token_endpoint'] ?? '',
            {
              grant_type: 'authorization_code',
              redirect_uri: redirectUri,
              resource: signIn.resource,
              ...form,
            },
            field,
          )
        : exchange(client, signIn, { ...proven, client_secret: secret });
    expect((await right).status).toBe(200);
    expect(signIn.violations).toHaveLength(1);
  },
);

test('a client that signs its assertions, by its own credentials', async () => {
  const key = new TestKey();
  await using signIn = await scriptedSignIn({
    issuer: { grants: ['client_credentials'], clients: [{ clientId: 'machine', jwk: key.jwk }] },
  });
  const { metadata } = await registered(signIn, { grant_types: [] });
  const ask = (assertion: string): Promise<Response> =>
    postForm(metadata['token_endpoint'] ?? '', {
      grant_type: 'client_credentials',
      resource: signIn.resource,
      scope: 'a',
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: assertion,
    });
  const good = key.assertion('machine', signIn.issuer);
  const tokens = await documentOf(ask(good));
  expect((await callMcp(signIn.url, bearer(tokens))).status).toBe(200);
  expect(signIn.violations).toEqual([]);
  const wrongs = [
    good,
    new TestKey().assertion('machine', signIn.issuer),
    key.assertion('machine', 'https://other.example.com'),
    key.assertion('machine', signIn.issuer, { exp: 1 }),
    key.assertion('machine', signIn.issuer, { iss: 'other' }),
  ];
  for (const wrong of wrongs) {
    expect(await documentOf(ask(wrong))).toMatchObject({ error: 'invalid_client' });
  }
  const rules = signIn.violations.map(({ rule }) => rule);
  expect(rules).toEqual(wrongs.map(() => 'client-authentication-wrong'));
});

test('a document at a URL stands for a client', async () => {
  const id = 'https://client.example.com/client.json';
  const document = { client_id: id, client_name: 'me', redirect_uris: [redirectUri] };
  await using signIn = await scriptedSignIn({ issuer: { clientDocuments: { [id]: document } } });
  const { metadata } = await registered(signIn);
  expect(metadata['client_id_metadata_document_supported']).toBe(true);
  const client = { metadata, clientId: id, secret: undefined };
  const proven = await codeFor(client, signIn);
  expect((await exchange(client, signIn, proven)).status).toBe(200);
  const { challenge } = newPkce();
  const other = { ...client, clientId: 'https://client.example.com/lost.json' };
  const page = authorizeUrl(other, signIn, { code_challenge: challenge });
  expect(await signIn.browse(page)).toBeUndefined();
});

test('a request is pushed, where that is required', async () => {
  await using signIn = await scriptedSignIn({ issuer: { pushing: 'required' } });
  const client = await registered(signIn);
  const { verifier, challenge } = newPkce();
  const { search } = authorizeUrl(client, signIn, { code_challenge: challenge, state: 's' });
  const form = Object.fromEntries(new URLSearchParams(search));
  const where = client.metadata['pushed_authorization_request_endpoint'] ?? '';
  const { request_uri: uri = '' } = await documentOf(postForm(where, form));
  const page = new URL(client.metadata['authorization_endpoint'] ?? '');
  page.search = String(new URLSearchParams({ client_id: client.clientId, request_uri: uri }));
  const { code = '', state } = await answerTo(signIn, page);
  expect(state).toBe('s');
  expect((await exchange(client, signIn, { code, code_verifier: verifier })).status).toBe(200);
  expect(signIn.violations).toEqual([]);
  await signIn.browse(page);
  expect(signIn.violations[0]).toMatchObject({ rule: 'request-uri-unknown' });
});

test('a revoked token ends all of its sign-in', async () => {
  await using signIn = await scriptedSignIn();
  const { client, tokens } = await signedIn(signIn);
  const { refresh_token: token = '' } = tokens;
  const where = client.metadata['revocation_endpoint'] ?? '';
  expect((await postForm(where, { token, client_id: client.clientId })).status).toBe(200);
  expect((await callMcp(signIn.url, bearer(tokens))).status).toBe(401);
  expect(await documentOf(refresh(client, signIn, token))).toMatchObject({
    error: 'invalid_grant',
  });
  expect(signIn.violations).toEqual([]);
});

test('a device waits until somebody allows it', async () => {
  let now = 1_000_000_000_000;
  const grant = 'urn:ietf:params:oauth:grant-type:device_code';
  await using signIn = await scriptedSignIn({
    issuer: { grants: [grant, 'refresh_token'], deviceIntervalS: 7 },
    now: () => now,
  });
  const { metadata, clientId } = await registered(signIn, { grant_types: [grant] });
  const { resource } = signIn;
  const begin = { client_id: clientId, resource, scope: 'a' };
  const device = await documentOf(postForm(metadata['device_authorization_endpoint'] ?? '', begin));
  expect(device).toMatchObject({ interval: 7, expires_in: 600 });
  const poll = (): Promise<Record<string, string>> => {
    const form = { grant_type: grant, device_code: device['device_code'] ?? '', ...begin };
    return documentOf(postForm(metadata['token_endpoint'] ?? '', form));
  };
  expect(await poll()).toMatchObject({ error: 'authorization_pending' });
  now += 7_000;
  expect(await poll()).toMatchObject({ error: 'authorization_pending' });
  expect(signIn.violations).toEqual([]);
  now += 6_000;
  expect(await poll()).toMatchObject({ error: 'slow_down' });
  expect(signIn.violations).toMatchObject([{ rule: 'polled-too-soon' }]);
  await signIn.browse(device['verification_uri_complete'] ?? '');
  now += 7_000;
  const tokens = await poll();
  expect(tokens).toMatchObject({ scope: 'a' });
  expect((await callMcp(signIn.url, bearer(tokens))).status).toBe(200);
});

test('tokens are bound to a key, with a nonce at either end', async () => {
  await using signIn = await scriptedSignIn({ issuer: { dpop: 'required', nonces: true } });
  const key = new TestKey();
  const client = await registered(signIn);
  const proven = await codeFor(client, signIn);
  const endpoint = client.metadata['token_endpoint'] ?? '';
  const first = await exchange(client, signIn, proven, { dpop: key.proof(endpoint) });
  expect(await first.clone().json()).toMatchObject({ error: 'use_dpop_nonce' });
  const nonce = first.headers.get('dpop-nonce');
  const second = exchange(client, signIn, proven, { dpop: key.proof(endpoint, { nonce }) });
  const tokens = await documentOf(second);
  expect(tokens['token_type']).toBe('DPoP');

  const { access_token: token = '' } = tokens;
  const authorization = `DPoP ${token}`;
  const ath = hashOf(token);
  const call = (dpop: string): Promise<Response> => callMcp(signIn.url, { authorization, dpop });
  const asked = await call(key.proof(signIn.url, { ath }));
  expect(challengeOf(asked)).toContain('DPoP error="use_dpop_nonce"');
  const given = { ath, nonce: asked.headers.get('dpop-nonce') };
  const proof = key.proof(signIn.url, given);
  expect((await call(proof)).status).toBe(200);
  expect(signIn.violations).toEqual([]);

  const wrongs: readonly (readonly [proof: string, rule: string])[] = [
    [proof, 'proof-reused'],
    [new TestKey().proof(signIn.url, given), 'proof-wrong'],
    [key.proof(`${signIn.url}?a`, given), 'proof-wrong'],
    [key.proof(signIn.url, { ...given, ath: 'x' }), 'proof-wrong'],
    [key.proof(signIn.url, { ...given, htm: 'GET' }), 'proof-wrong'],
    [key.proof(signIn.url, { ...given, iat: 1 }), 'proof-wrong'],
    [key.sign({ typ: 'JWT', jwk: key.jwk }, given), 'proof-wrong'],
  ];
  for (const [wrong, rule] of wrongs) {
    expect((await call(wrong)).status).toBe(401);
    expect(signIn.violations.at(-1)?.rule).toBe(rule);
  }
  expect((await callMcp(signIn.url, { authorization: `Bearer ${token}` })).status).toBe(401);
  expect(signIn.violations.at(-1)?.rule).toBe('scheme-wrong');
  signIn.rotateNonces();
  expect((await call(key.proof(signIn.url, given))).status).toBe(401);
});

test('an identity provider hands an assertion on', async () => {
  const exchangeGrant = 'urn:ietf:params:oauth:grant-type:token-exchange';
  const jwtBearer = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
  await using signIn = await scriptedSignIn({
    issuer: { grants: [jwtBearer], clients: [{ clientId: 'c', clientSecret: 's' }] },
    idp: {
      grants: [exchangeGrant],
      clients: [{ clientId: 'idp-c', idAtResource: 'c' }, { clientId: 'idp-d' }],
    },
  });
  const { tokenEndpoint = '' } = signIn.idp ?? {};
  const ask = {
    grant_type: exchangeGrant,
    client_id: 'idp-c',
    requested_token_type: 'urn:ietf:params:oauth:token-type:id-jag',
    audience: signIn.issuer,
    resource: signIn.resource,
    scope: 'a',
    subject_token: signIn.idToken('idp-c'),
    subject_token_type: 'urn:ietf:params:oauth:token-type:id_token',
  };
  const { access_token: assertion = '', ...jag } = await documentOf(postForm(tokenEndpoint, ask));
  expect(jag).toMatchObject({ issued_token_type: ask.requested_token_type, token_type: 'N_A' });
  const authorization = `Basic ${Buffer.from('c:s').toString('base64')}`;
  const form = { grant_type: jwtBearer, assertion };
  const { token_endpoint: endpoint = '' } = (await registered(signIn)).metadata;
  const tokens = await documentOf(postForm(endpoint, form, { authorization }));
  expect((await callMcp(signIn.url, bearer(tokens))).status).toBe(200);
  expect(signIn.violations).toEqual([]);
  const wrongs = [
    { audience: 'https://other.example.com' },
    { resource: 'https://other.example.com' },
    { subject_token: signIn.workloadToken() },
    { subject_token: signIn.idToken('idp-c', { exp: 1 }) },
    { requested_token_type: 'urn:ietf:params:oauth:token-type:access_token' },
  ];
  for (const wrong of wrongs) {
    expect((await postForm(tokenEndpoint, { ...ask, ...wrong })).status).toBe(400);
    expect(signIn.violations.at(-1)?.rule).toBe('exchange-wrong');
  }
  const { access_token: others = '' } = await documentOf(
    postForm(tokenEndpoint, {
      ...ask,
      client_id: 'idp-d',
      subject_token: signIn.idToken('idp-d'),
    }),
  );
  const about = { client_id: 'c', resource: signIn.resource, aud: signIn.issuer };
  const answers = async (wrong: string): Promise<string | undefined> => {
    const refused = postForm(endpoint, { ...form, assertion: wrong }, { authorization });
    return (await documentOf(refused))['error'];
  };
  for (const wrong of ['a.b.c', others, signIn.idToken('idp-c', about)]) {
    expect(await answers(wrong)).toBe('invalid_grant');
    expect(signIn.violations.at(-1)?.rule).toBe('assertion-wrong');
  }
  expect(await answers(assertion)).toBeUndefined();
  signIn.deviate('resource-of-parent');
  expect(await answers(assertion)).toBe('invalid_grant');
});

test('a workload shows what its platform says of it', async () => {
  const jwtBearer = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
  await using signIn = await scriptedSignIn({ issuer: { grants: [jwtBearer] } });
  const { token_endpoint: endpoint = '' } = (await registered(signIn, { grant_types: [] }))
    .metadata;
  const ask = (assertion: string): Promise<Record<string, string>> =>
    documentOf(postForm(endpoint, { grant_type: jwtBearer, assertion, resource: signIn.resource }));
  const tokens = await ask(signIn.workloadToken());
  expect((await callMcp(signIn.url, bearer(tokens))).status).toBe(200);
  expect(signIn.violations).toEqual([]);
  for (const claims of [{ aud: 'https://other.example.com' }, { exp: 1 }, { iss: 'https://x' }]) {
    expect(await ask(signIn.workloadToken(claims))).toMatchObject({ error: 'invalid_grant' });
    expect(signIn.violations.at(-1)?.rule).toBe('assertion-wrong');
  }
});

test('the MCP server moves to another authorization server', async () => {
  await using signIn = await scriptedSignIn();
  const before = signIn.issuer;
  const { client, tokens } = await signedIn(signIn);
  expect(await signIn.migrate()).not.toBe(before);
  expect((await callMcp(signIn.url, bearer(tokens))).status).toBe(401);
  const { metadata } = await registered(signIn);
  const { challenge } = newPkce();
  const stale = { ...client, metadata };
  await signIn.browse(authorizeUrl(stale, signIn, { code_challenge: challenge }));
  expect(signIn.violations).toMatchObject([{ rule: 'client-of-another-issuer' }]);
  const { tokens: newer } = await signedIn(signIn);
  expect((await callMcp(signIn.url, bearer(newer))).status).toBe(200);
});

test('before 2025-06-18 the authorization server is on the origin of the MCP server', async () => {
  await using signIn = await scriptedSignIn({
    sameOrigin: true,
    resource: { metadata: 'nowhere' },
    issuer: { metadata: [] },
  });
  const { origin } = new URL(signIn.url);
  expect(signIn.issuer).toBe(origin);
  const refused = await callMcp(signIn.url);
  expect(challengeOf(refused)).toBe('Bearer');
  for (const path of ['oauth-protected-resource/mcp', 'oauth-authorization-server']) {
    expect((await fetch(`${origin}/.well-known/${path}`)).status).toBe(404);
  }
  const registration = await fetch(`${origin}/register`, {
    method: 'POST',
    body: JSON.stringify({ redirect_uris: [redirectUri], application_type: 'native' }),
  });
  expect(registration.status).toBe(201);
});
