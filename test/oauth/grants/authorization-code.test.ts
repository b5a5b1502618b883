import { calculatePKCECodeChallenge } from 'oauth4webapi';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  authorizationCode,
  type AuthorizationCodeOptions,
  type SignInPage,
} from '../../../src/oauth/grants/authorization-code.ts';
import { openDpopKey } from '../../../src/oauth/dpop/dpop-key.ts';
import { asTokenGrant } from '../../../src/oauth/grants/token-grant.ts';
import type { Situation } from '../../../src/oauth/grants/situation.ts';
import { loopbackRedirect } from '../../../src/oauth/node/loopback-redirect.ts';
import { pasteRedirect } from '../../../src/oauth/authorization/paste-redirect.ts';
import type { Redirect } from '../../../src/oauth/authorization/redirect.ts';
import { openScriptedServer } from '../../support/authorization-server.ts';
import { proves } from '../../support/proves.ts';
import { someSituation } from '../some-situation.ts';

const document = 'https://app.example.com/client.json';

/** A browser whose person agrees at once: the answer is made of what the page says. */
function browser(answer: (page: URL) => Record<string, string> = () => ({ code: 'the-code' })) {
  const pages: SignInPage[] = [];
  const openPage = async (page: SignInPage) => {
    pages.push(page);
    const { searchParams } = new URL(page.url);
    const back = new URL(page.redirectUri);
    const state = searchParams.get('state') ?? '';
    const all = { state, ...answer(new URL(page.url)) };
    for (const [name, value] of Object.entries(all)) back.searchParams.set(name, value);
    await (await fetch(back)).text();
    return 'opened' as const;
  };
  return { pages, openPage };
}

/** A loopback receiver of which the test knows whether it still listens. */
function watchedRedirect() {
  const seen = { open: 0, uri: '', known: undefined as string | undefined };
  const inner = loopbackRedirect();
  const redirect: Redirect = {
    async open(known) {
      const receiver = await inner.open(known);
      seen.open += 1;
      seen.uri = receiver.redirectUri;
      seen.known = known;
      return {
        redirectUri: receiver.redirectUri,
        receive: (state, signal) => receiver.receive(state, signal),
        async close() {
          await receiver.close();
          seen.open -= 1;
        },
      };
    },
  };
  return { redirect, seen };
}

async function setUp(metadata: object = {}, more: Partial<Situation> = {}) {
  const server = await openScriptedServer(metadata);
  onTestFinished(() => server[Symbol.asyncDispose]());
  const { redirect, seen } = watchedRedirect();
  const grant = (options: Partial<AuthorizationCodeOptions>) =>
    asTokenGrant(
      authorizationCode({
        clientName: 'A program',
        redirect,
        openPage: browser().openPage,
        ...options,
      }),
    );
  return { server, seen, grant, ...someSituation(server.metadata, more) };
}

function formOf(body: string | undefined) {
  return Object.fromEntries(new URLSearchParams(body));
}

async function errorOf(promise: Promise<unknown>): Promise<unknown> {
  return await promise.then(
    () => 'nothing was wrong',
    (error: unknown) => error,
  );
}

