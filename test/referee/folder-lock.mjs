import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setInterval as every } from 'node:timers/promises';

const POLL_MS = 200;

/**
 * Runs `work` while no other process holds the folder `lock`. The folder holds one file, named by
 * the process that owns it, so that the lock of a dead process passes to exactly one of those that
 * wait: renaming that file succeeds once.
 *
 * @template T
 * @param {string} lock
 * @param {number} waitMs
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withFolderLock(lock, waitMs, work) {
  await take(lock, waitMs);
  try {
    return await work();
  } finally {
    await rm(lock, { recursive: true, force: true });
  }
}

async function take(lock, waitMs) {
  await mkdir(dirname(lock), { recursive: true });
  if (await isTaken(lock)) return;
  const end = performance.now() + waitMs;
  for await (const _ of every(POLL_MS)) {
    if (await isTaken(lock)) return;
    if (performance.now() > end) {
      throw new Error(`waited ${waitMs} ms for another process that holds ${lock}`);
    }
  }
}

async function isTaken(lock) {
  try {
    await mkdir(lock);
    await writeFile(join(lock, String(process.pid)), '');
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    return takesOver(lock);
  }
}

async function takesOver(lock) {
  try {
    const [owner] = await readdir(lock);
    if (owner === undefined || isAlive(Number(owner))) return false;
    await rename(join(lock, owner), join(lock, String(process.pid)));
    return true;
  } catch (error) {
    // The owner has let go, or another has taken over, since we looked.
    if (error.code === 'ENOENT') return false;
    throw error;
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
