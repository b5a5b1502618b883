import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { filesBelow, root } from '../support/repository.ts';

/** `export type TransportErrorCode = | 'A' | 'B';`: the union of a class of errors. */
const UNION = /export type (\w+Error)Code =([^;]+);/gu;
/** A row of a table whose first cell is a code. */
const ROW = /^\| `([A-Z_]+)`/gmu;

test('docs/errors.md names every code of every class, and no other', async () => {
  const page = await readFile(join(root, 'docs/errors.md'), 'utf8');
  const described = page
    .split(/^## /mu)
    .slice(1)
    .map((section) => [section.split('\n', 1)[0] ?? '', codes(section, ROW)] as const)
    .filter(([, found]) => found.length > 0);
  const declared = await declaredCodes();
  expect(declared.length).toBeGreaterThan(1);
  expect(Object.fromEntries(described)).toEqual(Object.fromEntries(declared));
});

async function declaredCodes(): Promise<(readonly [string, string[]])[]> {
  const files = await filesBelow('src', ['.ts']);
  const texts = await Promise.all(files.map((path) => readFile(join(root, path), 'utf8')));
  return texts.flatMap((text) =>
    [...text.matchAll(UNION)].map(
      ([, name = '', union = '']) => [name, codes(union, /'([A-Z_]+)'/gu)] as const,
    ),
  );
}

function codes(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, code = '']) => code).toSorted();
}
