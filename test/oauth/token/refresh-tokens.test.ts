import { describe, expect, onTestFinished } from 'vitest';
import type { TokenSet } from '../../../src/oauth/keeping/entry.ts';
import { refreshTokens } from '../../../src/oauth/token/refresh-tokens.ts';
import type { TokenClient } from '../../../src/oauth/token/token-client.ts';
import { openScriptedServer } from '../../support/authorization-server.ts';
import { proves } from '../../support/proves.ts';
import { fault } from '../fault.ts';
import { expectNoSecret } from '../no-secret.ts';
import { someSituation } from '../some-situation.ts';

const client: TokenClient = { from: 'registration', clientId: 'me', authMethod: 'none' };

const held: TokenSet = {
  accessToken: 'Old-Access-1',
  tokenType: 'Bearer',
  refreshToken: 'Old-Refresh-2',
  expiresAt: 100,
  issuedAt: 50,
  scope: 'a',
  askedScope: 'a b',
  resource: 'https://mcp.example.com/mcp',
};

async function setUp(body: object, status = 200) {
  const server = await openScriptedServer();
  onTestFinished(() => server[Symbol.asyncDispose]());
  server.replies['/token'] = [{ status, body }];
  // What is asked for elsewhere meanwhile is none of a refresh.
  const { situation } = someSituation(server.metadata, { scope: 'a b c' });
  return { server, situation };
}

const fresh = { access_token: 'at', token_type: 'Bearer' };

describe('what the server does not say anew holds as it was', () => {
  const rows = [
    { why: 'nothing', body: {}, tokens: {} },
    { why: 'a refresh token', body: { refresh_token: 'rt' }, tokens: { refreshToken: 'rt' } },
    { why: 'an empty refresh token', body: { refresh_token: '' }, tokens: {} },
    { why: 'a scope', body: { scope: 'a d' }, tokens: { scope: 'a d' } },
    { why: 'a lifetime', body: { expires_in: 9 }, tokens: { expiresAt: 14_000 } },
  ];
  for (const { why, body, tokens } of rows) {
    proves(['AUTH-64', 'AUTH-65', 'AUTH-66'], `it says ${why}`, async () => {
      const { situation } = await setUp({ ...fresh, ...body });
      const { expiresAt: _, ...kept } = held;
      expect(await refreshTokens(situation, client, held)).toEqual({
        ...kept,
        accessToken: 'at',
        issuedAt: 5_000,
        ...tokens,
      });
    });
  }
});

proves(
  ['AUTH-41', 'AUTH-65'],
  'refresh token and resource are sent, and no wider scope',
  async () => {
    const { server, situation } = await setUp(fresh);
    await refreshTokens(situation, client, held);
    const [body] = server.bodiesOf('/token');
    expect(Object.fromEntries(new URLSearchParams(body))).toEqual({
      grant_type: 'refresh_token',
      refresh_token: 'Old-Refresh-2',
      resource: held.resource,
      client_id: 'me',
    });
  },
);

for (const [error, status, code] of [
  ['invalid_grant', 400, 'TOKEN_REFUSED'],
  ['server_error', 400, 'TRY_AGAIN'],
  ['invalid_grant', 503, 'TRY_AGAIN'],
] as const) {
  proves(['W-51', 'W-52'], `${error}, ${status}: ${code}`, async () => {
    const said = { error, error_description: 'no: Old-Refresh-2' };
    const { situation } = await setUp(said, status);
    const thrown = await fault(refreshTokens(situation, client, held));
    expect(thrown).toMatchObject({ code, oauthError: error });
    expectNoSecret(thrown, ['Old-Refresh-2', 'Old-Access-1']);
  });
}

proves('AUTH-64', 'without a refresh token nothing is asked', async () => {
  const { server, situation } = await setUp(fresh);
  const { refreshToken: _, ...without } = held;
  const thrown = await fault(refreshTokens(situation, client, without));
  expect(thrown.code).toBe('INVALID_ARGUMENT');
  expect(server.asked).toEqual([]);
});
