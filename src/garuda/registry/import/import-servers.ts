import type { Environment } from '../../environment.ts';
import type { Registry } from '../registry.ts';
import { legalName } from '../server-name.ts';
import type { RegistryChange, WrittenServer } from '../saving/edit-text.ts';
import { applications, machinePlace, type ImportedApplication } from './applications.ts';
import { readForeignFile } from './foreign-file.ts';
import { sameServer } from './same-server.ts';
import { translateServer } from './translate-server.ts';

/** What would come of taking over the servers of an application. Nothing is changed by it. @public */
export interface ImportPlan {
  readonly application: ImportedApplication;
  /** The files that were there and were read. */
  readonly files: readonly string[];
  readonly additions: readonly ImportedServer[];
  readonly leftOut: readonly LeftOutServer[];
}

/** A server that would be added. Its values are not for showing; see `previewImport`. @public */
export interface ImportedServer {
  /** Legal here, and not taken. */
  readonly name: string;
  /** What it is called there. */
  readonly from: string;
  readonly file: string;
  readonly server: WrittenServer;
  /** What is not as it is there. */
  readonly notes: readonly string[];
}

/** A server that would not be added. @public */
export interface LeftOutServer {
  readonly from: string;
  readonly file: string;
  readonly why: string;
}

/** What is taken over. @public */
export interface ImportOptions {
  readonly application: ImportedApplication;
  /** In the place of the files in which the application keeps what belongs to the user. */
  readonly file?: string | undefined;
  /** The project for which a person may have servers in their own file. */
  readonly projectRoot: string;
  readonly environment: Environment;
  /** What is there already. */
  readonly registry: Registry;
}

/**
 * Plans to take over the servers of another application: names made legal and, where they are taken, numbered; variables
 * written as they are here; what has no counterpart told. Nothing is started, and nothing is run.
 *
 * Only files of the user are looked for. A project's file is one of somebody else: name it with `file`, and look at what
 * it would add, since servers of the user are started without a question.
 *
 * @throws RegistryError `MALFORMED`, for a file that cannot be read
 * @public
 */
export async function planImport(options: ImportOptions): Promise<ImportPlan> {
  const { application, file, projectRoot, environment } = options;
  const form = applications[application];
  const candidates = file === undefined ? form.files(machinePlace(environment)) : [file];
  const contents = await Promise.all(candidates.map((path) => readForeignFile(path, form.format)));
  const files = candidates.filter((_, at) => contents[at] !== undefined);
  const found = candidates.flatMap((path, at) => {
    return form
      .lists(projectRoot)
      .flatMap((keys) =>
        entriesAt(contents[at], keys).map(([from, entry]) => ({ from, entry, file: path })),
      );
  });
  const additions: ImportedServer[] = [];
  const leftOut: LeftOutServer[] = [];
  const taken = new Set(options.registry.servers.map(({ name }) => name));
  for (const { from, entry, file: path } of found) {
    const translated = translateServer(entry, application, form.variables);
    if (!translated.ok) leftOut.push({ from, file: path, why: translated.why });
    else if (
      options.registry.servers.some((server) => sameServer(server, translated.server)) ||
      additions.some(({ server }) => sameWritten(server, translated.server))
    ) {
      leftOut.push({ from, file: path, why: 'the same server is there already' });
    } else {
      const name = freeName(legalName(from) ?? 'server', taken);
      taken.add(name);
      additions.push({
        name,
        from,
        file: path,
        server: translated.server,
        notes: translated.notes,
      });
    }
  }
  return { application, files, additions, leftOut };
}

/** The changes that a plan stands for, to be drafted as one. @public */
export function importChanges({ additions }: ImportPlan): readonly RegistryChange[] {
  return additions.map(({ name, server }) => ({ kind: 'add', name, server }));
}

function entriesAt(
  content: unknown,
  keys: readonly string[],
): readonly (readonly [string, unknown])[] {
  let found: unknown = content;
  for (const key of keys) {
    found =
      typeof found === 'object' && found !== null && Object.hasOwn(found, key)
        ? (found as Readonly<Record<string, unknown>>)[key]
        : undefined;
  }
  if (typeof found !== 'object' || found === null || isServer(found)) return [];
  // One of this name that is no server is the level of a newer version of the application.
  const isLevel = keys.at(-1) === 'mcp';
  return Object.entries(found).filter(
    ([name, entry]) => !isLevel || name !== 'servers' || isServer(entry),
  );
}

function isServer(entry: unknown): boolean {
  return typeof entry === 'object' && entry !== null && ('command' in entry || 'url' in entry);
}

function freeName(wish: string, taken: ReadonlySet<string>): string {
  if (!taken.has(wish)) return wish;
  for (let number = 2; ; number += 1) {
    const end = `_${number}`;
    const name = wish.slice(0, 32 - end.length) + end;
    if (!taken.has(name)) return name;
  }
}

function sameWritten(one: WrittenServer, other: WrittenServer): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
