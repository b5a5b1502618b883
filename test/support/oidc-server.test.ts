import { scriptedServer } from 'garuda-mcp/testing';
import { connect, http } from 'garuda-mcp';
import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashOf, TestKey } from '../testing/authorization/raw-client.ts';
import { openOidcServer, type OidcServer } from './oidc-server.ts';

type Document = Record<string, string>;

const redirectUri = 'http://127.0.0.1:7777/callback';
const machine = {
  client_id: 'machine',
  client_secret: 'secret',
  grant_types: ['client_credentials'],
  redirect_uris: [],
  response_types: [],
};
const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code';

let server: OidcServer;
let metadata: Document;

beforeAll(async () => {
  server = await openOidcServer({ clients: [machine] });
  const where = `${server.issuer}/.well-known/oauth-authorization-server`;
  metadata = (await (await fetch(where)).json()) as Document;
}, 60_000);

afterAll(() => server[Symbol.asyncDispose]());

async function post(endpoint: string, form: Document): Promise<Document> {
  const where = metadata[endpoint] ?? '';
  const response = await fetch(where, { method: 'POST', body: new URLSearchParams(form) });
  return (await response.json()) as Document;
}

async function registered(grants: readonly string[]): Promise<string> {
  const isCode = grants.includes('authorization_code');
  const response = await fetch(metadata['registration_endpoint'] ?? '', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      redirect_uris: isCode ? [redirectUri] : [],
      response_types: isCode ? ['code'] : [],
      grant_types: grants,
      application_type: 'native',
      token_endpoint_auth_method: 'none',
    }),
  });
  const { client_id: id = '' } = (await response.json()) as Document;
  return id;
}

async function statusWith({ access_token: token = '' }: Document): Promise<number> {
  const headers = { authorization: `Bearer ${token}` };
  return (await fetch(server.url, { method: 'POST', headers })).status;
}

/** Signs in with a code. */
async function signedIn(): Promise<{ readonly client: string; readonly tokens: Document }> {
  const client = await registered(['authorization_code', 'refresh_token']);
  const verifier = randomBytes(32).toString('base64url');
  const page = new URL(metadata['authorization_endpoint'] ?? '');
  page.search = new URLSearchParams({
    response_type: 'code',
    client_id: client,
    redirect_uri: redirectUri,
    state: 'a-state',
    scope: 'mcp:read',
    resource: server.url,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  }).toString();
  const answer = new URL((await server.signInAs(page)) ?? '');
  expect(Object.fromEntries(answer.searchParams)).toMatchObject({
    state: 'a-state',
    iss: server.issuer,
  });
  const tokens = await post('token_endpoint', {
    grant_type: 'authorization_code',
    code: answer.searchParams.get('code') ?? '',
    redirect_uri: redirectUri,
    client_id: client,
    code_verifier: verifier,
    resource: server.url,
  });
  return { client, tokens };
}

test('a code is for tokens, and a refresh token is used once', async () => {
  expect(await statusWith({ access_token: 'none' })).toBe(401);
  const { client, tokens } = await signedIn();
  expect(tokens).toMatchObject({ token_type: 'Bearer', scope: 'mcp:read' });
  expect(await statusWith(tokens)).toBe(200);
  await server.expireTokens();
  expect(await statusWith(tokens)).toBe(401);
  const form = {
    grant_type: 'refresh_token',
    refresh_token: tokens['refresh_token'] ?? '',
    client_id: client,
    resource: server.url,
  };
  const newer = await post('token_endpoint', form);
  expect(await statusWith(newer)).toBe(200);
  expect(await post('token_endpoint', form)).toMatchObject({ error: 'invalid_grant' });
  expect(await statusWith(newer)).toBe(401);
  expect((await server.asked()).slice(-2)).toEqual([
    { grant: 'refresh_token', ok: true },
    { grant: 'refresh_token', ok: false, error: 'invalid_grant' },
  ]);
});

test('a device is allowed on a page', async () => {
  const client = await registered([deviceGrant]);
  const begin = { client_id: client, scope: 'mcp:read', resource: server.url };
  const device = await post('device_authorization_endpoint', begin);
  const form = {
    grant_type: deviceGrant,
    client_id: client,
    device_code: device['device_code'] ?? '',
    resource: server.url,
  };
  expect(await post('token_endpoint', form)).toMatchObject({ error: 'authorization_pending' });
  expect(await server.signInAs(device['verification_uri_complete'] ?? '')).toBeUndefined();
  expect(await statusWith(await post('token_endpoint', form))).toBe(200);
});

test('a machine has its own credentials', async () => {
  const response = await fetch(metadata['token_endpoint'] ?? '', {
    method: 'POST',
    headers: { authorization: `Basic ${btoa('machine:secret')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', resource: server.url }),
  });
  expect(await statusWith((await response.json()) as Document)).toBe(200);
});

test('whoever has a token reaches the MCP server behind', async () => {
  const scripted = scriptedServer({ tools: [{ tool: { name: 'a' }, call: () => 'done' }] });
  await using web = await scripted.overHttp();
  await using guarded = await openOidcServer({ behind: web, clients: [machine] });
  const response = await fetch(`${guarded.issuer}/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa('machine:secret')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', resource: guarded.url }),
  });
  const { access_token: token = '' } = (await response.json()) as Document;
  const credentials = { headers: () => ({ authorization: `Bearer ${token}` }) };
  const me = { name: 'me', version: '1.0.0' };
  await using client = await connect(http(guarded.url, { credentials }), me);
  expect(await client.callTool('a')).toMatchObject({ content: [{ text: 'done' }] });
}, 60_000);

test('a token that is bound to a key needs a proof by it', async () => {
  const key = new TestKey();
  const ask = async (dpop: string): Promise<Response> =>
    fetch(metadata['token_endpoint'] ?? '', {
      method: 'POST',
      headers: { authorization: `Basic ${btoa('machine:secret')}`, dpop },
      body: new URLSearchParams({ grant_type: 'client_credentials', resource: server.url }),
    });
  const response = await ask(key.proof(metadata['token_endpoint'] ?? ''));
  const tokens = (await response.json()) as Document;
  expect(tokens).toMatchObject({ token_type: 'DPoP' });
  expect(await statusWith(tokens)).toBe(401);
  const { access_token: token = '' } = tokens;
  const call = async (dpop: string): Promise<number> => {
    const headers = { authorization: `DPoP ${token}`, dpop };
    return (await fetch(server.url, { method: 'POST', headers })).status;
  };
  const ath = hashOf(token);
  expect(await call(key.proof(server.url, { ath }))).toBe(200);
  expect(await call(new TestKey().proof(server.url, { ath }))).toBe(401);
  expect(await call(`${key.proof(server.url, { ath })}x`)).toBe(401);
});
