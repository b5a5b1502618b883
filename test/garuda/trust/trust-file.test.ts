import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { TrustFile, TrustFileError } from '../../../src/garuda/trust/index.ts';
import { proves } from '../../support/proves.ts';

const folder = await mkdtemp(join(tmpdir(), 'garuda-trust-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

let count = 0;
function somewhere(): string {
  count += 1;
  return join(folder, String(count), 'trust.json');
}

const entry = { def: 'd', tools: 't', toolHashes: { a: 'x:y' }, toolTexts: { a: 'text' } };

proves('G-11', 'an entry belongs to the root of a project and the name of a server', async () => {
  const file = new TrustFile(somewhere());
  await file.remember('/p', 'one', entry);
  await file.remember('/q', 'one', { def: 'other' });
  expect(await file.read('/p', 'one')).toEqual(entry);
  expect(await file.read('/q', 'one')).toEqual({ def: 'other' });
  expect(await file.read('/p', 'two')).toBeUndefined();
  expect(await file.list()).toHaveLength(2);
  expect(await file.revoke('/p', 'one')).toBe(true);
  expect(await file.revoke('/p', 'one')).toBe(false);
  expect(await file.list()).toEqual([{ root: '/q', server: 'one', entry: { def: 'other' } }]);
});

proves('G-11', 'what others keep in the file stays as it is', async () => {
  const path = somewhere();
  await mkdir(dirname(path), { recursive: true });
  const others = {
    hooks: { '/p': ['x'] },
    version: 3,
    mcp: { '/p': { old: { def: 'o', more: 1 } } },
  };
  await writeFile(path, JSON.stringify(others));
  await new TrustFile(path).remember('/p', 'one', { def: 'd' });
  expect(JSON.parse(await readFile(path, 'utf8'))).toEqual({
    ...others,
    mcp: { '/p': { old: { def: 'o', more: 1 }, one: { def: 'd' } } },
  });
});

test('it is for the user alone, and no other file is left', async () => {
  const path = somewhere();
  await new TrustFile(path).remember('/p', 'one', entry);
  const mode = async (of: string): Promise<string> => ((await stat(of)).mode & 0o777).toString(8);
  expect([await mode(path), await mode(dirname(path))]).toEqual(['600', '700']);
  expect(await readdir(dirname(path))).toEqual(['trust.json']);
});

test('names that every object has are names', async () => {
  const path = somewhere();
  const file = new TrustFile(path);
  for (const name of ['__proto__', 'constructor', 'toString']) {
    expect(await file.read(name, name)).toBeUndefined();
    await file.remember(name, name, { def: name });
  }
  for (const name of ['__proto__', 'constructor', 'toString'])
    expect(await new TrustFile(path).read(name, name)).toEqual({ def: name });
});

test('fifty that write at once lose nothing', async () => {
  const path = somewhere();
  const names = Array.from({ length: 50 }, (_, n) => `s${n}`);
  await Promise.all(names.map((name) => new TrustFile(path).remember('/p', name, { def: name })));
  expect((await new TrustFile(path).list()).map(({ server }) => server).toSorted()).toEqual(
    names.toSorted(),
  );
});

test('a lock that nobody holds any more is taken over', async () => {
  const path = somewhere();
  await mkdir(dirname(path), { recursive: true });
  // The number of a process that cannot be.
  await writeFile(`${path}.lock`, '4194305');
  await new TrustFile(path).remember('/p', 'one', { def: 'd' });
  await writeFile(`${path}.lock`, String(process.pid));
  const longAgo = new Date(Date.now() - 60_000);
  await utimes(`${path}.lock`, longAgo, longAgo);
  await new TrustFile(path).remember('/p', 'two', { def: 'd' });
  expect(await new TrustFile(path).list()).toHaveLength(2);
});

describe('a file that cannot be used', () => {
  const broken: readonly (readonly [string, string])[] = [
    ['{', 'is no JSON'],
    ['[]', 'holds no JSON object'],
    ['null', 'holds no JSON object'],
    ['{"mcp":[]}', 'has a member "mcp" that is no object'],
    ['{"mcp":"x"}', 'has a member "mcp" that is no object'],
  ];
  test.each(broken)('%s: says so, and is not written over', async (text, what) => {
    const path = somewhere();
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
    const file = new TrustFile(path);
    const acts = [
      () => file.read('/p', 'one'),
      () => file.remember('/p', 'one', entry),
      () => file.list(),
    ];
    for (const act of acts) {
      const error: unknown = await act().catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(TrustFileError);
      expect((error as Error).message).toContain(`${path} ${what}; mend it`);
    }
    expect(await readFile(path, 'utf8')).toBe(text);
  });

  test('an empty one, and entries that are none, are nothing', async () => {
    const path = somewhere();
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, ' \n');
    expect(await new TrustFile(path).list()).toEqual([]);
    await writeFile(
      path,
      '{"mcp":{"/p":{"a":1,"b":{"def":2},"c":{"def":"x","toolHashes":{"t":1}},"d":null},"/q":3}}',
    );
    expect(await new TrustFile(path).list()).toEqual([
      { root: '/p', server: 'c', entry: { def: 'x' } },
    ]);
  });

  test('a folder in its place', async () => {
    const path = somewhere();
    await mkdir(path, { recursive: true });
    await expect(new TrustFile(path).read('/p', 'a')).rejects.toThrow('cannot be read (EISDIR)');
    await expect(
      new TrustFile(join(path, 'x', 'y')).remember('/p', 'a', entry),
    ).resolves.toBeUndefined();
  });
});
