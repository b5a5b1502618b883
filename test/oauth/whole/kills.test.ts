import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileStore } from 'garuda-mcp/oauth/node';
import { scriptedServer, scriptedSignIn, type ScriptedSignIn } from 'garuda-mcp/testing';
import { afterAll, expect } from 'vitest';
import { KeptEntry } from '../../../src/oauth/keeping/kept-entry.ts';
import { buildStoreProgram, StoreProgram } from '../../fixtures/oauth/store-program.ts';
import { settle } from '../../support/fake-clock.ts';
import { proves } from '../../support/proves.ts';
import { granted } from './seen.ts';

const root = await mkdtemp(join(tmpdir(), 'garuda-kills-'));
afterAll(() => rm(root, { recursive: true, force: true }));

const [calling, refreshing] = await Promise.all([
  buildStoreProgram('signed-in-client'),
  buildStoreProgram('refreshing-client'),
]);

const dayMs = 86_400_000;
const takeoverMs = 5_000;

async function onStage(act: (signIn: ScriptedSignIn) => Promise<void>): Promise<void> {
  const script = { tools: [{ tool: { name: 'read' }, call: () => 'read' }] };
  await using web = await scriptedServer(script).overHttp();
  await using signIn = await scriptedSignIn({ resource: { behind: web } });
  await act(signIn);
}

/** The access token that a file has now. */
async function keptIn(path: string, { url, issuer }: ScriptedSignIn): Promise<string> {
  const { issuers } = await new KeptEntry(fileStore(path), url).read();
  return issuers[issuer]?.tokens?.accessToken ?? 'none';
}

/** A program that refreshes for every call is killed so often, each time at another moment. */
async function killOften(path: string, times: number): Promise<void> {
  await onStage(async (signIn) => {
    const issued: string[] = [];
    const record = (document: Readonly<Record<string, unknown>>): object => {
      if (typeof document['access_token'] === 'string') issued.push(document['access_token']);
      return document;
    };
    signIn.misbehave({ on: 'token' }, { kind: 'edit', edit: record });
    let signIns = 1;
    for (let round = 1; round <= times; round += 1) {
      const program = new StoreProgram(refreshing, [signIn.url, path, round * 1_000 * dayMs]);
      await program.line(1 + Math.floor(Math.random() * 3));
      for (let turns = Math.random() * 200; turns > 0; turns -= 1) await settle();
      await program.kill();
      expect(program.lines.length).toBeGreaterThan(0);
      const answered = issued.indexOf(program.lines.at(-1) ?? '');
      const kept = issued.indexOf(await keptIn(path, signIn));
      expect(answered).toBeGreaterThanOrEqual(0);
      expect(kept).toBeGreaterThanOrEqual(answered);
      expect(signIn.at('authorization').length).toBeLessThanOrEqual(signIns);
      // What was issued and not kept can cost the next program one sign-in.
      signIns = signIn.at('authorization').length + (kept < issued.length - 1 ? 1 : 0);
    }
    expect(issued.length).toBeGreaterThan(times);
    expect(signIn.at('registration')).toHaveLength(1);
    const rules = new Set(signIn.violations.map(({ rule }) => rule));
    rules.delete('refresh-token-reused');
    expect([...rules]).toEqual([]);
    expect((await readdir(dirname(path))).filter((name) => name === 'auth.json')).toHaveLength(1);
  });
}

proves(
  ['W-50', 'W-60'],
  'killed two hundred times at any moment, what is kept is never older than what a call was answered with',
  async () => {
    const places = ['a', 'b'].map((name) => join(root, name, 'auth.json'));
    await Promise.all(places.map((path) => killOften(path, 100)));
  },
  500_000,
);

proves(
  ['W-50', 'W-60'],
  'who is killed in the middle of a refresh holds up nobody for long',
  async () => {
    await onStage(async (signIn) => {
      const path = join(root, 'lock', 'auth.json');
      const dies = new StoreProgram(calling, [signIn.url, path]);
      expect(await dies.line(1)).toBe('connected');
      const next = new StoreProgram(calling, [signIn.url, path]);
      expect(await next.line(1)).toBe('connected');
      signIn.expireTokens();
      const held = signIn.misbehave(
        { on: 'token', name: 'refresh_token', times: 1 },
        { kind: 'hold' },
      );
      dies.say('call');
      await held.until();
      next.say('call');
      await dies.kill();
      const since = performance.now();
      expect(await next.line(2)).toContain('read');
      expect(performance.now() - since).toBeLessThan(takeoverMs);
      // Its answer is lost, so that the refresh token was used in vain: one new sign-in, and no more.
      expect(granted(signIn, 'refresh_token')).toHaveLength(2);
      expect(signIn.at('authorization')).toHaveLength(2);
      held.release();
      await next.kill();
    });
  },
  60_000,
);
