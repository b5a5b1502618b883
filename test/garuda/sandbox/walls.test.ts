import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { findSandbox } from '../../../src/garuda/sandbox/index.ts';
import { proves } from '../../support/proves.ts';
import type { Client } from '../../../src/client/index.ts';
import { does, fixture, Walled } from './walled.ts';

vi.setConfig({ testTimeout: 60_000 });

test('there is a sandbox here: apt-get install bubblewrap, and a kernel that lets it make namespaces', async () => {
  expect(await findSandbox(process.platform, process.env)).toMatchObject({ kind: 'bubblewrap' });
});

const text = (value: string): string => JSON.stringify(value);

describe('what can be written', () => {
  proves('G-12', 'the project and temporary folders of its own, and nothing else', async () => {
    await using walled = await Walled.open();
    await using client = await walled.start();
    const write = (path: string): ReturnType<typeof does> =>
      does(client, `fs.writeFileSync(${text(path)}, 'x')`);
    expect(await write(join(walled.root, 'inside'))).toEqual({ value: null });
    expect(await readFile(join(walled.root, 'inside'), 'utf8')).toBe('x');
    for (const path of ['/tmp/garuda-walled', '/var/tmp/garuda-walled']) {
      expect(await write(path)).toEqual({ value: null });
      expect(existsSync(path)).toBe(false);
    }
    const outside = [
      join(walled.folder, 'outside'),
      join(walled.home, 'x'),
      '/garuda-walled',
      '/etc/garuda-walled',
      '/usr/local/garuda-walled',
      '/var/garuda-walled',
      '/run/garuda-walled',
      '/proc/self/root/etc/garuda-walled',
      `${walled.root}/../outside`,
    ];
    for (const path of outside) {
      expect([path, await write(path)]).toEqual([
        path,
        { code: expect.stringMatching(/EROFS|EACCES|ENOENT|EPERM/) },
      ]);
      expect(existsSync(path.replace('/proc/self/root', ''))).toBe(false);
    }
  });

  proves('G-12', 'no way leads around: a link, a rename, another name, a mount', async () => {
    await using walled = await Walled.open();
    const outside = join(walled.folder, 'outside');
    await mkdir(outside);
    await writeFile(join(outside, 'file'), 'old');
    await using client = await walled.start();
    const inside = (name: string): string => text(join(walled.root, name));
    const ways = [
      `fs.symlinkSync(${text(outside)}, ${inside('link')}); fs.writeFileSync(${inside('link/new')}, 'x')`,
      `fs.symlinkSync(${text(join(outside, 'file'))}, ${inside('flink')}); fs.writeFileSync(${inside('flink')}, 'x')`,
      `fs.linkSync(${text(join(outside, 'file'))}, ${inside('hard')}); fs.writeFileSync(${inside('hard')}, 'x')`,
      `fs.renameSync(${text(join(outside, 'file'))}, ${inside('moved')})`,
      `fs.writeFileSync(${inside('mine')}, 'x'); fs.renameSync(${inside('mine')}, ${text(join(outside, 'file'))})`,
      `fs.rmSync(${text(join(outside, 'file'))})`,
      `fs.chmodSync(${text(join(outside, 'file'))}, 0o777)`,
      `childProcess.execFileSync('mount', ['-o', 'remount,rw', '/'], { stdio: 'ignore' })`,
      `childProcess.execFileSync('unshare', ['-m', 'umount', '/run'], { stdio: 'ignore' })`,
    ];
    for (const way of ways) expect(await does(client, way)).toHaveProperty('code');
    expect(await readdir(outside)).toEqual(['file']);
    expect(await readFile(join(outside, 'file'), 'utf8')).toBe('old');
  });

  proves('G-12', 'what the server was granted too', async () => {
    await using walled = await Walled.open();
    const cache = join(walled.home, '.npm');
    await mkdir(cache);
    await using client = await walled.start({ writePaths: [cache] });
    expect(await does(client, `fs.writeFileSync(${text(join(cache, 'x'))}, 'x')`)).toEqual({
      value: null,
    });
    expect(
      await does(client, `fs.writeFileSync(${text(join(walled.home, 'x'))}, 'x')`),
    ).toHaveProperty('code');
    expect(await readdir(walled.home)).toEqual(['.garuda', '.npm']);
  });

  const refused: readonly (readonly [string, string])[] = [
    ['/', 'is the whole file system'],
    ['/no/such/folder', 'does not exist: make it'],
    ['.garuda', 'is in .garuda or .git/hooks'],
    ['.git/hooks', 'is in .garuda or .git/hooks'],
  ];
  for (const [path, words] of refused) {
    proves('G-12', `the grant of ${path} is refused, with a reason`, async () => {
      await using walled = await Walled.open();
      await mkdir(join(walled.root, '.garuda'));
      await mkdir(join(walled.root, '.git', 'hooks'), { recursive: true });
      await expect(walled.start({ writePaths: [path] })).rejects.toThrow(words);
    });
  }
});

