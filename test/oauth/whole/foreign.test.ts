import { connect, http, type Client } from 'garuda-mcp';
import { authorizationCode, memoryStore, oauth, type OAuthOptions } from 'garuda-mcp/oauth';
import { scriptedServer, type WebServer } from 'garuda-mcp/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openOidcServer, type OidcServer } from '../../support/oidc-server.ts';
import { person } from './flow.ts';
import { me } from './seen.ts';

let web: WebServer;
let server: OidcServer;

beforeAll(async () => {
  const script = { tools: [{ tool: { name: 'read' }, call: () => 'read' }] };
  web = await scriptedServer(script).overHttp();
  server = await openOidcServer({ behind: web, nonces: true });
}, 60_000);

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await web[Symbol.asyncDispose]();
});

function credentialsAt(at: OidcServer, more: Partial<OAuthOptions> = {}) {
  const { pages, redirect, openPage } = person((page) => at.signInAs(page));
  const grant = authorizationCode({ redirect, openPage, clientName: 'whole' });
  const store = memoryStore();
  return { pages, credentials: oauth({ grant, store, allowInsecureLoopback: true, ...more }) };
}

/** What was given since there were so many. */
async function grantsSince(at: OidcServer, count: number): Promise<readonly string[]> {
  const asked = (await at.asked()).slice(count);
  return asked.filter(({ ok }) => ok).map(({ grant }) => grant);
}

const refresh = 'refresh_token';

for (const dpop of ['never', 'always'] as const) {
  test(`a code, then rotated refresh tokens; bound to a key: ${dpop}`, async () => {
    const { length } = await server.asked();
    const { pages, credentials } = credentialsAt(server, { dpop });
    await using client: Client = await connect(http(server.url, { credentials }), me);
    for (let n = 0; n < 3; n += 1) {
      await server.expireTokens();
      expect(await client.callTool('read')).toMatchObject({ content: [{ text: 'read' }] });
    }
    expect(await grantsSince(server, length)).toEqual([
      'authorization_code',
      refresh,
      refresh,
      refresh,
    ]);
    expect(pages).toHaveLength(1);
  });
}

test('many calls meet an expired token: one refresh, and the rotation holds', async () => {
  const { credentials, pages } = credentialsAt(server);
  await using client = await connect(http(server.url, { credentials }), me);
  await server.expireTokens();
  const { length } = await server.asked();
  await Promise.all(Array.from({ length: 20 }, () => client.callTool('read')));
  expect(await grantsSince(server, length)).toEqual([refresh]);
  await server.expireTokens();
  await client.callTool('read');
  expect(pages).toHaveLength(1);
});

test('signing out revokes the tokens, and the next one is asked again', async () => {
  const { credentials, pages } = credentialsAt(server);
  await using client = await connect(http(server.url, { credentials }), me);
  expect(await credentials.status(server.url)).toMatchObject({
    signedIn: true,
    issuer: server.issuer,
  });
  expect(await credentials.signOut(server.url)).toBe(true);
  expect(await credentials.status(server.url)).toEqual({ signedIn: false });
  await client.callTool('read');
  expect(pages).toHaveLength(2);
});

test('a request that must be pushed', async () => {
  await using pushing = await openOidcServer({ behind: web, pushing: true });
  const { credentials, pages } = credentialsAt(pushing);
  await using client = await connect(http(pushing.url, { credentials }), me);
  await client.callTool('read');
  expect(new URL(String(pages[0]?.url)).searchParams.has('request_uri')).toBe(true);
}, 60_000);
