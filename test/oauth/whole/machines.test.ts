import { generateKeyPairSync } from 'node:crypto';
import { inspect } from 'node:util';
import { connect, http, type Client } from 'garuda-mcp';
import {
  clientCredentials,
  enterpriseManaged,
  memoryStore,
  oauth,
  workloadIdentity,
  type Grant,
  type OAuthClock,
  type OAuthOptions,
} from 'garuda-mcp/oauth';
import { scriptedServer, scriptedSignIn, type ScriptedSignIn } from 'garuda-mcp/testing';
import { describe, expect, test } from 'vitest';
import type { SignInOptions } from 'garuda-mcp/testing';
import { proves } from '../../support/proves.ts';
import { expectNoViolation, failureOf, granted, me, placesOf } from './seen.ts';

const jwtBearer = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const tokenExchange = 'urn:ietf:params:oauth:grant-type:token-exchange';

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const pem = privateKey.export({ format: 'pem', type: 'pkcs8' }) as string;
const jwk = publicKey.export({ format: 'jwk' });

interface Machine {
  readonly signIn: ScriptedSignIn;
  readonly join: () => Promise<Client>;
}

async function onStage(
  servers: SignInOptions,
  grantOf: (signIn: ScriptedSignIn) => Grant,
  act: (machine: Machine) => Promise<void>,
  options: Partial<OAuthOptions> = {},
): Promise<void> {
  const server = scriptedServer({ tools: [{ tool: { name: 'read' }, call: () => 'read' }] });
  await using web = await server.overHttp();
  const { resource } = servers;
  await using signIn = await scriptedSignIn({ ...servers, resource: { behind: web, ...resource } });
  const clients: Client[] = [];
  const join = async (): Promise<Client> => {
    const grant = grantOf(signIn);
    const store = memoryStore();
    const credentials = oauth({ grant, store, allowInsecureLoopback: true, ...options });
    const client = await connect(http(signIn.url, { credentials }), me);
    clients.push(client);
    return client;
  };
  try {
    await act({ signIn, join });
  } finally {
    await Promise.all(clients.map((client) => client.close()));
  }
}

const key = { pem, algorithm: 'ES256' } as const;

describe("a machine's own credentials", () => {
  const ways = [
    { authMethod: 'client_secret_basic', clientSecret: 'a secret+/%:' },
    { authMethod: 'client_secret_post', clientSecret: 'a secret+/%:' },
    { authMethod: 'private_key_jwt', privateKey: key },
  ] as const;
  for (const way of ways) {
    const { authMethod } = way;
    proves(['CC-01', 'CC-02', 'CC-03', 'CC-04', 'CC-05'], authMethod, async () => {
      const secret = 'clientSecret' in way ? { clientSecret: way.clientSecret } : { jwk };
      const servers: SignInOptions = {
        resource: { scope: 'a' },
        issuer: {
          grants: ['client_credentials'],
          authMethods: [authMethod],
          clients: [{ clientId: 'machine', authMethod, ...secret }],
        },
      };
      const { authMethod: _method, ...proof } = way;
      const grantOf = (): Grant => clientCredentials({ clientId: 'machine', ...proof });
      await onStage(servers, grantOf, async ({ signIn, join }) => {
        const client = await join();
        signIn.expireTokens();
        await client.callTool('read');
        expect(granted(signIn, 'client_credentials')).toHaveLength(2);
        expect(signIn.at('token').map(({ parameters }) => parameters['scope'])).toEqual(['a', 'a']);
        const places = new Set(placesOf(signIn));
        expect([...places]).toEqual(['resource-metadata-at-path', 'oauth-metadata', 'token']);
        expectNoViolation(signIn);
      });
    });
  }
});

