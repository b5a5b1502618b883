import { connect, http, type Client } from 'garuda-mcp';
import { deviceCode, memoryStore, oauth, type DeviceCode, type OAuthClock } from 'garuda-mcp/oauth';
import {
  scriptedServer,
  scriptedSignIn,
  type IssuerOptions,
  type ScriptedSignIn,
  type SignInDeviation,
} from 'garuda-mcp/testing';
import { expect } from 'vitest';
import { proves } from '../../support/proves.ts';
import { openOidcServer } from '../../support/oidc-server.ts';
import { expectNoViolation, failureOf, granted, me, placesOf } from './seen.ts';

const grantType = 'urn:ietf:params:oauth:grant-type:device_code';
const script = { tools: [{ tool: { name: 'read' }, call: () => 'read' }] };

/** Waits are over at once, and time has passed then; what only bounds a wait never comes. */
class HastyClock implements OAuthClock {
  #now = 1_700_000_000_000;

  readonly now = (): number => this.#now;

  setTimer(callback: () => void, afterMs: number): object {
    if (afterMs >= 30_000) return {};
    return setImmediate(() => {
      this.#now += afterMs;
      callback();
    });
  }

  clearTimer(timer: object | number): void {
    clearImmediate(timer as NodeJS.Immediate);
  }
}

interface Stage {
  readonly signIn: ScriptedSignIn;
  readonly shown: DeviceCode[];
  readonly join: () => Promise<Client>;
}

async function onStage(
  { issuer = {}, deviations = [] }: { issuer?: IssuerOptions; deviations?: SignInDeviation[] },
  onShow: (signIn: ScriptedSignIn, code: DeviceCode) => void,
  act: (stage: Stage) => Promise<void>,
): Promise<void> {
  const clock = new HastyClock();
  await using web = await scriptedServer(script).overHttp();
  await using signIn = await scriptedSignIn({
    resource: { behind: web, scope: 'a' },
    issuer: { grants: [grantType, 'refresh_token'], ...issuer },
    deviations,
    now: clock.now,
  });
  const shown: DeviceCode[] = [];
  const clients: Client[] = [];
  const join = async (): Promise<Client> => {
    const grant = deviceCode({
      clientName: 'device',
      show: (code) => {
        shown.push(code);
        onShow(signIn, code);
      },
    });
    const store = memoryStore();
    const credentials = oauth({ grant, store, allowInsecureLoopback: true, clock });
    const client = await connect(http(signIn.url, { credentials }), me);
    clients.push(client);
    return client;
  };
  try {
    await act({ signIn, shown, join });
  } finally {
    await Promise.all(clients.map((client) => client.close()));
  }
}

/** Decides once the device has asked so often. */
function after(
  polls: number,
  decision: Parameters<ScriptedSignIn['decideDevices']>[0],
): (signIn: ScriptedSignIn) => void {
  return (signIn) => {
    void signIn.until('token', polls).then(() => signIn.decideDevices(decision));
  };
}

const ways: readonly {
  readonly why: string;
  readonly issuer?: IssuerOptions;
  readonly deviations?: SignInDeviation[];
}[] = [
  { why: 'the interval that the server names', issuer: { deviceIntervalS: 7 } },
  { why: 'five seconds where it names none' },
  { why: 'five seconds more when told to slow down', deviations: ['devices-slow'] },
];
for (const { why, ...how } of ways) {
  proves('W-57', `a device waits, and keeps ${why}`, async () => {
    await onStage(how, after(3, 'allowed'), async ({ signIn, shown, join }) => {
      const client = await join();
      expect(placesOf(signIn).slice(0, 4)).toEqual([
        'resource-metadata-at-path',
        'oauth-metadata',
        'registration',
        'device-authorization',
      ]);
      expect(granted(signIn, grantType).length).toBeGreaterThanOrEqual(4);
      signIn.expireTokens();
      await client.callTool('read');
      expect(granted(signIn, 'refresh_token')).toHaveLength(1);
      expect(shown).toMatchObject([{ userCode: expect.stringMatching(/^USER-/u) }]);
      expectNoViolation(signIn);
    });
  });
}

proves('W-57', 'a page opened elsewhere allows it', async () => {
  const open = (signIn: ScriptedSignIn, code: DeviceCode): void => {
    void signIn.browse(code.verificationUriComplete ?? '');
  };
  await onStage({}, open, async ({ signIn, join }) => {
    await join();
    expectNoViolation(signIn);
  });
});

for (const [decision, error] of [
  ['denied', { oauthError: 'access_denied' }],
  ['expired', { code: 'TIMED_OUT' }],
] as const) {
  proves('W-57', `${decision}: it ends, and says why`, async () => {
    await onStage({}, after(2, decision), async ({ signIn, join }) => {
      expect(await failureOf(join())).toMatchObject(error);
      const { length } = granted(signIn, grantType);
      expect(length).toBeLessThanOrEqual(4);
      expectNoViolation(signIn);
    });
  });
}

proves('W-57', 'a token endpoint that fails for a moment does not end the wait', async () => {
  await onStage({}, after(4, 'allowed'), async ({ signIn, join }) => {
    const place = { on: 'token', name: grantType, times: 2 } as const;
    signIn.misbehave(place, { kind: 'status', status: 503 });
    await join();
    expectNoViolation(signIn);
  });
});

proves(
  'W-57',
  'a device at a foreign authorization server',
  async () => {
    await using web = await scriptedServer(script).overHttp();
    await using server = await openOidcServer({ behind: web });
    const allowed: Promise<unknown>[] = [];
    const grant = deviceCode({
      clientName: 'device',
      show: ({ verificationUriComplete = '' }) => {
        allowed.push(server.signInAs(verificationUriComplete));
      },
    });
    // The time is that of the server; only the waits are shorter.
    const clock: OAuthClock = {
      now: Date.now,
      setTimer: (callback, afterMs) => setTimeout(callback, afterMs < 20_000 ? 50 : afterMs),
      clearTimer: (timer) => clearTimeout(timer as NodeJS.Timeout),
    };
    const credentials = oauth({ grant, store: memoryStore(), allowInsecureLoopback: true, clock });
    await using client = await connect(http(server.url, { credentials }), me);
    await Promise.all(allowed);
    await server.expireTokens();
    expect(await client.callTool('read')).toMatchObject({ content: [{ text: 'read' }] });
    const given = (await server.asked()).filter(({ ok }) => ok);
    expect(given.map(({ grant: name }) => name)).toEqual([grantType, 'refresh_token']);
  },
  60_000,
);
