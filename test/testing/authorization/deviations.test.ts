import {
  scriptedSignIn,
  signInDeviations,
  type ScriptedSignIn,
  type SignInDeviation,
  type SignInOptions,
} from 'garuda-mcp/testing';
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
  newPkce,
  postForm,
  refresh,
  registered,
  signedIn,
  TestKey,
  type Document,
} from './raw-client.ts';

/** The metadata of the authorization server. */
const metadataOf = (signIn: ScriptedSignIn): Promise<Document> =>
  documentOf(fetch(new URL('/.well-known/oauth-authorization-server', signIn.issuer)));
/** That of the resource. */
const resourceOf = (signIn: ScriptedSignIn): Promise<Document> =>
  documentOf(fetch(new URL('/.well-known/oauth-protected-resource/mcp', signIn.url)));
/** What comes with the code. */
async function answerOf(signIn: ScriptedSignIn): Promise<Document> {
  const client = await registered(signIn);
  const { challenge } = newPkce();
  return answerTo(signIn, authorizeUrl(client, signIn, { code_challenge: challenge, state: 's' }));
}
/** The first tokens. */
async function tokensOf(signIn: ScriptedSignIn): Promise<Document> {
  return (await signedIn(signIn, { scope: 'a b' })).tokens;
}

interface Deviating {
  readonly options?: SignInOptions;
  readonly see: (signIn: ScriptedSignIn) => Promise<unknown>;
  readonly usual: (signIn: ScriptedSignIn) => unknown;
  readonly deviant: (signIn: ScriptedSignIn) => unknown;
}

