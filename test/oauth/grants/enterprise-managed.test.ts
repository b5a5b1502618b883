import { describe, expect, onTestFinished, test } from 'vitest';
import {
  enterpriseManaged,
  type EnterpriseManagedOptions,
  type IdentityAssertion,
} from '../../../src/oauth/grants/enterprise-managed.ts';
import { asTokenGrant } from '../../../src/oauth/grants/token-grant.ts';
import { openScriptedServer } from '../../support/authorization-server.ts';
import { proves } from '../../support/proves.ts';
import { fault } from '../fault.ts';
import { expectNoSecret } from '../no-secret.ts';
import { someSituation } from '../some-situation.ts';

const jwtBearer = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const types = 'urn:ietf:params:oauth:token-type:';
const secrets = ['The-Assertion-1', 'Idp-Secret-2', 'As-Secret-3', 'eyJ'];

const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
const jag = (typ: string, exp?: number) => `${encoded({ alg: 'none', typ })}.${encoded({ exp })}.x`;
const good = jag('oauth-id-jag+jwt', 1_000);
const exchanged = (more: object = {}) => ({
  status: 200,
  body: { access_token: good, token_type: 'N_A', issued_token_type: `${types}id-jag`, ...more },
});

async function setUp(given: Partial<EnterpriseManagedOptions> = {}) {
  const [idp, server] = await Promise.all([openScriptedServer(), openScriptedServer()]);
  onTestFinished(async () => {
    await idp[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  });
  idp.replies['/token'] = [exchanged()];
  const stop = new AbortController();
  const { situation, clock } = someSituation(server.metadata, { scope: 'a', signal: stop.signal });
  const person: { token: string; type: IdentityAssertion['type'] } = {
    token: 'The-Assertion-1',
    type: 'id_token',
  };
  const grant = asTokenGrant(
    enterpriseManaged({
      clientId: 'me',
      clientSecret: 'As-Secret-3',
      idp: {
        tokenEndpoint: idp.metadata.token_endpoint ?? '',
        clientId: 'me-there',
        clientSecret: 'Idp-Secret-2',
      },
      assertion: () => ({ ...person }),
      ...given,
    }),
  );
  const formsOf = (one: typeof idp) =>
    one.bodiesOf('/token').map((body) => Object.fromEntries(new URLSearchParams(body)));
  const counts = () => [idp.asked.length, server.asked.length];
  return {
    idp,
    server,
    situation,
    clock,
    person,
    stop,
    grant,
    counts,
    toIdp: () => formsOf(idp),
    toServer: () => formsOf(server),
    acquire: () => grant.acquire(situation),
  };
}

const userOf = (field: string | undefined) =>
  Buffer.from(field?.split(' ')[1] ?? '', 'base64')
    .toString()
    .split(':')[0];

for (const type of ['id_token', 'saml2', 'refresh_token'] as const) {
  proves(['EMA-01', 'EMA-02', 'EMA-04'], `${type}: an exchange, then a token`, async () => {
    const { idp, server, situation, person, toIdp, toServer, acquire } = await setUp();
    person.type = type;
    expect(await acquire()).toMatchObject({ accessToken: 'at-1', resource: situation.resource });
    expect(toIdp()).toEqual([
      {
        grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
        requested_token_type: `${types}id-jag`,
        audience: server.metadata.issuer,
        resource: situation.resource,
        scope: 'a',
        subject_token: 'The-Assertion-1',
        subject_token_type: `${types}${type}`,
      },
    ]);
    expect(toServer()).toEqual([
      { grant_type: jwtBearer, assertion: good, resource: situation.resource, scope: 'a' },
    ]);
    // Each is told who we are there, and not who we are at the other.
    const [there] = idp.asked;
    const [here] = server.asked;
    expect(decodeURIComponent(userOf(there?.headers.authorization) ?? '')).toBe('me-there');
    expect(userOf(here?.headers.authorization)).toBe('me');
  });
}

describe('a grant that is held', () => {
  proves('EMA-06', 'serves again for the same person and scope, while it is valid', async () => {
    const { situation, grant, person, clock, counts, acquire } = await setUp();
    await acquire();
    await acquire();
    expect(counts()).toEqual([1, 2]);
    await grant.acquire({ ...situation, scope: 'a b' });
    expect(counts()).toEqual([2, 3]);
    await acquire();
    expect(counts()).toEqual([3, 4]);
    person.token = 'of somebody else';
    await acquire();
    expect(counts()).toEqual([4, 5]);
    await clock.advance(970_000);
    await acquire();
    expect(counts()).toEqual([5, 6]);
  });

  proves('EMA-06', 'that is refused is got anew, once', async () => {
    const { server, counts, acquire } = await setUp();
    await acquire();
    server.replies['/token'] = [{ status: 400, body: { error: 'invalid_grant' } }];
    expect(await fault(acquire())).toMatchObject({ oauthError: 'invalid_grant' });
    expect(counts()).toEqual([2, 3]);
  });

  proves(['EMA-06', 'W-51'], 'is not given up for a failure that passes', async () => {
    const { server, counts, acquire } = await setUp();
    await acquire();
    server.replies['/token'] = [{ status: 503, body: 'later' }];
    expect((await fault(acquire())).code).toBe('TRY_AGAIN');
    expect(counts()).toEqual([1, 2]);
  });
});

describe('an answer of the identity provider that is no grant', () => {
  const answers: readonly [string, object][] = [
    ['no issued type', { issued_token_type: undefined }],
    ['an access token', { issued_token_type: `${types}access_token` }],
    ['a bearer token', { token_type: 'Bearer' }],
    ['no token type', { token_type: undefined }],
    ['a JWT of another kind', { access_token: jag('at+jwt') }],
    ['a JWT of no kind', { access_token: `${encoded({})}.${encoded({})}.` }],
    ['no JWT', { access_token: 'opaque' }],
    ['nothing', { access_token: undefined }],
    ['a number', { access_token: 7 }],
  ];
  for (const [why, more] of answers) {
    proves('EMA-03', `${why}: it goes nowhere`, async () => {
      const { idp, server, acquire } = await setUp();
      idp.replies['/token'] = [exchanged(more)];
      const error = await fault(acquire());
      expect(error.code).toBe('UNUSABLE_ANSWER');
      expectNoSecret(error, secrets);
      expect(server.asked).toEqual([]);
    });
  }

  for (const typ of ['oauth-id-jag+jwt', 'application/OAuth-ID-JAG+jwt']) {
    proves('EMA-03', `${typ} is the kind`, async () => {
      const { idp, server, acquire } = await setUp();
      idp.replies['/token'] = [exchanged({ access_token: jag(typ), token_type: 'n_a' })];
      await acquire();
      expect(server.asked).toHaveLength(1);
    });
  }
});

test.each([
  ['invalid_grant', 400, 'TOKEN_REFUSED'],
  ['invalid_target', 400, 'TOKEN_REFUSED'],
  ['invalid_grant', 503, 'TRY_AGAIN'],
])('the identity provider says %s, %i: %s', async (error, status, code) => {
  const { idp, server, acquire } = await setUp();
  const said = { error, error_description: `of The-Assertion-1 ${good}` };
  idp.replies['/token'] = [{ status, body: said }];
  const thrown = await fault(acquire());
  expect(thrown).toMatchObject({ code, oauthError: error });
  // The tolerance changes nothing of an exchange.
  expect(thrown.message).not.toContain('omitResource');
  expectNoSecret(thrown, secrets);
  expect([idp.asked.length, server.asked.length]).toEqual([1, 0]);
});

test('where a server takes no resource, the identity provider is told it all the same', async () => {
  const { situation, grant, toIdp, toServer } = await setUp();
  await grant.acquire({ ...situation, tolerances: { omitResource: true } });
  expect(toIdp()[0]?.['resource']).toBe(situation.resource);
  expect(toServer()[0]).not.toHaveProperty('resource');
});

describe('whether it is offered', () => {
  const server = { issuer: 'https://as.example', token_endpoint: 'https://as.example/token' };
  const profile = 'urn:ietf:params:oauth:grant-profile:id-jag';
  const offers: readonly [object, boolean][] = [
    [{}, true],
    [{ grant_types_supported: [jwtBearer] }, true],
    [{ grant_types_supported: ['authorization_code'] }, false],
    [
      {
        grant_types_supported: ['authorization_code'],
        authorization_grant_profiles_supported: [profile],
      },
      true,
    ],
    [{ grant_types_supported: [], authorization_grant_profiles_supported: ['other'] }, false],
    [{ token_endpoint: undefined, authorization_grant_profiles_supported: [profile] }, false],
  ];
  for (const [metadata, isOffered] of offers) {
    proves('EMA-05', `${JSON.stringify(metadata)}: ${isOffered}`, async () => {
      const { grant } = await setUp();
      expect(grant.isOffered({ ...server, ...metadata })).toBe(isOffered);
    });
  }
});

describe('what the program gives', () => {
  test.each([
    undefined,
    {},
    { token: '' },
    { token: 'a', type: 'jwt' },
    { token: 7, type: 'saml2' },
  ])('%o is no assertion', async (given) => {
    const { acquire, counts } = await setUp({ assertion: () => given as IdentityAssertion });
    expect((await fault(acquire())).code).toBe('INVALID_ARGUMENT');
    expect(counts()).toEqual([0, 0]);
  });

  proves('EMA-01', 'it is waited for as long as anybody wants it', async () => {
    const assertion = () => new Promise<IdentityAssertion>(() => {});
    const { acquire, stop } = await setUp({ assertion });
    const failed = fault(acquire());
    stop.abort(new Error('enough'));
    expect((await failed).code).toBe('CANCELLED');
  });

  test.each(['http://idp.example/token', 'file:///etc/passwd', 'https://a:b@idp.example/'])(
    'the identity provider cannot be at %s',
    async (tokenEndpoint) => {
      const { acquire, counts } = await setUp({ idp: { tokenEndpoint, clientId: 'c' } });
      const error = await fault(acquire());
      expect(error.code).toBe('URL_REFUSED');
      expectNoSecret(error, secrets);
      expect(counts()).toEqual([0, 0]);
    },
  );

  test('there must be an identity provider', async () => {
    const options = { clientId: 'me', idp: { clientId: 'c' } };
    const assertion = () => ({ token: 'a', type: 'saml2' }) as const;
    const error = await fault(() => enterpriseManaged({ ...options, assertion }));
    expect(error.code).toBe('INVALID_ARGUMENT');
  });
});
