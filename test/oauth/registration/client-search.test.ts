import { describe, expect, test } from 'vitest';
import { OAuthError } from '../../../src/oauth/errors.ts';
import {
  checkClientOptions,
  type ClientOptions,
} from '../../../src/oauth/registration/client-options.ts';
import { ClientSearch } from '../../../src/oauth/registration/client-search.ts';
import { openScriptedServer, type ScriptedServer } from '../../support/authorization-server.ts';
import { proves } from '../../support/proves.ts';
import { someSituation } from '../some-situation.ts';

const redirectUri = 'http://127.0.0.1:4711/callback';
const document = 'https://app.example.com/client.json';

function searchAt(server: ScriptedServer, options: Partial<ClientOptions> = {}) {
  const rest = someSituation(server.metadata);
  const search = new ClientSearch({
    situation: rest.situation,
    options: { clientName: 'A program', ...options },
    redirectUri,
    scope: 'a',
    waitFor: (ask) => ask(rest.situation.signal),
  });
  return { search, ...rest };
}

const invalidClient = new OAuthError('TOKEN_REFUSED', 'no', { oauthError: 'invalid_client' });

describe('registering', () => {
  proves(['AUTH-23', 'AUTH-27'], 'makes a client, keeps it, and uses it again', async () => {
    await using server = await openScriptedServer();
    const { search, kept } = searchAt(server);
    const client = await search.next();
    expect(client).toEqual({
      from: 'registration',
      clientId: 'registered-1',
      authMethod: 'none',
      redirectUri,
    });
    expect(kept.client).toEqual(client);
    const again = searchAt(server);
    again.kept.client = client;
    expect(await again.search.next()).toEqual(client);
    expect(server.bodiesOf('/register')).toHaveLength(1);
    expect(JSON.parse(server.bodiesOf('/register')[0] ?? '')).toMatchObject({
      redirect_uris: [redirectUri],
      application_type: 'native',
      grant_types: ['authorization_code', 'refresh_token'],
      scope: 'a',
    });
  });

  const answers = [
    [
      'a secret that ends',
      {
        client_secret: 's',
        client_secret_expires_at: 60,
        token_endpoint_auth_method: 'client_secret_post',
      },
      { clientSecret: 's', secretExpiresAt: 60_000, authMethod: 'client_secret_post' },
    ],
    [
      'a secret that never ends',
      {
        client_secret: 's',
        client_secret_expires_at: 0,
        token_endpoint_auth_method: 'client_secret_basic',
      },
      { clientSecret: 's', authMethod: 'client_secret_basic' },
    ],
    ['a secret without an end or a method', { client_secret: 's' }, { clientSecret: 's' }],
    [
      'a secret that is not wanted back',
      { client_secret: 's', token_endpoint_auth_method: 'none' },
      { authMethod: 'none' },
    ],
    ['the redirect URI again', { redirect_uris: [redirectUri] }, { authMethod: 'none' }],
  ] as const;
  for (const [why, more, expected] of answers) {
    proves(['AUTH-23', 'AUTH-30'], `answered with ${why}`, async () => {
      await using server = await openScriptedServer();
      server.replies['/register'] = [{ status: 200, body: { client_id: 'r', ...more } }];
      expect(await searchAt(server).search.next()).toEqual({
        from: 'registration',
        clientId: 'r',
        redirectUri,
        ...expected,
      });
    });
  }

  proves('AUTH-25', 'refused once with what would help succeeds at the second', async () => {
    await using server = await openScriptedServer();
    server.replies['/register'] = [
      { status: 400, body: { error: 'invalid_redirect_uri' } },
      { status: 201, body: { client_id: 'second' } },
    ];
    expect((await searchAt(server).search.next()).clientId).toBe('second');
    const uris = server.bodiesOf('/register').map((body) => JSON.parse(body).redirect_uris);
    expect(uris).toEqual([[redirectUri], ['http://127.0.0.1/callback']]);
  });

  proves(
    ['AUTH-25', 'W-56'],
    'refused twice ends in an error with the words of the server',
    async () => {
      await using server = await openScriptedServer();
      const body = { error: 'invalid_redirect_uri', error_description: 'no loopback\u001b[31m' };
      server.replies['/register'] = [{ status: 400, body }];
      const { search, kept } = searchAt(server);
      const error = await search.next().catch((reason: unknown) => reason);
      expect(error).toMatchObject({
        code: 'REGISTRATION_REFUSED',
        oauthError: 'invalid_redirect_uri',
        message: expect.stringMatching(
          /"invalid_redirect_uri", "no loopback\\u001b\[31m".*configure it in clients/s,
        ),
      });
      expect(kept.client).toBeUndefined();
      expect(server.bodiesOf('/register')).toHaveLength(2);
    },
  );

  const failures = [
    ['closed', 403, 'go away', 'REGISTRATION_REFUSED'],
    ['broken', 500, 'oops', 'TRY_AGAIN'],
    ['busy', 429, { error: 'slow_down' }, 'TRY_AGAIN'],
    ['a page', 200, '<html>', 'UNUSABLE_ANSWER'],
    ['no id', 201, { client_name: 'x' }, 'UNUSABLE_ANSWER'],
    ['an id that is none', 201, { client_id: 7 }, 'UNUSABLE_ANSWER'],
    ['an array', 201, ['client_id'], 'UNUSABLE_ANSWER'],
    [
      'another redirect URI',
      201,
      { client_id: 'x', redirect_uris: ['https://evil.test'] },
      'REGISTRATION_REFUSED',
    ],
  ] as const;
  for (const [why, status, body, code] of failures) {
    proves('AUTH-25', `${why} is ${code}`, async () => {
      await using server = await openScriptedServer();
      server.replies['/register'] = [{ status, body }];
      await expect(searchAt(server).search.next()).rejects.toMatchObject({ code });
      expect(server.bodiesOf('/register')).toHaveLength(1);
    });
  }

  test('at an address that the policy refuses nothing is sent', async () => {
    await using server = await openScriptedServer({ registration_endpoint: 'http://as.test/r' });
    await expect(searchAt(server).search.next()).rejects.toMatchObject({ code: 'URL_REFUSED' });
  });
});