describe('what would run something later', () => {
  const attacks = (root: string): readonly string[] => {
    const at = (name: string): string => text(join(root, name));
    return [
      `fs.writeFileSync(${at('.garuda/mcp.json')}, '{}')`,
      // As root of namespaces of its own.
      `childProcess.execFileSync('unshare', ['-Urm', 'sh', '-c', 'umount ' + ${at('.garuda')} + '; mount -o remount,rw,bind ' + ${at('.garuda')} + '; touch ' + ${at('.garuda/x')}], { stdio: 'ignore' })`,
      `fs.renameSync(${at('.garuda')}, ${at('.garuda2')})`,
      `fs.rmSync(${at('.garuda')}, { recursive: true, force: true }); fs.mkdirSync(${at('.garuda')})`,
      `fs.symlinkSync('.garuda', ${at('g')}); fs.writeFileSync(${at('g/mcp.json')}, '{}')`,
      `fs.writeFileSync(${at('.git/hooks/pre-commit')}, 'evil')`,
      `fs.symlinkSync('.git/hooks', ${at('h')}); fs.writeFileSync(${at('h/pre-commit')}, 'evil')`,
      `fs.renameSync(${at('.git/hooks')}, ${at('hooks2')})`,
      `fs.renameSync(${at('.git')}, ${at('.git2')})`,
      `fs.writeFileSync(${at('.git/config')}, '[core]hooksPath=x')`,
      `fs.rmSync(${at('.git/config')}); fs.writeFileSync(${at('.git/config')}, 'x')`,
      `fs.linkSync(${at('.git/config')}, ${at('c')}); fs.writeFileSync(${at('c')}, 'x')`,
    ];
  };

  proves('G-12', 'is out of reach in a repository', async () => {
    await using walled = await Walled.open();
    const { root } = walled;
    await mkdir(join(root, '.garuda'));
    await writeFile(join(root, '.garuda', 'mcp.json'), 'mine');
    await mkdir(join(root, '.git', 'hooks'), { recursive: true });
    await writeFile(join(root, '.git', 'config'), 'mine');
    await using client = await walled.start();
    for (const attack of attacks(root))
      expect([attack, await does(client, attack)]).toEqual([attack, { code: expect.any(String) }]);
    // What git itself writes is written.
    expect(
      await does(client, `fs.writeFileSync(${text(join(root, '.git', 'index'))}, 'x')`),
    ).toEqual({ value: null });
    await client.close();
    expect(await readFile(join(root, '.garuda', 'mcp.json'), 'utf8')).toBe('mine');
    expect(await readFile(join(root, '.git', 'config'), 'utf8')).toBe('mine');
    expect(await readdir(join(root, '.git', 'hooks'))).toEqual([]);
    expect((await readdir(root)).filter((name) => !/^[gh]$/.test(name))).toEqual([
      '.garuda',
      '.git',
    ]);
  });

  proves(
    'G-12',
    'and cannot be made where it is not, and nothing is left of what was put in its place',
    async () => {
      await using walled = await Walled.open();
      const { root } = walled;
      await using client = await walled.start();
      const more = [`fs.mkdirSync(${text(join(root, '.git', 'hooks'))}, { recursive: true })`];
      for (const attack of [...attacks(root), ...more])
        expect([attack, await does(client, attack)]).toEqual([
          attack,
          { code: expect.any(String) },
        ]);
      await client.close();
      expect((await readdir(root)).filter((name) => !/^[gh]$/.test(name))).toEqual([]);
    },
  );

  proves('G-12', 'a repository whose hooks are a link is not written at all', async () => {
    await using walled = await Walled.open();
    const { root } = walled;
    await mkdir(join(root, '.git'));
    await writeFile(join(root, '.git', 'config'), 'mine');
    await symlink('../hooks', join(root, '.git', 'hooks'));
    await using client = await walled.start();
    expect(await does(client, `fs.rmSync(${text(join(root, '.git', 'hooks'))})`)).toHaveProperty(
      'code',
    );
    expect(
      await does(client, `fs.renameSync(${text(join(root, '.git'))}, ${text(join(root, 'x'))})`),
    ).toHaveProperty('code');
  });

  proves('G-12', 'a worktree keeps the file that names its repository', async () => {
    await using walled = await Walled.open();
    const git = join(walled.root, '.git');
    await writeFile(git, 'gitdir: /elsewhere');
    await using client = await walled.start();
    expect(await does(client, `fs.rmSync(${text(git)})`)).toHaveProperty('code');
    expect(await does(client, `fs.writeFileSync(${text(git)}, 'gitdir: /evil')`)).toHaveProperty(
      'code',
    );
  });

  for (const name of ['.garuda', '.git']) {
    proves('G-12', `${name} as a link is refused: it cannot be protected`, async () => {
      await using walled = await Walled.open();
      await symlink('elsewhere', join(walled.root, name));
      await expect(walled.start()).rejects.toThrow('is a symbolic link, which cannot be protected');
    });
  }
});

