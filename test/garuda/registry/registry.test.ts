import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { RegistryError } from '../../../src/garuda/registry/fault.ts';
import {
  readRegistry,
  serversOf,
  userRegistryFile,
  type Registry,
} from '../../../src/garuda/registry/registry.ts';
import { proves } from '../../support/proves.ts';

let folder = '';
let userFile = '';
let projectRoot = '';
let projectFile = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'garuda-registry-'));
  userFile = join(folder, 'home/.garuda/mcp.json');
  projectRoot = join(folder, 'birds');
  projectFile = join(projectRoot, '.garuda/mcp.json');
  await mkdir(projectRoot, { recursive: true });
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function put(path: string, content: object | string | Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const isRaw = typeof content === 'string' || content instanceof Uint8Array;
  await writeFile(path, isRaw ? content : JSON.stringify(content));
}

function read(): Promise<Registry> {
  return readRegistry({ userFile, projectRoot });
}

async function faultsOf(reading: Promise<unknown>): Promise<readonly string[]> {
  const error = await reading.then(
    () => undefined,
    (caught: unknown) => caught,
  );
  expect(error).toBeInstanceOf(RegistryError);
  expect(error).toMatchObject({ code: 'MALFORMED' });
  return (error as RegistryError).message.split('\n');
}

const x = { command: 'x' };

describe('the two files', () => {
  proves(['G-01', 'A-10'], 'none of them is an empty registry', async () => {
    expect(await read()).toEqual({
      servers: [],
      notices: [],
      profiles: {},
      activeProfile: 'default',
    });
  });

  proves('G-01', "give the user's servers, then the project's, each with its file", async () => {
    await put(userFile, { servers: { b: x, a: x } });
    await put(projectFile, { servers: { c: { command: './serve', cwd: 'tools' } } });
    const { servers } = await read();
    expect(servers.map(({ name, scope, file }) => [name, scope, file])).toEqual([
      ['b', 'user', userFile],
      ['a', 'user', userFile],
      ['c', 'project', projectFile],
    ]);
    expect(servers[2]).toMatchObject({ cwd: join(projectRoot, 'tools') });
  });

  proves('G-01', 'are told of together', async () => {
    await put(userFile, '{ "servers": { "a": { "comand": "x" } } }');
    await put(
      projectFile,
      '{\n  "servers": { "b": { "command": "x", "trust": { "class": "trusted_local" } } }\n}',
    );
    expect(await faultsOf(read())).toEqual([
      `${userFile}:1:23: servers.a.comand: a server has no such key; did you mean "command"?`,
      `${projectFile}:2:39: servers.b.trust: a project's file may not have this key; put the server into your own file, ~/.garuda/mcp.json`,
    ]);
  });

  proves('G-04', "keep the user's server where both have the name, with a notice", async () => {
    await put(userFile, { servers: { github: { command: 'mine' } } });
    await put(projectFile, { servers: { github: { command: 'theirs' }, other: x } });
    const { servers, notices } = await read();
    expect(servers).toMatchObject([{ name: 'github', command: 'mine' }, { name: 'other' }]);
    expect(notices).toEqual([
      `${projectFile}: the server "github" is ignored, since your own file has one of that name`,
    ]);
  });

  proves('G-04', "keep it also where the user's one is switched off", async () => {
    await put(userFile, { servers: { github: { command: 'mine', enabled: false } } });
    await put(projectFile, { servers: { github: { command: 'theirs' } } });
    expect((await read()).servers).toMatchObject([{ command: 'mine', enabled: false }]);
  });

  test('are one file where the home folder is the project', async () => {
    await put(projectFile, {
      servers: { a: { url: 'https://example.com', headers: { 'X-A': 'b' } } },
    });
    const { servers, notices } = await readRegistry({ userFile: projectFile, projectRoot });
    expect(servers).toMatchObject([{ name: 'a', scope: 'user' }]);
    expect(notices).toEqual([]);
  });

  test("are the user's alone in the home folder, wherever their file is", async () => {
    const home = process.env['HOME'];
    process.env['HOME'] = projectRoot;
    try {
      await put(projectFile, { servers: { old: { command: 'x', sandbox: 'off' } } });
      expect((await read()).servers).toEqual([]);
    } finally {
      process.env['HOME'] = home;
    }
  });

  proves('G-01', 'are found where the environment says', () => {
    expect(userRegistryFile({})).toBe(join(homedir(), '.garuda/mcp.json'));
    expect(userRegistryFile({ GARUDA_HOME: '/g' })).toBe('/g/mcp.json');
    expect(userRegistryFile({ GARUDA_HOME: '/g', GARUDA_MCP_CONFIG: '/c/servers.json' })).toBe(
      '/c/servers.json',
    );
    expect(userRegistryFile({ GARUDA_MCP_CONFIG: 'servers.json' })).toBe(resolve('servers.json'));
    expect(userRegistryFile({ GARUDA_MCP_CONFIG: '' })).toBe(join(homedir(), '.garuda/mcp.json'));
  });
});

