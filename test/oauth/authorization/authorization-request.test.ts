import { calculatePKCECodeChallenge } from 'oauth4webapi';
import { expect, test } from 'vitest';
import { beginAttempt } from '../../../src/oauth/authorization/attempt.ts';
import {
  requestParameters,
  requestUrl,
} from '../../../src/oauth/authorization/authorization-request.ts';
import { needsConsent, requestScope } from '../../../src/oauth/authorization/request-scope.ts';
import { proves } from '../../support/proves.ts';
import { someAttempt } from './some-attempt.ts';

const none = { parameters: undefined, dpop: undefined };

proves(['AUTH-40', 'AUTH-41'], 'a request says all that it must, and no more', async () => {
  const attempt = someAttempt({ resource: 'http://localhost:3000' });
  expect(await requestParameters(attempt, none)).toEqual({
    response_type: 'code',
    client_id: 'client-1',
    redirect_uri: 'http://127.0.0.1:4711/callback',
    state: 'the-state',
    code_challenge: await calculatePKCECodeChallenge(attempt.verifier),
    code_challenge_method: 'S256',
    resource: 'http://localhost:3000',
  });
});

proves(['AUTH-40', 'AUTH-43'], 'each attempt has a verifier and a state of its own', () => {
  const server = {
    issuer: 'https://as.example.com/',
    authorization_response_iss_parameter_supported: true,
  };
  const order = { server, clientId: 'c', redirectUri: 'r', resource: 'x', scope: 'a' };
  const attempts = Array.from({ length: 50 }, () => beginAttempt(order));
  expect(new Set(attempts.map(({ state }) => state)).size).toBe(50);
  expect(new Set(attempts.map(({ verifier }) => verifier)).size).toBe(50);
  expect(attempts.every(({ verifier }) => /^[\w.~-]{43,128}$/.test(verifier))).toBe(true);
  expect(attempts[0]).toMatchObject({
    issuer: 'https://as.example.com/',
    promisesIssuer: true,
    redirectUri: 'r',
    resource: 'x',
    scope: 'a',
  });
});

proves('AUTH-41', 'the resource stays as it is, and can be left out', async () => {
  const { searchParams } = requestUrl(
    new URL('https://as.example.com/authorize'),
    await requestParameters(someAttempt({ resource: 'https://MCP.example.com/a%20b' }), none),
  );
  expect(searchParams.get('resource')).toBe('https://MCP.example.com/a%20b');
  expect(await requestParameters(someAttempt({ resource: undefined }), none)).not.toHaveProperty(
    'resource',
  );
});

test('what the endpoint has in its query stays, and nothing is there twice', async () => {
  const endpoint = new URL('https://as.example.com/authorize?tenant=a%20b&state=fixed&state=again');
  const { searchParams } = requestUrl(endpoint, await requestParameters(someAttempt(), none));
  expect(searchParams.get('tenant')).toBe('a b');
  expect(searchParams.getAll('state')).toEqual(['the-state']);
  expect(endpoint.searchParams.getAll('state')).toEqual(['fixed', 'again']);
});

test('extra parameters are added, and none of ours can be set', async () => {
  const parameters = { audience: 'https://api.example.com', prompt: 'login' };
  expect(
    await requestParameters(someAttempt({ scope: 'openid offline_access' }), {
      ...none,
      parameters,
    }),
  ).toMatchObject(parameters);
  for (const name of ['state', 'code_challenge_method', 'redirect_uri', 'request_uri', 'scope']) {
    const bad = requestParameters(someAttempt(), { ...none, parameters: { [name]: 'x' } });
    await expect(bad).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  }
});

test('the key of DPoP binds the code', async () => {
  const dpop = {
    handle: { calculateThumbprint: () => Promise.resolve('the-thumbprint') },
    proof: () => Promise.reject(new Error('not asked')),
    learnNonce: () => {},
    export: () => Promise.reject(new Error('not asked')),
  };
  const parameters = await requestParameters(someAttempt(), { ...none, dpop });
  expect(parameters['dpop_jkt']).toBe('the-thumbprint');
});

const issuer = 'https://as.example.com';
for (const [why, scope, listed, expected] of [
  ['listed', 'a b', ['a', 'offline_access'], 'a b offline_access'],
  ['not listed', 'a b', ['a'], 'a b'],
  ['nothing listed', 'a b', undefined, 'a b'],
  ['there already', 'offline_access a', ['offline_access'], 'offline_access a'],
  ['nothing asked', undefined, ['offline_access'], undefined],
] as const) {
  proves('AUTH-48', `offline_access: ${why}`, () => {
    const server = { issuer, ...(listed === undefined ? {} : { scopes_supported: [...listed] }) };
    expect(requestScope(scope, server)).toBe(expected);
  });
}

proves('AUTH-47', 'scopes that no metadata lists are asked for as they are', () => {
  expect(requestScope('mcp:odd b', { issuer, scopes_supported: ['a'] })).toBe('mcp:odd b');
});

test('consent is asked for where OpenID wants it for a refresh token', async () => {
  expect(needsConsent('openid offline_access')).toBe(true);
  expect(needsConsent('a offline_access')).toBe(false);
  expect(needsConsent('openid')).toBe(false);
  const attempt = someAttempt({ scope: 'openid offline_access' });
  expect(await requestParameters(attempt, none)).toMatchObject({ prompt: 'consent' });
});
