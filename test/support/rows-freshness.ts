import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * When anything under these paths last changed, in milliseconds since 1970. Folders count too, since a file that was removed leaves its trace
 * only there. Installed packages and hidden files do not count, nor does a path that is not there.
 */
export function lastChange(paths: readonly string[]): number {
  return Math.max(0, ...paths.map(lastChangeOf));
}

function lastChangeOf(path: string): number {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return 0;
  if (!stats.isDirectory()) return stats.mtimeMs;
  const inside = readdirSync(path).filter(
    (name) => name !== 'node_modules' && !name.startsWith('.'),
  );
  return Math.max(stats.mtimeMs, lastChange(inside.map((name) => join(path, name))));
}