describe("a project's file has no more than it may", () => {
  const usersKeys = {
    trust: { class: 'trusted_local' },
    runtime: { kind: 'local' },
    sandbox: 'off',
  };
  const remoteKeys = { headers: {}, bearerEnv: 'TOKEN', auth: {} };
  for (const [key, value] of Object.entries(usersKeys)) {
    proves('G-01', key, async () => {
      await put(projectFile, { servers: { a: { command: 'x', [key]: value } } });
      expect((await faultsOf(read()))[0]).toContain(
        `servers.a.${key}: a project's file may not have this key; put the server into your own file`,
      );
    });
  }
  for (const [key, value] of Object.entries(remoteKeys)) {
    proves(['G-01', 'H-17'], key, async () => {
      await put(projectFile, { servers: { a: { url: 'https://example.com', [key]: value } } });
      expect((await faultsOf(read()))[0]).toContain(
        `servers.a.${key}: a project's file may not have this key; put the server into your own file`,
      );
    });
  }
  for (const [key, value] of Object.entries({ profiles: {}, activeProfile: 'x' })) {
    proves('G-01', key, async () => {
      await put(projectFile, { servers: {}, [key]: value });
      expect(await faultsOf(read())).toEqual([
        expect.stringContaining(`${key}: a project's file may not have this key`),
      ]);
    });
  }

  test('all that it may have', async () => {
    const local = {
      type: 'stdio',
      command: 'x',
      args: [],
      env: {},
      network: true,
      writePaths: [],
      timeoutMs: 5000,
      enabled: true,
      cwd: '.',
      source: 'x',
    };
    const remote = {
      type: 'http',
      url: 'https://example.com',
      timeoutMs: 5000,
      enabled: true,
      source: 'x',
    };
    await put(projectFile, { version: 2, servers: { local, remote } });
    expect((await read()).servers).toMatchObject([
      { cwd: projectRoot },
      { url: 'https://example.com' },
    ]);
  });

  test.each(['..', '../x', 'a/../../x', '/x', '~/x', '~'])(
    'no folder that leads out: %s',
    async (cwd) => {
      await put(projectFile, { servers: { a: { command: 'x', cwd } } });
      expect((await faultsOf(read()))[0]).toContain(
        'servers.a.cwd: expected a folder of the project',
      );
    },
  );

  test('a host of a network of its own is told', async () => {
    await put(projectFile, { servers: { a: { url: 'https://db.internal/mcp' } } });
    expect((await read()).notices).toEqual([
      expect.stringContaining('servers.a.url: the host is one of a network of its own'),
    ]);
  });
});