describe('what is configured', () => {
  proves(['AUTH-21', 'AUTH-27'], 'is used without registering', async () => {
    await using server = await openScriptedServer();
    const { issuer } = server.metadata;
    const { search, kept } = searchAt(server, {
      clients: [{ issuer, clientId: 'mine', clientSecret: 's', authMethod: 'client_secret_post' }],
    });
    expect(await search.next()).toEqual({
      from: 'configuration',
      clientId: 'mine',
      clientSecret: 's',
      authMethod: 'client_secret_post',
    });
    expect(kept.client).toBeUndefined();
    expect(server.asked).toEqual([]);
  });

  proves(
    'AUTH-28',
    'for another issuer is an error that says so, and nothing is sent',
    async () => {
      await using server = await openScriptedServer();
      const clients = [
        { issuer: 'https://old.example.com', clientId: 'mine', clientSecret: 'SECRET' },
      ];
      const { search } = searchAt(server, { clients, clientMetadataUrl: document });
      const error = await search.next().catch((reason: unknown) => reason);
      expect(error).toMatchObject({
        code: 'NO_CLIENT',
        message: expect.stringMatching(
          /no client is configured for "http:.*", only for "https:\/\/old\.example\.com"; add one/,
        ),
      });
      expect(String(error)).not.toContain('SECRET');
      expect(server.asked).toEqual([]);
    },
  );

  proves('W-56', 'and refused is an error that names what to check', async () => {
    await using server = await openScriptedServer();
    const { issuer } = server.metadata;
    const { search } = searchAt(server, { clients: [{ issuer, clientId: 'mine' }] });
    const client = await search.next();
    expect(await search.refuse(invalidClient, client)).toBe(true);
    await expect(search.next()).rejects.toMatchObject({
      code: 'TOKEN_REFUSED',
      oauthError: 'invalid_client',
      message: expect.stringContaining('check clientId, clientSecret and authMethod in clients'),
    });
    expect(server.asked).toEqual([]);
  });

  proves('AUTH-44', 'with another redirect URI than the one there is', async () => {
    await using server = await openScriptedServer();
    const { issuer } = server.metadata;
    const { search } = searchAt(server, {
      clients: [{ issuer, clientId: 'mine', redirectUri: 'http://127.0.0.1:9/callback' }],
    });
    await expect(search.next()).rejects.toMatchObject({
      code: 'NO_CLIENT',
      message: expect.stringContaining('expected the redirect URI http://127.0.0.1:9/callback'),
    });
  });
});