describe('the whole way', () => {
  proves(
    ['AUTH-40', 'AUTH-41', 'AUTH-43', 'AUTH-44', 'AUTH-60'],
    'a page, an answer, tokens',
    async () => {
      const { server, seen, grant, situation } = await setUp({
        authorization_response_iss_parameter_supported: true,
      });
      const { issuer } = server.metadata;
      const { pages, openPage } = browser(() => ({ code: 'the-code', iss: issuer }));
      const tokens = await grant({ openPage }).acquire({ ...situation, scope: 'a b' });
      expect(tokens).toMatchObject({ accessToken: 'at-1', resource: situation.resource });
      const [page] = pages;
      expect(page).toMatchObject({
        origin: issuer,
        issuer,
        serverUrl: situation.url,
        redirectUri: seen.uri,
      });
      const asked = Object.fromEntries(new URL(page?.url ?? '').searchParams);
      const token = formOf(server.bodiesOf('/token')[0]);
      expect(asked).toEqual({
        response_type: 'code',
        client_id: 'registered-1',
        redirect_uri: seen.uri,
        scope: 'a b',
        state: expect.stringMatching(/^[\w-]{43}$/),
        code_challenge: await calculatePKCECodeChallenge(token['code_verifier'] ?? ''),
        code_challenge_method: 'S256',
        resource: 'https://mcp.example.com/mcp',
      });
      expect(token).toEqual({
        grant_type: 'authorization_code',
        code: 'the-code',
        redirect_uri: seen.uri,
        code_verifier: expect.stringMatching(/^[\w.~-]{43,128}$/),
        resource: 'https://mcp.example.com/mcp',
        client_id: 'registered-1',
      });
      expect(seen.open).toBe(0);
    },
  );

  proves('AUTH-41', 'a tolerance leaves the resource out of all of it', async () => {
    const { server, grant, situation } = await setUp();
    const { pages, openPage } = browser();
    await grant({ openPage }).acquire({ ...situation, tolerances: { omitResource: true } });
    expect(pages[0]?.url).not.toContain('resource');
    expect(formOf(server.bodiesOf('/token')[0])).not.toHaveProperty('resource');
  });

  proves('AUTH-22', 'the URL of a document is the client, and is what is kept', async () => {
    const { server, grant, situation, kept } = await setUp({
      client_id_metadata_document_supported: true,
    });
    await grant({ clientMetadataUrl: document }).acquire(situation);
    expect(server.bodiesOf('/register')).toEqual([]);
    expect(formOf(server.bodiesOf('/token')[0])['client_id']).toBe(document);
    expect(kept.client).toMatchObject({ from: 'metadata-url', clientId: document });
  });

  proves('AUTH-21', 'a configured client is used, and is the client of the tokens', async () => {
    const { server, grant, situation } = await setUp();
    const { issuer } = server.metadata;
    const configured = grant({ clients: [{ issuer, clientId: 'mine', clientSecret: 's' }] });
    await configured.acquire(situation);
    expect(server.bodiesOf('/register')).toEqual([]);
    expect(server.asked[0]?.headers.authorization).toMatch(/^Basic /);
    expect(await configured.client(situation)).toMatchObject({ clientId: 'mine' });
  });

  test('the redirect URI of the client that is kept is used again', async () => {
    const { server, grant, situation, seen } = await setUp();
    await grant({}).acquire(situation);
    const before = seen.uri;
    await grant({}).acquire(situation);
    expect(seen.known).toBe(before);
    expect(seen.uri).toBe(before);
    expect(server.bodiesOf('/register')).toHaveLength(1);
  });

  proves('W-57', 'the answer may be pasted', async () => {
    const { grant, situation } = await setUp();
    let page: SignInPage | undefined;
    const redirect = pasteRedirect({
      ask: () => {
        const state = new URL(page?.url ?? '').searchParams.get('state');
        return Promise.resolve(`${page?.redirectUri}?code=c&state=${state}`);
      },
    });
    const openPage = (shown: SignInPage) => {
      page = shown;
      return Promise.resolve('opened' as const);
    };
    expect(await grant({ redirect, openPage }).acquire(situation)).toMatchObject({
      accessToken: 'at-1',
    });
  });
});

proves('AUTH-40', 'with a key of DPoP the code is bound to it', async () => {
  const dpop = await openDpopKey(undefined);
  const { server, grant, situation } = await setUp({}, { dpop });
  const body = { access_token: 'at-1', token_type: 'DPoP' };
  server.replies['/token'] = [{ status: 200, body }];
  const { pages, openPage } = browser();
  const tokens = await grant({ openPage }).acquire(situation);
  const { searchParams } = new URL(pages[0]?.url ?? '');
  expect(searchParams.get('dpop_jkt')).toBe(await dpop.handle.calculateThumbprint());
  expect(tokens.tokenType).toBe('DPoP');
});

describe('pushed authorization requests', () => {
  const required = { require_pushed_authorization_requests: true };

  test('are made where the server requires them, and the page has nothing else', async () => {
    const { server, grant, situation, seen } = await setUp(required);
    const endpoint = `${server.metadata.issuer}/par`;
    const metadata = { ...server.metadata, pushed_authorization_request_endpoint: endpoint };
    const openPage = async ({ url }: SignInPage) => {
      expect(Object.fromEntries(new URL(url).searchParams)).toEqual({
        client_id: 'registered-1',
        request_uri: 'urn:pushed:1',
      });
      const { state } = formOf(server.bodiesOf('/par')[0]);
      await (await fetch(`${seen.uri}?code=c&state=${state}`)).text();
      return 'opened' as const;
    };
    await grant({ openPage }).acquire({ ...situation, server: metadata });
    expect(formOf(server.bodiesOf('/par')[0])).toMatchObject({
      client_id: 'registered-1',
      response_type: 'code',
      code_challenge_method: 'S256',
      resource: situation.resource,
      redirect_uri: seen.uri,
    });
  });

  test.each([
    [{ status: 400, body: { error: 'invalid_request' } }, 'AUTHORIZATION_REFUSED'],
    [{ status: 503, body: 'later' }, 'TRY_AGAIN'],
    [{ status: 201, body: {} }, 'UNUSABLE_ANSWER'],
    [undefined, 'NOT_OFFERED'],
  ])('%j is %s, and no page is opened', async (reply, code) => {
    const { server, grant, situation, seen } = await setUp(required);
    if (reply !== undefined) server.replies['/par'] = [reply];
    const endpoint = { pushed_authorization_request_endpoint: `${server.metadata.issuer}/par` };
    const metadata = { ...server.metadata, ...(reply === undefined ? {} : endpoint) };
    const { pages, openPage } = browser();
    const acquired = grant({ openPage }).acquire({ ...situation, server: metadata });
    expect(await errorOf(acquired)).toMatchObject({ code });
    expect(pages).toEqual([]);
    expect(seen.open).toBe(0);
  });

  proves(['AUTH-30', 'W-56'], 'that refuse the client lead to another one', async () => {
    const { server, grant, situation, kept } = await setUp(required);
    const pushed_authorization_request_endpoint = `${server.metadata.issuer}/par`;
    const metadata = { ...server.metadata, pushed_authorization_request_endpoint };
    server.replies['/par'] = [{ status: 401, body: { error: 'invalid_client' } }];
    kept.client = { from: 'registration', clientId: 'purged' };
    const acquired = grant({}).acquire({ ...situation, server: metadata });
    expect(await errorOf(acquired)).toMatchObject({ oauthError: 'invalid_client' });
    const ids = server.bodiesOf('/par').map((body) => formOf(body)['client_id']);
    expect(ids).toEqual(['purged', 'registered-1']);
    expect(kept.client).toBeUndefined();
  });
});

