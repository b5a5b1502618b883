import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect } from 'vitest';
import type { OAuthClock } from '../../../src/oauth/clock.ts';
import { fileStore } from '../../../src/oauth/node/index.ts';
import { advancing } from '../../fixtures/oauth/advancing.ts';
import { countOf, increment } from '../../fixtures/oauth/increment.ts';
import { buildStoreProgram, StoreProgram } from '../../fixtures/oauth/store-program.ts';
import { FakeClock, settle } from '../../support/fake-clock.ts';
import { proves } from '../../support/proves.ts';

const root = await mkdtemp(join(tmpdir(), 'garuda-crashes-'));
afterAll(() => rm(root, { recursive: true, force: true }));

const [untilProgram, incrementsProgram] = await Promise.all([
  buildStoreProgram('increments-until'),
  buildStoreProgram('increments'),
]);

let places = 0;

function somePlace(): string {
  places += 1;
  return join(root, `place-${places}`, 'auth.json');
}

async function count(path: string): Promise<number> {
  return countOf((await fileStore(path).read('count'))?.value);
}

/**
 * Lets a program count up from 1, once for each of its calls of the file system, where it is stopped.
 *
 * @returns at how many calls it was
 */
async function atEachCall(
  machine: string,
  way: string,
  judge: (program: StoreProgram, path: string) => Promise<void>,
): Promise<number> {
  let isThrough = false;
  let at = 0;
  const work = async (): Promise<void> => {
    while (!isThrough) {
      at += 1;
      const path = somePlace();
      await increment(fileStore(path));
      const program = new StoreProgram(untilProgram, [path, machine, way, at]);
      if ((await program.line(1)) === 'done 2') isThrough = true;
      await judge(program, path);
    }
  };
  await Promise.all([work(), work(), work()]);
  return at;
}

for (const way of ['during', 'after', 'half']) {
  proves(
    'W-60',
    `a process that is killed (${way}) at any call of the file system leaves the old file or the new one`,
    async () => {
      const seen = new Set<number>();
      const calls = await atEachCall('here', way, async (program, path) => {
        const { signal } = await program.ended;
        const left = await count(path);
        if (program.lines[0] === 'done 2') expect([signal, left]).toEqual([null, 2]);
        else expect([signal, [1, 2].includes(left)]).toEqual(['SIGKILL', true]);
        seen.add(left);
        // Its lock is taken over at once, and what it left is cleared away.
        expect(await increment(fileStore(path))).toBe(left + 1);
        expect(await readdir(join(path, '..'))).toEqual(['auth.json']);
      });
      expect(seen).toEqual(new Set([1, 2]));
      expect(calls).toBeGreaterThan(20);
    },
    120_000,
  );
}

proves(
  'W-60',
  'a process that stands still at any call of the file system while others write undoes nothing of theirs',
  async () => {
    const calls = await atEachCall('elsewhere', 'pause', async (program, path) => {
      // From here it cannot be told that it lives, so its lock is taken over after ten seconds.
      const clock = new FakeClock();
      // So much later that what it had prepared looks forgotten.
      const later: OAuthClock = {
        now: () => Date.now() + 7_200_000,
        setTimer: (callback, afterMs) => clock.setTimer(callback, afterMs),
        clearTimer: (timer) => clock.clearTimer(timer),
      };
      const ours = await advancing(clock, increment(fileStore(path, { clock: later })));
      program.child.kill('SIGCONT');
      const { code } = await program.ended;
      expect([code, program.lines.at(-1)?.slice(0, 4)]).toEqual([0, 'done']);
      const theirs = Number(program.lines.at(-1)?.slice(5));
      expect(
        [ours, theirs].toSorted((a, b) => a - b),
        program.lines[0],
      ).toEqual([2, 3]);
      expect(await count(path)).toBe(3);
    });
    expect(calls).toBeGreaterThan(20);
  },
  120_000,
);

proves(
  'W-60',
  'killed two hundred times at any moment, a file is never older than what was answered for',
  async () => {
    const work = async (): Promise<void> => {
      const path = somePlace();
      let answered = 0;
      for (let times = 0; times < 100; times += 1) {
        const program = new StoreProgram(incrementsProgram, [path, 1_000_000]);
        await program.line(1 + Math.floor(Math.random() * 4));
        for (let turns = Math.random() * 100; turns > 0; turns -= 1) await settle();
        await program.kill();
        const last = Number(program.lines.at(-1));
        expect(last).toBeGreaterThan(answered);
        answered = last;
        const left = await count(path);
        expect([answered, answered + 1]).toContain(left);
      }
    };
    await Promise.all([work(), work()]);
  },
  400_000,
);
