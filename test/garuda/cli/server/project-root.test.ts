import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findProjectRoot } from '../../../../src/garuda/cli/server/project-root.ts';

let folder = '';
const home = process.env['HOME'];
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'garuda-root-')));
  process.env['HOME'] = join(folder, 'home');
});
afterEach(async () => {
  process.env['HOME'] = home;
  await rm(folder, { recursive: true, force: true });
});

test.each([
  { why: 'a repository above', marks: ['home/a/.git/HEAD'], from: 'home/a/b/c', root: 'home/a' },
  {
    why: 'a list of servers above',
    marks: ['home/a/.garuda/mcp.json'],
    from: 'home/a/b',
    root: 'home/a',
  },
  {
    why: 'the nearest of two',
    marks: ['home/a/.git/HEAD', 'home/a/b/.garuda/mcp.json'],
    from: 'home/a/b/c',
    root: 'home/a/b',
  },
  { why: 'none', marks: [], from: 'home/a/b', root: 'home/a/b' },
  {
    why: 'the home folder is none',
    marks: ['home/.garuda/mcp.json', 'home/.git/HEAD'],
    from: 'home/a',
    root: 'home/a',
  },
  {
    why: 'nothing above the home folder',
    marks: ['.garuda/mcp.json'],
    from: 'home/a',
    root: 'home/a',
  },
  { why: 'the home folder itself', marks: ['.git/HEAD'], from: 'home', root: 'home' },
  { why: 'outside of the home folder', marks: ['srv/.git/HEAD'], from: 'srv/a', root: 'srv' },
])('$why', async ({ marks, from, root }) => {
  await mkdir(join(folder, from), { recursive: true });
  for (const mark of marks) {
    await mkdir(dirname(join(folder, mark)), { recursive: true });
    await writeFile(join(folder, mark), '');
  }
  expect(await findProjectRoot(join(folder, from))).toBe(join(folder, root));
});