describe('managed by an enterprise', () => {
  const servers: SignInOptions = {
    resource: { scope: 'a' },
    issuer: {
      grants: [jwtBearer],
      registration: false,
      clients: [{ clientId: 'c', clientSecret: 's+/%' }],
    },
    idp: { grants: [tokenExchange], clients: [{ clientId: 'idp-c', idAtResource: 'c' }] },
  };
  const grantOf = (signIn: ScriptedSignIn): Grant => {
    const { issuer = '', tokenEndpoint = '' } = signIn.idp ?? {};
    return enterpriseManaged({
      clientId: 'c',
      clientSecret: 's+/%',
      idp: { issuer, tokenEndpoint, clientId: 'idp-c' },
      assertion: () => ({ token: signIn.idToken('idp-c'), type: 'id_token' }),
    });
  };

  proves(['EMA-02', 'EMA-04', 'EMA-05', 'EMA-07'], 'two steps, and no page', async () => {
    await onStage(servers, grantOf, async ({ signIn, join }) => {
      const client = await join();
      expect(signIn.at('token').map(({ server }) => server)).toEqual(['idp', 'first']);
      const [exchange] = signIn.at('token');
      expect(exchange?.parameters).toMatchObject({
        audience: signIn.issuer,
        resource: signIn.url,
        scope: 'a',
      });
      signIn.expireTokens();
      await client.callTool('read');
      expect(signIn.at('authorization')).toEqual([]);
      expectNoViolation(signIn);
    });
  });

  proves('EMA-06', 'an assertion that is over: a new one', async () => {
    await onStage(servers, grantOf, async ({ signIn, join }) => {
      const client = await join();
      signIn.expireTokens();
      const place = { on: 'token', name: jwtBearer, times: 1 } as const;
      signIn.misbehave(place, { kind: 'refuse', error: 'invalid_grant' });
      await client.callTool('read').catch(() => undefined);
      await client.callTool('read');
      expect(signIn.at('authorization')).toEqual([]);
      expect(granted(signIn, tokenExchange).length).toBeGreaterThanOrEqual(2);
    });
  });

  proves('EMA-03', 'an answer of another type is not handed on', async () => {
    await onStage(
      { ...servers, deviations: ['exchange-type-wrong'] },
      grantOf,
      async ({ signIn, join }) => {
        const error = await failureOf(join());
        const exchanged = granted(signIn, tokenExchange).map(({ parameters }) => parameters);
        expect(exchanged).toHaveLength(1);
        const words = inspect(error, { depth: Infinity, showHidden: true });
        expect(words).not.toContain(exchanged[0]?.['subject_token']);
        expect(words).not.toContain('eyJ');
        expect(granted(signIn, jwtBearer)).toEqual([]);
        expect(signIn.at('mcp').every(({ headers }) => !('authorization' in headers))).toBe(true);
      },
    );
  });
});

describe('a server that takes no such grants', () => {
  const idp = { grants: [tokenExchange], clients: [{ clientId: 'idp-c' }] } as const;

  proves('EMA-05', 'nothing is exchanged for it', async () => {
    const grantOf = (signIn: ScriptedSignIn): Grant =>
      enterpriseManaged({
        clientId: 'c',
        idp: { ...signIn.idp, clientId: 'idp-c' },
        assertion: () => ({ token: signIn.idToken('idp-c'), type: 'id_token' }),
      });
    await onStage({ idp }, grantOf, async ({ signIn, join }) => {
      expect(await failureOf(join())).toMatchObject({ code: 'NOT_OFFERED' });
      expect(signIn.at('token')).toEqual([]);
    });
  });
});

describe('a workload', () => {
  const servers: SignInOptions = { issuer: { grants: [jwtBearer], registration: false } };

  test('its token of the platform is an assertion', async () => {
    const grantOf = (signIn: ScriptedSignIn): Grant =>
      workloadIdentity({ assertion: () => signIn.workloadToken() });
    await onStage(servers, grantOf, async ({ signIn, join }) => {
      const client = await join();
      signIn.expireTokens();
      await client.callTool('read');
      expect(granted(signIn, jwtBearer)).toHaveLength(2);
      expectNoViolation(signIn);
    });
  });

  for (const error of ['invalid_grant', 'invalid_scope', 'unauthorized_client']) {
    test(`${error} ends it: no second try, no other grant`, async () => {
      const grantOf = (signIn: ScriptedSignIn): Grant =>
        workloadIdentity({ assertion: signIn.workloadToken() });
      await onStage(servers, grantOf, async ({ signIn, join }) => {
        signIn.misbehave({ on: 'token' }, { kind: 'refuse', error });
        expect(await failureOf(join())).toMatchObject({ code: 'TOKEN_REFUSED', oauthError: error });
        expect(signIn.at('token')).toHaveLength(1);
      });
    });
  }
});

