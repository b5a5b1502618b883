import { decodeJwt } from 'jose';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openDpopKey } from '../../../src/oauth/dpop/dpop-key.ts';
import type { OAuthErrorCode } from '../../../src/oauth/errors.ts';
import type { TokenSet } from '../../../src/oauth/keeping/entry.ts';
import { requestTokens } from '../../../src/oauth/token/request-tokens.ts';
import type { TokenClient } from '../../../src/oauth/token/token-client.ts';
import { openScriptedServer, type Reply } from '../../support/authorization-server.ts';
import { proves } from '../../support/proves.ts';
import { fault } from '../fault.ts';
import { expectNoSecret } from '../no-secret.ts';
import { someSituation } from '../some-situation.ts';

const client: TokenClient = { from: 'person', clientId: 'me', clientSecret: 'Client-Secret-1' };
const code = {
  code: 'The-Code-2',
  code_verifier: 'The-Verifier-3',
  redirect_uri: 'http://127.0.0.1:1/cb',
};
const secrets = ['Client-Secret-1', 'The-Code-2', 'The-Verifier-3', 'The-Token-4', 'Bearer The'];

type More = Parameters<typeof someSituation>[1];

async function setUp(replies: readonly Reply[], more: More = {}) {
  const server = await openScriptedServer();
  onTestFinished(() => server[Symbol.asyncDispose]());
  server.replies['/token'] = [...replies];
  const { situation, clock } = someSituation(server.metadata, more);
  const ask = (parameters: Record<string, string> = code): Promise<TokenSet> =>
    requestTokens(situation, client, 'authorization_code', parameters);
  const forms = () => server.bodiesOf('/token').map((body) => new URLSearchParams(body));
  return { server, situation, clock, ask, forms };
}

const ok = (body: object): Reply => ({
  status: 200,
  body: { access_token: 'The-Token-4', token_type: 'Bearer', ...body },
});

proves(
  ['AUTH-60', 'AUTH-41'],
  'a form, to the token endpoint alone, with the resource',
  async () => {
    const { server, situation, ask, forms } = await setUp([ok({})]);
    await ask();
    const [asked] = server.asked;
    expect(server.asked).toHaveLength(1);
    expect(asked?.path).toBe('/token');
    expect(asked?.headers['content-type']).toContain('application/x-www-form-urlencoded');
    expect(asked?.headers.accept).toBe('application/json');
    expect(Object.fromEntries(forms()[0] ?? [])).toEqual({
      grant_type: 'authorization_code',
      resource: situation.resource,
      ...code,
    });
  },
);

interface Answered {
  readonly why: string;
  readonly body: object;
  readonly status?: number;
  readonly scope?: string;
  readonly tokens: Partial<TokenSet>;
}

const now = 5_000;

const answers: readonly Answered[] = [
  { why: 'seconds', body: { expires_in: 60 }, tokens: { expiresAt: now + 60_000 } },
  { why: 'seconds as text', body: { expires_in: '60' }, tokens: { expiresAt: now + 60_000 } },
  { why: 'no time at all', body: { expires_in: 0 }, tokens: { expiresAt: now } },
  { why: 'no lifetime', body: {}, tokens: {} },
  { why: 'an empty lifetime', body: { expires_in: '' }, tokens: {} },
  { why: 'a lifetime in words', body: { expires_in: 'an hour' }, tokens: {} },
  { why: 'a lifetime in the past', body: { expires_in: -1 }, tokens: {} },
  { why: 'a lifetime that no number holds', body: { expires_in: 1e306 }, tokens: {} },
  { why: 'a lifetime that is null', body: { expires_in: null }, tokens: {} },
  { why: 'a small type', body: { token_type: 'bearer' }, tokens: {} },
  { why: 'a great type', body: { token_type: 'BEARER' }, tokens: {} },
  { why: 'less scope', body: { scope: 'a' }, scope: 'a b', tokens: { scope: 'a' } },
  { why: 'no scope', body: {}, scope: 'a b', tokens: { scope: 'a b' } },
  { why: 'a scope that is none', body: { scope: 7 }, scope: 'a b', tokens: { scope: 'a b' } },
  { why: 'a refresh token', body: { refresh_token: 'r' }, tokens: { refreshToken: 'r' } },
  { why: 'an empty refresh token', body: { refresh_token: '' }, tokens: {} },
  { why: 'a refresh token that is null', body: { refresh_token: null }, tokens: {} },
  { why: 'an id_token that is none', body: { id_token: 'not.a.jwt' }, tokens: {} },
  { why: 'more fields', body: { token_kind: 1, ext_expires_in: 5 }, tokens: {} },
  { why: 'the status 201', status: 201, body: {}, tokens: {} },
];

