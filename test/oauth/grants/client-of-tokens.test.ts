import { describe, expect, test } from 'vitest';
import {
  authorizationCode,
  type AuthorizationCodeOptions,
} from '../../../src/oauth/grants/authorization-code.ts';
import { deviceCode } from '../../../src/oauth/grants/device-code.ts';
import { asTokenGrant } from '../../../src/oauth/grants/token-grant.ts';
import { loopbackRedirect } from '../../../src/oauth/node/loopback-redirect.ts';
import { eventually } from '../../support/eventually.ts';
import { proves } from '../../support/proves.ts';
import { fault } from '../fault.ts';
import { type CodeScene, codeScene } from './code-scene.ts';

const redirectUris = ['http://127.0.0.1/callback'];
const known = { clientId: 'known', clientSecret: 'secret/+%' };

/** The client that a refresh would be made with. */
function clientOf({ situation }: CodeScene, clients: AuthorizationCodeOptions['clients'] = []) {
  const openPage = () => Promise.resolve('skipped' as const);
  const options = { redirect: loopbackRedirect(), openPage, clientName: 'A client', clients };
  return asTokenGrant(authorizationCode(options)).client(situation);
}

describe('a configured client without an issuer', () => {
  proves(
    ['AUTH-21', 'AUTH-27'],
    'is of the first one, where it is kept without its secret',
    async () => {
      await using scene = await codeScene({ issuer: { clients: [{ ...known, redirectUris }] } });
      await scene.acquire({ clients: [known] });
      expect(scene.servers.violations).toEqual([]);
      expect(scene.kept.client).toEqual({ from: 'configuration', clientId: 'known' });
      expect(await clientOf(scene, [known])).toEqual({ from: 'configuration', ...known });
      // It is not in the configuration any more.
      expect(await clientOf(scene)).toBeUndefined();
      expect(await clientOf(scene, [{ clientId: 'another' }])).toBeUndefined();
    },
  );

  proves(['AUTH-27', 'AUTH-28'], 'is shown to no other, whatever is kept there', async () => {
    const registered = { from: 'registration', clientId: 'old' } as const;
    for (const kept of [undefined, registered]) {
      await using scene = await codeScene({}, kept);
      scene.kept.elsewhere = 'https://first.example.com';
      const before = scene.servers.requests.length;
      const error = await fault(scene.acquire({ clients: [known] }));
      expect(error.code).toBe('NO_CLIENT');
      expect(error.message).toContain('was used at "https://first.example.com"');
      expect(scene.servers.requests).toHaveLength(before);
      // What tokens were issued to at this one was another client: no secret of the other goes there.
      expect(await clientOf(scene, [known])).toEqual(kept);
    }
  });

  proves('AUTH-44', 'has its redirect URI at once', async () => {
    const free = await loopbackRedirect().open(undefined);
    await free.close();
    const { redirectUri } = free;
    await using scene = await codeScene({
      issuer: { clients: [{ ...known, redirectUris: [redirectUri] }] },
    });
    await scene.acquire({ clients: [{ ...known, redirectUri }] });
    expect(scene.pages.map((page) => page.redirectUri)).toEqual([redirectUri]);
  });
});

test.each([
  { why: 'a person gave', registration: false, from: 'person' },
  { why: 'registered', registration: true, from: 'registration' },
])('a device keeps the client that $why, for its refresh', async ({ registration, from }) => {
  const issuer = {
    registration,
    grants: ['urn:ietf:params:oauth:grant-type:device_code', 'authorization_code'],
    clients: [{ clientId: 'typed' }],
  } as const;
  const ended = { from: 'registration', clientId: 'old', secretExpiresAt: 0 } as const;
  await using scene = await codeScene({ issuer }, ended);
  let onShown = (): void => {};
  const shown = new Promise<void>((resolve) => {
    onShown = resolve;
  });
  const grant = asTokenGrant(
    deviceCode({
      clientName: 'A client',
      show: () => {
        scene.servers.decideDevices('allowed');
        onShown();
      },
      askForClient: () => Promise.resolve({ clientId: 'typed' }),
    }),
  );
  const acquired = grant.acquire(scene.situation);
  await shown;
  // The wait before the question, and what bounds it all.
  await eventually(() => scene.clock.waiting).toBe(2);
  await scene.clock.advance(5_000);
  await acquired;
  expect(scene.kept.client?.from).toBe(from);
  expect(scene.kept.client?.clientId).not.toBe('old');
  expect(await grant.client(scene.situation)).toEqual(scene.kept.client);
});
