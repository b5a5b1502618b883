import { win32 } from 'node:path';
import { readVariable } from './environment.ts';

/** Where a program is looked for on Windows. */
export interface WindowsLookup {
  readonly command: string;
  /** The working folder of the server; `undefined` for this program's own. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly isFile: (path: string) => boolean;
}

/** The folders that a name without a path is looked for in: those of PATH, never the current one. */
export function windowsFolders(env: Readonly<Record<string, string>>): readonly string[] {
  const path = readVariable(env, 'PATH', 'win32') ?? '';
  const folders = path.split(';').map((folder) => folder.trim().replaceAll('"', ''));
  // A relative entry would let the working folder choose the program.
  return folders.filter((folder) => win32.isAbsolute(folder));
}

/** The extensions that make a file a program, in the order in which they are tried. */
function windowsExtensions(env: Readonly<Record<string, string>>): readonly string[] {
  const listed = readVariable(env, 'PATHEXT', 'win32') ?? '.COM;.EXE;.BAT;.CMD';
  return listed.split(';').filter((extension) => extension.startsWith('.'));
}

/** The full path of a program, its extension found as Windows does; `undefined` when there is none. */
export function findWindowsProgram(lookup: WindowsLookup): string | undefined {
  const { command, cwd, env, isFile } = lookup;
  const hasPath = command.includes('/') || command.includes('\\') || /^[a-z]:/i.test(command);
  const folders = hasPath ? [cwd] : windowsFolders(env);
  const extensions = windowsExtensions(env);
  const isNamed = extensions.some((extension) =>
    command.toLowerCase().endsWith(extension.toLowerCase()),
  );
  const endings = isNamed ? ['', ...extensions] : extensions;
  for (const folder of folders) {
    for (const ending of endings) {
      const path = win32.resolve(folder, command + ending);
      if (isFile(path)) return path;
    }
  }
  return undefined;
}