describe('an answer with tokens', () => {
  for (const { why, body, status = 200, scope, tokens } of answers) {
    proves(['AUTH-64', 'AUTH-66'], why, async () => {
      const { ask, situation } = await setUp([{ ...ok(body), status }], { scope });
      const got = await ask();
      expect(got).toEqual({
        accessToken: 'The-Token-4',
        tokenType: 'Bearer',
        issuedAt: now,
        resource: situation.resource,
        ...tokens,
      });
      // What is kept is JSON.
      expect(JSON.parse(JSON.stringify(got))).toEqual(got);
    });
  }
});

interface Failing {
  readonly why: string;
  readonly reply: Reply;
  readonly code: OAuthErrorCode;
  readonly oauthError?: string;
}

const refused = (error: unknown, status = 400, more: object = {}): Reply => ({
  status,
  body: { error, error_description: 'of The-Code-2 and Client-Secret-1', ...more },
});

const failing: readonly Failing[] = [
  ...[408, 429, 500, 502, 503, 504].flatMap((status): Failing[] => [
    { why: `a page, ${status}`, reply: { status, body: '<h1>The-Code-2' }, code: 'TRY_AGAIN' },
    { why: `an object, ${status}`, reply: { status, body: { a: 1 } }, code: 'TRY_AGAIN' },
    {
      why: `invalid_grant, ${status}`,
      reply: refused('invalid_grant', status),
      code: 'TRY_AGAIN',
      oauthError: 'invalid_grant',
    },
  ]),
  ...['temporarily_unavailable', 'server_error'].map((error): Failing => ({
    why: error,
    reply: refused(error),
    code: 'TRY_AGAIN',
    oauthError: error,
  })),
  ...[
    'invalid_grant',
    'invalid_client',
    'invalid_scope',
    'invalid_request',
    'invalid_target',
    'unauthorized_client',
    'unsupported_grant_type',
    'use_dpop_nonce',
    'some_error_of_its_own',
  ].map((error): Failing => ({
    why: error,
    reply: refused(error),
    code: 'TOKEN_REFUSED',
    oauthError: error,
  })),
  {
    why: 'a challenge beside it',
    reply: {
      ...refused('invalid_client', 401),
      headers: { 'www-authenticate': 'Basic realm="x"' },
    },
    code: 'TOKEN_REFUSED',
    oauthError: 'invalid_client',
  },
  {
    why: 'an error with success',
    reply: refused('bad_verification_code', 200),
    code: 'TOKEN_REFUSED',
    oauthError: 'bad_verification_code',
  },
  {
    why: 'an error beside a token',
    reply: ok({ error: 'invalid_grant' }),
    code: 'TOKEN_REFUSED',
    oauthError: 'invalid_grant',
  },
  { why: 'an error that is an object', reply: refused({ code: 1 }), code: 'TOKEN_REFUSED' },
  { why: 'an error that repeats the code', reply: refused('The-Code-2'), code: 'TOKEN_REFUSED' },
  { why: 'an error over lines', reply: refused('a\nb'), code: 'TOKEN_REFUSED' },
  { why: 'a page with success', reply: { status: 200, body: '<h1>The-Code-2' }, code: 'TRY_AGAIN' },
  { why: 'a page, 400', reply: { status: 400, body: '<h1>no</h1>' }, code: 'TRY_AGAIN' },
  { why: 'a list', reply: { status: 200, body: ['The-Token-4'] }, code: 'TRY_AGAIN' },
  { why: 'nothing', reply: { status: 200, body: '' }, code: 'TRY_AGAIN' },
  {
    why: 'cut JSON',
    reply: { status: 200, body: '{"access_token":"The-Token-4"' },
    code: 'TRY_AGAIN',
  },
  { why: '400 without an error', reply: { status: 400, body: {} }, code: 'UNUSABLE_ANSWER' },
  { why: 'no token', reply: ok({ access_token: undefined }), code: 'UNUSABLE_ANSWER' },
  { why: 'an empty token', reply: ok({ access_token: '' }), code: 'UNUSABLE_ANSWER' },
  {
    why: 'a token of two lines',
    reply: ok({ access_token: 'a\r\nb: c' }),
    code: 'UNUSABLE_ANSWER',
  },
  { why: 'a token that is a number', reply: ok({ access_token: 7 }), code: 'UNUSABLE_ANSWER' },
  { why: 'no type', reply: ok({ token_type: undefined }), code: 'UNUSABLE_ANSWER' },
  { why: 'another type', reply: ok({ token_type: 'mac' }), code: 'UNUSABLE_ANSWER' },
  { why: 'a bound token', reply: ok({ token_type: 'DPoP' }), code: 'UNUSABLE_ANSWER' },
  {
    why: 'a redirect',
    reply: { status: 307, body: '', headers: { location: 'https://evil.example/t?The-Code-2' } },
    code: 'URL_REFUSED',
  },
];

