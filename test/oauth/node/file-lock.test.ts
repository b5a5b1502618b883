import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { fileStore } from '../../../src/oauth/node/index.ts';
import type { StoreLock } from '../../../src/oauth/keeping/store.ts';
import { advancing } from '../../fixtures/oauth/advancing.ts';
import { buildStoreProgram, StoreProgram } from '../../fixtures/oauth/store-program.ts';
import { eventually } from '../../support/eventually.ts';
import { FakeClock, settle } from '../../support/fake-clock.ts';

const root = await mkdtemp(join(tmpdir(), 'garuda-lock-'));
afterAll(() => rm(root, { recursive: true, force: true }));

const [holderProgram, turnsProgram] = await Promise.all([
  buildStoreProgram('holder'),
  buildStoreProgram('takes-turns'),
]);

let places = 0;

function somePlace(): string {
  places += 1;
  return join(root, `place-${places}`, 'auth.json');
}

/** A lock that the test looks into, and the parts of the name of its holder, who is this process. */
async function lookInto(path: string): Promise<{
  readonly lock: StoreLock;
  readonly folder: string;
  readonly name: string;
  readonly parts: readonly string[];
}> {
  const lock = await fileStore(path).lock('key');
  const parent = join(path, '..');
  const folder = join(
    parent,
    (await readdir(parent)).find((name) => name.endsWith('.in-use'))!,
  );
  const [name = ''] = await readdir(folder);
  return { lock, folder, name, parts: name.split('.') };
}

/** Whether a lock is still held after so long by the clock of who waits, which has looked at it more often than it had to. */
async function isHeldFor(ms: number, path: string, each = async () => {}): Promise<boolean> {
  const clock = new FakeClock();
  const stop = new AbortController();
  const state = { isHeld: true };
  const waiting = fileStore(path, { clock })
    .lock('key', stop.signal)
    .then(async (lock) => {
      state.isHeld = false;
      await lock.release();
    })
    .catch(() => {});
  for (let waited = 0; waited < ms && state.isHeld; waited += 30) {
    while (clock.waiting === 0 && state.isHeld) await settle();
    await each();
    await clock.advance(30);
  }
  const { isHeld } = state;
  stop.abort();
  await advancing(clock, waiting);
  return isHeld;
}

test('the lock of a killed process is taken over at once', async () => {
  const path = somePlace();
  const holder = new StoreProgram(holderProgram, [path, 'key']);
  await holder.line(1);
  const waiting = fileStore(path).lock('key');
  await holder.kill();
  const killedAt = performance.now();
  await (await waiting).release();
  expect(performance.now() - killedAt).toBeLessThan(5_000);
  expect(await readdir(join(path, '..'))).toEqual([]);
});

test('a process waits for the lock of another, and is given it', async () => {
  const path = somePlace();
  const holder = new StoreProgram(holderProgram, [path, 'key']);
  await holder.line(1);
  expect(await isHeldFor(60_000, path)).toBe(true);
  const waiting = fileStore(path).lock('key');
  holder.say('release');
  await (await waiting).release();
  expect(await holder.ended).toEqual({ code: 0, signal: null });
});

test('a process that stands still keeps its lock, however long', async () => {
  const path = somePlace();
  const holder = new StoreProgram(holderProgram, [path, 'key']);
  await holder.line(1);
  holder.child.kill('SIGSTOP');
  expect(await isHeldFor(120_000, path)).toBe(true);
  holder.child.kill('SIGCONT');
  holder.say('release');
  expect(await holder.line(2)).toBe('released');
  expect(await isHeldFor(60_000, path)).toBe(false);
});

test('a process that has ended and is still listed is gone', async () => {
  const path = somePlace();
  // What takes the place of the shell does not ask how its child ended.
  const script = '"$0" "$@" <&3 & exec tail -f /dev/null';
  const parent = spawn('sh', ['-c', script, process.execPath, holderProgram, path, 'key'], {
    stdio: ['ignore', 'pipe', 'inherit', 'pipe'],
  });
  let said = '';
  parent.stdout!.on('data', (bytes: Buffer) => (said += bytes.toString()));
  await eventually(() => said).toContain('\n');
  const pid = Number(said.split(' ')[1]);
  process.kill(pid, 'SIGKILL');
  await (await fileStore(path).lock('key')).release();
  expect(() => process.kill(pid, 0)).not.toThrow();
  parent.kill('SIGKILL');
});

test.each([
  { why: 'a process that is not there', of: (p: readonly string[]) => ['999999999', p[1], p[2]] },
  { why: 'another one of the same number', of: (p: readonly string[]) => [p[0], '1', p[2]] },
])('the lock of $why is taken over at once', async ({ of }) => {
  const path = somePlace();
  const { lock, folder, name, parts } = await lookInto(path);
  await rename(join(folder, name), join(folder, [...of(parts), 'f'.repeat(32)].join('.')));
  await lock.release();
  // Long before the time that counts where life cannot be told.
  expect(await isHeldFor(5_000, path)).toBe(false);
});