describe('what can be read', () => {
  proves(
    'G-12',
    'nothing of the home folder but tools, the project, and what it was granted',
    async () => {
      await using walled = await Walled.open();
      const { home } = walled;
      for (const path of ['.ssh', '.aws', '.config/gh', 'Documents', '.nvm/bin', '.local/bin'])
        await mkdir(join(home, path), { recursive: true });
      for (const path of [
        '.ssh/id',
        '.aws/credentials',
        '.config/gh/hosts.yml',
        '.netrc',
        'Documents/d',
        '.nvm/bin/node',
        '.garuda/mcp-auth.json',
      ])
        await writeFile(join(home, path), 'secret');
      await using client = await walled.start();
      const seen = await does(client, `return fs.readdirSync(${text(home)}).sort()`);
      expect(seen).toEqual({ value: ['.garuda', '.local', '.nvm'] });
      expect(await does(client, `return fs.readdirSync(${text(join(home, '.garuda'))})`)).toEqual({
        value: [],
      });
      expect(
        await does(client, `return fs.readFileSync(${text(join(home, '.nvm/bin/node'))}, 'utf8')`),
      ).toEqual({ value: 'secret' });
      await using granted = await walled.start({ writePaths: ['~/.ssh'] }, { env: { HOME: home } });
      expect(
        await does(granted, `return fs.readFileSync(${text(join(home, '.ssh/id'))}, 'utf8')`),
      ).toEqual({ value: 'secret' });
    },
  );

  proves(
    'G-12',
    'what a server is made of, and what its user tells it to use, but no secret',
    async () => {
      await using walled = await Walled.open();
      const { home } = walled;
      for (const path of ['Documents', '.ssh', 'srv/node_modules/dep'])
        await mkdir(join(home, path), { recursive: true });
      for (const path of ['Documents/d', '.ssh/id', 'srv/node_modules/dep/index.js', 'srv/data'])
        await writeFile(join(home, path), 'content');
      await copyFile(fixture, join(home, 'srv', 'server.mjs'));
      const args = [join(home, 'srv/server.mjs'), join(home, 'Documents'), join(home, '.ssh')];
      await using mine = await walled.start({ scope: 'user', args });
      const read = (client: Client, path: string): ReturnType<typeof does> =>
        does(client, `return fs.readFileSync(${text(join(home, path))}, 'utf8')`);
      for (const path of ['Documents/d', 'srv/node_modules/dep/index.js', 'srv/data'])
        expect([path, await read(mine, path)]).toEqual([path, { value: 'content' }]);
      expect(await read(mine, '.ssh/id')).toEqual({ code: 'ENOENT' });
      await copyFile(fixture, join(walled.root, 'server.mjs'));
      await using theirs = await walled.start({
        scope: 'project',
        args: ['server.mjs', join(home, 'Documents')],
      });
      expect(await read(theirs, 'Documents/d')).toEqual({ code: 'ENOENT' });
    },
  );

  proves('G-12', 'no secret where the home folder itself is the project', async () => {
    await using walled = await Walled.open();
    const { home } = walled;
    await mkdir(join(home, '.ssh'));
    for (const path of ['.ssh/id', '.netrc', '.garuda/mcp-auth.json', 'open'])
      await writeFile(join(home, path), 'secret');
    await using client = await walled.start({}, { projectRoot: home });
    const read = (path: string): ReturnType<typeof does> =>
      does(client, `return fs.readFileSync(${text(join(home, path))}, 'utf8')`);
    expect(await read('open')).toEqual({ value: 'secret' });
    expect(await read('.netrc')).toEqual({ code: 'EACCES' });
    for (const path of ['.ssh/id', '.garuda/mcp-auth.json'])
      expect(await read(path)).toEqual({ code: 'ENOENT' });
  });

  proves('G-12', 'no other process, and no variable that was not given', async () => {
    await using walled = await Walled.open();
    process.env['GARUDA_TEST_SECRET'] = 'secret';
    try {
      await using client = await walled.start({}, { env: { HOME: walled.home, GIVEN: 'yes' } });
      const pids = await does(
        client,
        `return fs.readdirSync('/proc').filter((name) => /^\\d+$/.test(name)).length`,
      );
      expect((pids as { value: number }).value).toBeLessThan(4);
      expect(await does(client, `process.kill(${process.pid}, 0)`)).toEqual({ code: 'ESRCH' });
      const names = await does(client, `return Object.keys(process.env).sort()`);
      const { value } = names as { value: string[] };
      expect(value).toContain('GIVEN');
      expect(value).toContain('PATH');
      for (const name of ['GARUDA_TEST_SECRET', 'DISPLAY', 'SSH_AUTH_SOCK', 'XDG_RUNTIME_DIR'])
        expect(value).not.toContain(name);
    } finally {
      delete process.env['GARUDA_TEST_SECRET'];
    }
  });
});

describe('the network', () => {
  const dial = (port: number): string =>
    `await new Promise((resolve, reject) => net.connect(${port}, '127.0.0.1', resolve).on('error', reject))`;

  for (const network of [false, true]) {
    proves('G-12', `is ${network ? 'there where it was granted' : 'not there'}`, async () => {
      await using walled = await Walled.open();
      const listener = createServer((socket) => socket.end()).listen(0, '127.0.0.1');
      await once(listener, 'listening');
      const { port } = listener.address() as { port: number };
      await using client = await walled.start({ network });
      const outcome = await does(client, dial(port));
      if (network) expect(outcome).toEqual({ value: null });
      else expect(outcome).toHaveProperty('code');
      listener.close();
    });
  }
});
