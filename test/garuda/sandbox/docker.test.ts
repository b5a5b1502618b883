import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeEach, describe, expect, vi } from 'vitest';
import type { Client } from '../../../src/client/index.ts';
import type { LocalServer } from '../../../src/garuda/registry/index.ts';
import { eventually } from '../../support/eventually.ts';
import { failureOf } from '../../support/connected.ts';
import { proves } from '../../support/proves.ts';
import { does, fixture, Walled } from './walled.ts';

vi.setConfig({ testTimeout: 60_000 });

const standIn = fileURLToPath(new URL('../../fixtures/garuda/docker', import.meta.url));
const folders: string[] = [];
let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'garuda-docker-'));
  folders.push(folder);
});
afterAll(() => Promise.all(folders.map((each) => rm(each, { recursive: true, force: true }))));

function start(walled: Walled, command: readonly string[]): Promise<Client> {
  return startIn(walled, {
    kind: 'docker',
    image: 'image',
    command,
    mounts: [],
    network: undefined,
    cpus: undefined,
    memory: undefined,
  });
}

async function startIn(walled: Walled, runtime: LocalServer['runtime']): Promise<Client> {
  const env = {
    PATH: [standIn, process.env['PATH']].join(delimiter),
    STAND_IN_FOLDER: folder,
    STAND_IN_GATEWAY: fixture,
    GIVEN: 'a value that is secret',
  };
  return await walled.start({ command: '', args: [], runtime }, { env });
}

/** What the stand-in was told, call by call. */
async function told(): Promise<readonly (readonly string[])[]> {
  const lines = (await readFile(join(folder, 'told'), 'utf8')).trim().split('\n');
  return lines.map((line) => JSON.parse(line) as string[]);
}

async function container(): Promise<number> {
  const [run = []] = await told();
  return Number(await readFile(join(folder, `${run[run.indexOf('--name') + 1]}.pid`), 'utf8'));
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe('a server in a container', () => {
  proves('A-14', 'is started with its variables by name, and ends with its input', async () => {
    await using walled = await Walled.open();
    const client = await start(walled, [process.execPath, fixture]);
    expect(await does(client, 'return process.env.GIVEN')).toEqual({
      value: 'a value that is secret',
    });
    const [run = []] = await told();
    expect(run.slice(0, 4)).toEqual(['run', '--rm', '--interactive', '--init']);
    expect(run.join(' ')).toContain('--network none');
    expect(run.join(' ')).toContain('--env GIVEN');
    expect(run.join(' ')).not.toContain('secret');
    const pid = await container();
    await client.close();
    await eventually(() => isAlive(pid)).toBe(false);
  });

  const stays = 'setInterval(() => {}, 1000);';

  proves('A-14', 'that does not end with its input is told to, and then removed', async () => {
    await using walled = await Walled.open();
    const client = await start(walled, [process.execPath, fixture]);
    await does(client, `process.on('SIGTERM', () => {}); ${stays}`);
    const pid = await container();
    await client.close();
    await eventually(() => isAlive(pid)).toBe(false);
    const [run = [], ...stops] = await told();
    const name = run[run.indexOf('--name') + 1] ?? '';
    expect(stops).toEqual([
      ['kill', '--signal', 'TERM', name],
      ['rm', '--force', name],
    ]);
  });

  proves('A-14', 'whose client is killed is removed', async () => {
    await using walled = await Walled.open();
    const client = await start(walled, [process.execPath, fixture]);
    await does(
      client,
      `process.stdin.on('end', () => {}); process.on('SIGTERM', () => {}); ${stays}`,
    );
    const pid = await container();
    const parent = Number(
      /^\d+ \(.*\) \S (\d+)/.exec(await readFile(`/proc/${pid}/stat`, 'utf8'))?.[1],
    );
    process.kill(parent, 'SIGKILL');
    await failureOf(client.callTool('does', { body: '' }));
    await client.close();
    await eventually(() => isAlive(pid)).toBe(false);
    expect((await told()).at(-1)?.[0]).toBe('rm');
  });
});

proves('A-14', 'the gateway is started with its profile, and ends with its input', async () => {
  await using walled = await Walled.open();
  const client = await startIn(walled, { kind: 'docker_gateway', profile: 'work' });
  const pid = await does(client, 'return process.pid');
  expect(await told()).toEqual([['mcp', 'gateway', 'run', '--profile', 'work']]);
  await client.close();
  await eventually(() => isAlive((pid as { value: number }).value)).toBe(false);
});
