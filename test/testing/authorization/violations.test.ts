import { randomUUID } from 'node:crypto';
import {
  scriptedSignIn,
  signInRules,
  type ScriptedSignIn,
  type SignInOptions,
  type SignInRule,
} from 'garuda-mcp/testing';
import { expect, test } from 'vitest';
import {
  answerTo,
  authorizeUrl,
  bearer,
  callMcp,
  codeFor,
  documentOf,
  exchange,
  newPkce,
  postForm,
  redirectUri,
  refresh,
  registered,
  signedIn,
  TestKey,
  type Words,
} from './raw-client.ts';

interface Case {
  readonly rule: SignInRule;
  /** What a client does wrong. */
  readonly why: string;
  readonly options?: SignInOptions;
  readonly act: (signIn: ScriptedSignIn) => Promise<unknown>;
}

const device = 'urn:ietf:params:oauth:grant-type:device_code';
const jwtBearer = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const machine = { clientId: 'm', clientSecret: 's', authMethod: 'client_secret_post' } as const;

/** Asks for a code with something wrong. */
function asking(more: Readonly<Record<string, string | undefined>>): Case['act'] {
  return async (signIn) => {
    const client = await registered(signIn);
    const { challenge } = newPkce();
    await signIn.browse(authorizeUrl(client, signIn, { code_challenge: challenge, ...more }));
  };
}

/** Uses a code with something wrong. */
function using(more: (proven: Words) => Words, left: readonly string[] = []): Case['act'] {
  return async (signIn) => {
    const client = await registered(signIn);
    const proven = await codeFor(client, signIn);
    const form = {
      grant_type: 'authorization_code',
      redirect_uri: redirectUri,
      client_id: client.clientId,
      resource: signIn.resource,
      ...proven,
      ...more(proven),
    };
    const kept = Object.entries(form).filter(([name]) => !left.includes(name));
    await postForm(client.metadata['token_endpoint'] ?? '', Object.fromEntries(kept));
  };
}