describe('falling back', () => {
  const reads = { client_id_metadata_document_supported: true };

  proves(
    ['AUTH-22', 'W-56'],
    'a document comes first, and registering when it is refused',
    async () => {
      await using server = await openScriptedServer(reads);
      const { search } = searchAt(server, { clientMetadataUrl: document });
      const first = await search.next();
      expect(first).toEqual({ from: 'metadata-url', clientId: document, authMethod: 'none' });
      expect(server.asked).toEqual([]);
      const other = new OAuthError('AUTHORIZATION_REFUSED', 'no', { oauthError: 'access_denied' });
      expect(await search.refuse(other, first)).toBe(false);
      expect(await search.refuse(invalidClient, first)).toBe(true);
      expect((await search.next()).clientId).toBe('registered-1');
    },
  );

  proves(
    ['AUTH-30', 'W-56'],
    'a kept client that is refused is dropped, and one more is made, once',
    async () => {
      await using server = await openScriptedServer();
      const { search, kept } = searchAt(server);
      kept.client = { from: 'registration', clientId: 'purged', redirectUri };
      const first = await search.next();
      expect(first.clientId).toBe('purged');
      expect(await search.refuse(invalidClient, first)).toBe(true);
      expect(kept.client).toBeUndefined();
      const second = await search.next();
      expect(second.clientId).toBe('registered-1');
      expect(kept.client).toEqual(second);
      expect(await search.refuse(invalidClient, second)).toBe(true);
      await expect(search.next()).rejects.toMatchObject({
        code: 'NO_CLIENT',
        oauthError: 'invalid_client',
      });
      expect(server.bodiesOf('/register')).toHaveLength(1);
    },
  );

  proves('AUTH-30', 'what somebody else registered meanwhile is not dropped', async () => {
    await using server = await openScriptedServer();
    const { search, kept } = searchAt(server);
    kept.client = { from: 'registration', clientId: 'purged', redirectUri };
    const first = await search.next();
    kept.client = { from: 'registration', clientId: 'newer', redirectUri };
    await search.refuse(invalidClient, first);
    expect(kept.client.clientId).toBe('newer');
  });

  proves(
    ['AUTH-20', 'W-56'],
    'a person is asked last, and what is given is not kept before it works',
    async () => {
      await using server = await openScriptedServer();
      server.replies['/register'] = [{ status: 403, body: { error: 'access_denied' } }];
      const asked: object[] = [];
      const { search, kept } = searchAt(server, {
        askForClient: ({ signal: _signal, ...question }) => {
          asked.push(question);
          return Promise.resolve({ clientId: ' given ', clientSecret: '' });
        },
      });
      expect(await search.next()).toEqual({ from: 'person', clientId: 'given', redirectUri });
      expect(kept.client).toBeUndefined();
      const { issuer } = server.metadata;
      expect(asked).toEqual([{ issuer, serverUrl: 'https://mcp.example.com/mcp', redirectUri }]);
    },
  );

  proves('W-56', 'nothing left says what there was, and what to configure', async () => {
    await using server = await openScriptedServer({ registration_endpoint: undefined });
    const { search } = searchAt(server, { askForClient: () => Promise.resolve(undefined) });
    const error = await search.next().catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'NO_CLIENT' });
    expect(String(error)).toMatch(
      /reads no client id metadata documents; it registers no clients by itself; nobody gave .*configure it in clients/,
    );
  });
});

describe('options', () => {
  const issuer = 'https://as.example.com';
  const bad: readonly [string, Partial<ClientOptions>][] = [
    ['no name', { clientName: ' ' }],
    ['no issuer', { clients: [{ issuer: '', clientId: 'x' }] }],
    ['no id', { clients: [{ issuer, clientId: '' }] }],
    [
      'one issuer twice',
      {
        clients: [
          { issuer, clientId: 'x' },
          { issuer, clientId: 'y' },
        ],
      },
    ],
    [
      'a redirect URI of the web by http',
      { clients: [{ issuer, clientId: 'x', redirectUri: 'http://a.test' }] },
    ],
  ];
  test.each(bad)('%s', (_why, more) => {
    expect(() => checkClientOptions({ clientName: 'x', ...more })).toThrow(/INVALID_ARGUMENT/);
  });

  for (const url of [
    'http://app.example.com/client.json',
    'https://app.example.com',
    'https://app.example.com/',
    'https://me:pw@app.example.com/client.json',
    'https://app.example.com/client.json#x',
    'https://app.example.com/a/../client.json',
    'https://App.example.com/client.json',
    'client.json',
  ]) {
    proves('AUTH-22', `${url} is no client id`, () => {
      const options = { clientName: 'x', clientMetadataUrl: url };
      expect(() => checkClientOptions(options)).toThrow(/clientMetadataUrl.*INVALID_ARGUMENT/);
    });
  }

  proves('AUTH-22', 'one with a path is', () => {
    expect(() =>
      checkClientOptions({ clientName: 'x', clientMetadataUrl: document }),
    ).not.toThrow();
  });
});
