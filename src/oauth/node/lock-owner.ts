import { createHash, randomUUID } from 'node:crypto';
import { readFile, readlink } from 'node:fs/promises';
import { hostname } from 'node:os';

/**
 * A name for whoever takes a lock once: the process, when it started, where it runs, and a part that is never the same.
 * From the name alone others can tell whether the process is gone.
 */
export async function newOwner(): Promise<string> {
  here ??= findPlace();
  ownStart ??= startOf('self').then((found) => found ?? unknownStart);
  const once = randomUUID().replaceAll('-', '');
  return [process.pid, await ownStart, await here, once].join('.');
}

/**
 * Whether the process of this name has ended; `undefined`: it cannot be told from here.
 *
 * A process that stands still has not ended, however long it does. Another one that was given the same number has another
 * start; where the system does not say when a process started, it cannot be told from the first.
 */
export async function isGone(owner: string): Promise<boolean | undefined> {
  const [pid = '', start, place] = owner.split('.');
  here ??= findPlace();
  if (!/^[1-9]\d*$/.test(pid) || place !== (await here)) return undefined;
  if (!isThere(Number(pid))) return true;
  const found = await startOf(pid);
  return found === undefined || start === unknownStart ? undefined : found !== start;
}

const unknownStart = 'x';

let here: Promise<string> | undefined;
let ownStart: Promise<string> | undefined;

/** Where the number of a process means the same: this machine since it was started, and this container of it. */
async function findPlace(): Promise<string> {
  const facts = await Promise.all([
    readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => ''),
    readlink('/proc/self/ns/pid').catch(() => ''),
  ]);
  return createHash('sha256')
    .update([machineName(), ...facts].join('\n'))
    .digest('hex')
    .slice(0, 16);
}

function machineName(): string {
  try {
    return hostname();
  } catch {
    // Deno may not be allowed to tell.
    return '';
  }
}

/** When a process started, as the system counts it; of one that has ended and is still listed, a word that is no start. */
async function startOf(pid: string): Promise<string | undefined> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    // The second field is the name in brackets, which may have anything in it.
    const [state = '', ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return 'ZX'.includes(state) ? 'ended' : fields[18];
  } catch {
    return undefined;
  }
}

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Also what may not be asked (`EPERM`) is there, or cannot be told.
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH');
  }
}
