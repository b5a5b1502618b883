import type { SignInOptions, SignInPlace } from 'garuda-mcp/testing';
import { describe, expect, test } from 'vitest';
import { proves } from '../../support/proves.ts';
import { onStage, type Flow } from './flow.ts';
import { expectNoViolation, granted, placesOf, resourcesOf } from './seen.ts';

describe('where everything is', () => {
  const usual: readonly SignInPlace[] = ['registration', 'authorization', 'token'];
  const rooms: readonly {
    readonly why: string;
    readonly servers: SignInOptions;
    readonly places: readonly SignInPlace[];
  }[] = [
    {
      why: 'the challenge names it',
      servers: {},
      places: ['resource-metadata-at-path', 'oauth-metadata'],
    },
    {
      why: 'the challenge names a place of its own',
      servers: { resource: { metadata: '/own/place.json' } },
      places: ['resource-metadata', 'oauth-metadata'],
    },
    {
      why: 'the challenge names nothing',
      servers: { resource: { named: false } },
      places: ['resource-metadata-at-path', 'oauth-metadata'],
    },
    {
      why: 'the challenge names nothing, and it is at the root',
      servers: { resource: { named: false, metadata: 'at-root' } },
      places: ['resource-metadata-at-path', 'resource-metadata-at-root', 'oauth-metadata'],
    },
    {
      why: 'the issuer has a path',
      servers: { issuer: { path: '/tenant1' } },
      places: ['resource-metadata-at-path', 'oauth-metadata'],
    },
    {
      why: 'OpenID Connect, with the path behind',
      servers: { issuer: { path: '/tenant1', metadata: ['oidc-metadata'] } },
      places: ['resource-metadata-at-path', 'oauth-metadata', 'oidc-metadata'],
    },
    {
      why: 'OpenID Connect, behind the path',
      servers: { issuer: { path: '/tenant1', metadata: ['oidc-metadata-appended'] } },
      places: [
        'resource-metadata-at-path',
        'oauth-metadata',
        'oidc-metadata',
        'oidc-metadata-appended',
      ],
    },
    {
      why: 'OpenID Connect, and the issuer has no path',
      servers: { issuer: { metadata: ['oidc-metadata'] } },
      places: ['resource-metadata-at-path', 'oauth-metadata', 'oidc-metadata'],
    },
  ];
  for (const { why, servers, places } of rooms) {
    proves(['AUTH-02', 'AUTH-03', 'AUTH-10', 'AUTH-11'], why, async () => {
      await onStage({ servers }, async ({ signIn, join }) => {
        const client = await join();
        expect(await client.callTool('read')).toMatchObject({ content: [{ text: 'read' }] });
        expect(placesOf(signIn)).toEqual([...places, ...usual]);
        expectNoViolation(signIn);
      });
    });
  }
});

proves(['AUTH-07'], 'a server of 2025-03-26 without any metadata', async () => {
  const servers: SignInOptions = {
    sameOrigin: true,
    resource: { metadata: 'nowhere' },
    issuer: { metadata: [], iss: false },
  };
  await onStage({ servers, script: { revision: '2025-03-26' } }, async ({ signIn, join }) => {
    const client = await join();
    expect(await client.callTool('read')).toMatchObject({ content: [{ text: 'read' }] });
    expect(placesOf(signIn).slice(-3)).toEqual(['registration', 'authorization', 'token']);
  });
});

proves(['AUTH-07'], 'a server of 2025-03-26 whose endpoints its metadata names', async () => {
  const servers: SignInOptions = {
    sameOrigin: true,
    resource: { metadata: 'nowhere' },
    issuer: { iss: false },
  };
  await onStage({ servers, script: { revision: '2025-03-26' } }, async ({ signIn, join }) => {
    await join();
    expect(placesOf(signIn)).toContain('oauth-metadata');
  });
});

proves(['AUTH-08'], 'a server without a sign-in is asked for nothing', async () => {
  await onStage({}, async ({ server, person }) => {
    await using web = await server.overHttp();
    const { connect, http } = await import('garuda-mcp');
    const { authorizationCode, memoryStore, oauth } = await import('garuda-mcp/oauth');
    const { redirect, openPage } = person;
    const grant = authorizationCode({ redirect, openPage, clientName: 'whole' });
    const credentials = oauth({ grant, store: memoryStore(), allowInsecureLoopback: true });
    await using client = await connect(http(web.url, { credentials }), {
      name: 'me',
      version: '1.0.0',
    });
    await client.callTool('read');
    expect(web.requests.every(({ method }) => method === 'POST')).toBe(true);
    expect(person.pages).toEqual([]);
  });
});

