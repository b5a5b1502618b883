import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { proves } from '../support/proves.ts';
import { filesBelow, root } from '../support/repository.ts';

/** Every way to a new process: the modules of Node, and what Bun and Deno have of their own. */
const SPAWNS = /['"](?:node:)?(?:child_process|cluster)['"]|\bBun\.spawn|\bDeno\.Command/u;

proves('G-23', 'one module starts processes', async () => {
  const files = await filesBelow('src', ['.ts']);
  const texts = await Promise.all(files.map((path) => readFile(join(root, path), 'utf8')));
  const spawners = files.filter((_path, n) => SPAWNS.test(texts[n] ?? ''));
  expect(spawners).toHaveLength(1);
  expect(spawners[0]).toMatch(/^src\/transport\/stdio\//u);
});
