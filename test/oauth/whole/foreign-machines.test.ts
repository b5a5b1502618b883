import { generateKeyPairSync } from 'node:crypto';
import { connect, http, type Client } from 'garuda-mcp';
import {
  clientCredentials,
  memoryStore,
  oauth,
  type ClientCredentialsOptions,
  type OAuthOptions,
} from 'garuda-mcp/oauth';
import { scriptedServer, type WebServer } from 'garuda-mcp/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openOidcServer, type OidcServer } from '../../support/oidc-server.ts';
import { me } from './seen.ts';

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const pem = privateKey.export({ format: 'pem', type: 'pkcs8' }) as string;
const jwk = { ...publicKey.export({ format: 'jwk' }), alg: 'ES256', kid: 'one', use: 'sig' };
const secret = 'a secret+/%: of a machine';

const usual = { grant_types: ['client_credentials'], redirect_uris: [], response_types: [] };
const clients = [
  {
    ...usual,
    client_id: 'by-basic',
    client_secret: secret,
    token_endpoint_auth_method: 'client_secret_basic',
  },
  {
    ...usual,
    client_id: 'by-post',
    client_secret: secret,
    token_endpoint_auth_method: 'client_secret_post',
  },
  {
    ...usual,
    client_id: 'by-key',
    token_endpoint_auth_method: 'private_key_jwt',
    token_endpoint_auth_signing_alg: 'ES256',
    jwks: { keys: [jwk] },
  },
];

let web: WebServer;
let server: OidcServer;

beforeAll(async () => {
  const script = { tools: [{ tool: { name: 'read' }, call: () => 'read' }] };
  web = await scriptedServer(script).overHttp();
  server = await openOidcServer({ behind: web, clients, nonces: true });
}, 60_000);

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await web[Symbol.asyncDispose]();
});

function join(client: ClientCredentialsOptions, more: Partial<OAuthOptions> = {}): Promise<Client> {
  const grant = clientCredentials(client);
  const credentials = oauth({ grant, store: memoryStore(), allowInsecureLoopback: true, ...more });
  return connect(http(server.url, { credentials }), me);
}

const ways: readonly (ClientCredentialsOptions & Pick<OAuthOptions, 'dpop'>)[] = [
  { clientId: 'by-basic', clientSecret: secret, authMethod: 'client_secret_basic' },
  { clientId: 'by-post', clientSecret: secret, authMethod: 'client_secret_post' },
  { clientId: 'by-key', privateKey: { pem, algorithm: 'ES256', keyId: 'one' } },
  {
    clientId: 'by-basic',
    clientSecret: secret,
    authMethod: 'client_secret_basic',
    dpop: 'always',
  },
];

test.each(ways)('a machine $clientId, $dpop', async ({ dpop = 'as-asked', ...way }) => {
  const before = (await server.asked()).length;
  await using client = await join(way, { dpop });
  await server.expireTokens();
  expect(await client.callTool('read')).toMatchObject({ content: [{ text: 'read' }] });
  const asked = (await server.asked()).slice(before).filter(({ ok }) => ok);
  expect(asked.map(({ grant }) => grant)).toEqual(['client_credentials', 'client_credentials']);
});

test('a wrong secret is an error that says so, and not the secret', async () => {
  const wrong = { clientId: 'by-post', clientSecret: 'wrong', authMethod: 'client_secret_post' };
  const error: unknown = await join(wrong).catch((reason: unknown) => reason);
  expect(String((error as Error).cause)).toContain('invalid_client');
  expect(String((error as Error).cause)).not.toContain('wrong');
});
