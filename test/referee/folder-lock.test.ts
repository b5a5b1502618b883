import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { withFolderLock } from './folder-lock.mjs';

/** More than the kernel hands out. */
const NO_PROCESS = '99999999';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lock-'));
});
afterEach(() => rm(folder, { recursive: true }));

test('one at a time, and nothing is left', async () => {
  let inside = 0;
  const seen: number[] = [];
  const work = async (): Promise<void> => {
    inside += 1;
    seen.push(inside);
    await readdir(folder);
    inside -= 1;
  };
  const lock = join(folder, 'lock');
  await Promise.all([1, 2, 3].map(() => withFolderLock(lock, 10_000, work)));
  expect(seen).toEqual([1, 1, 1]);
  expect(await readdir(folder)).toEqual([]);
});

test('the lock of a dead process is taken over', async () => {
  const lock = join(folder, 'lock');
  await mkdir(lock);
  await writeFile(join(lock, NO_PROCESS), '');
  expect(await withFolderLock(lock, 10_000, () => Promise.resolve('done'))).toBe('done');
});

test('waiting for a living process ends, and names the lock', async () => {
  const lock = join(folder, 'lock');
  await mkdir(lock);
  await writeFile(join(lock, String(process.pid)), '');
  const waiting = withFolderLock(lock, 1, () => Promise.resolve('never'));
  await expect(waiting).rejects.toThrow(lock);
});

test('the lock goes when the work fails', async () => {
  const failing = withFolderLock(join(folder, 'lock'), 1, () => Promise.reject(new Error('no')));
  await expect(failing).rejects.toThrow('no');
  expect(await readdir(folder)).toEqual([]);
});