describe('a clock that is wrong by an hour', () => {
  const hourMs = 3_600_000;
  const asserted: Way = {
    servers: {
      grants: ['client_credentials'],
      authMethods: ['private_key_jwt'],
      clients: [{ clientId: 'machine', authMethod: 'private_key_jwt', jwk }],
    },
    grant: () => clientCredentials({ clientId: 'machine', privateKey: key }),
  };
  const bound: Way = {
    servers: {
      dpop: 'required',
      grants: ['client_credentials'],
      clients: [{ clientId: 'machine', clientSecret: 's' }],
    },
    grant: () => clientCredentials({ clientId: 'machine', clientSecret: 's' }),
  };
  interface Way {
    readonly servers: SignInOptions['issuer'];
    readonly grant: () => Grant;
  }
  const clockAt = (aheadMs: number): OAuthClock => ({
    now: () => Date.now() + aheadMs,
    setTimer: (callback, afterMs) => setTimeout(callback, afterMs),
    clearTimer: (timer) => clearTimeout(timer as NodeJS.Timeout),
  });

  for (const [what, { servers, grant }] of Object.entries({ asserted, bound })) {
    for (const aheadMs of [hourMs, -hourMs]) {
      const issuer = { ...servers };
      const now = (): number => Date.now() + aheadMs;
      test(`${what}: set once, for all that is signed (${aheadMs} ms)`, async () => {
        const act = async ({ signIn, join }: Machine): Promise<void> => {
          const client = await join();
          signIn.expireTokens();
          await client.callTool('read');
          expect(signIn.violations).toEqual([]);
        };
        await onStage({ issuer, now }, grant, act, { clock: clockAt(aheadMs) });
      });

      test(`${what}: not set, it fails, and the error says why (${aheadMs} ms)`, async () => {
        await onStage({ issuer, now }, grant, async ({ join }) => {
          const error = await failureOf(join());
          expect(error.message).toMatch(/clock/);
        });
      });
    }
  }
});

describe('tokens that are bound to a key', () => {
  const machine = { clientId: 'machine', clientSecret: 's' };
  const grantOf = (): Grant => clientCredentials(machine);
  for (const nonces of [false, true]) {
    test(`every request has its proof${nonces ? ', with a nonce' : ''}`, async () => {
      const issuer = {
        dpop: 'required',
        nonces,
        grants: ['client_credentials'],
        clients: [machine],
      } as const;
      await onStage({ issuer }, grantOf, async ({ signIn, join }) => {
        const client = await join();
        for (let n = 0; n < 3; n += 1) await client.callTool('read');
        signIn.rotateNonces();
        await client.callTool('read');
        signIn.expireTokens();
        await client.callTool('read');
        const proofs = signIn.requests.flatMap(({ headers }) => headers['dpop'] ?? []);
        expect(new Set(proofs).size).toBe(proofs.length);
        expectNoViolation(signIn);
      });
    });
  }

  proves('AUTH-66', 'a server that binds nothing though it was asked to', async () => {
    const issuer = {
      dpop: 'required',
      grants: ['client_credentials'],
      clients: [machine],
    } as const;
    const servers: SignInOptions = { issuer, deviations: ['bound-tokens-unbound'] };
    await onStage(servers, grantOf, async ({ signIn, join }) => {
      await join().catch(() => undefined);
      const schemes = signIn.at('mcp').flatMap(({ headers }) => headers['authorization'] ?? []);
      expect(schemes.some((field) => field.startsWith('DPoP'))).toBe(false);
    });
  });
});
