import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { proves } from '../support/proves.ts';
import { filesBelow, root } from '../support/repository.ts';

proves('SSE-06', 'the transport of 2024-11-05 can be taken out at one place', async () => {
  const files = await filesBelow('src', ['.ts']);
  const texts = await Promise.all(files.map((path) => readFile(join(root, path), 'utf8')));
  const users = files.filter((_, at) => /from '[^']*\/sse-channel\.ts'/u.test(texts[at] ?? ''));
  expect(users).toEqual(['src/transport/http.ts']);
});
