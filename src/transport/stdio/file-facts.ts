import { statSync } from 'node:fs';

/** What stands at a path; what may not be looked at counts as missing. */
export function kindOf(path: string): 'file' | 'folder' | 'other' | 'missing' {
  try {
    const facts = statSync(path);
    if (facts.isDirectory()) return 'folder';
    return facts.isFile() ? 'file' : 'other';
  } catch {
    return 'missing';
  }
}

/** Whether a file stands at a path. */
export function isFile(path: string): boolean {
  return kindOf(path) === 'file';
}

/** The folder that relative paths start from; the root where this program's own folder was removed. */
export function currentFolder(): string {
  try {
    return process.cwd();
  } catch {
    return '/';
  }
}