const deviating: Readonly<Record<SignInDeviation, Deviating>> = {
  'pkce-not-advertised': {
    see: async (signIn) => 'code_challenge_methods_supported' in (await metadataOf(signIn)),
    usual: () => true,
    deviant: () => false,
  },
  'pkce-plain-only': {
    see: async (signIn) => (await metadataOf(signIn))['code_challenge_methods_supported'],
    usual: () => ['S256'],
    deviant: () => ['plain'],
  },
  'issuer-of-another': {
    see: async (signIn) => (await metadataOf(signIn))['issuer'],
    usual: ({ issuer }) => issuer,
    deviant: () => 'https://evil.example.com',
  },
  'issuer-slash': {
    see: async (signIn) => (await metadataOf(signIn))['issuer'],
    usual: ({ issuer }) => issuer,
    deviant: ({ issuer }) => `${issuer}/`,
  },
  'resource-of-another': {
    see: async (signIn) => (await resourceOf(signIn))['resource'],
    usual: ({ url }) => url,
    deviant: () => 'https://evil.example.com/mcp',
  },
  'resource-of-parent': {
    see: async (signIn) => (await resourceOf(signIn))['resource'],
    usual: ({ url }) => url,
    deviant: ({ url }) => new URL(url).origin,
  },
  'resource-refused': {
    see: async (signIn) => (await answerOf(signIn))['error'],
    usual: () => undefined,
    deviant: () => 'invalid_request',
  },
  'redirect-ports-refused': {
    see: async (signIn) => (await registered(signIn)).clientId,
    usual: () => expect.stringContaining('client-'),
    deviant: () => '',
  },
  'iss-missing': {
    see: async (signIn) => (await answerOf(signIn))['iss'],
    usual: ({ issuer }) => issuer,
    deviant: () => undefined,
  },
  'iss-wrong': {
    see: async (signIn) => (await answerOf(signIn))['iss'],
    usual: ({ issuer }) => issuer,
    deviant: () => 'https://evil.example.com',
  },
  'iss-normalized': {
    see: async (signIn) => (await answerOf(signIn))['iss'],
    usual: ({ issuer }) => issuer,
    deviant: ({ issuer }) => `${issuer}/`,
  },
  'iss-not-advertised': {
    see: async (signIn) =>
      'authorization_response_iss_parameter_supported' in (await metadataOf(signIn)),
    usual: () => true,
    deviant: () => false,
  },
  'state-wrong': {
    see: async (signIn) => (await answerOf(signIn))['state'],
    usual: () => 's',
    deviant: () => 's-of-another',
  },
  'state-missing': {
    see: async (signIn) => (await answerOf(signIn))['state'],
    usual: () => 's',
    deviant: () => undefined,
  },
  'errors-poisoned': {
    see: async (signIn) => {
      const { metadata } = await registered(signIn);
      const refused = postForm(metadata['token_endpoint'] ?? '', { grant_type: 'x' });
      return (await documentOf(refused))['error_description']?.includes('\u001B');
    },
    usual: () => false,
    deviant: () => true,
  },
  'endpoints-script': {
    see: async (signIn) => (await metadataOf(signIn))['authorization_endpoint'],
    usual: ({ issuer }) => `${issuer}/authorize`,
    deviant: () => expect.stringMatching(/^javascript:/u),
  },
  'endpoints-file': {
    see: async (signIn) => (await metadataOf(signIn))['authorization_endpoint'],
    usual: ({ issuer }) => `${issuer}/authorize`,
    deviant: () => expect.stringMatching(/^file:/u),
  },
  'endpoints-private': {
    see: async (signIn) => (await metadataOf(signIn))['token_endpoint'],
    usual: ({ issuer }) => `${issuer}/token`,
    deviant: () => expect.stringContaining('169.254.'),
  },
  'endpoints-plain': {
    see: async (signIn) => (await metadataOf(signIn))['token_endpoint'],
    usual: ({ issuer }) => `${issuer}/token`,
    deviant: () => expect.stringMatching(/^http:\/\/plain\./u),
  },
  'step-up-for-ever': {
    options: { resource: { tools: { write: 'b' } } },
    see: async (signIn) => {
      const refused = await callMcp(signIn.url, bearer(await tokensOf(signIn)), 'write');
      return [refused.status, challengeOf(refused).includes('scope="b"')];
    },
    usual: () => [200, false],
    deviant: () => [403, true],
  },
  'tokens-refused': {
    see: async (signIn) => (await callMcp(signIn.url, bearer(await tokensOf(signIn)))).status,
    usual: () => 200,
    deviant: () => 401,
  },
  'scopes-fewer': {
    see: async (signIn) => (await tokensOf(signIn))['scope'],
    usual: () => 'a b',
    deviant: () => 'a',
  },
  'scope-left-out': {
    see: async (signIn) => (await tokensOf(signIn))['scope'],
    usual: () => 'a b',
    deviant: () => undefined,
  },
  'lifetime-left-out': {
    see: async (signIn) => (await tokensOf(signIn))['expires_in'],
    usual: () => 3_600,
    deviant: () => undefined,
  },
  'token-type-odd': {
    see: async (signIn) => (await tokensOf(signIn))['token_type'],
    usual: () => 'Bearer',
    deviant: () => 'mac',
  },
  'refresh-token-left-out': {
    see: async (signIn) => 'refresh_token' in (await tokensOf(signIn)),
    usual: () => true,
    deviant: () => false,
  },
  'refresh-token-kept': {
    see: async (signIn) => {
      const { client, tokens } = await signedIn(signIn);
      const { refresh_token: token = '' } = tokens;
      const newer = await documentOf(refresh(client, signIn, token));
      return ['refresh_token' in newer, (await refresh(client, signIn, token)).status];
    },
    usual: () => [true, 400],
    deviant: () => [false, 200],
  },
  'bound-tokens-unbound': {
    options: { issuer: { dpop: 'offered' } },
    see: async (signIn) => {
      const client = await registered(signIn);
      const dpop = new TestKey().proof(client.metadata['token_endpoint'] ?? '');
      const proven = await codeFor(client, signIn);
      return (await documentOf(exchange(client, signIn, proven, { dpop })))['token_type'];
    },
    usual: () => 'DPoP',
    deviant: () => 'Bearer',
  },
  'exchange-type-wrong': {
    options: {
      idp: {
        grants: ['urn:ietf:params:oauth:grant-type:token-exchange'],
        clients: [{ clientId: 'c' }],
      },
    },
    see: async (signIn) => {
      const answer = postForm(signIn.idp?.tokenEndpoint ?? '', {
        grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
        client_id: 'c',
        requested_token_type: 'urn:ietf:params:oauth:token-type:id-jag',
        audience: signIn.issuer,
        resource: signIn.resource,
        subject_token: signIn.idToken('c'),
        subject_token_type: 'urn:ietf:params:oauth:token-type:id_token',
      });
      return (await documentOf(answer))['token_type'];
    },
    usual: () => 'N_A',
    deviant: () => 'Bearer',
  },
  'devices-slow': {
    options: { issuer: { grants: ['urn:ietf:params:oauth:grant-type:device_code'] } },
    see: async (signIn) => {
      const grant = 'urn:ietf:params:oauth:grant-type:device_code';
      const { metadata, clientId } = await registered(signIn, { grant_types: [grant] });
      const begin = { client_id: clientId, resource: signIn.resource };
      const { device_code: code = '' } = await documentOf(
        postForm(metadata['device_authorization_endpoint'] ?? '', begin),
      );
      const form = { ...begin, grant_type: grant, device_code: code };
      return (await documentOf(postForm(metadata['token_endpoint'] ?? '', form)))['error'];
    },
    usual: () => 'authorization_pending',
    deviant: () => 'slow_down',
  },
};

test.each(Object.entries(deviating))('%s', async (name, { options, see, usual, deviant }) => {
  await using signIn = await scriptedSignIn(options);
  expect(await see(signIn)).toEqual(usual(signIn));
  signIn.deviate(name as SignInDeviation);
  expect(await see(signIn)).toEqual(deviant(signIn));
  await using other = await scriptedSignIn({ ...options, deviations: [name as SignInDeviation] });
  expect(await see(other)).toEqual(deviant(other));
  other.deviate();
  expect(await see(other)).toEqual(usual(other));
});

test('a deviation that is none is refused', async () => {
  await using signIn = await scriptedSignIn();
  const bad = 'made-up' as SignInDeviation;
  expect(() => signIn.deviate(bad)).toThrow('there is no deviation made-up');
  expect(Object.keys(signInDeviations)).toEqual(expect.arrayContaining(Object.keys(deviating)));
});
