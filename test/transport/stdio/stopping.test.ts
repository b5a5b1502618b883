import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { proves } from '../../support/proves.ts';
import { isRunning, runningIn } from './processes.ts';
import { fixture, open, openFixture, request } from './recorder.ts';

let folder = '';
let log = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'garuda-stdio-'));
  log = join(folder, 'log');
});
afterEach(() => rmSync(folder, { recursive: true }));

const logged = (): string[] => readFileSync(log, 'utf8').trim().split('\n');

describe('the ladder', () => {
  const cases = [
    { why: 'a server that ends with its stdin gets no signal', stays: '', logged: ['stdin'] },
    { why: 'one that does not gets SIGTERM', stays: 'stdin', logged: ['stdin', 'SIGTERM'] },
    {
      why: 'one that ignores SIGTERM is killed',
      stays: 'stdin,SIGTERM',
      logged: ['stdin', 'SIGTERM'],
    },
  ];
  for (const { why, stays, logged: expected } of cases) {
    proves(['H-07', 'A-06', 'STD-08', 'STD-09'], why, async () => {
      const env = { LOG: log, STAYS: stays };
      const { channel, recorder } = openFixture('logs-its-end.mjs', { env });
      const { pid } = await recorder.result<{ pid: number }>(0);
      expect(isRunning(pid)).toBe(true);
      await channel.close();
      expect(isRunning(pid)).toBe(false);
      expect(logged()).toEqual(expected);
      expect(recorder.events.at(-1)).toEqual({ closed: { kind: 'closed' } });
    });
  }

  proves('A-06', 'close can be called again, at any time', async () => {
    const { channel, recorder } = openFixture('answers.mjs');
    request(channel, 1);
    await recorder.result(1);
    await Promise.all([channel.close(), channel.close()]);
    await channel.close();
    expect(recorder.events.filter((event) => 'closed' in event)).toHaveLength(1);
  });

  proves('A-06', 'a channel that is closed before its server runs leaves nothing', async () => {
    const { channel, recorder } = openFixture('logs-its-end.mjs', { env: { LOG: log } });
    await channel.close();
    expect(recorder.events).toEqual([{ closed: { kind: 'closed' } }]);
  });

  test('nothing is told after close was called, but the end', async () => {
    const { channel, recorder } = openFixture('answers.mjs');
    for (let id = 0; id < 100; id += 1) request(channel, id);
    await channel.close();
    expect(recorder.events).toEqual([{ closed: { kind: 'closed' } }]);
  });

  test('what was sent before close still reaches the server', async () => {
    const { channel, recorder } = open({
      command: 'sh',
      args: ['-c', 'cat > "$LOG"'],
      env: { LOG: log },
    });
    request(channel, 1);
    await channel.close();
    expect(logged()).toHaveLength(1);
    expect(recorder.events).toHaveLength(1);
  });
});

describe('the whole tree', () => {
  const server = `"${process.execPath}" "${fixture('logs-its-end.mjs')}"`;
  const cases = [
    { why: 'behind a shell that waits', script: `${server}; true`, stays: '' },
    { why: 'behind a shell, ignoring SIGTERM', script: `${server}; true`, stays: 'stdin,SIGTERM' },
    { why: 'behind two shells', script: `sh -c '${server}; true'; true`, stays: 'stdin' },
    { why: 'with a helper in the background', script: `sleep 60 & ${server}`, stays: '' },
    {
      why: 'with a helper that holds no pipe',
      script: `sleep 60 <&- >&- 2>&- & ${server}`,
      stays: '',
    },
  ];
  for (const { why, script, stays } of cases) {
    proves(['W-24', 'H-07'], `a server ${why} leaves nothing`, async () => {
      const args = ['-c', `echo '{"id":"group","result":'$$'}'; ${script}`];
      const { channel, recorder } = open({ command: 'sh', args, env: { LOG: log, STAYS: stays } });
      const group = await recorder.result<number>('group');
      await recorder.result(0);
      expect(runningIn(group).length).toBeGreaterThan(1);
      await channel.close();
      expect(runningIn(group)).toEqual([]);
    });
  }

  proves(
    ['W-24', 'H-07'],
    'the group gets SIGTERM even when its leader has ended with its stdin',
    async () => {
      const script = `${server} <"$0" & read line`;
      const env = { LOG: log, STAYS: 'stdin' };
      const { channel, recorder } = open({ command: 'sh', args: ['-c', script, '/dev/null'], env });
      const { pid } = await recorder.result<{ pid: number }>(0);
      await channel.close();
      expect(isRunning(pid)).toBe(false);
      expect(logged()).toEqual(['stdin', 'SIGTERM']);
    },
  );
});

describe('apart from this program', () => {
  interface Itself {
    readonly pid: number;
    readonly group: number;
    readonly session: number;
  }

  proves(['W-28', 'H-06'], 'a server leads a session and a process group of its own', async () => {
    const { channel, recorder } = openFixture('tells-itself.mjs');
    const itself = await recorder.result<Itself>(0);
    expect(itself.group).toBe(itself.pid);
    expect(itself.session).toBe(itself.pid);
    expect(runningIn(itself.group)).not.toContain(process.pid);
    await channel.close();
  });

  test('arguments and working folder arrive as they are', async () => {
    const args = ['', 'a b', '"', '$HOME', '`id`', '*', ';', 'é'];
    const { channel, recorder } = openFixture('tells-itself.mjs', { args, cwd: folder });
    expect(await recorder.result(0)).toMatchObject({ args, cwd: folder });
    await channel.close();
  });

  proves(
    'W-26',
    'a server that is given a variable keeps PATH, and does not get secrets',
    async () => {
      process.env['GARUDA_TEST_SECRET'] = 'x';
      const { channel, recorder } = openFixture('tells-itself.mjs', { env: { GIVEN: 'yes' } });
      const { env } = await recorder.result<{ env: Record<string, string> }>(0);
      delete process.env['GARUDA_TEST_SECRET'];
      expect(env).toMatchObject({ PATH: process.env['PATH'], GIVEN: 'yes' });
      expect(env).not.toHaveProperty('GARUDA_TEST_SECRET');
      await channel.close();
    },
  );

  test('no listener of this program is left after close', async () => {
    const before = process.listenerCount('exit');
    const channels = [1, 2, 3].map(() => openFixture('answers.mjs').channel);
    expect(process.listenerCount('exit')).toBe(before + 1);
    await Promise.all(channels.map((channel) => channel.close()));
    expect(process.listenerCount('exit')).toBe(before);
  });
});