describe('an answer without tokens', () => {
  for (const { why, reply, code: expected, oauthError } of failing) {
    proves(['W-51', 'W-52', 'AUTH-66'], `${why}: ${expected}`, async () => {
      const { ask, server } = await setUp([reply]);
      const error = await fault(ask());
      expect({ code: error.code, oauthError: error.oauthError }).toEqual({
        code: expected,
        oauthError,
      });
      expect(error.message).toContain(`[${expected}]`);
      expectNoSecret(error, secrets);
      // What fails is not asked again here.
      expect(server.asked).toHaveLength(1);
    });
  }

  proves('W-51', 'the error says when to try again, where the server does', async () => {
    const headers = { 'retry-after': '120' };
    const busy: readonly Reply[] = [
      { status: 429, body: 'later', headers },
      { ...refused('server_error'), headers },
    ];
    for (const reply of busy) {
      const { ask } = await setUp([reply]);
      expect((await fault(ask())).message).toMatch(/: try again in 120 s \[TRY_AGAIN\]$/);
    }
  });

  proves('W-51', 'no server at all', async () => {
    const { ask, server } = await setUp([]);
    await server[Symbol.asyncDispose]();
    const error = await fault(ask());
    expect(error.code).toBe('TRY_AGAIN');
    expectNoSecret(error, secrets);
  });

  proves('W-51', 'no answer within its time', async () => {
    const { ask, server, clock } = await setUp([{ status: 200, body: '', hold: true }]);
    const failed = fault(ask());
    await server.heard('/token');
    await clock.advance(30_000);
    const error = await failed;
    expect(error.code).toBe('TRY_AGAIN');
    expectNoSecret(error, secrets);
  });

  test('a caller that gives up', async () => {
    const stop = new AbortController();
    const held = { status: 200, body: '', hold: true };
    const { ask, server } = await setUp([held], { signal: stop.signal });
    const failed = fault(ask());
    await server.heard('/token');
    stop.abort(new Error('enough'));
    const error = await failed;
    expect(error.code).toBe('CANCELLED');
    expectNoSecret(error, secrets);
  });
});

