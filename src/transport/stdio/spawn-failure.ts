import { posix } from 'node:path';
import type { ChannelFailure } from '../../protocol/index.ts';

/** Why a program did not start. */
export type SpawnFailure = Extract<ChannelFailure, { kind: 'spawn-failed' }>;

/** What was to be started. */
export interface FailedProgram {
  readonly command: string;
  readonly cwd: string | undefined;
  readonly env: Readonly<Record<string, string>>;
}

/** Looks at the file system, to tell the causes of one error code apart. */
export interface PathFacts {
  readonly kindOf: (path: string) => 'file' | 'folder' | 'other' | 'missing';
  /** The folder that relative paths start from. */
  readonly currentFolder: string;
}

/**
 * Says in full why the system did not start a program. `ENOENT` alone can mean the working folder,
 * the program, or the interpreter that a script names in its first line.
 *
 * @param code - the system's error code, such as `ENOENT`
 */
export function explainSpawnFailure(
  code: string,
  program: FailedProgram,
  paths: PathFacts,
): SpawnFailure {
  const { command, cwd } = program;
  const kindOfFolder = cwd === undefined ? 'folder' : paths.kindOf(cwd);
  if (kindOfFolder === 'missing') {
    return failed('folder-not-found', `the working folder "${cwd}" does not exist`);
  }
  if (kindOfFolder !== 'folder') {
    return failed('folder-not-found', `the working folder "${cwd}" is not a folder`);
  }
  const folders = pathFolders(program.env);
  const candidates = command.includes('/')
    ? [posix.resolve(paths.currentFolder, cwd ?? '', command)]
    : folders.map((folder) => posix.join(folder, command));
  const found = candidates.find((path) => paths.kindOf(path) !== 'missing');
  if (code === 'ENOENT' || code === 'ENOTDIR') {
    if (found === undefined) return missingProgram(program, folders);
    const detail = `"${found}" exists, but not the interpreter that its first line (#!) names`;
    return failed('command-not-found', detail);
  }
  if (code === 'EACCES' || code === 'EPERM') {
    const what = `"${found ?? command}"`;
    if (found !== undefined && paths.kindOf(found) === 'folder') {
      return failed('not-permitted', `${what} is a folder, not a program`);
    }
    return failed('not-permitted', `${what} may not be executed by this user (${code})`);
  }
  const known = causes[code];
  const why = known === undefined ? code : `${known} (${code})`;
  return failed('other', `"${command}" could not be started: ${why}`);
}

/** Says that there is no such program, where it was looked for, and what can be done. */
export function missingProgram(program: FailedProgram, folders: readonly string[]): SpawnFailure {
  const { command } = program;
  if (/[/\\]/.test(command)) {
    const from =
      program.cwd === undefined ? '' : ` (seen from the working folder "${program.cwd}")`;
    return failed('command-not-found', `there is no file "${command}"${from}${hint(command)}`);
  }
  const where =
    folders.length === 0
      ? 'and PATH names no folder for this server'
      : `in the folders of PATH (${folders.join(', ')})`;
  return failed(
    'command-not-found',
    `there is no program "${command}" ${where}; install it, give its full path, or set PATH in env${hint(command)}`,
  );
}

/** What the codes mean whose cause lies with the machine. */
const causes: Readonly<Record<string, string>> = {
  E2BIG: 'its arguments and environment are too long',
  EAGAIN: 'too many processes',
  EMFILE: 'too many open files',
  ENFILE: 'too many open files on this machine',
  ENOEXEC: 'the file is no program for this machine',
  ENOMEM: 'not enough memory',
  ETXTBSY: 'the file is being written',
};

function pathFolders(env: Readonly<Record<string, string>>): readonly string[] {
  return [...new Set((env['PATH'] ?? '').split(':'))].filter((folder) => folder !== '');
}

function hint(command: string): string {
  return /\s/.test(command) ? '; arguments belong in args, not in command' : '';
}

function failed(reason: SpawnFailure['reason'], detail: string): SpawnFailure {
  return { kind: 'spawn-failed', reason, detail };
}
