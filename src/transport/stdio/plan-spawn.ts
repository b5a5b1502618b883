import type { ChannelFailure } from '../../protocol/index.ts';
import { readVariable } from './environment.ts';
import { missingProgram } from './spawn-failure.ts';
import { batchCommandLine, batchSwitches } from './windows-command-line.ts';
import { findWindowsProgram, windowsFolders } from './windows-program.ts';

/** A program to be started, and where. */
export interface ServerProgram {
  readonly platform: string;
  readonly command: string;
  readonly args: readonly string[];
  /** `undefined` for this program's own. */
  readonly cwd: string | undefined;
  readonly env: Readonly<Record<string, string>>;
}

/** How a program is started, or why it cannot be. */
export type SpawnPlan =
  | {
      readonly kind: 'start';
      readonly file: string;
      readonly args: readonly string[];
      /** Whether it leads a session and a process group of its own. */
      readonly ownGroup: boolean;
      /** Whether the arguments are a ready command line (Windows). */
      readonly verbatim: boolean;
    }
  | { readonly kind: 'refuse'; readonly failure: ChannelFailure };

/** What a plan for Windows has to know of the file system. */
export interface FileFacts {
  readonly isFile: (path: string) => boolean;
  /** The folder that relative paths start from. */
  readonly currentFolder: string;
}

/**
 * Plans the start of a server, without a shell on any platform.
 *
 * On POSIX the server leads a session of its own, so that Ctrl-C and Ctrl-Z at the terminal reach
 * this program alone. Windows does the same for a program without a window, since it gets a console
 * of its own; there the file is looked up here (PATH and PATHEXT, never the current folder), and a
 * batch file, which only `cmd.exe` can run, is given to it in a form that cannot be read otherwise.
 */
export function planSpawn(program: ServerProgram, files: FileFacts): SpawnPlan {
  if (program.platform !== 'win32') {
    const { command, args } = program;
    return { kind: 'start', file: command, args, ownGroup: true, verbatim: false };
  }
  const file = findWindowsProgram({
    command: program.command,
    cwd: program.cwd ?? files.currentFolder,
    env: program.env,
    isFile: files.isFile,
  });
  if (file === undefined) return refuse(missingProgram(program, windowsFolders(program.env)));
  const lower = file.toLowerCase();
  if (!lower.endsWith('.cmd') && !lower.endsWith('.bat')) {
    return { kind: 'start', file, args: program.args, ownGroup: false, verbatim: false };
  }
  const line = batchCommandLine(file, program.args);
  if (line === undefined) {
    return refuse({
      kind: 'spawn-failed',
      reason: 'other',
      detail: `"${file}" is a batch file, and its arguments cannot hold a line break`,
    });
  }
  const root = readVariable(program.env, 'SystemRoot', 'win32') ?? String.raw`C:\Windows`;
  const shell = readVariable(program.env, 'ComSpec', 'win32') ?? `${root}\\System32\\cmd.exe`;
  const args = [...batchSwitches, line];
  return { kind: 'start', file: shell, args, ownGroup: false, verbatim: true };
}

function refuse(failure: ChannelFailure): SpawnPlan {
  return { kind: 'refuse', failure };
}