describe('what is refused', () => {
  const refused = { status: 401, body: { error: 'invalid_client' } };

  proves(['AUTH-30', 'W-56'], 'a client at the token endpoint is made anew, once', async () => {
    const { server, grant, situation, kept, seen } = await setUp();
    const granted = server.replies['/token']?.[0];
    server.replies['/token'] = [refused, ...(granted === undefined ? [] : [granted])];
    kept.client = { from: 'registration', clientId: 'purged' };
    const { pages, openPage } = browser();
    const tokens = await grant({ openPage }).acquire(situation);
    expect(tokens.accessToken).toBe('at-1');
    expect(kept.client).toMatchObject({ clientId: 'registered-1' });
    const states = pages.map(({ url }) => new URL(url).searchParams.get('state'));
    expect(new Set(states).size).toBe(2);
    expect(seen.open).toBe(0);
  });

  proves(['AUTH-30', 'W-56'], 'and not twice', async () => {
    const { server, grant, situation, kept } = await setUp();
    server.replies['/token'] = [refused];
    expect(await errorOf(grant({}).acquire(situation))).toMatchObject({
      code: 'NO_CLIENT',
      oauthError: 'invalid_client',
    });
    expect(server.bodiesOf('/register')).toHaveLength(1);
    expect(kept.client).toBeUndefined();
  });

  proves(
    'W-56',
    'a document that the server cannot read is followed by a registration',
    async () => {
      const { server, grant, situation } = await setUp({
        client_id_metadata_document_supported: true,
      });
      const { openPage } = browser((page) =>
        page.searchParams.get('client_id') === document
          ? { error: 'invalid_request', error_description: 'no document' }
          : { code: 'c' },
      );
      await grant({ openPage, clientMetadataUrl: document }).acquire(situation);
      expect(formOf(server.bodiesOf('/token')[0])['client_id']).toBe('registered-1');
    },
  );

  test('other errors of the token endpoint are the end, and keep the client', async () => {
    const { server, grant, situation, kept } = await setUp();
    server.replies['/token'] = [{ status: 400, body: { error: 'invalid_grant' } }];
    expect(await errorOf(grant({}).acquire(situation))).toMatchObject({
      code: 'TOKEN_REFUSED',
      oauthError: 'invalid_grant',
    });
    expect(server.bodiesOf('/token')).toHaveLength(1);
    expect(kept.client).toMatchObject({ clientId: 'registered-1' });
  });

  const answers = [
    [
      'access_denied',
      { error: 'access_denied', error_description: 'SECRET' },
      'AUTHORIZATION_REFUSED',
    ],
    ['another issuer', { code: 'SECRET', iss: 'https://evil.test' }, 'WRONG_ANSWER'],
    ['an error of another issuer', { error: 'SECRET', iss: 'https://evil.test' }, 'WRONG_ANSWER'],
    ['no code', {}, 'WRONG_ANSWER'],
  ] as const;
  for (const [why, answer, code] of answers) {
    proves(['AUTH-50', 'AUTH-52'], `${why}: no code goes anywhere`, async () => {
      const { server, grant, situation, seen } = await setUp();
      const { openPage } = browser(() => answer);
      const error = await errorOf(grant({ openPage }).acquire(situation));
      expect(error).toMatchObject({ code });
      expect(String(error)).not.toContain('SECRET');
      expect(server.bodiesOf('/token')).toEqual([]);
      expect(seen.open).toBe(0);
    });
  }

  proves('AUTH-45', 'a page that is none of the web is never opened', async () => {
    for (const bad of [
      'javascript:alert(1)',
      'data:text/html,x',
      'file:///etc',
      'http://as.test/a',
    ]) {
      const { grant, situation, server, seen } = await setUp();
      const { pages, openPage } = browser();
      const metadata = { ...server.metadata, authorization_endpoint: bad };
      const acquired = grant({ openPage }).acquire({ ...situation, server: metadata });
      expect(await errorOf(acquired)).toMatchObject({ code: 'URL_REFUSED' });
      expect(pages).toEqual([]);
      expect(seen.open).toBe(0);
    }
  });
});

