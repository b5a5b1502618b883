import { inspect } from 'node:util';
import { connect, http, type Client } from 'garuda-mcp';
import { authorizationCode, deviceCode, memoryStore, oauth } from 'garuda-mcp/oauth';
import {
  scriptedServer,
  scriptedSignIn,
  type ScriptedSignIn,
  type SignInFault,
  type SignInOptions,
  type SignInPlace,
} from 'garuda-mcp/testing';
import { describe, expect } from 'vitest';
import { proves } from '../../support/proves.ts';
import { person } from './flow.ts';
import { expectNoViolation, me } from './seen.ts';

const device = 'urn:ietf:params:oauth:grant-type:device_code';
const unasked = 'a client has no business there';

/** How the client comes to each place that a server has; the compiler sees to it that none is left out. */
const ways: Readonly<Record<SignInPlace, SignInOptions | typeof unasked>> = {
  mcp: {},
  'resource-metadata': { resource: { metadata: '/own/place' } },
  'resource-metadata-at-path': {},
  'resource-metadata-at-root': { resource: { metadata: 'at-root', named: false } },
  'oauth-metadata': {},
  'oidc-metadata': { issuer: { metadata: ['oidc-metadata'] } },
  'oidc-metadata-appended': { issuer: { path: '/t', metadata: ['oidc-metadata-appended'] } },
  registration: {},
  authorization: {},
  'pushed-authorization': { issuer: { pushing: 'required' } },
  token: {},
  revocation: {},
  'device-authorization': { issuer: { grants: [device, 'refresh_token'] } },
  'device-verification': unasked,
  jwks: unasked,
  elsewhere: unasked,
};

/** Every kind of fault; here too the compiler counts. */
const faults: { readonly [K in SignInFault['kind']]: Extract<SignInFault, { kind: K }> } = {
  status: { kind: 'status', status: 500 },
  page: { kind: 'page' },
  redirect: { kind: 'redirect', to: '/led/away' },
  refuse: { kind: 'refuse', error: 'invalid_request', description: 'made-up words' },
  drop: { kind: 'drop' },
  hold: { kind: 'hold' },
  malformed: { kind: 'malformed' },
  'content-type': { kind: 'content-type', type: 'text/plain' },
  edit: { kind: 'edit', edit: () => ({ odd: true }) },
  huge: { kind: 'huge', bytes: 20_000_000 },
  endless: { kind: 'endless' },
  cut: { kind: 'cut', afterBytes: 5, how: 'reset' },
};

interface Stage {
  readonly signIn: ScriptedSignIn;
  /** Connects, calls, signs out. */
  readonly play: (signal?: AbortSignal) => Promise<void>;
}

async function onStage(
  options: SignInOptions,
  act: (stage: Stage) => Promise<void>,
): Promise<void> {
  const script = { tools: [{ tool: { name: 'read' }, call: () => 'read' }] };
  await using web = await scriptedServer(script).overHttp();
  await using signIn = await scriptedSignIn({
    ...options,
    resource: { ...options.resource, behind: web },
  });
  const isDevice = options.issuer?.grants?.includes(device) ?? false;
  const clients: Client[] = [];
  const play = async (signal = new AbortController().signal): Promise<void> => {
    const { redirect, openPage } = person((page) => signIn.browse(page));
    const grant = isDevice
      ? deviceCode({
          clientName: 'whole',
          show: () => signIn.decideDevices('allowed'),
        })
      : authorizationCode({ redirect, openPage, clientName: 'whole', timeoutMs: 2_000 });
    const credentials = oauth({
      grant,
      store: memoryStore(),
      allowInsecureLoopback: true,
      timeoutMs: 2_000,
      clock: {
        now: Date.now,
        // A device polls without its wait.
        setTimer: (callback, afterMs) => setTimeout(callback, afterMs === 5_000 ? 0 : afterMs),
        clearTimer: (timer) => clearTimeout(timer as NodeJS.Timeout),
      },
    });
    const client = await connect(http(signIn.url, { credentials }), me, {
      signal,
      timeoutMs: 5_000,
    });
    clients.push(client);
    await client.callTool('read', {}, { signal });
    await credentials.signOut(signIn.url, { signal });
  };
  try {
    await act({ signIn, play });
  } finally {
    await Promise.all(clients.map((client) => client.close()));
  }
}

for (const [place, way] of Object.entries(ways)) {
  const on = place as SignInPlace;
  describe(`at ${place}`, () => {
    if (way === unasked) {
      proves('W-59', unasked, async () => {
        await onStage({}, async ({ signIn, play }) => {
          await play();
          expect(signIn.at(on)).toEqual([]);
        });
      });
      return;
    }
    for (const fault of Object.values(faults)) {
      const ends = `${fault.kind}: it ends, and nothing is broken`;
      proves(
        ['W-51', 'W-54', 'W-59'],
        ends,
        async () => {
          await onStage(way, async ({ signIn, play }) => {
            const stop = new AbortController();
            const met = signIn.misbehave({ on }, fault);
            const outcome = play(stop.signal).then(
              () => undefined,
              (reason: unknown) => reason,
            );
            await met.until();
            if (fault.kind === 'hold') met.release();
            if (fault.kind === 'drop') stop.abort(new Error('enough'));
            const error = await outcome;
            if (error !== undefined) {
              expect(error).toBeInstanceOf(Error);
              expect(inspect(error, { depth: 8 }).length).toBeLessThan(20_000);
            }
            expect(signIn.requests.filter(({ path }) => path === '/led/away')).toEqual([]);
            expect(signIn.requests.length).toBeLessThan(60);
            met.stop();
            met.release();
            await play();
            expectNoViolation(signIn);
          });
        },
        30_000,
      );
    }
  });
}
