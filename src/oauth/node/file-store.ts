import { createHash } from 'node:crypto';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { systemClock, type OAuthClock } from '../clock.ts';
import { OAuthError } from '../errors.ts';
import type { Store, Stored, StoreLock } from '../keeping/store.ts';
import {
  emptyContent,
  parseContent,
  readStored,
  withValue,
  type FileContent,
} from './file-content.ts';
import { takeFileLock, type LockWait } from './file-lock.ts';
import { readKeptFile, replaceKeptFile, type KeptText } from './kept-file.ts';
import { isGone } from './lock-owner.ts';
import { allowing, codeOf, storeFailed } from './store-failed.ts';

/** How long another process may hold the file while it writes. */
const writeLimitMs = 30_000;

/** How often a write is tried whose lock was lost: each time this process stood still for long. */
const maxTries = 3;

/** What a store in a file may be told. @public */
export interface FileStoreOptions {
  /** Is told that others could read the file, and by which mode, before it was narrowed to 0600. */
  readonly onNarrowed?: (path: string, mode: number) => void;
  /** Default: the run-time's own. */
  readonly clock?: OAuthClock;
}

/**
 * A store in a file that any number of processes share. Hand the same path to all that are to share a sign-in.
 *
 * The file is JSON that a person can read:
 * `{ "version": 1, "generation": 7, "entries": { "KEY": { "generation": 7, "value": { … } } } }`.
 * Members that are not of these are kept. It is only for its owner (0600), and so is its folder where it has to be made
 * (0700). A file that others may read is narrowed, and `onNarrowed` is told; whoever knows that others use the machine
 * signs in anew then. A file of another user, a symbolic link, a folder that everybody may write to, and a file that is
 * not as it was written are refused, and left as they are. Windows has no modes: there the folder must be a private one.
 * Deno needs `--allow-sys` besides the permissions for the folder.
 *
 * A write goes to a new file that takes the place of the old one, so a crash at any point leaves one of the two. Beside
 * the file stand for as long as they are needed: `….tmp`, the new file, and `….in-use`, a lock, with what its next
 * holders prepare. The lock of a process that has ended is taken over at once; where that cannot be told (another machine
 * or container, or a system other than Linux on which the number is in use again), after ten seconds without a sign of life.
 *
 * @param path - of the file; a relative one is meant from the folder that the process is in now
 * @throws OAuthError from all that it does: `STORE_FAILED`, which names the path
 * @public
 */
export function fileStore(path: string, options: FileStoreOptions = {}): Store {
  return new FileStore(resolve(path), options);
}

class FileStore implements Store {
  readonly #path: string;
  readonly #folder: string;
  readonly #clock: OAuthClock;
  readonly #onNarrowed: (mode: number) => void;
  readonly #wait: LockWait;

  constructor(path: string, { onNarrowed, clock = systemClock }: FileStoreOptions) {
    this.#path = path;
    this.#folder = dirname(path);
    this.#clock = clock;
    this.#onNarrowed = (mode) => onNarrowed?.(path, mode);
    this.#wait = { clock, makeFolder: () => this.#makeFolder() };
  }

  read(key: string): Promise<Stored | undefined> {
    return this.#orFail('read', async () => {
      const { content } = await this.#read();
      return readStored(this.#path, content, key);
    });
  }

  compareAndSwap(key: string, generation: number, value: string | undefined): Promise<boolean> {
    return this.#orFail('written', async () => {
      for (let tries = 0; tries < maxTries; tries += 1) {
        const isDone = await this.#swap(key, generation, value);
        if (isDone !== undefined) return isDone;
      }
      throw storeFailed(`the lock of ${this.#path} was lost ${maxTries} times in a row`);
    });
  }

  lock(key: string, signal?: AbortSignal): Promise<StoreLock> {
    return this.#orFail('locked', async () => {
      // A key may be long, and have anything in it.
      const name = createHash('sha256').update(key).digest('hex').slice(0, 16);
      const lock = await takeFileLock(`${this.#path}.${name}.in-use`, { ...this.#wait, signal });
      let released: Promise<void> | undefined;
      return { release: () => (released ??= this.#orFail('unlocked', () => lock.release())) };
    });
  }

  /** `undefined`: the lock was lost meanwhile, and nothing was written. */
  async #swap(
    key: string,
    generation: number,
    value: string | undefined,
  ): Promise<boolean | undefined> {
    const wait = { ...this.#wait, limitMs: writeLimitMs };
    const lock = await takeFileLock(`${this.#path}.in-use`, wait);
    try {
      // Before it is read: what is left of a writer that lost its lock can no longer take the place of the file.
      await this.#clean();
      const { content, owner } = await this.#read();
      const kept = readStored(this.#path, content, key);
      if ((kept?.generation ?? 0) !== generation) return false;
      const changed = withValue(content, { key, value, now: this.#clock.now() });
      const text = `${JSON.stringify(changed, null, 2)}\n`;
      const isWritten = await replaceKeptFile(this.#path, { text, owner }, lock);
      return isWritten ? true : undefined;
    } finally {
      await lock.release();
    }
  }

  async #read(): Promise<{ content: FileContent; owner: KeptText['owner'] | undefined }> {
    const kept = await readKeptFile(this.#path, this.#onNarrowed);
    if (kept === undefined) return { content: emptyContent, owner: undefined };
    return { content: parseContent(this.#path, kept.text), owner: kept.owner };
  }

  async #makeFolder(): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const { mode } = await stat(this.#folder);
    const isForAll = (mode & 0o002) !== 0 && (mode & 0o1000) === 0;
    if (isForAll && process.platform !== 'win32') {
      throw storeFailed(
        `everybody may replace ${this.#path}, since everybody may write to its folder; narrow its mode, or choose another`,
      );
    }
  }

  /** Removes what processes left that ended while they wrote or waited. */
  async #clean(): Promise<void> {
    const prefix = `${basename(this.#path)}.`;
    for (const name of await readdir(this.#folder)) {
      if (!name.startsWith(prefix)) continue;
      const rest = name.slice(prefix.length);
      const owner = /^(?:[0-9a-f]{16}\.)?in-use\.(.+)$/.exec(rest)?.[1];
      const isLeft =
        owner === undefined
          ? /^[0-9a-f-]{36}\.tmp$/.test(rest)
          : ((await isGone(owner)) ?? (await this.#isOld(name)));
      if (isLeft) await rm(join(this.#folder, name), { recursive: true, force: true });
    }
  }

  async #isOld(name: string): Promise<boolean> {
    let mtimeMs = Infinity;
    await allowing(
      ['ENOENT'],
      stat(join(this.#folder, name)).then((stats) => (mtimeMs = stats.mtimeMs)),
    );
    return this.#clock.now() - mtimeMs > 3_600_000;
  }

  async #orFail<T>(done: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof OAuthError) throw error;
      const why = codeOf(error) ?? (error instanceof Error ? error.name : 'a fault');
      throw storeFailed(`${this.#path} could not be ${done}: ${why}`, error);
    }
  }
}
