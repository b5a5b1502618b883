import { relative } from 'node:path';
import { BuildFault } from './fault.mjs';

/**
 * Refuses a bundle that imports, itself or through a chunk, what its run-time need not have: a door for
 * every run-time that reaches `node:fs` in some corner works in all our tests and nowhere else.
 */
export function checkReach(bundles, outputs, folder) {
  const byPath = new Map(
    Object.entries(outputs).map(([path, output]) => [relative(folder, path), output]),
  );
  for (const [name, { mayImport }] of Object.entries(bundles)) {
    for (const { path, from } of externalImports(byPath, `${name}.js`, folder)) {
      if (!mayImport.some((pattern) => covers(pattern, path))) {
        throw new BuildFault(
          `dist/${name}.js may import ${mayImport.join(', ') || 'nothing'}, but ${from} in its graph imports ${path}`,
        );
      }
    }
  }
}

function covers(pattern, path) {
  return pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern;
}

function externalImports(byPath, entry, folder) {
  const found = [];
  const seen = new Set();
  const waiting = [entry];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    for (const { path, external } of byPath.get(file)?.imports ?? []) {
      if (external === true) found.push({ path, from: file });
      else waiting.push(relative(folder, path));
    }
  }
  return found;
}
