import { stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

/**
 * The root of the project that a folder belongs to: the nearest folder upwards that has a list of servers or is a
 * repository, and else the folder itself. The home folder is no project, and nothing above it is looked at.
 */
export async function findProjectRoot(folder: string): Promise<string> {
  const start = resolve(folder);
  for (let at = start; at !== homedir(); at = dirname(at)) {
    const marks = [join(at, '.garuda', 'mcp.json'), join(at, '.git')];
    const found = await Promise.all(marks.map((mark) => stat(mark).catch(() => undefined)));
    if (found.some((one) => one !== undefined)) return at;
    if (at === dirname(at)) break;
  }
  return start;
}
