import { basename, resolve } from 'node:path';
import {
  draftChanges,
  saveDraft,
  userRegistryFile,
  type RegistryChange,
  type WrittenServer,
} from '../../registry/index.ts';
import { quoteWord } from '../../wording/quote-word.ts';
import type { CommandLine } from '../command-line.ts';
import { readHeaders } from '../server/header-option.ts';
import { readSettings } from '../server/settings.ts';
import { UsageError } from '../usage-error.ts';
import type { HomeCommand } from './home-verb.ts';
import type { Outcome } from './verb.ts';

/** Adds a server to the user's file. */
export async function addServer({ words, line, terminal }: HomeCommand): Promise<Outcome> {
  const [name, url, extra] = words;
  if (name === undefined)
    throw new UsageError('servers add: NAME is missing: how the server is to be called');
  if (extra !== undefined) {
    throw new UsageError(`servers add takes NAME and URL, and ${quoteWord(extra)} is one too many`);
  }
  if ((url === undefined) === (line.command === undefined)) {
    const wanted = 'a URL, or -- and a command';
    throw new UsageError(`servers add: expected ${wanted}${url === undefined ? '' : ', got both'}`);
  }
  const server = url === undefined ? localServer(line, terminal.folder) : remoteServer(url, line);
  const file = userRegistryFile(terminal.environment);
  await change(file, { kind: 'add', name, server });
  const remark = downloads(server) ? needsGrants(server) : undefined;
  return {
    document: { added: name, file },
    render: () => `added ${name} to ${file}\n`,
    ...(remark !== undefined && { remark }),
  };
}

/** Removes a server from the user's file. */
export async function removeServer({ words, terminal }: HomeCommand): Promise<Outcome> {
  const [name, extra] = words;
  if (name === undefined) throw new UsageError('servers remove: NAME is missing: which server');
  if (extra !== undefined) {
    throw new UsageError(`servers remove takes NAME, and ${quoteWord(extra)} is one too many`);
  }
  const file = userRegistryFile(terminal.environment);
  await change(file, { kind: 'remove', name });
  return { document: { removed: name, file }, render: () => `removed ${name} from ${file}\n` };
}

async function change(file: string, wish: RegistryChange): Promise<void> {
  await saveDraft(await draftChanges(file, [wish]));
}

function localServer(line: CommandLine, folder: string): WrittenServer {
  refuse(line, ['header', 'bearer-env'], 'a server at a URL');
  const [command = '', ...args] = line.command ?? [];
  const env = readEnv(line.values.get('env') ?? []);
  const cwd = line.values.get('cwd')?.[0];
  const writePaths = (line.values.get('write-path') ?? []).map((path) => writtenPath(path, folder));
  return {
    command,
    ...(args.length > 0 && { args }),
    ...(Object.keys(env).length > 0 && { env }),
    ...(cwd !== undefined && { cwd: writtenPath(cwd, folder) }),
    ...(line.flags.has('network') && { network: true }),
    ...(writePaths.length > 0 && { writePaths }),
    ...timeoutOf(line),
  };
}

function remoteServer(url: string, line: CommandLine): WrittenServer {
  refuse(line, ['env', 'cwd', 'network', 'write-path'], 'a command behind --');
  const headers = readHeaders(line.values.get('header') ?? []);
  const bearerEnv = line.values.get('bearer-env')?.[0];
  return {
    type: 'http',
    url,
    ...(headers.size > 0 && { headers: Object.fromEntries(headers) }),
    ...(bearerEnv !== undefined && { bearerEnv }),
    ...timeoutOf(line),
  };
}

function refuse(line: CommandLine, names: readonly string[], fits: string): void {
  const wrong = names.find((name) => line.flags.has(name) || line.values.has(name));
  if (wrong !== undefined) throw new UsageError(`--${wrong} is for ${fits}`);
}

/** `NAME` stands for what the environment has whenever the server starts. */
function readEnv(given: readonly string[]): Readonly<Record<string, string>> {
  const pairs = given.map((text, at) => {
    const [, name, value] = /^([A-Za-z_][\w().-]*)(?:=([^]*))?$/.exec(text) ?? [];
    if (name === undefined)
      throw new UsageError(`--env number ${at + 1}: expected NAME=VALUE, or NAME`);
    return [name, value ?? `\${${name}}`] as const;
  });
  for (const [at, [name]] of pairs.entries()) {
    if (pairs.findIndex(([other]) => other === name) !== at) {
      throw new UsageError(`--env ${name} is given twice`);
    }
  }
  return Object.fromEntries(pairs);
}

/** The shell has replaced `~` already, unless it was quoted. */
function writtenPath(path: string, folder: string): string {
  return path.startsWith('~') ? path : resolve(folder, path);
}

function timeoutOf(line: CommandLine): WrittenServer {
  const { timeoutMs } = readSettings(line);
  return timeoutMs === undefined ? {} : { timeoutMs };
}

function downloads({ command }: WrittenServer): boolean {
  return typeof command === 'string' && /^(?:npx|uvx|bunx|pnpx)(?:\.cmd)?$/.test(basename(command));
}

function needsGrants({ command, network, writePaths }: WrittenServer): string | undefined {
  if (network === true && writePaths !== undefined) return undefined;
  return `${String(command)} downloads what it runs: without --network and a --write-path for that, the server may not start in the sandbox`;
}
