import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../support/repository.ts';

/** A row of the table of attacks: `| attack | what | where | test file: words of a title |`. */
const ROW = /^\|[^|]+\|[^|]+\|([^|]+)\| (test\/\S+\.ts): ([^|]+?) \|$/gmu;

test('docs/security.md names tests and files that exist', async () => {
  const page = await readFile(join(root, 'docs/security.md'), 'utf8');
  const rows = [...page.matchAll(ROW)];
  expect(rows.length).toBeGreaterThan(20);
  // Each row of the table but its head and the line below is one of those.
  expect(page.split('\n').filter((line) => line.startsWith('| ')).length - 1).toBe(rows.length);
  const lost: string[] = [];
  for (const [, where = '', path = '', title = ''] of rows) {
    const text = existsSync(join(root, path)) ? await readFile(join(root, path), 'utf8') : '';
    // The whole title, and not some words of one.
    const isThere = ["'", '"', '`'].some((mark) => text.includes(`${mark}${title}${mark}`));
    if (!isThere) lost.push(`${path}: ${title}`);
    for (const [, file = ''] of where.matchAll(/`([^`]+)`/gu)) {
      const places = ['src/oauth', 'src'].map((folder) => join(root, folder, file));
      if (!places.some((place) => existsSync(place))) lost.push(file);
    }
  }
  expect(lost).toEqual([]);
});
