import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Environment } from '../environment.ts';
import { garudaHome } from '../garuda-home.ts';
import { quoteWord } from '../wording/quote-word.ts';
import type { RegisteredServer } from './definition.ts';
import { malformed, type RegistryFault } from './fault.ts';
import { openFile } from './reading/open-file.ts';
import type { Profiles } from './reading/read-profiles.ts';
import { readFileText, type RegistryFile } from './reading/read-file.ts';
import type { FileOwner } from './reading/read-server.ts';
import { SourceText } from './text/source-text.ts';

/** All servers that are known here, and what is to be told of their files. @public */
export interface Registry {
  /** The user's in the order of their file, then the project's. */
  readonly servers: readonly RegisteredServer[];
  /** What was left out or is odd, a line each. */
  readonly notices: readonly string[];
  /** Names of servers by the name of a profile, sorted, each once. */
  readonly profiles: Readonly<Record<string, readonly string[]>>;
  /** `default` unless the user's file names another. */
  readonly activeProfile: string;
}

/** Which files are read. @public */
export interface RegistryFiles {
  /** The user's own; see `userRegistryFile`. */
  readonly userFile: string;
  /** The folder in which a project is, whose `.garuda/mcp.json` is read. */
  readonly projectRoot?: string | undefined;
}

/** The user's file: what `GARUDA_MCP_CONFIG` names, else `mcp.json` in `GARUDA_HOME` or `~/.garuda`. @public */
export function userRegistryFile(environment: Environment): string {
  const named = environment['GARUDA_MCP_CONFIG'];
  return named === undefined || named === ''
    ? join(garudaHome(environment), 'mcp.json')
    : resolve(named);
}

/**
 * Reads the servers of the user and of a project. A file that is not there has none. Nothing is run, no file besides the
 * two is read, and nothing is reached.
 *
 * @throws RegistryError `MALFORMED`, with every fault of both files
 * @public
 */
export async function readRegistry({ userFile, projectRoot }: RegistryFiles): Promise<Registry> {
  const user = await readOne({ scope: 'user', file: userFile });
  const root = rootOf(projectRoot);
  const project =
    root === undefined
      ? undefined
      : await readOne({ scope: 'project', file: join(root, '.garuda', 'mcp.json'), root });
  // Whose project is the home folder has one file, and that is their own.
  const isSame = project?.path !== undefined && project.path === user.path;
  const read = project === undefined || isSame ? [user] : [user, project];
  const faults = read.flatMap((one) => one.faults);
  if (faults.length > 0) throw malformed(faults);
  const { servers, profiles, activeProfile } = user.content;
  const own = new Set(servers.map(({ name }) => name));
  const others = isSame ? [] : (project?.content.servers ?? []);
  const hidden = others.filter(({ name }) => own.has(name));
  return {
    servers: [...servers, ...others.filter(({ name }) => !own.has(name))],
    notices: [...read.flatMap((one) => one.notices), ...hidden.map(describeHidden)],
    profiles,
    activeProfile,
  };
}

/**
 * The enabled servers of a profile, sorted by name, each once.
 *
 * @param profile - default: the active one; one that is not defined means all
 * @public
 */
export function serversOf(
  registry: Registry,
  profile: string = registry.activeProfile,
): readonly RegisteredServer[] {
  const { servers, profiles } = registry;
  const names = Object.hasOwn(profiles, profile) ? profiles[profile] : undefined;
  const wanted = servers.filter(({ name, enabled }) => enabled && (names?.includes(name) ?? true));
  return wanted.toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

/** The home folder is no project: what stands in it is the user's, wherever their file is now. */
function rootOf(projectRoot: string | undefined): string | undefined {
  const root = projectRoot === undefined ? undefined : resolve(projectRoot);
  return root === homedir() ? undefined : root;
}

interface ReadOne {
  readonly content: RegistryFile;
  readonly faults: readonly RegistryFault[];
  readonly notices: readonly string[];
  /** Where the file really is. */
  readonly path: string | undefined;
}

const empty: RegistryFile = {
  servers: [],
  profiles: {} satisfies Profiles,
  activeProfile: 'default',
};

async function readOne(owner: FileOwner): Promise<ReadOne> {
  const opened = await openFile(
    owner.file,
    owner.scope === 'project' ? { within: owner.root } : {},
  );
  if (!opened.ok) return { content: empty, faults: [opened.fault], notices: [], path: undefined };
  const { text, path } = opened;
  if (text === undefined) return { content: empty, faults: [], notices: [], path: undefined };
  const source = new SourceText(owner.file, text);
  const content = readFileText(source, owner);
  return { content, faults: source.faults, notices: source.notices, path };
}

/** A repository cannot take the place of a server that the user trusts. */
function describeHidden({ name, file }: RegisteredServer): string {
  return `${file}: the server ${quoteWord(name)} is ignored, since your own file has one of that name`;
}
