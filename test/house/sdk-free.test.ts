import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { filesBelow, root } from '../support/repository.ts';

/** A package that speaks MCP for its caller: official ones, and the clients that others build on. */
const SDK = /^(?:@modelcontextprotocol\/|@ai-sdk\/|@mastra\/|ai$|fastmcp$|mcp-|.*-mcp$)/u;

const allowed = new Set(['eventsource-parser', 'jose', 'oauth4webapi', 'undici', 'zod']);

const IMPORTED = /(?:\bfrom|\bimport|\brequire)\s*\(?\s*['"]([^'"]+)['"]/gu;

test.each(['src', 'conformance'])('%s imports no MCP SDK', async (folder) => {
  const files = await filesBelow(folder, ['.ts', '.mts', '.js', '.mjs']);
  const texts = await Promise.all(files.map((path) => readFile(join(root, path), 'utf8')));
  const found = texts.flatMap((text, n) =>
    [...text.matchAll(IMPORTED)]
      .map(([, specifier = '']) => specifier)
      .filter((specifier) => specifier !== 'garuda-mcp' && SDK.test(specifier))
      .map((specifier) => `${files[n]} imports ${specifier}`),
  );
  expect(found).toEqual([]);
});

test('the lock file of the package brings no MCP SDK, for users or for developers', async () => {
  const lock: unknown = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'));
  const { packages } = lock as { packages: Record<string, unknown> };
  const names = Object.keys(packages).map((path) => path.split('node_modules/').at(-1) ?? '');
  expect(names.filter((name) => SDK.test(name))).toEqual([]);
  expect(names.length).toBeGreaterThan(50);
});

test('a user installs packages of the short list only', () => {
  const listed = execFileSync('npm', ['ls', '--omit=dev', '--all', '--parseable'], {
    cwd: root,
    encoding: 'utf8',
  });
  const paths = listed.trim().split('\n').slice(1);
  const names = paths.map((path) => path.split('node_modules/').at(-1) ?? path);
  expect(names.filter((name) => !allowed.has(name))).toEqual([]);
  expect(names).toContain('undici');
}, 30_000);
