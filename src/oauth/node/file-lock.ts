import {
  mkdir,
  readdir,
  rename,
  rm,
  rmdir,
  stat,
  unlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import type { OAuthClock } from '../clock.ts';
import { Turns } from '../keeping/turns.ts';
import { cancelled, onAbort } from '../on-abort.ts';
import { isGone, newOwner } from './lock-owner.ts';
import { allowing, storeFailed } from './store-failed.ts';

/** How often a holder shows that it is alive. */
const beatMs = 1_000;

/** How long nothing may be seen of a holder of which it cannot be told otherwise whether it is alive. */
const silenceMs = 10_000;

/** How long it takes until who waits looks again: by chance, so that everybody has the same one. */
const pauseMs = { least: 10, most: 30 };

/** What a system says of a folder that is there and not empty, or that is not there. */
const notEmpty = ['ENOTEMPTY', 'EEXIST', 'ENOENT'];

/** A lock that is held. */
export interface FileLock {
  /** Whether it still is: it passes to another where its holder showed no sign of life, as if it had ended. */
  isHeld(): Promise<boolean>;
  release(): Promise<void>;
}

/** How to wait for a lock. */
export interface LockWait {
  /** Makes the folder that the lock is in. It is waited for after the turn, so that who asks first is first. */
  readonly makeFolder: () => Promise<void>;
  readonly clock: OAuthClock;
  readonly signal?: AbortSignal | undefined;
  /** Ends the wait; left out: the signal does. */
  readonly limitMs?: number;
}

/** Within this program whoever asks first is first, and one at a time competes with other processes. */
const turns = new Turns();

/**
 * Waits until nobody holds the lock of this path, in this process or another on any machine that shares the folder.
 *
 * The lock is a folder that has one file, named by its holder. It is made elsewhere and put in place as a whole, which
 * succeeds where there is none. The lock of a process that is gone is taken over by renaming that file, which succeeds
 * once, and is how a holder that comes back notices.
 *
 * @throws OAuthError `CANCELLED`, and `STORE_FAILED` at the limit
 */
export async function takeFileLock(path: string, wait: LockWait): Promise<FileLock> {
  const endTurn = await turns.take(path, wait.signal);
  try {
    await wait.makeFolder();
    const lock = await new Contender(path, await newOwner(), wait).take();
    return { isHeld: () => lock.isHeld(), release: () => lock.release().finally(endTurn) };
  } catch (error) {
    endTurn();
    throw error;
  }
}

class Contender {
  readonly #path: string;
  readonly #owner: string;
  readonly #wait: LockWait;
  /** The lock that is put in place. */
  readonly #prepared: string;
  #waitedMs = 0;
  /** The last sign of life of the holder, and for how long there was none. */
  #seen = { sign: '', silentMs: 0 };

  constructor(path: string, owner: string, wait: LockWait) {
    this.#path = path;
    this.#owner = owner;
    this.#wait = wait;
    this.#prepared = `${path}.${owner}`;
  }

  async take(): Promise<HeldLock> {
    const { signal, limitMs = Infinity } = this.#wait;
    try {
      while (!(await this.#isTaken())) {
        if (signal?.aborted === true) throw cancelled('waiting for a lock', signal);
        if (this.#waitedMs >= limitMs) throw this.#tooLong();
        await this.#pause();
      }
      return new HeldLock(this.#path, this.#owner, this.#wait.clock);
    } finally {
      await rm(this.#prepared, { recursive: true, force: true });
    }
  }

  async #isTaken(): Promise<boolean> {
    const holder = await this.#holder();
    const isOurs = await (holder === undefined ? this.#putInPlace() : this.#takeOver(holder));
    // What was prepared may have been cleared away meanwhile by somebody who took us for gone.
    return isOurs && isThere(join(this.#path, this.#owner));
  }

  /** Who holds the lock; `undefined`: nobody. */
  async #holder(): Promise<string | undefined> {
    let names: string[] = [];
    await allowing(
      ['ENOENT'],
      readdir(this.#path).then((found) => (names = found)),
    );
    // It is empty where its holder ended while giving it back. Not every system has another put in its place.
    if (names.length === 0) await allowing(notEmpty, rmdir(this.#path));
    return names[0];
  }

  async #putInPlace(): Promise<boolean> {
    await allowing(['EEXIST'], mkdir(this.#prepared, { mode: 0o700 }));
    await allowing(['ENOENT'], writeFile(join(this.#prepared, this.#owner), '', { mode: 0o600 }));
    // Windows says EPERM where others say that the place is taken.
    return allowing([...notEmpty, 'EPERM'], rename(this.#prepared, this.#path));
  }

  async #takeOver(holder: string): Promise<boolean> {
    const place = join(this.#path, holder);
    if (!((await isGone(holder)) ?? (await this.#isSilent(place)))) return false;
    return allowing(['ENOENT'], rename(place, join(this.#path, this.#owner)));
  }

  /** Whether a holder has shown no sign of life for too long. */
  async #isSilent(place: string): Promise<boolean> {
    let sign = '';
    await allowing(
      ['ENOENT'],
      stat(place).then(({ mtimeMs, ctimeMs }) => (sign = `${place} ${mtimeMs} ${ctimeMs}`)),
    );
    if (sign !== this.#seen.sign) this.#seen = { sign, silentMs: 0 };
    return this.#seen.silentMs >= silenceMs;
  }

  #pause(): Promise<void> {
    const { clock, signal } = this.#wait;
    const ms = pauseMs.least + Math.random() * (pauseMs.most - pauseMs.least);
    // What was waited is counted and not measured: while the machine slept, nobody could show anything.
    this.#waitedMs += ms;
    this.#seen.silentMs += ms;
    return new Promise((resolve) => {
      const done = (): void => {
        clock.clearTimer(timer);
        stopListening();
        resolve();
      };
      let stopListening = (): void => {};
      const timer = clock.setTimer(done, ms);
      stopListening = onAbort(signal, done);
    });
  }

  #tooLong(): Error {
    return storeFailed(
      `${this.#path} was held by another process for ${this.#wait.limitMs} ms, where an instant is usual; ` +
        'end the process whose number its file begins with, or have it go on',
    );
  }
}

class HeldLock implements FileLock {
  readonly #path: string;
  readonly #place: string;
  readonly #clock: OAuthClock;
  #stopBeating = (): void => {};

  constructor(path: string, owner: string, clock: OAuthClock) {
    this.#path = path;
    this.#place = join(path, owner);
    this.#clock = clock;
    this.#beat();
  }

  isHeld(): Promise<boolean> {
    return isThere(this.#place);
  }

  async release(): Promise<void> {
    this.#stopBeating();
    // Only who holds it finds its own file there, so no lock of another is given back.
    if (!(await allowing(['ENOENT'], unlink(this.#place)))) return;
    // Another may have put its own in the place of the empty folder.
    await allowing(notEmpty, rmdir(this.#path));
  }

  /** Shows a sign of life, and will again. */
  #beat(): void {
    const now = this.#clock.now() / 1_000;
    // Where it cannot be shown, the lock may be lost, and whoever holds it will ask.
    void utimes(this.#place, now, now).catch(() => {});
    const timer = this.#clock.setTimer(() => this.#beat(), beatMs);
    this.#stopBeating = () => this.#clock.clearTimer(timer);
  }
}

function isThere(path: string): Promise<boolean> {
  return allowing(['ENOENT'], stat(path));
}
