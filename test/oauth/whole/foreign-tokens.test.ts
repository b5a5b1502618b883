import { connect, http, type Client } from 'garuda-mcp';
import { authorizationCode, memoryStore, oauth, type OAuthFetch } from 'garuda-mcp/oauth';
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
  server = await openOidcServer({ behind: web });
}, 60_000);

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await web[Symbol.asyncDispose]();
});

/** What went over the wire of a sign-in: the forms that were sent, and the tokens that came. */
interface Wire {
  readonly fetch: OAuthFetch;
  readonly forms: URLSearchParams[];
  readonly tokens: { readonly access_token: string; readonly refresh_token: string }[];
}

function tapped(): Wire {
  const forms: Wire['forms'] = [];
  const tokens: Wire['tokens'] = [];
  return {
    forms,
    tokens,
    fetch: async (url, init) => {
      const response = await fetch(url, init);
      if (new URL(url).pathname !== '/token') return response;
      forms.push(new URLSearchParams(String(init?.body)));
      tokens.push((await response.clone().json()) as Wire['tokens'][number]);
      return response;
    },
  };
}

/** What the foreign server says to a refresh token that somebody else has got hold of. */
async function presented(refreshToken: string, clientId: string): Promise<string | undefined> {
  const body = new URLSearchParams({
    grant_type: 'refresh_token',
    refresh_token: refreshToken,
    client_id: clientId,
    resource: server.url,
  });
  const response = await fetch(`${server.issuer}/token`, { method: 'POST', body });
  return ((await response.json()) as { readonly error?: string }).error;
}

/** What the MCP server says to an access token. */
async function statusWith(accessToken: string): Promise<number> {
  const headers = { authorization: `Bearer ${accessToken}` };
  const response = await fetch(server.url, { method: 'POST', headers, body: '{}' });
  await response.body?.cancel();
  return response.status;
}

function join() {
  const wire = tapped();
  const { pages, redirect, openPage } = person((page) => server.signInAs(page));
  const credentials = oauth({
    grant: authorizationCode({ redirect, openPage, clientName: 'whole' }),
    store: memoryStore(),
    allowInsecureLoopback: true,
    fetch: wire.fetch,
  });
  const connected: Promise<Client> = connect(http(server.url, { credentials }), me);
  return { wire, pages, credentials, connected };
}

test('a code is shown with the verifier of its challenge, and for the resource', async () => {
  const { wire, pages, connected } = join();
  await using client = await connected;
  await client.callTool('read');
  const asked = new URL(String(pages[0]?.url)).searchParams;
  expect(asked.get('code_challenge_method')).toBe('S256');
  const [form] = wire.forms;
  const verifier = new TextEncoder().encode(form?.get('code_verifier') ?? '');
  const hash = await crypto.subtle.digest('SHA-256', verifier);
  expect(asked.get('code_challenge')).toBe(Buffer.from(hash).toString('base64url'));
  expect([asked.get('resource'), form?.get('resource')]).toEqual([server.url, server.url]);
});

test('each refresh token is used once, and the next one replaces it', async () => {
  const { wire, connected } = join();
  await using client = await connected;
  for (let n = 0; n < 2; n += 1) {
    await server.expireTokens();
    await client.callTool('read');
  }
  const given = wire.tokens.map(({ refresh_token }) => refresh_token);
  expect(new Set(given).size).toBe(3);
  const used = wire.forms.map((form) => form.get('refresh_token'));
  expect(used).toEqual([null, ...given.slice(0, 2)]);
});

test('signing out: the server takes neither token any longer', async () => {
  const { wire, credentials, connected } = join();
  await using client = await connected;
  await client.callTool('read');
  const [{ access_token, refresh_token } = { access_token: '', refresh_token: '' }] = wire.tokens;
  expect(await statusWith(access_token)).not.toBe(401);
  expect(await credentials.signOut(server.url)).toBe(true);
  expect(await statusWith(access_token)).toBe(401);
  const clientId = wire.forms[0]?.get('client_id') ?? '';
  expect(await presented(refresh_token, clientId)).toBe('invalid_grant');
});
