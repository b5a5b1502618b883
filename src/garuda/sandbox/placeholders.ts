import { mkdirSync, rmdirSync } from 'node:fs';

/** How many servers of this program need each of them. */
const needed = new Map<string, number>();

/**
 * Makes empty folders for as long as somebody needs them.
 *
 * @returns gives them up: what nobody needs any more, and what is still empty, is removed. Once.
 */
export function holdPlaceholders(paths: readonly string[]): () => void {
  for (const path of paths) {
    mkdirSync(path, { recursive: true });
    needed.set(path, (needed.get(path) ?? 0) + 1);
  }
  let isHeld = true;
  return () => {
    if (!isHeld) return;
    isHeld = false;
    for (const path of paths.toReversed()) {
      const left = (needed.get(path) ?? 1) - 1;
      needed.set(path, left);
      if (left > 0) continue;
      needed.delete(path);
      removeEmpty(path);
    }
  };
}

function removeEmpty(path: string): void {
  try {
    rmdirSync(path);
  } catch {
    // Somebody has put something there meanwhile, or has removed it: it is theirs.
    return;
  }
}
