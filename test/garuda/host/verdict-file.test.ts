import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { ServerDescription } from '../../../src/client/index.ts';
import { VerdictFile } from '../../../src/garuda/host/verdict-file.ts';
import { local } from '../some-server.ts';

const folder = await mkdtemp(join(tmpdir(), 'garuda-verdicts-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

const legacy: ServerDescription = {
  era: 'legacy',
  revision: '2025-11-25',
  name: 's',
  version: '1',
  capabilities: {},
};

function fileAt(name: string): { readonly path: string; readonly open: () => VerdictFile } {
  const path = join(folder, name, 'mcp-servers.json');
  return { path, open: () => new VerdictFile(path, (server) => server.name) };
}

test('what was found out is there for the next program, by what the server is', async () => {
  const { path, open } = fileAt('kept');
  await open().keep(local('one'), legacy);
  await open().keep(local('two'), { ...legacy, era: 'modern', revision: '2026-07-28' });
  expect(await open().of(local('one'))).toEqual(legacy);
  expect(await open().of(local('two'))).toMatchObject({ era: 'modern' });
  expect(await open().of(local('three'))).toBeUndefined();
  const { mode } = await stat(path);
  expect((mode & 0o777).toString(8)).toBe('600');
  expect(await readdir(join(path, '..'))).toEqual(['mcp-servers.json']);
});

test('what is known already is not written again', async () => {
  const { path, open } = fileAt('same');
  await open().keep(local('one'), legacy);
  const before = await stat(path);
  await open().keep(local('one'), legacy);
  expect((await stat(path)).ino).toBe(before.ino);
});

test('two hundred servers are remembered, and the oldest are forgotten first', async () => {
  const { open } = fileAt('many');
  const file = open();
  for (let n = 0; n <= 200; n += 1) await file.keep(local(`s${n}`), legacy);
  expect(await file.of(local('s0'))).toBeUndefined();
  expect(await file.of(local('s1'))).toEqual(legacy);
});

test('a server that says too much of itself is asked again', async () => {
  const { open } = fileAt('long');
  await open().keep(local('one'), { ...legacy, instructions: 'x'.repeat(70_000) });
  expect(await open().of(local('one'))).toBeUndefined();
});

test.each(['', 'no JSON', '[]', 'null', '{"servers":[null,{"key":1},{"key":"one","server":{}}]}'])(
  'a file that holds %j is an empty one',
  async (text) => {
    const { path, open } = fileAt(`broken-${text.length}`);
    await open().keep(local('other'), legacy);
    await writeFile(path, text);
    expect(await open().of(local('one'))).toBeUndefined();
    await open().keep(local('one'), legacy);
    expect(await open().of(local('one'))).toEqual(legacy);
    expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({ version: 1 });
  },
);

test('a place that cannot be written to is no fault of a start', async () => {
  const { path, open } = fileAt('readonly');
  await open().keep(local('one'), legacy);
  await rm(path);
  // A folder in the place of the file keeps root out as well.
  await writeFile(join(folder, 'file'), '');
  const blocked = new VerdictFile(join(folder, 'file', 'x.json'), (server) => server.name);
  await blocked.keep(local('one'), legacy);
  expect(await blocked.of(local('one'))).toBeUndefined();
  await chmod(join(path, '..'), 0o700);
});
