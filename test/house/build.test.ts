import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { root } from '../support/repository.ts';

interface Reach {
  readonly checkReach: (
    bundles: Readonly<Record<string, { readonly mayImport: readonly string[] }>>,
    outputs: Readonly<Record<string, { readonly imports: readonly object[] }>>,
    folder: string,
  ) => void;
}

interface Declarations {
  readonly copyDeclarations: (doors: readonly string[], from: string, to: string) => Promise<void>;
}

const load = (name: string): Promise<unknown> => import(join(root, 'scripts', 'build', name));

describe('checkReach', () => {
  const bundles = { index: { mayImport: ['#exchange'] }, stdio: { mayImport: ['node:*'] } };
  const outputs = (deepest: string): Parameters<Reach['checkReach']>[1] => ({
    'dist/index.js': {
      imports: [{ path: '#exchange', external: true }, { path: 'dist/chunks/a.js' }],
    },
    'dist/stdio.js': { imports: [{ path: 'node:net', external: true }] },
    'dist/chunks/a.js': { imports: [{ path: 'dist/chunks/b.js' }, { path: 'dist/index.js' }] },
    'dist/chunks/b.js': { imports: [{ path: deepest, external: true }] },
  });

  test('passes what may be imported', async () => {
    const { checkReach } = (await load('reach.mjs')) as Reach;
    expect(() => checkReach(bundles, outputs('#exchange'), 'dist')).not.toThrow();
  });

  test.each(['node:fs', 'undici', '#exchange-undici'])('names %s two chunks away', async (path) => {
    const { checkReach } = (await load('reach.mjs')) as Reach;
    expect(() => checkReach(bundles, outputs(path), 'dist')).toThrow(
      `dist/index.js may import #exchange, but chunks/b.js in its graph imports ${path}`,
    );
  });
});

describe('copyDeclarations', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'garuda-declarations-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  async function copy(files: Readonly<Record<string, string>>): Promise<string[]> {
    const { copyDeclarations } = (await load('declarations.mjs')) as Declarations;
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, 'from', path)), { recursive: true });
      await writeFile(join(folder, 'from', path), text);
      await writeFile(join(folder, 'from', `${path}.map`), '{}');
    }
    await copyDeclarations(['index.d.ts'], join(folder, 'from'), join(folder, 'to'));
    const found = await readdir(join(folder, 'to'), { recursive: true });
    return found.filter((path) => path.endsWith('.d.ts')).toSorted();
  }

  test('copies what the door reaches, and nothing else', async () => {
    const found = await copy({
      'index.d.ts': `export { a } from './room/a.ts';\nimport type { B } from './room/b.ts';`,
      'room/a.d.ts': `export type C = import('../c.ts').C;`,
      'room/b.d.ts': `export type B = string;`,
      'c.d.ts': `export type C = string;`,
      'room/private.d.ts': `export * from 'undici';`,
    });
    expect(found).toEqual(['c.d.ts', 'index.d.ts', 'room/a.d.ts', 'room/b.d.ts']);
  });

  test.each(['undici', 'node:stream'])('refuses a public type of %s', async (specifier) => {
    const files = {
      'index.d.ts': `export { a } from './a.ts';`,
      'a.d.ts': `import type { X } from '${specifier}';\nexport declare const a: X;`,
    };
    await expect(copy(files)).rejects.toThrow(`a.d.ts imports ${specifier}`);
  });

  test('refuses a declaration that is not there', async () => {
    const copied = copy({ 'index.d.ts': `export { a } from './gone.ts';` });
    await expect(copied).rejects.toThrow('index.d.ts names gone.d.ts');
  });
});