describe('what is asked', () => {
  proves(['AUTH-40', 'AUTH-42', 'AUTH-60'], 'PKCE and a state, new each time', async () => {
    await onStage({}, async ({ signIn, join, store }) => {
      await join();
      const [first] = signIn.at('authorization');
      const [token] = signIn.at('token');
      expect(first?.parameters).toMatchObject({
        response_type: 'code',
        code_challenge_method: 'S256',
      });
      expect(first?.parameters['state']?.length).toBeGreaterThanOrEqual(22);
      expect(token?.parameters['code_verifier']).toMatch(/^[\w.~-]{43,128}$/u);
      expect(token?.parameters['redirect_uri']).toBe(first?.parameters['redirect_uri']);
      expect(store).toBeDefined();
      signIn.expireTokens();
      signIn.forgetRefreshTokens();
      await join();
      const [, second] = signIn.at('authorization');
      for (const name of ['state', 'code_challenge']) {
        expect(second?.parameters[name]).not.toBe(first?.parameters[name]);
      }
      expectNoViolation(signIn);
    });
  });

  proves(['AUTH-41'], 'one resource, as the metadata spells it, in every request', async () => {
    await onStage({}, async ({ signIn, join }) => {
      const client = await join();
      signIn.expireTokens();
      await client.callTool('read');
      expect(resourcesOf(signIn)).toEqual([signIn.url, signIn.url, signIn.url]);
      expectNoViolation(signIn);
    });
  });

  proves(['AUTH-41', 'AUTH-05'], 'a resource of the whole origin, without a slash', async () => {
    const servers: SignInOptions = { deviations: ['resource-of-parent'] };
    await onStage({ servers }, async ({ signIn, join }) => {
      await join();
      const { origin } = new URL(signIn.url);
      expect(resourcesOf(signIn)).toEqual([origin, origin]);
      expectNoViolation(signIn);
    });
  });

  const scopes: readonly {
    readonly why: string;
    readonly servers: SignInOptions;
    readonly scope: string | undefined;
  }[] = [
    {
      why: 'that of the challenge',
      servers: { resource: { scope: 'a', scopes: ['x', 'y'] } },
      scope: 'a',
    },
    {
      why: 'all of the metadata of the resource',
      servers: { resource: { scopes: ['x', 'y'] } },
      scope: 'x y',
    },
    { why: 'none', servers: { issuer: { scopes: ['z'] } }, scope: undefined },
  ];
  for (const { why, servers, scope } of scopes) {
    proves(['AUTH-46', 'AUTH-47'], `the scope: ${why}`, async () => {
      await onStage({ servers }, async ({ signIn, join }) => {
        await join();
        const [{ parameters } = { parameters: {} }] = signIn.at('authorization');
        expect((parameters as Record<string, string>)['scope']).toBe(scope);
      });
    });
  }

  proves('AUTH-48', 'offline access, nowhere where it is not known', async () => {
    await onStage({ servers: { resource: { scopes: ['x'] } } }, async ({ signIn, join }) => {
      await join();
      const asked = signIn.at('authorization').map(({ parameters }) => parameters['scope']);
      expect(asked).toEqual(['x']);
    });
  });

  proves('AUTH-61', 'the token is in a header field of every request', async () => {
    await onStage({}, async ({ signIn, join }) => {
      const client = await join();
      await client.listTools();
      await client.callTool('read');
      const bare = signIn.at('mcp').filter(({ headers }) => headers['authorization'] === undefined);
      expect(bare).toHaveLength(1);
      expect(signIn.at('mcp').every(({ path }) => path === '/mcp')).toBe(true);
      expectNoViolation(signIn);
    });
  });
});

describe('who asks', () => {
  proves(['AUTH-23', 'AUTH-24', 'AUTH-26'], 'a client that registers', async () => {
    await onStage({}, async ({ signIn, join }) => {
      await join();
      const [request] = signIn.at('registration');
      const body = JSON.parse(request?.body ?? '') as Record<string, unknown>;
      expect(body).toMatchObject({
        client_name: 'whole',
        application_type: 'native',
        redirect_uris: [expect.stringMatching(/^http:\/\/127\.0\.0\.1:/u)],
        response_types: ['code'],
      });
      expect(body['grant_types']).toEqual(
        expect.arrayContaining(['authorization_code', 'refresh_token']),
      );
      expectNoViolation(signIn);
    });
  });

  proves(['AUTH-20', 'AUTH-21'], 'a client that is known from before', async () => {
    let issuer = '';
    const clientId = 'known';
    const clientSecret = 'a secret+/%:';
    const known = { clientId, clientSecret, redirectUris: ['http://127.0.0.1/callback'] };
    const flow: Flow = {
      servers: { issuer: { clients: [known] } },
      code: {
        get clients() {
          return [{ issuer, clientId, clientSecret }];
        },
      },
    };
    await onStage(flow, async ({ signIn, join }) => {
      ({ issuer } = signIn);
      await join();
      expect(signIn.at('registration')).toEqual([]);
      expectNoViolation(signIn);
    });
  });

  proves(['AUTH-20', 'AUTH-22'], 'a client whose metadata has a URL', async () => {
    const id = 'https://client.example.com/client.json';
    const document = {
      client_id: id,
      client_name: 'whole',
      redirect_uris: ['http://127.0.0.1/callback'],
    };
    const flow: Flow = {
      servers: { issuer: { clientDocuments: { [id]: document } } },
      code: { clientMetadataUrl: id },
    };
    await onStage(flow, async ({ signIn, join }) => {
      await join();
      expect(signIn.at('registration')).toEqual([]);
      expect(signIn.at('token')[0]?.parameters['client_id']).toBe(id);
      expectNoViolation(signIn);
    });
  });

  for (const method of ['none', 'client_secret_basic', 'client_secret_post'] as const) {
    proves('AUTH-29', `it authenticates by ${method}, as it was registered`, async () => {
      await onStage(
        { servers: { issuer: { authMethods: [method] } } },
        async ({ signIn, join }) => {
          const client = await join();
          signIn.expireTokens();
          await client.callTool('read');
          expect(granted(signIn, 'refresh_token')).toHaveLength(1);
          expectNoViolation(signIn);
        },
      );
    });
  }
});

test('a request is pushed first, where the server requires that', async () => {
  await onStage({ servers: { issuer: { pushing: 'required' } } }, async ({ signIn, join }) => {
    await join();
    expect(placesOf(signIn)).toContain('pushed-authorization');
    const [{ parameters } = { parameters: {} }] = signIn.at('authorization');
    expect(Object.keys(parameters).toSorted()).toEqual(['client_id', 'request_uri']);
    expectNoViolation(signIn);
  });
});
