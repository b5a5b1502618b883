import { describe, expect } from 'vitest';
import { loopbackRedirect } from '../../../src/oauth/node/loopback-redirect.ts';
import { proves } from '../../support/proves.ts';
import { fault } from '../fault.ts';
import { codeScene } from './code-scene.ts';

const url = 'https://app.example.com/client.json';
const redirectUris = ['http://127.0.0.1/callback'];
const document = { client_id: url, client_name: 'A client', redirect_uris: redirectUris };
const invalid = { kind: 'refuse', error: 'invalid_client' } as const;

describe('a server that refuses every client', () => {
  for (const on of ['token', 'pushed-authorization'] as const) {
    proves(['AUTH-30', 'W-56'], `(${on}) has a person asked twice at most`, async () => {
      const pushing = on === 'token' ? {} : ({ pushing: 'required' } as const);
      const issuer = { ...pushing, clientDocuments: { [url]: document } };
      await using scene = await codeScene({ issuer });
      await scene.acquire();
      scene.servers.misbehave({ on }, invalid);
      const before = scene.servers.at(on).length;
      const error = await fault(
        scene.acquire({
          clientMetadataUrl: url,
          askForClient: () => Promise.reject(new Error('asked')),
        }),
      );
      expect([error.code, error.oauthError]).toEqual(['NO_CLIENT', 'invalid_client']);
      expect(scene.servers.at(on)).toHaveLength(before + 2);
      expect(scene.servers.at('registration')).toHaveLength(1);
      expect(scene.kept.client).toBeUndefined();
    });
  }
});

describe('what is kept', () => {
  proves('AUTH-44', 'is used for the same redirect URI, while its port is free', async () => {
    await using scene = await codeScene();
    await scene.acquire();
    await scene.acquire();
    expect(scene.servers.at('registration')).toHaveLength(1);
    const taken = await loopbackRedirect().open(scene.kept.client?.redirectUri);
    await scene.acquire();
    await taken.close();
    expect(scene.servers.at('registration')).toHaveLength(2);
    expect(scene.kept.client?.redirectUri).not.toBe(taken.redirectUri);
    expect(scene.servers.violations).toEqual([]);
  });

  proves('AUTH-30', 'stays where a new one was made and nobody signed in', async () => {
    await using scene = await codeScene();
    await scene.acquire();
    const { client } = scene.kept;
    const taken = await loopbackRedirect().open(client?.redirectUri);
    const openPage = () => Promise.resolve('skipped' as const);
    expect((await fault(scene.acquire({ openPage }))).code).toBe('SKIPPED');
    await taken.close();
    expect(scene.servers.at('registration')).toHaveLength(2);
    // The tokens that are held were issued to this one, and refresh with it.
    expect(scene.kept.client).toEqual(client);
  });

  proves('AUTH-30', 'is the first one that was made, though nobody signed in', async () => {
    await using scene = await codeScene();
    const openPage = () => Promise.resolve('skipped' as const);
    await fault(scene.acquire({ openPage }));
    await scene.acquire();
    expect(scene.servers.at('registration')).toHaveLength(1);
  });

  proves('AUTH-20', 'is nothing that a person mistyped', async () => {
    const clients = [{ clientId: 'right', redirectUris }];
    await using scene = await codeScene({ issuer: { clients, registration: false } });
    const typed = ['wrong', 'right'];
    const askForClient = () => Promise.resolve({ clientId: typed.shift() ?? '' });
    const failing = fault(scene.acquire({ askForClient }));
    await scene.servers.until('authorization');
    await scene.clock.advance(300_000);
    expect((await failing).code).toBe('TIMED_OUT');
    expect(scene.kept.client).toBeUndefined();
    await scene.acquire({ askForClient });
    expect(scene.kept.client).toMatchObject({ from: 'person', clientId: 'right' });
  });
});

describe('a registration that leads nowhere', () => {
  const answers = [
    { why: 'a page', met: { kind: 'page' } },
    { why: 'no such place', met: { kind: 'status', status: 404 } },
    { why: 'no client id', met: { kind: 'edit', edit: () => ({}) } },
    { why: 'rubbish', met: { kind: 'malformed' } },
  ] as const;
  for (const { why, met } of answers) {
    proves('W-56', `leads to the next way: ${why}`, async () => {
      await using scene = await codeScene({
        issuer: { clients: [{ clientId: 'typed', redirectUris }] },
      });
      scene.servers.misbehave({ on: 'registration' }, met);
      await scene.acquire({ askForClient: () => Promise.resolve({ clientId: 'typed' }) });
      expect(scene.kept.client?.from).toBe('person');
      expect(scene.servers.violations.map(({ rule }) => rule)).toEqual([]);
    });
  }

  proves(['AUTH-25', 'W-56'], 'for its port is one without, for any port', async () => {
    await using scene = await codeScene({ deviations: ['redirect-ports-refused'] });
    await scene.acquire();
    await scene.acquire();
    expect(scene.servers.at('registration')).toHaveLength(2);
    expect(scene.kept.client?.redirectUri).toBe('http://127.0.0.1/callback');
    const [one, two] = scene.pages.map(({ redirectUri }) => redirectUri);
    expect([one, two]).toEqual([
      expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/callback$/),
      expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/callback$/),
    ]);
    expect(scene.servers.violations).toEqual([]);
  });

  proves('AUTH-25', 'for the moment is none', async () => {
    await using scene = await codeScene();
    scene.servers.misbehave({ on: 'registration' }, { kind: 'status', status: 503 });
    const askForClient = () => Promise.reject(new Error('asked'));
    expect((await fault(scene.acquire({ askForClient }))).code).toBe('TRY_AGAIN');
  });
});