describe('a file that cannot be read', () => {
  const cases: readonly (readonly [string, string | Uint8Array, string])[] = [
    [
      'a byte order mark',
      Uint8Array.of(0xef, 0xbb, 0xbf, 0x7b, 0x7d),
      ':1:1: the file begins with a byte order mark; save it as UTF-8 without one',
    ],
    ['UTF-16', Uint8Array.of(0xff, 0xfe, 0x7b, 0), ':1:1: the file is UTF-16; save it as UTF-8'],
    [
      'bytes that are no UTF-8',
      Buffer.from('{\n"a": "\u00fc"}', 'latin1'),
      ':2:1: this line is not UTF-8; save the file as UTF-8',
    ],
    ['too much', ' '.repeat(1024 * 1024 + 1), ': expected at most 1048576 bytes, got more'],
  ];
  test.each(cases)('%s', async (_why, content, words) => {
    await put(userFile, content);
    expect(await faultsOf(read())).toEqual([`${userFile}${words}`]);
  });

  test('a folder', async () => {
    await mkdir(userFile, { recursive: true });
    expect(await faultsOf(read())).toEqual([
      expect.stringContaining('expected a file, got a folder or a device'),
    ]);
  });

  test('a pipe in a project, which nobody ever writes to', async () => {
    await mkdir(dirname(projectFile), { recursive: true });
    execFileSync('mkfifo', [projectFile]);
    expect(await faultsOf(read())).toEqual([
      expect.stringContaining('expected a file, got a folder or a device'),
    ]);
  });

  test('a link out of the project', async () => {
    await put(join(folder, 'elsewhere.json'), { servers: {} });
    await mkdir(dirname(projectFile), { recursive: true });
    await symlink(join(folder, 'elsewhere.json'), projectFile);
    expect(await faultsOf(read())).toEqual([
      `${projectFile}: a link leads out of the project's root; put the file itself there`,
    ]);
  });

  test('a linked folder out of the project', async () => {
    await put(join(folder, 'elsewhere/mcp.json'), { servers: {} });
    await symlink(join(folder, 'elsewhere'), dirname(projectFile));
    expect(await faultsOf(read())).toEqual([
      expect.stringContaining("a link leads out of the project's root"),
    ]);
  });

  test('a link within the project is no fault', async () => {
    await put(join(projectRoot, 'servers.json'), { servers: { a: x } });
    await mkdir(dirname(projectFile), { recursive: true });
    await symlink('../servers.json', projectFile);
    expect((await read()).servers).toMatchObject([{ name: 'a', file: projectFile }]);
  });

  test('a link in a circle', async () => {
    await mkdir(dirname(userFile), { recursive: true });
    await symlink('mcp.json', userFile);
    expect(await faultsOf(read())).toEqual([
      `${userFile}: the file cannot be read (ELOOP); its links lead in a circle`,
    ]);
  });
});

describe('profiles', () => {
  const servers = { c: x, a: x, b: { command: 'x', enabled: false } };
  const names = (registry: Registry, profile?: string): readonly string[] =>
    serversOf(registry, profile).map(({ name }) => name);

  proves('A-12', 'name their servers, which come sorted and once', async () => {
    await put(userFile, { servers, profiles: { work: ['c', 'a', 'c'] }, activeProfile: 'work' });
    const registry = await read();
    expect(registry.profiles).toEqual({ work: ['a', 'c'] });
    expect(names(registry, 'work')).toEqual(['a', 'c']);
  });

  proves('A-12', 'the active one is the default', async () => {
    await put(userFile, { servers, profiles: { work: ['c'], home: ['a'] }, activeProfile: 'work' });
    expect(names(await read())).toEqual(['c']);
  });

  proves(
    ['A-10', 'A-12'],
    'the active one is called default where the file names none',
    async () => {
      await put(userFile, { servers, profiles: { default: ['a'] } });
      const registry = await read();
      expect(registry.activeProfile).toBe('default');
      expect(names(registry)).toEqual(['a']);
    },
  );

  for (const profile of ['default', 'nowhere', 'constructor', '__proto__']) {
    proves(
      ['A-12', 'A-11'],
      `one that is not defined means all that are enabled: ${profile}`,
      async () => {
        await put(userFile, { servers, profiles: { work: ['c'] } });
        expect(names(await read(), profile)).toEqual(['a', 'c']);
      },
    );
  }

  proves('A-12', 'an empty one has none', async () => {
    await put(userFile, { servers, profiles: { none: [] } });
    expect(names(await read(), 'none')).toEqual([]);
  });

  proves('A-12', 'a server that is switched off stays so in every profile', async () => {
    await put(userFile, { servers, profiles: { work: ['a', 'b'] } });
    expect(names(await read(), 'work')).toEqual(['a']);
  });

  proves('A-12', "a project's servers are among them", async () => {
    await put(userFile, { servers, profiles: { work: ['c', 'theirs'] } });
    await put(projectFile, { servers: { theirs: x, others: x } });
    expect(names(await read(), 'work')).toEqual(['c', 'theirs']);
  });

  test('an active one that nobody defined is told', async () => {
    await put(userFile, { servers, activeProfile: 'nowhere' });
    const registry = await read();
    expect(registry.notices).toEqual([
      expect.stringContaining('there is no profile "nowhere", so all enabled servers are meant'),
    ]);
    expect(names(registry)).toEqual(['a', 'c']);
  });
});
