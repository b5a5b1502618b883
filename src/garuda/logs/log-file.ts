import { constants } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';

/** Where lines are kept, and how many of them. */
export interface LogFilePlace {
  readonly folder: string;
  /** Of the file, without `.log`. */
  readonly name: string;
  readonly maxBytes: number;
  /** Files in all, with the one that is written. */
  readonly keep: number;
}

/**
 * A file that grows by whole lines and is put aside when it is full. Several processes can share it: lines are
 * appended by one write each time, and whoever finds that the file was put aside goes on in the new one.
 */
export class LogFile {
  readonly #place: LogFilePlace;
  readonly #path: string;
  #file: FileHandle | undefined;
  /** Whether the last write ended in the middle of a line. */
  #isTorn = false;
  #putAsides = 0;

  constructor(place: LogFilePlace) {
    this.#place = place;
    this.#path = join(place.folder, `${place.name}.log`);
  }

  /** @throws the error of the system */
  async append(lines: string): Promise<void> {
    const file = await this.#current();
    const bytes = Buffer.from(this.#isTorn ? `\n${lines}` : lines);
    const { bytesWritten } = await file.write(bytes);
    this.#isTorn = bytesWritten < bytes.length;
    if (this.#isTorn) throw new Error(`only ${bytesWritten} of ${bytes.length} bytes were written`);
  }

  async close(): Promise<void> {
    const file = this.#file;
    this.#file = undefined;
    await file?.close();
  }

  /** The file that has the name and is not full. */
  async #current(): Promise<FileHandle> {
    const file = this.#file ?? (await this.#open());
    const own = await file.stat();
    const named = await stat(this.#path).catch(() => undefined);
    if (named?.ino !== own.ino || named.dev !== own.dev) return await this.#reopen();
    if (own.size < this.#place.maxBytes) return file;
    await this.#putAside();
    return await this.#reopen();
  }

  async #reopen(): Promise<FileHandle> {
    await this.close();
    return await this.#open();
  }

  async #open(): Promise<FileHandle> {
    await mkdir(this.#place.folder, { recursive: true, mode: 0o700 });
    const { O_APPEND, O_CREAT, O_WRONLY, O_NOFOLLOW } = constants;
    // Not every system knows links that are not followed.
    const flags = O_APPEND | O_CREAT | O_WRONLY | (O_NOFOLLOW ?? 0);
    const file = await open(this.#path, flags, 0o600);
    this.#file = file;
    this.#isTorn = false;
    await file.chmod(0o600);
    return file;
  }

  /** Each one that is put aside has a name of its own: two processes never put one over the other. */
  async #putAside(): Promise<void> {
    const { folder, name, keep } = this.#place;
    const time = new Date().toISOString().replaceAll(/\W/g, '');
    this.#putAsides += 1;
    const fresh = join(folder, `${name}.${time}-${process.pid}-${this.#putAsides}.log`);
    await rename(this.#path, fresh).catch((error: NodeJS.ErrnoException) => {
      // Another process was quicker.
      if (error.code !== 'ENOENT') throw error;
    });
    const aside = (await readdir(folder)).filter((file) => isAside(file, name)).toSorted();
    const old = aside.slice(0, Math.max(0, aside.length - (keep - 1)));
    await Promise.all(old.map((file) => rm(join(folder, file), { force: true })));
  }
}

/** Names sort by their time. */
function isAside(file: string, name: string): boolean {
  return (
    file.startsWith(`${name}.`) && /^\d{8}T\d{9}Z-\d+-\d+\.log$/.test(file.slice(name.length + 1))
  );
}
