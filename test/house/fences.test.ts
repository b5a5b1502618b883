import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { filesBelow, root } from '../support/repository.ts';

const FENCE = /^[ \t]*```ts\n([\s\S]*?)^[ \t]*```/gmu;

/** Inside the project, so that `garuda-mcp` means this package, as its built declarations show it. */
const folder = join(root, '.cache', 'fences');

const compilerOptions = {
  target: 'ES2023',
  module: 'NodeNext',
  moduleResolution: 'NodeNext',
  moduleDetection: 'force',
  lib: ['ES2023', 'ESNext.Disposable', 'DOM', 'DOM.Iterable'],
  types: ['node'],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noEmit: true,
  // The declarations that users get are checked too.
  skipLibCheck: false,
};

test('every example in the pages and in TSDoc compiles', async () => {
  const examples = await findExamples();
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, include: ['*.ts'] }),
  );
  await Promise.all(
    examples.map(({ file, code }) => writeFile(join(folder, file), `${code}export {};\n`)),
  );
  expect(examples.map(({ file }) => file)).toContain('README.md.1.ts');
  expect(await complaints()).toEqual([]);
}, 60_000);

async function findExamples(): Promise<{ file: string; code: string }[]> {
  const pages = ['README.md', 'CONTRIBUTING.md', ...(await filesBelow('docs', ['.md']))];
  const sources = await filesBelow('src', ['.ts']);
  const found = await Promise.all(
    [...pages, ...sources].map(async (path) => {
      const text = await readFile(join(root, path), 'utf8');
      const plain = path.endsWith('.ts') ? text.replaceAll(/^ *\* ?/gmu, '') : text;
      return [...plain.matchAll(FENCE)].map(([, code = ''], n) => ({
        file: `${path.replaceAll('/', '-')}.${n + 1}.ts`,
        code,
      }));
    }),
  );
  return found.flat();
}

function complaints(): Promise<string[]> {
  const tsc = join(root, 'node_modules', '.bin', 'tsc');
  return new Promise((resolve) => {
    execFile(tsc, ['-p', folder], { cwd: folder }, (_error, stdout) => {
      resolve(stdout.split('\n').filter((line) => line !== ''));
    });
  });
}
