import { describe, expect, test } from 'vitest';
import { openDpopKey } from '../../../src/oauth/dpop/dpop-key.ts';
import type { SignInPage } from '../../../src/oauth/grants/authorization-code.ts';
import type { Entry } from '../../../src/oauth/keeping/entry.ts';
import { parseEntry } from '../../../src/oauth/keeping/parse-entry.ts';
import { proves } from '../../support/proves.ts';
import { fault } from '../fault.ts';
import { codeScene, visit } from './code-scene.ts';

describe('what a server says is kept so that it can be read again', () => {
  const times = [1e308, 1e306, 9e15, Number.MAX_VALUE, -1e308, 0.5];
  test.each(times)('a secret and a token that end in %d seconds', async (seconds) => {
    await using scene = await codeScene({ issuer: { authMethods: ['client_secret_basic'] } });
    const { servers, kept, situation } = scene;
    const ends = {
      kind: 'edit',
      edit: (said: object) => ({ ...said, expires_in: seconds }),
    } as const;
    servers.misbehave({ on: 'token' }, ends);
    const edit = (said: object) => ({ ...said, client_secret_expires_at: seconds });
    servers.misbehave({ on: 'registration' }, { kind: 'edit', edit });
    const tokens = await scene.acquire();
    const { client } = kept;
    const { issuer } = situation.server;
    const entry = { version: 1, issuers: { [issuer]: { client, tokens } } } as Entry;
    expect(parseEntry(JSON.stringify(entry))).toEqual(entry);
  });
});

describe('what an error shows', () => {
  const codes = ['\u001B[2J', '<b>', 'two words', 'x'.repeat(65), ''];
  for (const on of ['registration', 'pushed-authorization', 'authorization', 'token'] as const) {
    proves(['AUTH-52', 'W-59'], `of ${on} is no code that is none`, async () => {
      for (const error of codes) {
        await using scene = await codeScene({
          issuer: on === 'pushed-authorization' ? { pushing: 'required' } : {},
          deviations: ['errors-poisoned'],
        });
        scene.servers.misbehave({ on }, { kind: 'refuse', error });
        const failed = await fault(scene.acquire());
        expect(failed.oauthError).toBeUndefined();
        // Controls, and whatever a terminal would act on.
        expect(failed.message).not.toMatch(/\p{Cc}|\p{Cf}/u);
        expect(failed.message.length).toBeLessThan(1_000);
      }
    });
  }

  for (const error of ['temporarily_unavailable', 'server_error']) {
    test(`${error} passes, wherever it is met`, async () => {
      for (const on of ['registration', 'authorization', 'token'] as const) {
        await using scene = await codeScene();
        scene.servers.misbehave({ on }, { kind: 'refuse', error });
        expect((await fault(scene.acquire())).code).toBe('TRY_AGAIN');
      }
    });
  }
});

describe('a server that binds tokens to keys', () => {
  for (const pushing of [undefined, 'required'] as const) {
    test(`is told of the key before the code is made (pushing: ${pushing})`, async () => {
      const issuer = { dpop: 'required', nonces: true, ...(pushing && { pushing }) } as const;
      await using scene = await codeScene({ issuer });
      const dpop = await openDpopKey(undefined);
      const tokens = await scene.acquire({}, { dpop });
      expect(tokens.tokenType).toBe('DPoP');
      const [asked] = scene.servers.at(pushing ? 'pushed-authorization' : 'authorization');
      expect(asked?.parameters['dpop_jkt']).toBe(await dpop.handle.calculateThumbprint());
      expect(scene.servers.violations).toEqual([]);
    });
  }
});

