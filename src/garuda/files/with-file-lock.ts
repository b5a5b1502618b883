import { mkdir, open, readFile, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Longer than any change of a small file takes: whoever holds a lock for so long has left it behind. */
const staleMs = 10_000;
const lookMs = 20;

/**
 * Does something while no other program that asks for the same file does: for a change that reads, and then writes. The
 * lock of a program that has ended is taken over.
 */
export async function withFileLock<T>(path: string, act: () => Promise<T>): Promise<T> {
  const lock = `${path}.lock`;
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  while (!(await take(lock))) {
    const left = await leftBehind(lock);
    // Not the one that somebody else has put in its place meanwhile.
    if (left !== undefined && left === (await inodeOf(lock))) await rm(lock, { force: true });
    else await new Promise((resolve) => setTimeout(resolve, lookMs));
  }
  try {
    return await act();
  } finally {
    await rm(lock, { force: true });
  }
}

async function take(lock: string): Promise<boolean> {
  try {
    const file = await open(lock, 'wx', 0o600);
    await file.writeFile(String(process.pid));
    await file.close();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Which file the lock is, where nobody holds it any more. */
async function leftBehind(lock: string): Promise<bigint | undefined> {
  try {
    const { mtimeMs, ino } = await stat(lock, { bigint: true });
    if (Date.now() - Number(mtimeMs) > staleMs) return ino;
    const holder = Number(await readFile(lock, 'utf8'));
    // Empty: it is being taken just now.
    return holder > 0 && !isAlive(holder) ? ino : undefined;
  } catch {
    return undefined;
  }
}

async function inodeOf(lock: string): Promise<bigint | undefined> {
  try {
    return (await stat(lock, { bigint: true })).ino;
  } catch {
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
