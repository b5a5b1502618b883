import { describe, expect } from 'vitest';
import { proves } from '../../support/proves.ts';
import { onStage } from './flow.ts';
import { expectNoViolation, failureOf, granted } from './seen.ts';

proves(
  ['AUTH-27', 'AUTH-28', 'AUTH-06'],
  'the server moves: a new client, and no old one',
  async () => {
    await onStage({}, async ({ signIn, person, join }) => {
      const client = await join();
      const [first] = signIn.at('token');
      const second = await signIn.migrate();
      await client.callTool('read');
      expect(signIn.at('registration').map(({ server }) => server)).toEqual(['first', 'second']);
      expect(person.pages).toHaveLength(2);
      const { client_id: old } = first?.parameters ?? {};
      const there = signIn.requests.filter(({ server }) => server === 'second');
      expect(there.length).toBeGreaterThan(2);
      expect(there.some(({ path, body }) => `${path}${body}`.includes(old ?? 'none'))).toBe(false);
      expect(granted(signIn, 'refresh_token').map(({ server }) => server)).not.toContain('second');
      expect(second).toBe(signIn.issuer);
      expectNoViolation(signIn);
    });
  },
);

proves('AUTH-28', 'a client known from before is not shown to another issuer', async () => {
  let issuer = '';
  const known = { clientId: 'known', clientSecret: 's' };
  const flow = {
    servers: { issuer: { clients: [{ ...known, redirectUris: ['http://127.0.0.1/callback'] }] } },
    code: {
      register: false,
      get clients() {
        return [{ ...known, issuer }];
      },
    },
  };
  await onStage(flow, async ({ signIn, join }) => {
    ({ issuer } = signIn);
    const client = await join();
    await signIn.migrate({});
    expect(await failureOf(client.callTool('read'))).toMatchObject({ code: 'NO_CLIENT' });
    const there = signIn.requests.filter(({ server }) => server === 'second');
    expect(there.every(({ place }) => place === 'oauth-metadata')).toBe(true);
    expectNoViolation(signIn);
  });
});

describe('a client that was forgotten', () => {
  proves(['AUTH-30', 'W-56'], 'and is kept here: it registers once more', async () => {
    await onStage({}, async ({ signIn, join }) => {
      const client = await join();
      signIn.expireTokens();
      signIn.forgetRefreshTokens();
      const place = { on: 'token', name: 'authorization_code', times: 1 } as const;
      signIn.misbehave(place, { kind: 'refuse', error: 'invalid_client' });
      await client.callTool('read');
      expect(signIn.at('registration')).toHaveLength(2);
      expectNoViolation(signIn);
    });
  });

  proves(['AUTH-30', 'W-56'], 'for ever: it gives up, and says what to configure', async () => {
    await onStage({}, async ({ signIn, join }) => {
      const place = { on: 'token', name: 'authorization_code' } as const;
      signIn.misbehave(place, { kind: 'refuse', error: 'invalid_client' });
      const error = await failureOf(join());
      expect(error).toMatchObject({ code: 'NO_CLIENT', oauthError: 'invalid_client' });
      expect(error.message).toContain('clients');
      expect(signIn.at('registration').length).toBeLessThanOrEqual(2);
    });
  });
});

describe('a registration that is refused', () => {
  proves(['AUTH-25', 'W-56'], 'it says why, and that it can be configured', async () => {
    await onStage({}, async ({ signIn, join }) => {
      signIn.misbehave(
        { on: 'registration' },
        { kind: 'refuse', error: 'invalid_client_metadata' },
      );
      const error = await failureOf(join());
      expect(error).toMatchObject({ code: 'REGISTRATION_REFUSED' });
      expect(error.message).toContain('invalid_client_metadata');
      expect(signIn.at('authorization')).toEqual([]);
    });
  });

  proves(['AUTH-25', 'W-56'], 'a redirect URI with a port: it registers without one', async () => {
    const servers = { deviations: ['redirect-ports-refused'] } as const;
    await onStage({ servers }, async ({ signIn, person, join }) => {
      await join();
      const uris = signIn.at('registration').map(({ parameters }) => parameters['redirect_uris']);
      expect(uris).toEqual(['["http://127.0.0.1:7777/callback"]', '["http://127.0.0.1/callback"]']);
      expect(person.pages.map(({ redirectUri }) => redirectUri)).toEqual([
        'http://127.0.0.1:7777/callback',
      ]);
      expectNoViolation(signIn);
    });
  });

  proves('AUTH-20', 'a person can name a client', async () => {
    const servers = {
      issuer: {
        registration: false,
        clients: [{ clientId: 'by-hand', redirectUris: ['http://127.0.0.1/callback'] }],
      },
    };
    const code = { askForClient: () => Promise.resolve({ clientId: 'by-hand' }) };
    await onStage({ servers, code }, async ({ signIn, join }) => {
      await join();
      expect(signIn.at('token')[0]?.parameters['client_id']).toBe('by-hand');
      expectNoViolation(signIn);
    });
  });

  proves('AUTH-20', 'with nobody to name one, it says what to do', async () => {
    await onStage({ servers: { issuer: { registration: false } } }, async ({ join }) => {
      expect(await failureOf(join())).toMatchObject({ code: 'NO_CLIENT' });
    });
  });
});

proves('W-55', 'a server that refuses the resource, where that is put up with', async () => {
  const servers = { deviations: ['resource-refused'] } as const;
  await onStage({ servers, oauth: { tolerances: { omitResource: true } } }, async (stage) => {
    const client = await stage.join();
    stage.signIn.expireTokens();
    await client.callTool('read');
    expect(stage.signIn.requests.some(({ parameters }) => 'resource' in parameters)).toBe(false);
    expectNoViolation(stage.signIn);
  });
});

proves(
  'W-55',
  'a token endpoint that refuses the resource: the error names the tolerance',
  async () => {
    await onStage({}, async ({ signIn, join }) => {
      const place = { on: 'token', name: 'authorization_code' } as const;
      const description =
        'AADSTS9010010: The resource parameter provided in the request does not match.';
      signIn.misbehave(place, { kind: 'refuse', error: 'invalid_target', description });
      expect((await failureOf(join())).message).toContain('omitResource');
    });
  },
);

for (const pushing of [undefined, 'required'] as const) {
  const what = pushing === undefined ? 'a sign-in page' : 'a pushed request';
  proves('W-55', `${what} that refuses the resource: the error names the tolerance`, async () => {
    const issuer = pushing === undefined ? {} : { pushing };
    const servers = { issuer, deviations: ['resource-refused'] } as const;
    await onStage({ servers }, async ({ join }) => {
      const error = await failureOf(join());
      expect(error).toMatchObject({ code: 'AUTHORIZATION_REFUSED', oauthError: 'invalid_request' });
      expect(error.message).toContain('the tolerance omitResource leaves it out');
      expect(error.message).not.toContain('AADSTS');
    });
  });
}

proves(
  ['AUTH-30', 'W-56'],
  'a client that was forgotten, met at a refresh, registers once more',
  async () => {
    await onStage({ code: { timeoutMs: 300 } }, async ({ signIn, join }) => {
      const client = await join();
      signIn.expireTokens();
      signIn.purgeClients();
      await client.callTool('read');
      expect(signIn.at('registration')).toHaveLength(2);
      expectNoViolation(signIn);
    });
  },
);
