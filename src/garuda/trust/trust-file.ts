import { readFile } from 'node:fs/promises';
import { withFileLock } from '../files/with-file-lock.ts';
import { writePrivately } from '../files/write-privately.ts';
import type { ToolPins } from './tool-pins.ts';

/** What a person has agreed to, for one server. @public */
export interface TrustEntry extends Partial<ToolPins> {
  /** The hash of its definition. */
  readonly def: string;
}

/** An entry, and whose it is. @public */
export interface ListedTrust {
  /** The project's root; `user` for servers of the user's own file. */
  readonly root: string;
  readonly server: string;
  readonly entry: TrustEntry;
}

/** The file of agreements cannot be used. @public */
export class TrustFileError extends Error {
  override readonly name = 'TrustFileError';
}

const maxCharacters = 20_000_000;

/**
 * What people have agreed to, in a file that other parts of Garuda keep theirs in too: what is not ours stays as it is. An
 * entry belongs to the root of a project and the name of a server, since the same relative command means something else in
 * another repository.
 *
 * @public
 */
export class TrustFile {
  readonly #path: string;

  /** @param path - such as `~/.garuda/trust.json` */
  constructor(path: string) {
    this.#path = path;
  }

  /** What was agreed to. @throws TrustFileError */
  async read(root: string, server: string): Promise<TrustEntry | undefined> {
    return entryOf(own(own((await this.#load())['mcp'], root), server));
  }

  /** Puts an entry in the place of the one that is there. @throws TrustFileError */
  async remember(root: string, server: string, entry: TrustEntry): Promise<void> {
    await this.#change((servers) => withMember(servers, root, server, entry));
  }

  /** @returns whether there was one @throws TrustFileError */
  async revoke(root: string, server: string): Promise<boolean> {
    let was = false;
    await this.#change((servers) => {
      was = own(own(servers, root), server) !== undefined;
      return withMember(servers, root, server, undefined);
    });
    return was;
  }

  /** All entries, by root and name. @throws TrustFileError */
  async list(): Promise<readonly ListedTrust[]> {
    return sortedMembers((await this.#load())['mcp']).flatMap(([root, servers]) =>
      sortedMembers(servers).flatMap(([server, value]) => {
        const entry = entryOf(value);
        return entry === undefined ? [] : [{ root, server, entry }];
      }),
    );
  }

  async #change(change: (servers: Members) => Members): Promise<void> {
    try {
      await withFileLock(this.#path, async () => {
        const file = await this.#load();
        const text = JSON.stringify({ ...file, mcp: change(asObject(file['mcp'])) }, null, 2);
        await writePrivately(this.#path, `${text}\n`);
      });
    } catch (error) {
      if (error instanceof TrustFileError) throw error;
      throw this.#fault(`cannot be written (${codeOf(error)})`, error);
    }
  }

  async #load(): Promise<Members> {
    let text: string;
    try {
      text = await readFile(this.#path, 'utf8');
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return {};
      throw this.#fault(`cannot be read (${codeOf(error)})`, error);
    }
    if (text.trim() === '') return {};
    if (text.length > maxCharacters) throw this.#fault('is too large');
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      throw this.#fault('is no JSON');
    }
    if (!isObject(value)) throw this.#fault('holds no JSON object');
    const { mcp } = value;
    if (mcp !== undefined && !isObject(mcp))
      throw this.#fault('has a member "mcp" that is no object');
    return value;
  }

  /** It is never written over: agreements of others may be in it. */
  #fault(what: string, cause?: unknown): TrustFileError {
    const words = `${this.#path} ${what}; mend it, or move it away to be asked anew`;
    return new TrustFileError(words, { cause });
  }
}

type Members = Readonly<Record<string, unknown>>;

function withMember(roots: Members, root: string, server: string, entry: unknown): Members {
  const { [server]: _, ...others } = asObject(own(roots, root));
  const servers = entry === undefined ? others : { ...others, [server]: entry };
  const { [root]: __, ...rest } = roots;
  return Object.keys(servers).length === 0 ? rest : { ...rest, [root]: servers };
}

function entryOf(value: unknown): TrustEntry | undefined {
  if (!isObject(value) || typeof value['def'] !== 'string') return undefined;
  const { def, tools } = value;
  const toolHashes = texts(value['toolHashes']);
  const toolTexts = texts(value['toolTexts']);
  return {
    def,
    ...(typeof tools === 'string' && { tools }),
    ...(toolHashes !== undefined && { toolHashes }),
    ...(toolTexts !== undefined && { toolTexts }),
  };
}

function texts(value: unknown): Readonly<Record<string, string>> | undefined {
  if (!isObject(value)) return undefined;
  const members = Object.entries(value);
  return members.every(([, each]) => typeof each === 'string')
    ? (value as Readonly<Record<string, string>>)
    : undefined;
}

/** A member that an object has itself: `__proto__` is the name of a server like any other. */
function own(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

function sortedMembers(value: unknown): readonly (readonly [string, unknown])[] {
  return Object.entries(asObject(value)).toSorted(([one], [other]) => (one < other ? -1 : 1));
}

function asObject(value: unknown): Members {
  return isObject(value) ? value : {};
}

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
}
