import { describe, expect, onTestFinished, test } from 'vitest';
import { asTokenGrant } from '../../../src/oauth/grants/token-grant.ts';
import {
  workloadIdentity,
  type WorkloadIdentityOptions,
} from '../../../src/oauth/grants/workload-identity.ts';
import { openScriptedServer } from '../../support/authorization-server.ts';
import { fault } from '../fault.ts';
import { expectNoSecret } from '../no-secret.ts';
import { someSituation } from '../some-situation.ts';

const jwtBearer = 'urn:ietf:params:oauth:grant-type:jwt-bearer';

async function setUp(options: WorkloadIdentityOptions, signal = new AbortController().signal) {
  const server = await openScriptedServer();
  onTestFinished(() => server[Symbol.asyncDispose]());
  const { situation } = someSituation(server.metadata, { scope: 'a', signal });
  const grant = asTokenGrant(workloadIdentity(options));
  const forms = () =>
    server.bodiesOf('/token').map((body) => Object.fromEntries(new URLSearchParams(body)));
  return { server, forms, acquire: () => grant.acquire(situation), resource: situation.resource };
}

test.each<WorkloadIdentityOptions>([
  { assertion: 'jwt' },
  { assertion: () => 'jwt' },
  { assertion: () => Promise.resolve('jwt'), clientId: 'me' },
])('an assertion, and no other proof: %o', async (options) => {
  const { server, forms, acquire, resource } = await setUp(options);
  expect(await acquire()).toMatchObject({ accessToken: 'at-1' });
  expect(forms()).toEqual([
    {
      grant_type: jwtBearer,
      assertion: 'jwt',
      resource,
      scope: 'a',
      ...(options.clientId !== undefined && { client_id: 'me' }),
    },
  ]);
  expect(server.asked[0]?.headers).not.toHaveProperty('authorization');
});

test('a function is asked each time', async () => {
  let n = 0;
  const { forms, acquire } = await setUp({ assertion: () => `jwt-${(n += 1)}` });
  await acquire();
  await acquire();
  expect(forms().map(({ assertion }) => assertion)).toEqual(['jwt-1', 'jwt-2']);
});

describe('a refusal is told, and nothing else is tried', () => {
  test.each(['invalid_grant', 'invalid_scope', 'unauthorized_client'])('%s', async (error) => {
    const { server, acquire } = await setUp({ assertion: 'The-Assertion-1' });
    const said = { error, error_description: 'no: The-Assertion-1' };
    server.replies['/token'] = [{ status: 400, body: said }];
    const thrown = await fault(acquire());
    expect(thrown).toMatchObject({ code: 'TOKEN_REFUSED', oauthError: error });
    expectNoSecret(thrown, ['The-Assertion-1']);
    expect(server.asked).toHaveLength(1);
  });
});

test.each(['', undefined, 7, {}])('%o is no assertion', async (given) => {
  const { server, acquire } = await setUp({ assertion: () => given as string });
  expect((await fault(acquire())).code).toBe('INVALID_ARGUMENT');
  expect(server.asked).toEqual([]);
});

test('an assertion that never comes is waited for as long as anybody wants it', async () => {
  const stop = new AbortController();
  const { acquire } = await setUp({ assertion: () => new Promise<string>(() => {}) }, stop.signal);
  const failed = fault(acquire());
  stop.abort(new Error('enough'));
  expect((await failed).code).toBe('CANCELLED');
});

test('what the function fails with is told as it is', async () => {
  const reason = new Error('the platform is away');
  const { acquire } = await setUp({ assertion: () => Promise.reject(reason) });
  await expect(acquire()).rejects.toBe(reason);
});
