import { readdir } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';

/** The folder that the project lies in. */
export const root: string = dirname(dirname(import.meta.dirname));

/** The files below a folder of the project that end in one of these, as paths from the project's own; none if it does not exist. */
export async function filesBelow(folder: string, endings: readonly string[]): Promise<string[]> {
  const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true }).catch(
    () => [],
  );
  return entries
    .filter((entry) => entry.isFile() && endings.some((ending) => entry.name.endsWith(ending)))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((path) => !path.includes('node_modules/'))
    .toSorted();
}