describe('a server that knows no resource parameter', () => {
  const replies: readonly { readonly why: string; readonly reply: Reply }[] = [
    { why: 'invalid_target', reply: refused('invalid_target') },
    ...['AADSTS901002', 'AADSTS9010010'].map((number) => ({
      why: number,
      reply: refused('invalid_request', 400, { error_description: `${number}: The-Code-2` }),
    })),
  ];
  for (const { why, reply } of replies) {
    proves('W-55', `${why}: the error names what leaves it out`, async () => {
      const { ask } = await setUp([reply]);
      const error = await fault(ask());
      expect(error).toMatchObject({ code: 'TOKEN_REFUSED', message: /omitResource/ });
      expectNoSecret(error, secrets);
    });

    proves('W-55', `${why}: no advice that was followed already`, async () => {
      const { ask, forms } = await setUp([reply], { tolerances: { omitResource: true } });
      expect((await fault(ask())).message).not.toContain('omitResource');
      expect(forms()[0]?.has('resource')).toBe(false);
    });
  }

  proves('W-55', 'another refusal gets no such advice', async () => {
    const { ask } = await setUp([
      refused('invalid_request', 400, { error_description: 'AADSTS90100100: other' }),
    ]);
    expect((await fault(ask())).message).not.toContain('omitResource');
  });

  proves('W-55', 'without it there are tokens', async () => {
    const { ask, forms } = await setUp([ok({})], { tolerances: { omitResource: true } });
    expect(await ask()).toMatchObject({ accessToken: 'The-Token-4' });
    expect(forms()[0]?.has('resource')).toBe(false);
  });
});

describe('with a key', () => {
  const bound = ok({ token_type: 'dpop' });
  const wantsNonce = (nonce: string, status = 400): Reply => ({
    ...refused('use_dpop_nonce', status),
    headers: { 'dpop-nonce': nonce },
  });
  const withKey = async (replies: readonly Reply[]) => {
    const dpop = await openDpopKey(undefined);
    const all = await setUp(replies, { dpop });
    const proofs = () => all.server.asked.map(({ headers }) => decodeJwt(String(headers['dpop'])));
    return { ...all, dpop, proofs };
  };

  test('the token is of its kind, and the key is kept beside it', async () => {
    const { ask, dpop } = await withKey([bound]);
    const got = await ask();
    expect(got).toMatchObject({ tokenType: 'DPoP', dpopKey: await dpop.export() });
    expect(got.dpopKey).toHaveProperty('d');
  });

  test.each([400, 401])('one nonce is learnt, by %i', async (status) => {
    const { ask, proofs, forms } = await withKey([wantsNonce('n-1', status), bound]);
    await ask();
    const [first, second] = proofs();
    expect([first?.['nonce'], second?.['nonce']]).toEqual([undefined, 'n-1']);
    expect(first?.jti).not.toBe(second?.jti);
    const [before, after] = forms().map(String);
    expect(after).toBe(before);
  });

  test('a server that wants another one again is refused', async () => {
    const { ask, server } = await withKey([wantsNonce('n-1'), wantsNonce('n-2')]);
    const error = await fault(ask());
    expect(error).toMatchObject({ code: 'TOKEN_REFUSED', oauthError: 'use_dpop_nonce' });
    expect(server.asked).toHaveLength(2);
    expectNoSecret(error, secrets);
  });

  test('the nonce of an answer is used in the next request', async () => {
    const { ask, proofs } = await withKey([{ ...bound, headers: { 'dpop-nonce': 'n-3' } }, bound]);
    await ask();
    await ask();
    expect(proofs().map(({ nonce }) => nonce)).toEqual([undefined, 'n-3']);
  });

  proves('AUTH-66', 'a token that is not bound is of no use', async () => {
    const { ask } = await withKey([ok({})]);
    const error = await fault(ask());
    expect(error).toMatchObject({ code: 'UNUSABLE_ANSWER', message: /DPoP/ });
    expectNoSecret(error, secrets);
  });
});
