import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { scriptedServer, scriptedSignIn, type ScriptedSignIn } from 'garuda-mcp/testing';
import { afterAll, expect } from 'vitest';
import { buildStoreProgram, StoreProgram } from '../../fixtures/oauth/store-program.ts';
import { proves } from '../../support/proves.ts';
import { expectNoViolation, granted } from './seen.ts';

const root = await mkdtemp(join(tmpdir(), 'garuda-whole-'));
afterAll(() => rm(root, { recursive: true, force: true }));

const program = await buildStoreProgram('signed-in-client');
const limitMs = 120_000;

/** Lets a test act with programs that share one file of sign-ins. */
async function onStage(
  name: string,
  act: (signIn: ScriptedSignIn, start: () => Promise<StoreProgram>) => Promise<void>,
): Promise<void> {
  const script = { tools: [{ tool: { name: 'read' }, call: () => 'read' }] };
  await using web = await scriptedServer(script).overHttp();
  await using signIn = await scriptedSignIn({ resource: { behind: web } });
  const programs: StoreProgram[] = [];
  const start = async (): Promise<StoreProgram> => {
    const started = new StoreProgram(program, [signIn.url, join(root, name, 'auth.json')]);
    programs.push(started);
    expect(await started.line(1)).toBe('connected');
    return started;
  };
  try {
    await act(signIn, start);
  } finally {
    await Promise.all(programs.map((started) => started.kill()));
  }
}

const called = '[{"type":"text","text":"read"}]';

proves(
  ['AUTH-44', 'AUTH-53', 'AUTH-63', 'AUTH-65'],
  'a sign-in by the loopback receiver serves the next program too',
  async () => {
    await onStage('next', async (signIn, start) => {
      await (await start()).kill();
      const next = await start();
      next.say('call');
      expect(await next.line(2)).toBe(called);
      expect(signIn.at('authorization')).toHaveLength(1);
      expect(signIn.at('registration')).toHaveLength(1);
      const [{ parameters } = { parameters: {} as Record<string, string> }] =
        signIn.at('authorization');
      expect(parameters['redirect_uri']).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback$/u);
      expectNoViolation(signIn);
    });
  },
  limitMs,
);

proves(
  'W-50',
  '20 programs meet an expired token at once: one refresh',
  async () => {
    await onStage('storm', async (signIn, start) => {
      const first = await start();
      const others = await Promise.all(Array.from({ length: 19 }, () => start()));
      const all = [first, ...others];
      for (let round = 1; round <= 2; round += 1) {
        signIn.expireTokens();
        for (const started of all) started.say('call');
        for (const started of all) expect(await started.line(1 + round)).toBe(called);
        expect(granted(signIn, 'refresh_token')).toHaveLength(round);
      }
      expect(signIn.at('authorization')).toHaveLength(1);
      expectNoViolation(signIn);
    });
  },
  limitMs,
);

proves(
  ['W-50', 'AUTH-65'],
  'programs that signed in at the same time have what belongs together',
  async () => {
    await onStage('begin', async (signIn, start) => {
      const all = await Promise.all(Array.from({ length: 4 }, () => start()));
      // One of them asks; the others wait for what comes of it.
      expect(signIn.at('authorization')).toHaveLength(1);
      signIn.expireTokens();
      for (const started of all) started.say('call');
      for (const started of all) expect(await started.line(2)).toBe(called);
      expectNoViolation(signIn);
    });
  },
  limitMs,
);
