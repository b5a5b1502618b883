import { readFile } from 'node:fs/promises';
import type { ServerDescription } from '../../client/index.ts';
import { writePrivately } from '../files/write-privately.ts';
import type { RegisteredServer } from '../registry/definition.ts';
import type { Verdicts } from './verdicts.ts';

const maxServers = 200;
/** Of one description: more than a server says of itself is found out again. */
const maxCharacters = 65_536;
const maxFileCharacters = 4_000_000;

/** Verdicts in a file that all programs of the user share. It is a memory only: what cannot be read is empty. */
export class VerdictFile implements Verdicts {
  readonly #path: string;
  readonly #keyOf: (server: RegisteredServer) => string;
  #saving: Promise<void> = Promise.resolve();

  /** @param keyOf - what is the same as long as the same program, or the same address, is meant */
  constructor(path: string, keyOf: (server: RegisteredServer) => string) {
    this.#path = path;
    this.#keyOf = keyOf;
  }

  async of(server: RegisteredServer): Promise<ServerDescription | undefined> {
    return (await this.#read()).get(this.#keyOf(server));
  }

  async keep(server: RegisteredServer, description: ServerDescription): Promise<void> {
    this.#saving = this.#saving.then(() => this.#save(this.#keyOf(server), description));
    await this.#saving;
  }

  async #save(key: string, description: ServerDescription): Promise<void> {
    const text = JSON.stringify(description);
    if (text.length > maxCharacters) return;
    const kept = await this.#read();
    if (JSON.stringify(kept.get(key)) === text) return;
    kept.delete(key);
    kept.set(key, description);
    // The oldest ones stand first.
    for (const old of [...kept.keys()].slice(0, Math.max(0, kept.size - maxServers)))
      kept.delete(old);
    const servers = [...kept].map(([each, server]) => ({ key: each, server }));
    const file = `${JSON.stringify({ version: 1, servers })}\n`;
    await writePrivately(this.#path, file).catch(() => undefined);
  }

  async #read(): Promise<Map<string, ServerDescription>> {
    try {
      const text = await readFile(this.#path, 'utf8');
      if (text.length > maxFileCharacters) return new Map();
      const { servers } = JSON.parse(text) as { readonly servers?: unknown };
      return new Map(Array.isArray(servers) ? servers.flatMap(entryOf) : []);
    } catch {
      return new Map();
    }
  }
}

function entryOf(entry: unknown): readonly [string, ServerDescription][] {
  const { key, server } = (entry ?? {}) as { key?: unknown; server?: Partial<ServerDescription> };
  const isOne = server?.era === 'legacy' || server?.era === 'modern';
  if (typeof key !== 'string' || !isOne || typeof server.revision !== 'string') return [];
  return [[key, server as ServerDescription]];
}
