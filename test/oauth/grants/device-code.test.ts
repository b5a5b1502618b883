import { describe, expect, onTestFinished, test } from 'vitest';
import {
  deviceCode,
  type DeviceCode,
  type DeviceCodeOptions,
} from '../../../src/oauth/grants/device-code.ts';
import { asTokenGrant } from '../../../src/oauth/grants/token-grant.ts';
import type { Situation } from '../../../src/oauth/grants/situation.ts';
import { openScriptedServer, type Reply } from '../../support/authorization-server.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { proves } from '../../support/proves.ts';
import { fault } from '../fault.ts';
import { expectNoSecret } from '../no-secret.ts';
import { someSituation } from '../some-situation.ts';

const page = 'https://as.example/device';
const begun = (more: object = {}): Reply => ({
  status: 200,
  body: {
    device_code: 'The-Device-Code-1',
    user_code: 'WDJB-MJHT',
    verification_uri: page,
    expires_in: 600,
    interval: 5,
    ...more,
  },
});
const says = (error: string, status = 400): Reply => ({
  status,
  body: { error, error_description: 'of The-Device-Code-1' },
});
const tokens: Reply = { status: 200, body: { access_token: 'at', token_type: 'Bearer' } };

/** Tells when a wait between two questions has begun: what takes 30 seconds bounds a request. */
class WatchedClock extends FakeClock {
  #count = 0;
  readonly #looks = new Set<() => void>();

