import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { proves } from '../support/proves.ts';
import { filesBelow, root } from '../support/repository.ts';

proves('SEC-02', 'nothing that is started goes through a shell', async () => {
  const files = await filesBelow('src', ['.ts']);
  const texts = await Promise.all(files.map((path) => readFile(join(root, path), 'utf8')));
  const shells = texts.flatMap((text) => text.match(/\bshell\s*:\s*[^,\n]*/gu) ?? []);
  expect(new Set(shells)).toEqual(new Set(['shell: false']));
  // Those of Node.js that take one line for a shell.
  const lines = files.filter((_, at) =>
    /\bexec(?:Sync)?\b[^.]*child_process/u.test(texts[at] ?? ''),
  );
  expect(lines).toEqual([]);
});