test('the lock of this very process is not', async () => {
  const path = somePlace();
  const { lock, folder, name, parts } = await lookInto(path);
  await rename(join(folder, name), join(folder, [...parts.slice(0, 3), 'f'.repeat(32)].join('.')));
  await lock.release();
  expect(await isHeldFor(60_000, path)).toBe(true);
});

test.each([
  { why: 'another machine', of: (p: readonly string[]) => [p[0], p[1], '0'.repeat(16)] },
  { why: 'a system that tells no start', of: (p: readonly string[]) => [p[0], 'x', p[2]] },
  { why: 'somebody unknown', of: () => ['somebody'] },
])('the lock of $why passes on after ten seconds without a sign of life', async ({ of }) => {
  const path = somePlace();
  const { lock, folder, name, parts } = await lookInto(path);
  const place = join(folder, [...of(parts), 'f'.repeat(32)].join('.'));
  await rename(join(folder, name), place);
  // Or its holder would go on to show them.
  await lock.release();
  expect(await isHeldFor(9_000, path)).toBe(true);
  let beats = 0;
  const beat = (): Promise<void> => utimes(place, (beats += 1), 1);
  expect(await isHeldFor(45_000, path, beat)).toBe(true);
  expect(await isHeldFor(45_000, path)).toBe(false);
});

test('a holder shows a sign of life each second, and none when it has given the lock back', async () => {
  const path = somePlace();
  const clock = new FakeClock();
  const lock = await fileStore(path, { clock }).lock('key');
  const [name = ''] = await readdir(join(path, '..'));
  const folder = join(path, '..', name);
  const [owner = ''] = await readdir(folder);
  const place = join(folder, owner);
  for (let times = 0; times < 3; times += 1) {
    await utimes(place, 1, 1);
    await clock.advance(1_000);
    await eventually(async () => (await stat(place)).mtimeMs).toBe(clock.now());
  }
  await lock.release();
  expect(clock.waiting).toBe(0);
});

test('whoever lost a lock does not give back that of another', async () => {
  const path = somePlace();
  const { lock, folder, name, parts } = await lookInto(path);
  const theirs = [...parts.slice(0, 3), 'f'.repeat(32)].join('.');
  await rename(join(folder, name), join(folder, theirs));
  await lock.release();
  expect(await readdir(folder)).toEqual([theirs]);
});

test('what a process left that ended while it gave the lock back is in nobody’s way', async () => {
  const path = somePlace();
  const { lock, folder } = await lookInto(path);
  await lock.release();
  await mkdir(folder);
  await (await fileStore(path).lock('key')).release();
  await writeFile(folder, 'a file');
  await expect(fileStore(path).lock('key')).rejects.toMatchObject({ code: 'STORE_FAILED' });
});

test('a writer that another one keeps waiting for half a minute says so', async () => {
  const path = somePlace();
  const clock = new FakeClock();
  const { lock, parts } = await lookInto(path);
  const inUse = `${path}.in-use`;
  await mkdir(inUse);
  await writeFile(join(inUse, [...parts.slice(0, 3), 'f'.repeat(32)].join('.')), '');
  const swap = fileStore(path, { clock }).compareAndSwap('key', 0, 'value');
  const error: unknown = await advancing(clock, swap).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: 'STORE_FAILED' });
  expect(String(error)).toContain(`${inUse} was held by another process for 30000 ms`);
  await lock.release();
});

test('processes that end while they hold it pass it on to one other each time', async () => {
  const path = somePlace();
  // The folder is there for what they make in it.
  await (await fileStore(path).lock('other')).release();
  const rounds = 12;
  const programs = Array.from({ length: 16 }, (_, index) => {
    const endsAt = index < 12 ? index + 1 : 0;
    return { endsAt, program: new StoreProgram(turnsProgram, [path, rounds, endsAt]) };
  });
  for (const { endsAt, program } of programs) {
    const end = await program.ended;
    if (endsAt === 0) expect([end.code, program.lines.length]).toEqual([0, rounds]);
    else expect([end.signal, program.lines.length]).toEqual(['SIGKILL', endsAt - 1]);
  }
  const store = fileStore(path);
  await (await store.lock('key')).release();
  await store.compareAndSwap('key', 0, 'value');
  expect(await readdir(join(path, '..'))).toEqual(['auth.json']);
}, 120_000);

test('a process that takes it again and again leaves it to others in between', async () => {
  const path = somePlace();
  await (await fileStore(path).lock('other')).release();
  const greedy = new StoreProgram(turnsProgram, [path, 1_000_000, 0]);
  await greedy.line(1);
  const store = fileStore(path);
  for (let times = 0; times < 20; times += 1) await (await store.lock('key')).release();
  await greedy.kill();
  expect(await greedy.ended).toEqual({ code: null, signal: 'SIGKILL' });
}, 60_000);
