import { KnownSecrets } from '../secrets/index.ts';
import { LogFile } from './log-file.ts';
import { logLine, lostLine, type McpLogEntry } from './log-line.ts';

/** Lines in one write: a file is not much longer than its limit. */
const maxBatch = 32;

/**
 * Where a log is kept.
 *
 * @public
 */
export interface McpLogOptions {
  /** Is made where it is missing (0700). */
  readonly folder: string;
  /** Of the file, which is called `NAME.log`: letters, digits, `_` and `-`. */
  readonly name: string;
  /** A file that has reached this many bytes is put aside. @defaultValue 5,000,000 */
  readonly maxBytes?: number;
  /** Files that are kept, with the one that is written. @defaultValue 3 */
  readonly keep?: number;
  /** Entries that may wait to be written; what is logged beyond that is counted and not kept. @defaultValue 1,000 */
  readonly maxWaiting?: number;
  /** Taken out of every entry, besides what looks like a secret. */
  readonly secrets?: KnownSecrets;
  /** Is told, once, that entries cannot be written, and why. */
  readonly onTrouble?: (error: unknown) => void;
}

/**
 * What servers log, in a file: a line of JSON for each entry, in their order, cleaned and without secrets. A full
 * file is put aside, and the oldest ones are removed. Several processes can write to the same log.
 *
 * A log never harms what is logged: {@link McpLog.write} takes no time for the disk and throws nothing. When the disk
 * takes entries again, a line says how many are lost.
 *
 * @public
 */
export class McpLog implements AsyncDisposable {
  readonly #file: LogFile;
  readonly #secrets: KnownSecrets;
  readonly #maxWaiting: number;
  readonly #onTrouble: (error: unknown) => void;
  readonly #waiting: string[] = [];
  #lost = 0;
  #isTold = false;
  #isClosed = false;
  #writing: Promise<void> | undefined;

  /** @throws TypeError for a name that is none */
  constructor(options: McpLogOptions) {
    const { folder, name, maxBytes = 5_000_000, keep = 3 } = options;
    if (!/^[\w-]+$/.test(name)) {
      throw new TypeError('expected the name of a log: letters, digits, "_" and "-"');
    }
    this.#file = new LogFile({ folder, name, maxBytes, keep });
    this.#secrets = options.secrets ?? new KnownSecrets();
    this.#maxWaiting = options.maxWaiting ?? 1_000;
    this.#onTrouble = options.onTrouble ?? (() => {});
  }

  /** Logs an entry; after {@link McpLog.close} nothing. */
  write(entry: McpLogEntry): void {
    if (this.#isClosed) return;
    if (this.#waiting.length >= this.#maxWaiting) {
      this.#lost += 1;
      return;
    }
    this.#waiting.push(logLine(entry, new Date(), this.#secrets));
    this.#writing ??= this.#writeAll();
  }

  /** Resolved when everything is written, or could not be, that was logged until now. */
  async flush(): Promise<void> {
    await this.#writing;
  }

  /** As {@link McpLog.flush}, for the last time. Idempotent. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.flush();
    await this.#file.close().catch(() => undefined);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  /** One write at a time, of all that waits. Never rejects. */
  async #writeAll(): Promise<void> {
    // What is logged in the same turn goes into one write.
    await Promise.resolve();
    while (this.#waiting.length > 0) {
      const lines = this.#waiting.splice(0, maxBatch);
      const lost = this.#lost;
      const said = lost === 0 ? '' : lostLine(lost, new Date());
      try {
        await this.#file.append(said + lines.join(''));
        this.#lost -= lost;
      } catch (error) {
        this.#lost += lines.length;
        this.#tell(error);
      }
    }
    this.#writing = undefined;
  }

  #tell(error: unknown): void {
    if (this.#isTold) return;
    this.#isTold = true;
    try {
      this.#onTrouble(error);
    } catch {
      // Who is told of trouble makes none for the servers.
    }
  }
}
