import { isAbsolute, relative } from 'node:path';

/** Whether a path is a folder, or in it; both are absolute. */
export function isWithin(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return !/^\.\.(?:[\\/]|$)/u.test(way) && !isAbsolute(way);
}