  override setTimer(callback: () => void, afterMs: number): ReturnType<FakeClock['setTimer']> {
    if (afterMs !== 30_000) this.#count += 1;
    for (const look of this.#looks) look();
    return super.setTimer(callback, afterMs);
  }

  /** Resolves with the wait of this number; the whole sign-in is one wait more. */
  waits(count: number): Promise<void> {
    return new Promise((resolve) => {
      const look = (): void => {
        if (this.#count > count) resolve();
      };
      this.#looks.add(look);
      look();
    });
  }
}

interface Order {
  readonly begun?: Reply;
  readonly polls?: readonly Reply[];
  readonly options?: Partial<DeviceCodeOptions>;
  readonly about?: Partial<Situation>;
}

async function setUp(order: Order = {}) {
  const server = await openScriptedServer();
  onTestFinished(() => server[Symbol.asyncDispose]());
  server.replies['/device'] = [order.begun ?? begun()];
  server.replies['/token'] = [...(order.polls ?? [tokens])];
  const { issuer } = server.metadata;
  const metadata = { ...server.metadata, device_authorization_endpoint: `${issuer}/device` };
  const stop = new AbortController();
  const clock = new WatchedClock();
  const { situation, kept } = someSituation(metadata, {
    clock,
    scope: 'a',
    signal: stop.signal,
    ...order.about,
  });
  const shown: DeviceCode[] = [];
  const grant = asTokenGrant(
    deviceCode({
      clientName: 'A client',
      clients: [{ issuer, clientId: 'me' }],
      show: (code) => void shown.push(code),
      ...order.options,
    }),
  );
  const acquire = () => grant.acquire(situation);
  const polls = () => server.bodiesOf('/token').length;
  /** Moves the clock on until the wait before a question is over. */
  const next = async (afterMs: number, count: number): Promise<void> => {
    await clock.waits(count);
    await clock.advance(afterMs - 1);
    expect(polls()).toBe(count - 1);
    await clock.advance(1);
    await server.heard('/token', count);
  };
  return { server, situation, clock, kept, stop, shown, acquire, polls, next };
}

proves('W-57', 'a code is shown, and asked about', async () => {
  const complete = `${page}?user_code=WDJB-MJHT`;
  const { server, situation, shown, acquire, next } = await setUp({
    begun: begun({ verification_uri_complete: complete }),
  });
  const got = acquire();
  await next(5_000, 1);
  expect(await got).toMatchObject({ accessToken: 'at', scope: 'a' });
  expect(shown).toEqual([
    {
      userCode: 'WDJB-MJHT',
      verificationUri: page,
      verificationUriComplete: complete,
      expiresInMs: 600_000,
    },
  ]);
  const { resource } = situation;
  const [[first], [second]] = [server.bodiesOf('/device'), server.bodiesOf('/token')];
  expect(Object.fromEntries(new URLSearchParams(first))).toEqual({
    client_id: 'me',
    scope: 'a',
    resource,
  });
  expect(Object.fromEntries(new URLSearchParams(second))).toEqual({
    grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
    device_code: 'The-Device-Code-1',
    client_id: 'me',
    resource,
  });
});

describe('how often it asks', () => {
  const pending = says('authorization_pending');
  const slow = says('slow_down');
  const page503: Reply = { status: 503, body: 'later' };
  const rows: readonly [string, unknown, readonly Reply[], readonly number[]][] = [
    ['as the server says', 7, [pending, pending, tokens], [7, 7, 7]],
    ['every five seconds where it says nothing', undefined, [pending, tokens], [5, 5]],
    ['every five seconds where it says no number', 'often', [pending, tokens], [5, 5]],
    ['every five seconds where it says never', -1, [pending, tokens], [5, 5]],
    ['as a text says', '8', [pending, tokens], [8, 8]],
    [
      'five seconds slower each time it is told so',
      5,
      [slow, pending, slow, tokens],
      [5, 10, 10, 15],
    ],
    ['less and less where it fails', 5, [page503, says('server_error'), tokens], [5, 10, 20]],
    ['no faster than once a second', 0.001, [pending, tokens], [1, 1]],
  ];
  for (const [why, interval, polls, waits] of rows) {
    proves('W-57', why, async () => {
      const { acquire, next } = await setUp({ begun: begun({ interval }), polls });
      const got = acquire();
      for (const [at, wait] of waits.entries()) await next(wait * 1_000, at + 1);
      expect(await got).toMatchObject({ accessToken: 'at' });
    });
  }

  proves('W-57', 'a connection that fails', async () => {
    const { server, acquire, clock } = await setUp();
    const got = fault(acquire());
    await clock.waits(1);
    await server[Symbol.asyncDispose]();
    await clock.advance(600_000);
    expect((await got).code).toBe('TIMED_OUT');
  });
});

describe('how it ends', () => {
  const rows: readonly [string, number, string, string | undefined][] = [
    ['access_denied', 400, 'AUTHORIZATION_REFUSED', 'access_denied'],
    ['expired_token', 400, 'TIMED_OUT', undefined],
    ['invalid_grant', 400, 'TOKEN_REFUSED', 'invalid_grant'],
  ];
  for (const [error, status, code, oauthError] of rows) {
    proves('W-57', `${error}: ${code}`, async () => {
      const { acquire, next, clock, polls } = await setUp({ polls: [says(error, status)] });
      const failed = fault(acquire());
      await next(5_000, 1);
      const thrown = await failed;
      expect({ code: thrown.code, oauthError: thrown.oauthError }).toEqual({ code, oauthError });
      expectNoSecret(thrown, ['The-Device-Code-1']);
      await clock.advance(600_000);
      expect([polls(), clock.waiting]).toEqual([1, 0]);
    });
  }

  proves('W-57', 'nobody enters the code while it is valid', async () => {
    const { acquire, next, clock, polls } = await setUp({
      begun: begun({ expires_in: 12 }),
      polls: [says('authorization_pending')],
    });
    const failed = fault(acquire());
    await next(5_000, 1);
    await next(5_000, 2);
    await clock.waits(3);
    await clock.advance(2_000);
    const thrown = await failed;
    expect(thrown.code).toBe('TIMED_OUT');
    expectNoSecret(thrown, ['The-Device-Code-1']);
    // The last question would have come sooner than the server allows.
    expect([polls(), clock.waiting]).toEqual([2, 0]);
  });

  proves('W-57', 'a code that is valid for ever is waited for half an hour', async () => {
    const { acquire, clock, shown } = await setUp({
      begun: begun({ expires_in: 1e9, interval: 1e9 }),
    });
    const failed = fault(acquire());
    await clock.waits(1);
    expect(shown[0]?.expiresInMs).toBe(1_800_000);
    await clock.advance(1_800_000);
    expect((await failed).code).toBe('TIMED_OUT');
  });

  proves('W-57', 'whoever gives up is let go at once', async () => {
    const { acquire, stop, clock, polls } = await setUp();
    const failed = fault(acquire());
    await clock.waits(1);
    stop.abort(new Error('enough'));
    expect((await failed).code).toBe('CANCELLED');
    expect([polls(), clock.waiting]).toEqual([0, 0]);
  });

  proves('W-57', 'a code that is shown for ever ends with it', async () => {
    const show = () => new Promise<void>(() => {});
    const { acquire, clock } = await setUp({ options: { show } });
    const failed = fault(acquire());
    await clock.waits(0);
    await clock.advance(600_000);
    expect((await failed).code).toBe('TIMED_OUT');
  });

  test('what showing fails with is told as it is', async () => {
    const reason = new Error('no screen');
    const { acquire, polls } = await setUp({ options: { show: () => Promise.reject(reason) } });
    await expect(acquire()).rejects.toBe(reason);
    expect(polls()).toBe(0);
  });
});

describe('what is not shown', () => {
  const rows: readonly [string, object, string][] = [
    ['no device code', { device_code: undefined }, 'UNUSABLE_ANSWER'],
    ['no code to enter', { user_code: '' }, 'UNUSABLE_ANSWER'],
    ['a code that is a number', { user_code: 7 }, 'UNUSABLE_ANSWER'],
    ['a code over lines', { user_code: 'A\nB' }, 'UNUSABLE_ANSWER'],
    ['a code that colours a terminal', { user_code: '\u001B[31mA' }, 'UNUSABLE_ANSWER'],
    ['a code of odd letters', { user_code: '\u202EAB' }, 'UNUSABLE_ANSWER'],
    ['a code without end', { user_code: 'A'.repeat(65) }, 'UNUSABLE_ANSWER'],
    ['no page', { verification_uri: undefined }, 'UNUSABLE_ANSWER'],
    ['no lifetime', { expires_in: undefined }, 'UNUSABLE_ANSWER'],
    ['a lifetime that is over', { expires_in: 0 }, 'UNUSABLE_ANSWER'],
    ['a script', { verification_uri: 'javascript:alert(1)' }, 'URL_REFUSED'],
    ['a file', { verification_uri: 'file:///etc/passwd' }, 'URL_REFUSED'],
    ['plain http', { verification_uri: 'http://as.example/' }, 'URL_REFUSED'],
    ['a user in the address', { verification_uri: 'https://a:b@as.example/' }, 'URL_REFUSED'],
    ['a script with the code', { verification_uri_complete: 'javascript:1' }, 'URL_REFUSED'],
  ];
  for (const [why, more, code] of rows) {
    proves(['W-57', 'W-59'], why, async () => {
      const { acquire, shown, polls } = await setUp({ begun: begun(more) });
      const error = await fault(acquire());
      expect(error.code).toBe(code);
      expectNoSecret(error, ['The-Device-Code-1']);
      expect([shown, polls()]).toEqual([[], 0]);
    });
  }

  test('Google calls the page verification_url', async () => {
    const more = { verification_uri: undefined, verification_url: page };
    const { acquire, shown, next } = await setUp({ begun: begun(more) });
    const got = acquire();
    await next(5_000, 1);
    await got;
    expect(shown[0]?.verificationUri).toBe(page);
  });
});

proves('W-55', 'a server that knows no resource parameter', async () => {
  const { acquire } = await setUp({ begun: says('invalid_target') });
  expect((await fault(acquire())).message).toContain('omitResource');
  const without = await setUp({ about: { tolerances: { omitResource: true } } });
  const got = without.acquire();
  await without.next(5_000, 1);
  await got;
  const bodies = [...without.server.bodiesOf('/device'), ...without.server.bodiesOf('/token')];
  expect(bodies.map((body) => new URLSearchParams(body).has('resource'))).toEqual([false, false]);
});

describe('the client', () => {
  test('registers, and is kept', async () => {
    const { server, acquire, next, kept } = await setUp({ options: { clients: [] } });
    const got = acquire();
    await next(5_000, 1);
    await got;
    expect(kept.client).toMatchObject({ from: 'registration', clientId: 'registered-1' });
    const registered = JSON.parse(server.bodiesOf('/register')[0] ?? '{}') as object;
    expect(registered).toMatchObject({
      client_name: 'A client',
      grant_types: expect.arrayContaining(['urn:ietf:params:oauth:grant-type:device_code']),
      application_type: 'native',
    });
  });

  test('that is refused registers anew, once', async () => {
    const { server, kept, acquire, polls } = await setUp({
      begun: says('invalid_client', 401),
      options: { clients: [] },
    });
    kept.client = { from: 'registration', clientId: 'old', authMethod: 'none' };
    const error = await fault(acquire());
    expect(error.oauthError).toBe('invalid_client');
    const ids = server
      .bodiesOf('/device')
      .map((body) => new URLSearchParams(body).get('client_id'));
    expect(ids).toEqual(['old', 'registered-1']);
    expect([server.bodiesOf('/register').length, polls()]).toEqual([1, 0]);
  });
});

test.each([
  [{}, false],
  [{ device_authorization_endpoint: `${page}/begin` }, true],
  [
    {
      device_authorization_endpoint: `${page}/begin`,
      grant_types_supported: ['urn:ietf:params:oauth:grant-type:device_code'],
    },
    true,
  ],
  [{ device_authorization_endpoint: `${page}/begin`, grant_types_supported: ['password'] }, false],
])('%o offers it: %s', (metadata, isOffered) => {
  const grant = asTokenGrant(deviceCode({ clientName: 'c', show: () => {} }));
  const server = { issuer: 'https://as.example', token_endpoint: 'https://as.example/token' };
  expect(grant.isOffered({ ...server, ...metadata })).toBe(isOffered);
});
