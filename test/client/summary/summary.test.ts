import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { proves } from '../../support/proves.ts';
import { root } from '../../support/repository.ts';
import { summarise } from './cases.ts';

/** Where the summary of a run is left, to be looked at and, where it is right, to become the expected one. */
const found = join(root, '.cache/client-summary.json');

proves(
  ['H-16', 'W-10', 'W-11'],
  'the same summary in every run',
  async () => {
    const [first, second] = [await summarise(), await summarise()];
    const text = JSON.stringify(first, undefined, 2);
    await mkdir(join(root, '.cache'), { recursive: true });
    await writeFile(found, `${text}\n`);
    expect(JSON.stringify(second, undefined, 2)).toBe(text);
    const expected = await readFile(join(import.meta.dirname, 'expected.json'), 'utf8');
    expect(JSON.parse(text)).toEqual(JSON.parse(expected));
  },
  120_000,
);
