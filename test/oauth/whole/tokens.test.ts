import { connect, http } from 'garuda-mcp';
import type { SignInFault, SignInPlace } from 'garuda-mcp/testing';
import { describe, expect, test } from 'vitest';
import { proves } from '../../support/proves.ts';
import { onStage } from './flow.ts';
import { expectNoViolation, failureOf, granted, me } from './seen.ts';

/** The refreshes so far. */
const refreshes = 'refresh_token';

proves(['AUTH-65', 'AUTH-70'], 'an expired token is refreshed, with no question', async () => {
  await onStage({}, async ({ signIn, person, server, join }) => {
    const client = await join();
    for (let n = 1; n <= 3; n += 1) {
      signIn.expireTokens();
      expect(await client.callTool('write')).toMatchObject({ content: [{ text: 'written' }] });
      expect(granted(signIn, refreshes)).toHaveLength(n);
    }
    const calls = server.received.filter(({ method }) => method === 'tools/call');
    expect(calls).toHaveLength(3);
    expect(person.pages).toHaveLength(1);
    expectNoViolation(signIn);
  });
});

proves('AUTH-65', 'a refresh token that is not replaced stays', async () => {
  await onStage({ servers: { deviations: ['refresh-token-kept'] } }, async ({ signIn, join }) => {
    signIn.deviate();
    const client = await join();
    signIn.deviate('refresh-token-kept');
    for (let n = 0; n < 2; n += 1) {
      signIn.expireTokens();
      await client.callTool('read');
    }
    expect(granted(signIn, refreshes)).toHaveLength(2);
    expectNoViolation(signIn);
  });
});

proves('AUTH-64', 'where there is no refresh token, the person is asked again', async () => {
  const servers = { deviations: ['refresh-token-left-out'] } as const;
  await onStage({ servers }, async ({ signIn, person, join }) => {
    const client = await join();
    signIn.expireTokens();
    await client.callTool('read');
    expect(person.pages).toHaveLength(2);
    expect(granted(signIn, refreshes)).toEqual([]);
    expectNoViolation(signIn);
  });
});

proves('AUTH-70', 'a token that is fresh and refused ends it', async () => {
  await onStage(
    { servers: { deviations: ['tokens-refused'] } },
    async ({ signIn, person, join }) => {
      expect(await failureOf(join())).toMatchObject({ code: 'FRESH_TOKEN_REFUSED' });
      expect(person.pages.length).toBeLessThanOrEqual(2);
      expect(signIn.at('mcp').length).toBeLessThanOrEqual(4);
    },
  );
});

proves('AUTH-66', 'a token of an unknown type is not used', async () => {
  await onStage({ servers: { deviations: ['token-type-odd'] } }, async ({ signIn, join }) => {
    expect(await failureOf(join())).toMatchObject({ code: 'UNUSABLE_ANSWER' });
    expect(signIn.at('mcp').every(({ headers }) => !('authorization' in headers))).toBe(true);
  });
});

proves(
  'AUTH-66',
  'what was granted is known, and what was asked where nothing is said',
  async () => {
    const grants = [
      { deviations: ['scopes-fewer'], scope: 'a' },
      { deviations: ['scope-left-out'], scope: 'a b' },
    ] as const;
    for (const { deviations, scope } of grants) {
      const servers = { deviations, resource: { scopes: ['a', 'b'] } };
      await onStage({ servers }, async ({ signIn, credentials, join }) => {
        await join();
        expect(await credentials[0]?.status(signIn.url)).toMatchObject({ signedIn: true, scope });
      });
    }
  },
);

test.each(['scope-left-out', 'lifetime-left-out'] as const)('%s', async (deviation) => {
  await onStage({ servers: { deviations: [deviation] } }, async ({ signIn, join }) => {
    const client = await join();
    signIn.expireTokens();
    await client.callTool('read');
    expect(signIn.violations).toEqual([]);
  });
});

