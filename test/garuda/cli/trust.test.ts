import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { run } from '../../../src/garuda/cli/run.ts';
import { TrustFile } from '../../../src/garuda/trust/index.ts';
import { proves } from '../../support/proves.ts';
import { MemoryTerminal } from './memory-terminal.ts';

let folder = '';
let file = '';
let birds = '';
let trust: TrustFile;
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'garuda-trust-')));
  file = join(folder, 'home/trust.json');
  birds = join(folder, 'birds');
  await mkdir(join(birds, '.git'), { recursive: true });
  await mkdir(join(birds, 'sub'));
  trust = new TrustFile(file);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const def = '0123456789abcdef'.repeat(4);

interface Said {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the command in a subfolder of a project. */
async function garuda(line: string): Promise<Said> {
  const environment = { GARUDA_HOME: join(folder, 'home') };
  const terminal = new MemoryTerminal(undefined, { environment, folder: join(birds, 'sub') });
  const exitCode = await run(line.split(' '), terminal);
  return { exitCode, stdout: terminal.stdout.text, stderr: terminal.stderr.text };
}

describe('trust list', () => {
  proves('G-11', 'shows each agreement, and whose it is', async () => {
    await trust.remember(birds, 'nest', { def, tools: 'x', toolHashes: { a: '1:2', b: '3:4' } });
    await trust.remember('user', 'mine', { def });
    const { exitCode, stdout } = await garuda('trust');
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/nest +\S*birds +2 +0123456789ab\n/);
    expect(stdout).toMatch(/mine +\(your own list\) +0123456789ab\n/);
    const { agreements } = JSON.parse((await garuda('trust list --json')).stdout) as {
      agreements: unknown;
    };
    expect(agreements).toEqual([
      { server: 'nest', project: birds, def, tools: 'x', toolHashes: { a: '1:2', b: '3:4' } },
      { server: 'mine', project: null, def },
    ]);
  });

  test('says where there is none, and cleans what somebody else wrote', async () => {
    const none = await garuda('trust list');
    expect(none).toMatchObject({ exitCode: 0, stdout: '' });
    expect(none.stderr).toContain('agreed to nothing yet');
    await trust.remember('/p\u001b[2J', 'a\nb', { def: '\u001b[31m' });
    const { stdout } = await garuda('trust list');
    expect(stdout).not.toContain('\u001b');
    expect(stdout.split('\n')).toHaveLength(3);
  });
});

describe('trust revoke', () => {
  proves('G-11', 'takes back what was agreed to here, and nothing else', async () => {
    await mkdir(join(folder, 'home'), { recursive: true });
    await writeFile(file, JSON.stringify({ hooks: { kept: true } }));
    for (const root of [birds, 'user', '/other']) await trust.remember(root, 'nest', { def });
    await trust.remember(birds, '__proto__', { def });
    expect(await garuda('trust revoke nest')).toMatchObject({ exitCode: 0 });
    expect((await trust.list()).map(({ root, server }) => [root, server])).toEqual([
      ['/other', 'nest'],
      [birds, '__proto__'],
    ]);
    expect(await garuda('trust revoke __proto__')).toMatchObject({ exitCode: 0 });
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ hooks: { kept: true } });
  });

  proves('G-11', 'of another project, that is gone, wants its name', async () => {
    await trust.remember('/gone', 'nest', { def });
    const here = await garuda('trust revoke nest');
    expect(here).toMatchObject({ exitCode: 2 });
    expect(here.stderr).toContain('in "/gone" there is: name it with --project');
    const there = await garuda('trust revoke nest --project /gone --json');
    expect(JSON.parse(there.stdout)).toEqual({ revoked: 'nest', projects: ['/gone'] });
    expect(await trust.list()).toEqual([]);
  });

  test.each([
    ['trust revoke', 'SERVER is missing'],
    ['trust revoke nest', 'nothing was agreed to about "nest"'],
    ['trust revoke a b', '"b" is one too many'],
    ['trust list a', '"a" is one too many'],
    ['trust list --project /p', '--project is not for trust list'],
    ['trust revok', 'did you mean revoke?'],
    ['trust list -- a', 'takes no command'],
    ['trust list --yes', '--yes is not for trust'],
  ])('%s: %s', async (line, words) => {
    const { exitCode, stderr } = await garuda(line);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(words);
  });

  test('a file that is broken is not written over', async () => {
    await mkdir(join(folder, 'home'), { recursive: true });
    await writeFile(file, '{ "mcp": ');
    const { exitCode, stderr } = await garuda('trust revoke nest');
    expect(exitCode).toBe(1);
    expect(stderr).toContain('mend it, or move it away');
    expect(await readFile(file, 'utf8')).toBe('{ "mcp": ');
  });
});
