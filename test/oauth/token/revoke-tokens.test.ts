import { expect, onTestFinished, test } from 'vitest';
import type { TokenSet } from '../../../src/oauth/keeping/entry.ts';
import { revokeTokens } from '../../../src/oauth/token/revoke-tokens.ts';
import type { TokenClient } from '../../../src/oauth/token/token-client.ts';
import { openScriptedServer, type Reply } from '../../support/authorization-server.ts';
import { someSituation } from '../some-situation.ts';

const client: TokenClient = { from: 'registration', clientId: 'me', clientSecret: 's' };

const held: TokenSet = {
  accessToken: 'at',
  tokenType: 'Bearer',
  refreshToken: 'rt',
  issuedAt: 50,
  resource: 'https://mcp.example.com/mcp',
};

async function setUp(replies: Reply[], signal = new AbortController().signal) {
  const server = await openScriptedServer();
  onTestFinished(() => server[Symbol.asyncDispose]());
  server.replies['/revoke'] = replies;
  const revocation_endpoint = `${server.metadata.issuer}/revoke`;
  const { situation, clock } = someSituation(
    { ...server.metadata, revocation_endpoint },
    { signal },
  );
  const sent = () =>
    server.bodiesOf('/revoke').map((body) => {
      const { token, token_type_hint: hint } = Object.fromEntries(new URLSearchParams(body));
      return `${hint} ${token}`;
    });
  return { server, situation, clock, sent };
}

const both = ['refresh_token rt', 'access_token at'];
const done: Reply = { status: 200, body: '' };
const later: Reply = { status: 503, body: 'later' };
const refused: Reply = { status: 400, body: { error: 'unsupported_token_type' } };
const redirect: Reply = { status: 302, body: '', headers: { location: 'https://evil.example/' } };

test.each([
  { why: 'all are revoked', replies: [done], all: true },
  { why: 'the server is busy', replies: [later], all: false },
  { why: 'it knows access tokens alone', replies: [refused, done], all: false },
  { why: 'it knows refresh tokens alone', replies: [done, refused], all: false },
  { why: 'it sends elsewhere at first', replies: [redirect, done], all: false },
])('$why: $all', async ({ replies, all }) => {
  const { server, situation, sent } = await setUp(replies);
  expect(await revokeTokens(situation, client, held)).toBe(all);
  expect(sent()).toEqual(both);
  expect(server.asked.every(({ headers }) => 'authorization' in headers)).toBe(true);
});

test('without a refresh token the access token is revoked', async () => {
  const { situation, sent } = await setUp([done]);
  const { refreshToken: _, ...rest } = held;
  expect(await revokeTokens(situation, client, rest)).toBe(true);
  expect(sent()).toEqual(['access_token at']);
});

test('a server that revokes nothing is not asked', async () => {
  const { server } = await setUp([done]);
  const { situation } = someSituation(server.metadata);
  expect(await revokeTokens(situation, client, held)).toBe(false);
  expect(server.asked).toEqual([]);
});

test('a server that does not answer is waited for as long as any', async () => {
  const { server, situation, clock } = await setUp([{ ...done, hold: true }]);
  const revoked = revokeTokens(situation, client, held);
  await server.heard('/revoke');
  await clock.advance(30_000);
  await server.heard('/revoke', 2);
  await clock.advance(30_000);
  expect(await revoked).toBe(false);
});

test('whoever gives up is let go', async () => {
  const stop = new AbortController();
  const { server, situation } = await setUp([{ ...done, hold: true }], stop.signal);
  const revoked = revokeTokens(situation, client, held);
  await server.heard('/revoke');
  stop.abort();
  expect(await revoked).toBe(false);
});