const cases: readonly Case[] = [
  { rule: 'resource-missing', why: 'at the page', act: asking({ resource: undefined }) },
  { rule: 'resource-missing', why: 'with the code', act: using(() => ({}), ['resource']) },
  { rule: 'resource-unknown', why: 'a slash behind', act: asking({ resource: 'http://a/' }) },
  {
    rule: 'resource-changed',
    why: 'between the two',
    act: using(() => ({ resource: 'https://a.example.com' })),
  },
  { rule: 'challenge-missing', why: 'none', act: asking({ code_challenge: undefined }) },
  { rule: 'challenge-method', why: 'plain', act: asking({ code_challenge_method: 'plain' }) },
  { rule: 'verifier-missing', why: 'none', act: using(() => ({}), ['code_verifier']) },
  { rule: 'verifier-shape', why: 'too short', act: using(() => ({ code_verifier: 'a' })) },
  {
    rule: 'verifier-wrong',
    why: 'another one',
    act: using(() => ({ code_verifier: newPkce().verifier })),
  },
  { rule: 'state-missing', why: 'none', act: asking({ state: undefined }) },
  {
    rule: 'state-reused',
    why: 'the same twice',
    act: async (signIn) => {
      await asking({ state: 's' })(signIn);
      await asking({ state: 's' })(signIn);
    },
  },
  { rule: 'response-type', why: 'implicit', act: asking({ response_type: 'token' }) },
  { rule: 'code-unknown', why: 'made up', act: using(() => ({ code: 'made-up' })) },
  {
    rule: 'code-reused',
    why: 'twice, and its tokens end',
    act: async (signIn) => {
      const client = await registered(signIn);
      const proven = await codeFor(client, signIn);
      const tokens = await documentOf(exchange(client, signIn, proven));
      expect((await exchange(client, signIn, proven)).status).toBe(400);
      expect((await callMcp(signIn.url, bearer(tokens))).status).toBe(401);
    },
  },
  {
    rule: 'code-of-another-client',
    why: 'of one that did not ask',
    act: async (signIn) => {
      const client = await registered(signIn);
      const { clientId } = await registered(signIn);
      const proven = await codeFor(client, signIn);
      await exchange({ ...client, clientId }, signIn, proven);
    },
  },
  {
    rule: 'code-after-wrong-answer',
    why: 'the iss was of another',
    options: { deviations: ['iss-wrong'] },
    act: (signIn) => signedIn(signIn),
  },
  { rule: 'redirect-uri-missing', why: 'none', act: using(() => ({}), ['redirect_uri']) },
  {
    rule: 'redirect-uri-unregistered',
    why: 'another path',
    act: asking({ redirect_uri: 'http://127.0.0.1:7777/other' }),
  },
  {
    rule: 'redirect-uri-unregistered',
    why: 'another host that looks like it',
    act: asking({ redirect_uri: 'http://127.0.0.1.example.com:7777/callback' }),
  },
  {
    rule: 'redirect-uri-changed',
    why: 'between the two',
    act: using(() => ({ redirect_uri: 'http://127.0.0.1:1/callback' })),
  },
  { rule: 'client-unknown', why: 'made up', act: asking({ client_id: 'made-up' }) },
  {
    rule: 'client-of-another-issuer',
    why: 'of the one before',
    act: async (signIn) => {
      const { clientId } = await registered(signIn);
      await signIn.migrate();
      await asking({ client_id: clientId })(signIn);
    },
  },
  {
    rule: 'client-authentication-wrong',
    why: 'another secret',
    options: { issuer: { clients: [machine], grants: ['client_credentials'] } },
    act: (signIn) => asMachine(signIn, { client_secret: 'wrong' }),
  },
  {
    rule: 'client-authentication-method',
    why: 'another way than the registered one',
    options: { issuer: { clients: [machine], grants: ['client_credentials'] } },
    act: (signIn) => asMachine(signIn, {}, { authorization: `Basic ${btoa('m:s')}` }),
  },
  {
    rule: 'client-authentication-twice',
    why: 'two ways',
    options: { issuer: { clients: [machine], grants: ['client_credentials'] } },
    act: (signIn) =>
      asMachine(signIn, { client_secret: 's' }, { authorization: `Basic ${btoa('m:s')}` }),
  },
  {
    rule: 'refresh-token-unknown',
    why: 'made up',
    act: async (signIn) => refresh(await registered(signIn), signIn, 'made-up'),
  },
  {
    rule: 'refresh-token-unknown',
    why: 'of the authorization server before',
    act: async (signIn) => {
      const { tokens } = await signedIn(signIn);
      await signIn.migrate();
      await refresh(await registered(signIn), signIn, tokens['refresh_token'] ?? '');
    },
  },
  {
    rule: 'refresh-token-reused',
    why: 'twice',
    act: async (signIn) => {
      const { client, tokens } = await signedIn(signIn);
      for (let n = 0; n < 2; n += 1) await refresh(client, signIn, tokens['refresh_token'] ?? '');
    },
  },
  {
    rule: 'refresh-token-of-another-client',
    why: 'of one that it was not given to',
    act: async (signIn) => {
      const { tokens } = await signedIn(signIn);
      await refresh(await registered(signIn), signIn, tokens['refresh_token'] ?? '');
    },
  },
  {
    rule: 'scope-widened',
    why: 'more than was granted',
    act: async (signIn) => {
      const { client, tokens } = await signedIn(signIn, { scope: 'a' });
      await refresh(client, signIn, tokens['refresh_token'] ?? '', { scope: 'a b' });
    },
  },
  {
    rule: 'secret-in-query',
    why: 'a verifier',
    act: async (signIn) => {
      const { metadata, ...client } = await registered(signIn);
      const { code = '', code_verifier: verifier } = await codeFor({ ...client, metadata }, signIn);
      const endpoint = `${metadata['token_endpoint']}?code_verifier=${verifier}`;
      const inUrl = { ...metadata, token_endpoint: endpoint };
      expect((await exchange({ ...client, metadata: inUrl }, signIn, { code })).status).toBe(200);
    },
  },
  {
    rule: 'token-in-query',
    why: 'a token',
    act: (signIn) => callMcp(`${signIn.url}?access_token=t`),
  },
  {
    rule: 'credentials-needless',
    why: 'a token for the metadata of the resource',
    act: (signIn) => {
      const where = new URL('/.well-known/oauth-protected-resource/mcp', signIn.url);
      return fetch(where, { headers: { authorization: 'Bearer t' } });
    },
  },
  {
    rule: 'credentials-needless',
    why: 'a token for that of the authorization server',
    act: (signIn) => {
      const where = new URL('/.well-known/oauth-authorization-server', signIn.issuer);
      return fetch(where, { headers: { authorization: 'Bearer t' } });
    },
  },
  {
    rule: 'credentials-needless',
    why: 'a token for its token endpoint',
    act: async (signIn) => {
      const client = await registered(signIn);
      const headers = { authorization: 'Bearer t' };
      await exchange(client, signIn, await codeFor(client, signIn), headers);
    },
  },
  {
    rule: 'not-a-form',
    why: 'JSON',
    act: async (signIn) => {
      const { metadata } = await registered(signIn);
      await fetch(metadata['token_endpoint'] ?? '', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{}',
      });
    },
  },
  {
    rule: 'parameter-twice',
    why: 'two grant types',
    act: async (signIn) => {
      const { metadata } = await registered(signIn);
      await postForm(`${metadata['token_endpoint']}?grant_type=a`, { grant_type: 'b' });
    },
  },
  {
    rule: 'registration-incomplete',
    why: 'no redirect URI',
    act: (signIn) => registered(signIn, { redirect_uris: [] }),
  },
  {
    rule: 'application-type-missing',
    why: 'none',
    act: (signIn) => registered(signIn, { application_type: undefined }),
  },
  {
    rule: 'pushing-missing',
    why: 'all in the URL',
    options: { issuer: { pushing: 'required' } },
    act: asking({}),
  },
  {
    rule: 'request-uri-unknown',
    why: 'made up',
    options: { issuer: { pushing: 'offered' } },
    act: asking({ request_uri: 'urn:made-up' }),
  },
  { rule: 'grant-not-offered', why: 'a password', act: using(() => ({ grant_type: 'password' })) },
  {
    rule: 'assertion-wrong',
    why: 'of nobody that is trusted',
    options: { issuer: { grants: [jwtBearer] } },
    act: async (signIn) => {
      const { metadata } = await registered(signIn, { grant_types: [] });
      const assertion = new TestKey().assertion('m', signIn.issuer);
      await postForm(metadata['token_endpoint'] ?? '', { grant_type: jwtBearer, assertion });
    },
  },
  {
    rule: 'exchange-wrong',
    why: 'for a plain access token',
    options: {
      idp: {
        grants: ['urn:ietf:params:oauth:grant-type:token-exchange'],
        clients: [{ clientId: 'c' }],
      },
    },
    act: (signIn) =>
      postForm(signIn.idp?.tokenEndpoint ?? '', {
        grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
        client_id: 'c',
        subject_token: signIn.idToken('c'),
      }),
  },
  {
    rule: 'proof-missing',
    why: 'at the token endpoint',
    options: { issuer: { dpop: 'required' } },
    act: using(() => ({})),
  },
  {
    rule: 'proof-missing',
    why: 'at the resource',
    options: { issuer: { dpop: 'offered' } },
    act: async (signIn) => {
      const { tokens } = await bound(signIn);
      await callMcp(signIn.url, { authorization: `DPoP ${tokens['access_token']}` });
    },
  },
  {
    rule: 'proof-wrong',
    why: 'of another endpoint',
    options: { issuer: { dpop: 'required' } },
    act: async (signIn) => {
      const client = await registered(signIn);
      const dpop = new TestKey().proof(signIn.url);
      await exchange(client, signIn, await codeFor(client, signIn), { dpop });
    },
  },
  {
    rule: 'proof-reused',
    why: 'twice',
    options: { issuer: { dpop: 'offered' } },
    act: async (signIn) => {
      const { client, dpop } = await bound(signIn);
      await exchange(client, signIn, await codeFor(client, signIn), { dpop });
    },
  },
  {
    rule: 'scheme-wrong',
    why: 'a bound token under Bearer',
    options: { issuer: { dpop: 'offered' } },
    act: async (signIn) => callMcp(signIn.url, bearer((await bound(signIn)).tokens)),
  },
  {
    rule: 'polled-too-soon',
    why: 'at once',
    options: { issuer: { grants: [device] } },
    act: async (signIn) => {
      const { metadata, clientId } = await registered(signIn, { grant_types: [device] });
      const begin = { client_id: clientId, resource: signIn.resource };
      const { device_code: code = '' } = await documentOf(
        postForm(metadata['device_authorization_endpoint'] ?? '', begin),
      );
      const form = { ...begin, grant_type: device, device_code: code };
      for (let n = 0; n < 2; n += 1) await postForm(metadata['token_endpoint'] ?? '', form);
    },
  },
  {
    rule: 'token-of-another-resource',
    why: 'given for the whole origin',
    options: { deviations: ['resource-of-parent'] },
    act: async (signIn) => {
      const { tokens } = await signedIn(signIn);
      signIn.deviate();
      await callMcp(signIn.url, bearer(tokens));
    },
  },
];