describe('many at once', () => {
  proves('W-50', '100 calls of one client: one refresh', async () => {
    await onStage({}, async ({ signIn, person, join }) => {
      const client = await join();
      signIn.expireTokens();
      const held = signIn.misbehave({ on: 'token', name: refreshes, times: 1 }, { kind: 'hold' });
      const calls = Array.from({ length: 100 }, () => client.callTool('read'));
      await held.until();
      held.release();
      const results = await Promise.all(calls);
      expect(results).toHaveLength(100);
      expect(granted(signIn, refreshes)).toHaveLength(1);
      expect(person.pages).toHaveLength(1);
      expectNoViolation(signIn);
    });
  });

  proves('W-50', '20 clients that share a store: one refresh', async () => {
    await onStage({}, async ({ signIn, person, join }) => {
      const first = await join();
      const others = await Promise.all(Array.from({ length: 19 }, () => join()));
      expect(person.pages).toHaveLength(1);
      signIn.expireTokens();
      await Promise.all([first, ...others].map((client) => client.callTool('read')));
      expect(granted(signIn, refreshes)).toHaveLength(1);
      expect(person.pages).toHaveLength(1);
      expectNoViolation(signIn);
    });
  });

  proves('W-50', 'two that begin at once: one page', async () => {
    await onStage({}, async ({ signIn, person, join }) => {
      await Promise.all([join(), join()]);
      expect(person.pages).toHaveLength(1);
      expect(signIn.at('registration')).toHaveLength(1);
      expectNoViolation(signIn);
    });
  });
});

describe('a failure that passes', () => {
  const faults: readonly SignInFault[] = [
    { kind: 'status', status: 429, headers: { 'retry-after': '1' } },
    { kind: 'status', status: 500 },
    { kind: 'status', status: 503 },
    { kind: 'page', status: 502 },
    { kind: 'page', status: 200 },
    { kind: 'refuse', error: 'temporarily_unavailable', status: 503 },
    { kind: 'refuse', error: 'server_error', status: 500 },
  ];
  for (const fault of faults) {
    proves('W-51', `${JSON.stringify(fault)}: tokens are kept`, async () => {
      await onStage({}, async ({ signIn, person, join }) => {
        const client = await join();
        signIn.expireTokens();
        const place = { on: 'token', name: refreshes } as const;
        const stop = signIn.misbehave(place, fault);
        const error = await failureOf(client.callTool('read'));
        expect(error).toMatchObject({ code: 'TRY_AGAIN' });
        expect(person.pages).toHaveLength(1);
        stop.stop();
        await client.callTool('read');
        expect(person.pages).toHaveLength(1);
        expectNoViolation(signIn);
      });
    });
  }
});

proves('W-52', 'invalid_grant: that set goes, and one new sign-in follows', async () => {
  await onStage({}, async ({ signIn, person, join }) => {
    const client = await join();
    signIn.expireTokens();
    signIn.forgetRefreshTokens();
    await Promise.all([client.callTool('read'), client.callTool('write')]);
    expect(person.pages).toHaveLength(2);
    expect(signIn.at('registration')).toHaveLength(1);
    expect(granted(signIn, refreshes)).toHaveLength(1);
    expectNoViolation(signIn);
  });
});

proves(
  ['AUTH-62', 'AUTH-63'],
  'no token goes to another server, or to another origin of its own',
  async () => {
    await onStage({}, async ({ signIn, server, store, join, person, credentials: all }) => {
      await join();
      const [own] = all;
      const request = { method: 'POST', server: signIn.url };
      const elsewhere = new URL(signIn.url);
      elsewhere.hostname = 'localhost';
      expect(await own?.headers({ ...request, url: elsewhere.href })).toEqual({});
      expect(await own?.headers({ ...request, url: signIn.url })).toHaveProperty('Authorization');
      const { scriptedSignIn } = await import('garuda-mcp/testing');
      const { authorizationCode, oauth } = await import('garuda-mcp/oauth');
      await using web = await server.overHttp();
      await using other = await scriptedSignIn({ resource: { behind: web } });
      const { redirect, openPage } = person;
      const grant = authorizationCode({ redirect, openPage, clientName: 'whole' });
      const credentials = oauth({ grant, store, allowInsecureLoopback: true });
      await using client = await connect(http(other.url, { credentials }), me);
      await client.callTool('read');
      const sent = signIn.at('mcp').flatMap(({ headers }) => headers['authorization'] ?? []);
      const there = other.at('mcp').flatMap(({ headers }) => headers['authorization'] ?? []);
      expect(there.length).toBeGreaterThan(0);
      expect(there.filter((field) => sent.includes(field))).toEqual([]);
      expectNoViolation(other);
    });
  },
);

describe('no wait without an end', () => {
  const places: readonly SignInPlace[] = [
    'resource-metadata-at-path',
    'oauth-metadata',
    'registration',
    'token',
  ];
  for (const on of places) {
    proves('W-51', `${on} never answers: a signal ends it`, async () => {
      const stop = new AbortController();
      await onStage({ connect: { signal: stop.signal } }, async ({ signIn, join }) => {
        const dropped = signIn.misbehave({ on }, { kind: 'drop' });
        const joining = join();
        const failed = joining.catch((reason: unknown) => reason);
        await dropped.until();
        stop.abort(new Error('the test is over'));
        expect(await failed).toBeInstanceOf(Error);
      });
    });
  }
});
