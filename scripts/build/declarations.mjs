import { copyFile, mkdir, readFile } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import { BuildFault } from './fault.mjs';

const SPECIFIER = /(?:\bfrom|\bimport)\s*\(?\s*['"]([^'"]+)['"]/gu;

/**
 * Copies the declarations that the doors reach, with their maps, and refuses one that names a package:
 * no type of a dependency may stand in a public signature.
 */
export async function copyDeclarations(doors, from, to) {
  const seen = new Set();
  const waiting = doors.map((door) => ({ path: door, by: 'package.json' }));
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (seen.has(next.path)) continue;
    seen.add(next.path);
    const text = await readDeclaration(from, next);
    for (const specifier of specifiersOf(text)) {
      if (!specifier.startsWith('.')) {
        throw new BuildFault(
          `a public type must stand on our own types, but ${next.path} imports ${specifier}`,
        );
      }
      const path = join(dirname(next.path), specifier).replace(/(?:\.d)?\.[jt]s$/u, '.d.ts');
      waiting.push({ path: normalize(path), by: next.path });
    }
  }
  await Promise.all([...seen].map((path) => copyWithMap(from, to, path)));
}

async function readDeclaration(from, { path, by }) {
  try {
    return await readFile(join(from, path), 'utf8');
  } catch (cause) {
    throw new BuildFault(`${by} names ${path}, and tsc -b has not written it`, { cause });
  }
}

function specifiersOf(declaration) {
  return [...declaration.matchAll(SPECIFIER)].map(([, specifier]) => specifier);
}

async function copyWithMap(from, to, path) {
  await mkdir(dirname(join(to, path)), { recursive: true });
  await copyFile(join(from, path), join(to, path));
  await copyFile(join(from, `${path}.map`), join(to, `${path}.map`));
}
