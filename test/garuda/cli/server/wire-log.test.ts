import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { connect } from '../../../../src/index.ts';
import { replay } from '../../../../src/testing/index.ts';
import { proves } from '../../../support/proves.ts';
import { fixtureServer, runCommand } from '../run-command.ts';

// Each test starts processes, on machines that are busy with other tests.
vi.setConfig({ testTimeout: 60_000 });

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'garuda-log-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const secret = 'variable-S3cret-1';
const server = fixtureServer('odd-server');
const call = ['call', 'types', 'text=hi', '--env', `SECRET=${secret}`];

proves(
  'A-16',
  'a session is recorded for its owner, without secrets, and can be played',
  async () => {
    const file = join(folder, 'session.jsonl');
    const { exitCode, stdout } = await runCommand([...call, '--wire-log', file, ...server]);
    expect(exitCode).toBe(0);
    expect(stdout).toContain('{"text":"hi"}');
    const { mode } = await stat(file);
    expect(mode & 0o777).toBe(0o600);
    const log = await readFile(file, 'utf8');
    expect(log).toContain('"SECRET"');
    expect(log).not.toContain(secret);
    expect(log.trimEnd().split('\n').at(-1)).toContain('"event":"closed"');
    await using client = await connect(replay(log), { name: 'tester', version: '1.0.0' });
    expect(client.server.era).toBe('legacy');
  },
);

test('a file that is there stays as it is, and no server is started', async () => {
  const file = join(folder, 'there.jsonl');
  await writeFile(file, 'mine');
  const log = join(folder, 'server.log');
  const { exitCode, stderr } = await runCommand([
    ...call,
    '--wire-log',
    file,
    ...server,
    '--log',
    log,
  ]);
  expect(stderr).toContain(`--wire-log "${file}": the file is there already; name a new one`);
  expect(exitCode).toBe(2);
  expect(await readFile(file, 'utf8')).toBe('mine');
  expect(await readdir(folder)).not.toContain('server.log');
});

test('a folder that is not there is said to be none', async () => {
  const file = join(folder, 'nowhere', 'a.jsonl');
  const { exitCode, stderr } = await runCommand([...call, '--wire-log', file, ...server]);
  expect(stderr).toContain(`--wire-log "${file}": there is no such folder`);
  expect(exitCode).toBe(2);
});