describe('a server that answers oddly', () => {
  proves('AUTH-45', 'a pushed request with an endless name is not opened', async () => {
    await using scene = await codeScene({ issuer: { pushing: 'required' } });
    const edit = () => ({ request_uri: `urn:${'x'.repeat(100_000)}`, expires_in: 60 });
    scene.servers.misbehave({ on: 'pushed-authorization' }, { kind: 'edit', edit });
    expect((await fault(scene.acquire())).code).toBe('URL_REFUSED');
    expect(scene.pages).toEqual([]);
  });

  for (const name of ['#x', 'a&redirect_uri=https://evil.example.com', '" onload="x', '\r\nx: y']) {
    proves(
      'AUTH-45',
      `a pushed request named ${JSON.stringify(name)} is no more than that`,
      async () => {
        await using scene = await codeScene({ issuer: { pushing: 'required' } });
        const edit = () => ({ request_uri: name, expires_in: 60 });
        scene.servers.misbehave({ on: 'pushed-authorization' }, { kind: 'edit', edit });
        const openPage = (page: SignInPage) => {
          scene.pages.push(page);
          return Promise.resolve('skipped' as const);
        };
        expect((await fault(scene.acquire({ openPage }))).code).toBe('SKIPPED');
        const page = new URL(scene.pages[0]?.url ?? '');
        const { clientId } = scene.kept.client ?? {};
        expect([...page.searchParams]).toEqual([
          ['client_id', clientId],
          ['request_uri', name],
        ]);
        expect([page.href.includes('\n'), page.hash]).toEqual([false, '']);
      },
    );
  }

  const ids = ['a b', 'a&b=c#d', '\u001B[2J', 'ü', '__proto__', 'https://evil.example.com/'];
  test.each(ids)('a client id %j is sent as it is', async (id) => {
    await using scene = await codeScene();
    scene.servers.misbehave(
      { on: 'registration' },
      { kind: 'edit', edit: (said) => ({ ...said, client_id: id }) },
    );
    const openPage = (page: SignInPage) => {
      scene.pages.push(page);
      return Promise.resolve('skipped' as const);
    };
    await fault(scene.acquire({ openPage }));
    expect(new URL(scene.pages[0]?.url ?? '').searchParams.getAll('client_id')).toEqual([id]);
  });

  for (const [why, query] of [
    ['a redirect to somebody else', 'redirect_uri=https://evil.example.com'],
    ['a token in the place of a code', 'response_type=token&response_mode=fragment'],
    ['no PKCE', 'code_challenge_method=plain&code_challenge=x'],
    ['another client', 'client_id=evil&state=known'],
  ] as const) {
    proves(['AUTH-40', 'AUTH-42', 'AUTH-44'], `an endpoint that asks for ${why}`, async () => {
      await using scene = await codeScene();
      const { server } = scene.situation;
      const endpoint = `${server.authorization_endpoint}?p=kept&${query}`;
      await scene.acquire({}, { server: { ...server, authorization_endpoint: endpoint } });
      const [asked] = scene.servers.at('authorization');
      expect(asked?.repeated).toEqual([]);
      expect(asked?.parameters).toMatchObject({
        p: 'kept',
        response_type: 'code',
        redirect_uri: scene.pages[0]?.redirectUri,
        code_challenge_method: 'S256',
        client_id: scene.kept.client?.clientId,
      });
      expect(asked?.parameters['state']).not.toBe('known');
      expect(scene.servers.violations).toEqual([]);
    });
  }
});

describe('who is between', () => {
  proves(['AUTH-42', 'AUTH-50', 'AUTH-53'], 'can guess no state, and end no sign-in', async () => {
    await using scene = await codeScene();
    const statuses: number[] = [];
    const openPage = async (page: SignInPage) => {
      const forged = [
        '',
        '?code=evil',
        '?error=access_denied',
        '?code=evil&state=',
        '?code=evil&state=undefined',
        '?code=evil&state=%00',
        `?code=evil&state=${'x'.repeat(8_000)}`,
        `?state=${new URL(page.url).searchParams.get('state')?.slice(0, -1)}&code=evil`,
      ];
      for (const query of forged) {
        const response = await fetch(page.redirectUri + query);
        await response.text();
        statuses.push(response.status);
      }
      await visit(scene.servers, page.url);
      return 'opened' as const;
    };
    await scene.acquire({ openPage });
    expect(statuses).toEqual(statuses.map(() => 400));
    expect(scene.servers.at('token').map(({ parameters }) => parameters['code'])).not.toContain(
      'evil',
    );
    expect(scene.servers.violations).toEqual([]);
  });

  proves(
    ['AUTH-50', 'AUTH-43'],
    'a mix-up: the answer of another issuer for our state',
    async () => {
      await using scene = await codeScene();
      const openPage = async ({ url, redirectUri }: SignInPage) => {
        const state = new URL(url).searchParams.get('state') ?? '';
        const query = new URLSearchParams({
          code: 'stolen',
          state,
          iss: 'https://evil.example.com',
        });
        await (await fetch(`${redirectUri}?${query}`)).text();
        return 'opened' as const;
      };
      const error = await fault(scene.acquire({ openPage }));
      expect(error.code).toBe('WRONG_ANSWER');
      expect(error.message).not.toMatch(/stolen|evil/);
      expect(scene.servers.at('token')).toEqual([]);
    },
  );

  test('nothing is left when a sign-in ends, however it ends', async () => {
    for (const answer of ['code=c', 'error=access_denied', 'code=c&code=d'] as const) {
      await using scene = await codeScene();
      let uri = '';
      const openPage = async ({ url, redirectUri }: SignInPage) => {
        uri = redirectUri;
        const state = new URL(url).searchParams.get('state') ?? '';
        await (
          await fetch(`${redirectUri}?${answer}&state=${state}&iss=${scene.servers.issuer}`)
        ).text();
        return 'opened' as const;
      };
      await fault(scene.acquire({ openPage }));
      expect(scene.clock.waiting).toBe(0);
      await expect(fetch(uri)).rejects.toThrow('fetch failed');
    }
  });
});
