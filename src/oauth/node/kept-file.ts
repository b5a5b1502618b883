import { constants, type Stats } from 'node:fs';
import { open, rename, rm, type FileHandle } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { dirname } from 'node:path';
import type { FileLock } from './file-lock.ts';
import { codeOf, storeFailed } from './store-failed.ts';

/** More than any number of sign-ins takes. */
const maxBytes = 16 * 1_048_576;

/** A text as it was read, and whose file it is. */
export interface KeptText {
  readonly text: string;
  readonly owner: Pick<Stats, 'uid' | 'gid'>;
}

/**
 * Reads a file that is only for its owner; `undefined`: there is none. One that others may read is narrowed first.
 *
 * @param onNarrowed - is told the mode that it had
 * @throws OAuthError `STORE_FAILED`
 */
export async function readKeptFile(
  path: string,
  onNarrowed: (mode: number) => void,
): Promise<KeptText | undefined> {
  let handle: FileHandle;
  try {
    // A pipe in its place would otherwise wait for somebody who writes.
    const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
    handle = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT') return undefined;
    if (code === 'ELOOP') {
      throw storeFailed(`${path} is a symbolic link; name the file that it stands for`, error);
    }
    throw error;
  }
  try {
    const stats = await handle.stat();
    if (!stats.isFile()) throw storeFailed(`${path} is not a file`);
    if (stats.size > maxBytes) {
      throw storeFailed(`${path} has ${stats.size} bytes, more than the ${maxBytes} that are read`);
    }
    await narrow(path, handle, stats, onNarrowed);
    return { text: decode(path, await handle.readFile()), owner: stats };
  } finally {
    await handle.close();
  }
}

/**
 * Puts a text in the place of a file in one step that lasts: whatever happens meanwhile, there is the old one or the new
 * one.
 *
 * @param lock - the lock of all who write here
 * @returns whether it did; `false`: the lock was lost, and nothing was written
 */
export async function replaceKeptFile(
  path: string,
  { text, owner }: { readonly text: string; readonly owner: KeptText['owner'] | undefined },
  lock: FileLock,
): Promise<boolean> {
  const temporary = `${path}.${randomUUID()}.tmp`;
  try {
    // `x` follows no link, and takes nothing that somebody else has prepared.
    const handle = await open(temporary, 'wx', 0o600);
    try {
      // Whoever may write for another leaves it to that other to read.
      if (isRoot() && owner !== undefined) await handle.chown(owner.uid, owner.gid);
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    // Whoever took the lock over removes this file before it reads. So where the lock was ours after the file was made,
    // either this comes before the other reads, or it finds no file and fails.
    if (!(await lock.isHeld())) return false;
    await rename(temporary, path);
  } catch (error) {
    if (codeOf(error) === 'ENOENT' && !(await lock.isHeld())) return false;
    throw error;
  } finally {
    await rm(temporary, { force: true });
  }
  await syncFolder(dirname(path));
  return true;
}

const hasModes = process.platform !== 'win32';

function isRoot(): boolean {
  return process.geteuid?.() === 0;
}

async function narrow(
  path: string,
  handle: FileHandle,
  { uid, mode }: Stats,
  onNarrowed: (mode: number) => void,
): Promise<void> {
  if (!hasModes) return;
  if (!isRoot() && uid !== process.geteuid?.()) {
    throw storeFailed(`${path} belongs to another user of this machine`);
  }
  if ((mode & 0o077) === 0) return;
  await handle.chmod(0o600);
  if (((await handle.stat()).mode & 0o077) !== 0) {
    throw storeFailed(
      `${path} can be read by others, and its file system does not let that be changed; choose a place that does`,
    );
  }
  onNarrowed(mode & 0o777);
}

function decode(path: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw storeFailed(`${path} is not UTF-8; ${leftAlone}`, error);
  }
}

/** What to do about a file that is not as it was written. */
export const leftAlone: string =
  'it was left as it is: repair it, or move it away and sign in again';

/** Without it, a machine that loses power may have the old name for the new file. */
async function syncFolder(folder: string): Promise<void> {
  if (!hasModes) return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