async function asMachine(
  signIn: ScriptedSignIn,
  more: Words,
  headers: Words = {},
): Promise<Response> {
  const { metadata } = await registered(signIn, { grant_types: [] });
  const form = { grant_type: 'client_credentials', client_id: 'm', resource: signIn.resource };
  return postForm(metadata['token_endpoint'] ?? '', { ...form, ...more }, headers);
}

async function bound(signIn: ScriptedSignIn) {
  const client = await registered(signIn);
  const dpop = new TestKey().proof(client.metadata['token_endpoint'] ?? '');
  const proven = await codeFor(client, signIn);
  return { client, dpop, tokens: await documentOf(exchange(client, signIn, proven, { dpop })) };
}

test.each(cases)('$rule: $why', async ({ rule, options, act }) => {
  await using signIn = await scriptedSignIn(options);
  await act(signIn);
  expect(signIn.violations.map((violation) => violation.rule)).toEqual([rule]);
  const { request } = signIn.violations[0]!;
  expect(signIn.requests[request]?.number).toBe(request);
});

test('every rule has been broken here', () => {
  const broken = new Set(cases.map(({ rule }) => rule));
  expect(Object.keys(signInRules).filter((rule) => !broken.has(rule as SignInRule))).toEqual([]);
});

test('what a server forgot is no fault of the client', async () => {
  await using signIn = await scriptedSignIn();
  const { client, tokens } = await signedIn(signIn);
  signIn.forgetRefreshTokens();
  const gone = refresh(client, signIn, tokens['refresh_token'] ?? '');
  expect(await documentOf(gone)).toMatchObject({ error: 'invalid_grant' });
  signIn.purgeClients();
  const purged = refresh(client, signIn, tokens['refresh_token'] ?? '');
  expect(await documentOf(purged)).toMatchObject({ error: 'invalid_client' });
  const page = authorizeUrl(client, signIn, {
    code_challenge: newPkce().challenge,
    state: randomUUID(),
  });
  expect(await answerTo(signIn, page)).toEqual({});
  expect(signIn.violations).toEqual([]);
});
