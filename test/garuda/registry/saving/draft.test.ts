import {
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readRegistry } from '../../../../src/garuda/registry/registry.ts';
import { draftChanges, saveDraft } from '../../../../src/garuda/registry/saving/draft.ts';
import type { RegistryChange } from '../../../../src/garuda/registry/saving/edit-text.ts';
import { proves } from '../../../support/proves.ts';

let folder = '';
let file = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'garuda-saving-'));
  file = join(folder, '.garuda/mcp.json');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function add(name: string, server: object = { command: 'x' }): RegistryChange {
  return { kind: 'add', name, server: { ...server } };
}

async function change(...changes: readonly RegistryChange[]): Promise<void> {
  await saveDraft(await draftChanges(file, changes));
}

async function put(text: string, path = file): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text, { mode: 0o644 });
}

async function modeOf(path: string): Promise<number> {
  return (await stat(path)).mode & 0o777;
}

describe('saving the servers of the user', () => {
  proves('A-10', 'makes a private file in a private folder, indented, in version 2', async () => {
    await change(add('a'));
    expect(await readFile(file, 'utf8')).toBe(
      '{\n  "version": 2,\n  "servers": {\n    "a": {\n      "command": "x"\n    }\n  }\n}\n',
    );
    expect([await modeOf(file), await modeOf(dirname(file))]).toEqual([0o600, 0o700]);
  });

  proves('A-10', 'saves a file of version 1, and one of no version, as version 2', async () => {
    for (const version of ['', '"version": 1,']) {
      await put(`{ ${version} "servers": { "b": { "command": "y" } } }`);
      await change(add('a'));
      const saved = JSON.parse(await readFile(file, 'utf8')) as object;
      expect(saved).toEqual({ version: 2, servers: { b: { command: 'y' }, a: { command: 'x' } } });
      expect(await modeOf(file)).toBe(0o600);
    }
  });

  proves('A-10', 'keeps comments', async () => {
    await put('{\n  // mine\n  "servers": {}\n}\n');
    await change(add('a'));
    expect(await readFile(file, 'utf8')).toContain('  // mine\n');
  });

  test('drafts and changes nothing', async () => {
    const { before, after } = await draftChanges(file, [add('a')]);
    expect(before).toBeUndefined();
    expect(after).toContain('"a"');
    expect(await readdir(folder)).toEqual([]);
  });

  test('replaces what a link leads to, and keeps the link', async () => {
    const real = join(folder, 'dotfiles/mcp.json');
    await put('{ "servers": {} }', real);
    await mkdir(dirname(file));
    await symlink('../dotfiles/mcp.json', file);
    await change(add('a'));
    expect((await lstat(file)).isSymbolicLink()).toBe(true);
    expect(await readFile(real, 'utf8')).toContain('"a"');
    expect(await readdir(dirname(real))).toEqual(['mcp.json']);
  });

  test('makes what a link leads to', async () => {
    await mkdir(dirname(file));
    await symlink('../dotfiles/mcp.json', file);
    await change(add('a'));
    expect(await readlink(file)).toBe('../dotfiles/mcp.json');
    expect(await readFile(join(folder, 'dotfiles/mcp.json'), 'utf8')).toContain('"a"');
  });

  test.each(['{ "servers": { "b": { "command": "y" } } }', undefined])(
    'loses no change that was made meanwhile',
    async (before) => {
      if (before !== undefined) await put(before);
      const draft = await draftChanges(file, [add('a')]);
      await put('{ "servers": { "c": { "command": "z" } } }');
      await expect(saveDraft(draft)).rejects.toMatchObject({ code: 'CHANGED' });
      expect(await readFile(file, 'utf8')).toBe('{ "servers": { "c": { "command": "z" } } }');
    },
  );

  test('lets one of many at the same time win, and tells the others', async () => {
    const names = Array.from({ length: 8 }, (_, at) => `s${at}`);
    const drafts = await Promise.all(names.map((name) => draftChanges(file, [add(name)])));
    const saved = await Promise.allSettled(drafts.map((draft) => saveDraft(draft)));
    expect(saved.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await readRegistry({ userFile: file })).servers).toHaveLength(1);
    expect(await readdir(dirname(file))).toEqual(['mcp.json']);
  });

  test('leaves nothing half done where it cannot write', async () => {
    await put('x', join(folder, 'plain'));
    file = join(folder, 'plain/mcp.json');
    await expect(change(add('a'))).rejects.toMatchObject({ code: 'MALFORMED' });
    expect(await readdir(folder)).toEqual(['plain']);
  });

  test.each([
    [
      [{ kind: 'remove', name: 'githbu' }],
      'there is no server "githbu" in your file; did you mean "github"?',
    ],
    [[{ kind: 'remove', name: 'x' }], 'there is no server "x" in your file'],
    [
      [add('github')],
      'there is a server "github" already; remove it first, or choose another name',
    ],
    [
      [add('a-b')],
      'servers.a-b: a name of a server is lower-case letters, digits and "_", at most 32; write "a_b"',
    ],
    [[add('a', { command: 'x y' })], 'servers.a.command: expected the name or path of a program'],
    [[add('a', { url: 'http://example.com' })], 'servers.a.url: http:// is only for localhost'],
    [[add('a'), add('a')], 'there is a server "a" already'],
  ] as const)('refuses %j', async (changes, words) => {
    const text = '{ "servers": { "github": { "command": "gh" } } }';
    await put(text);
    const refused = change(...(changes as readonly RegistryChange[]));
    await expect(refused).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: expect.stringContaining(words) as string,
    });
    expect(await readFile(file, 'utf8')).toBe(text);
  });

  test('changes no file that has faults', async () => {
    await put('{ "servers": { "a": { "comand": "x" } } }');
    await expect(change(add('b'))).rejects.toMatchObject({
      code: 'MALFORMED',
      message: expect.stringContaining(`${file}:1:23: servers.a.comand`) as string,
    });
  });
});
