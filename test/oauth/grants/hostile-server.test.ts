import { describe, expect, test } from 'vitest';
import type { Entry } from '../../../src/oauth/keeping/entry.ts';
import { parseEntry } from '../../../src/oauth/keeping/parse-entry.ts';
import { proves } from '../../support/proves.ts';
import { fault } from '../fault.ts';
import { codeScene } from './code-scene.ts';

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