describe('how the wait ends', () => {
  test('whoever skips it', async () => {
    const { grant, situation, seen } = await setUp();
    const skipped = grant({ openPage: () => Promise.resolve('skipped') }).acquire(situation);
    expect(await errorOf(skipped)).toMatchObject({ code: 'SKIPPED' });
    expect(seen.open).toBe(0);
  });

  test('a page that cannot be opened', async () => {
    const { grant, situation, seen } = await setUp();
    const failed = grant({ openPage: () => Promise.reject(new Error('no browser')) });
    expect(await errorOf(failed.acquire(situation))).toMatchObject({ message: 'no browser' });
    expect(seen.open).toBe(0);
  });

  proves(['AUTH-53', 'W-56'], 'after five minutes, and what is shown is told to end', async () => {
    const { grant, situation, seen, clock } = await setUp();
    let tell = (_signal: AbortSignal): void => {};
    const told = new Promise<AbortSignal>((resolve) => (tell = resolve));
    const openPage = (_page: SignInPage, signal: AbortSignal) => {
      tell(signal);
      return Promise.resolve('opened' as const);
    };
    const acquired = errorOf(grant({ openPage }).acquire(situation));
    const signal = await told;
    await clock.advance(299_999);
    expect(signal.aborted).toBe(false);
    await clock.advance(1);
    expect(await acquired).toMatchObject({
      code: 'TIMED_OUT',
      message: expect.stringContaining(`the redirect URI ${seen.uri}: sign out and in again`),
    });
    expect(signal.aborted).toBe(true);
    expect(seen.open).toBe(0);
    expect(clock.waiting).toBe(0);
  });

  test('by an answer, and what is still shown is told to end', async () => {
    const { grant, situation } = await setUp();
    const shown: AbortSignal[] = [];
    const { openPage } = browser();
    const watched = (page: SignInPage, signal: AbortSignal) => {
      shown.push(signal);
      return openPage(page);
    };
    await grant({ openPage: watched }).acquire(situation);
    expect(shown.map(({ aborted }) => aborted)).toEqual([true]);
  });

  test('by the signal, also while the page is being opened', async () => {
    const ending = new AbortController();
    const { grant, situation, seen, clock } = await setUp({}, { signal: ending.signal });
    const openPage = () => {
      ending.abort();
      return new Promise<'opened'>(() => {});
    };
    expect(await errorOf(grant({ openPage }).acquire(situation))).toMatchObject({
      code: 'CANCELLED',
    });
    expect(seen.open).toBe(0);
    expect(clock.waiting).toBe(0);
  });

  test('a redirect URI that may not be one is refused before anybody registers it', async () => {
    const { server, grant, situation } = await setUp();
    let closed = 0;
    const redirect: Redirect = {
      open: () =>
        Promise.resolve({
          redirectUri: 'http://app.example.com/cb',
          receive: () => Promise.reject(new Error('not asked')),
          close: () => Promise.resolve(void (closed += 1)),
        }),
    };
    expect(await errorOf(grant({ redirect }).acquire(situation))).toMatchObject({
      code: 'INVALID_ARGUMENT',
    });
    expect(closed).toBe(1);
    expect(server.asked).toEqual([]);
  });
});

test.each([
  [{}, true],
  [{ response_types_supported: ['code'], grant_types_supported: ['authorization_code'] }, true],
  [{ response_types_supported: ['token'] }, false],
  [{ grant_types_supported: ['client_credentials'] }, false],
  [{ authorization_endpoint: undefined }, false],
])('offered where the metadata has it: %j', async (more, expected) => {
  const { server, grant } = await setUp();
  const offered = grant({});
  const metadata = { ...server.metadata, ...more };
  expect(offered.isOffered(metadata as unknown as typeof server.metadata)).toBe(expected);
});

test.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])(
  'a time of %s is none',
  async (timeoutMs) => {
    const { grant } = await setUp();
    expect(() => grant({ timeoutMs })).toThrow(/INVALID_ARGUMENT/);
  },
);
