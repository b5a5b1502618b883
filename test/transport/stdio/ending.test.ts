import { existsSync } from 'node:fs';
import { describe, expect, test, vi } from 'vitest';
import { proves } from '../../support/proves.ts';
import { isRunning, runningIn, untilGone } from './processes.ts';
import { fixture, open, openFixture, request } from './recorder.ts';

describe('a server that ends by itself', () => {
  proves(['W-23', 'H-06'], 'at start: exit code and stderr', async () => {
    const { channel, recorder } = openFixture('exits-with-reason.mjs');
    request(channel, 1);
    expect(await recorder.end()).toEqual({
      kind: 'exited',
      exitCode: 3,
      signal: null,
      stderr: ['loading settings', 'FATAL: no DATABASE_URL'],
    });
    await channel.close();
  });

  proves(['W-23', 'H-06'], 'in the middle of a call: exit code and stderr', async () => {
    const { channel, recorder } = openFixture('exits-with-reason.mjs', { env: { WHEN: 'asked' } });
    request(channel, 1);
    expect(await recorder.end()).toMatchObject({ kind: 'exited', exitCode: 3, signal: null });
    await channel.close();
  });

  proves(
    ['W-23', 'H-06'],
    'by a signal in the middle of a message: the signal, after what came before',
    async () => {
      const { channel, recorder } = openFixture('dies-mid-line.mjs');
      request(channel, 1);
      await recorder.result(1);
      request(channel, 2);
      await recorder.end();
      expect(recorder.events).toEqual([
        { message: { jsonrpc: '2.0', id: 1, result: {} } },
        {
          closed: { kind: 'exited', exitCode: null, signal: 'SIGKILL', stderr: ['about to crash'] },
        },
      ]);
      await channel.close();
    },
  );

  proves(['W-23', 'STD-10'], 'all that it wrote is told before its end', async () => {
    const limits = { maxStderrLines: 5, maxStderrLineLength: 20 };
    const { channel, recorder } = openFixture('says-much-and-exits.mjs', {}, limits);
    expect(await recorder.end()).toEqual({
      kind: 'exited',
      exitCode: 0,
      signal: null,
      stderr: [95, 96, 97, 98, 99].map((line) => `line ${line} ${'x'.repeat(12)}`),
    });
    expect(recorder.messages.map((each) => (each as { id: number }).id)).toEqual(
      Array.from({ length: 2000 }, (_, id) => id),
    );
    await channel.close();
  });

  proves(
    'W-23',
    'a server that closes its stdout and runs on has ended, and is stopped',
    async () => {
      const { channel, recorder } = openFixture('closes-stdout.mjs');
      expect(await recorder.end()).toEqual({
        kind: 'exited',
        exitCode: null,
        signal: null,
        stderr: ['closing stdout'],
      });
      await channel.close();
    },
  );

  proves('W-25', 'a server that closes its stdin cannot be used, and is stopped', async () => {
    const { channel, recorder } = openFixture('closes-stdin.mjs');
    await recorder.result(0);
    request(channel, 1);
    expect(await recorder.end()).toEqual({
      kind: 'unreachable',
      systemCode: 'EPIPE',
      detail: 'the server closed its stdin (EPIPE) and still runs',
    });
    await channel.close();
  });

  proves('W-25', 'what is sent to a server that has ended surfaces nowhere', async () => {
    const { channel, recorder } = openFixture('exits-with-reason.mjs');
    const told: unknown[] = [];
    const send = (): void => {
      request(channel, 1);
      const head = { kind: 'notification', method: 'm' } as const;
      channel.send('{}', { ...head, delivered: (failure) => told.push(failure) });
      channel.send('{}', head);
    };
    send();
    await recorder.until(() => recorder.events.length > 0);
    send();
    await channel.close();
    send();
    await new Promise(setImmediate);
    expect(recorder.events).toHaveLength(1);
    expect(told).toHaveLength(3);
    expect(told.slice(1)).toEqual([
      expect.objectContaining({ kind: 'exited' }),
      expect.objectContaining({ kind: 'exited' }),
    ]);
  });

  const grandchild = fixture('logs-its-end.mjs');
  const log = '/dev/null';
  proves(
    ['W-23', 'H-07', 'W-24'],
    'a process that it leaves behind does not hold back its end, and is stopped',
    async () => {
      const env = { EXITS: '7', LOG: log, STAYS: 'stdin' };
      const { channel, recorder } = openFixture('starts-another.mjs', { args: [grandchild], env });
      expect(await recorder.end()).toMatchObject({ kind: 'exited', exitCode: 7 });
      await channel.close();
      const { pid } = await recorder.result<{ pid: number }>(0);
      expect(isRunning(pid)).toBe(false);
    },
  );

  proves(['H-07', 'W-24'], 'so is one that holds no pipe and ignores SIGTERM', async () => {
    const env = { LOG: log, STAYS: 'stdin,SIGTERM' };
    const shell = `"${process.execPath}" "${grandchild}" >/dev/null 2>&1 </dev/null & echo '{"id":0,"result":'$$'}'; sleep 0.3`;
    const { channel, recorder } = open({ command: 'sh', args: ['-c', shell], env });
    const group = await recorder.result<number>(0);
    expect(runningIn(group).length).toBeGreaterThan(0);
    expect(await recorder.end()).toMatchObject({ kind: 'exited', exitCode: 0 });
    await channel.close();
    expect(runningIn(group)).toEqual([]);
  });

  test('one that has ended when the channel is closed is told as that', async () => {
    const shell = `sleep 60 & echo '{"id":0,"result":'$$'}'; exit 7`;
    const { channel, recorder } = open({ command: 'sh', args: ['-c', shell] });
    const group = await recorder.result<number>(0);
    await vi.waitFor(() => expect(existsSync(`/proc/${group}`)).toBe(false), { interval: 5 });
    await channel.close();
    expect(await recorder.end()).toMatchObject({ kind: 'exited', exitCode: 7 });
  });

  proves('W-24', 'it is stopped as a whole even if nobody closes the channel', async () => {
    const shell = `sleep 60 & echo '{"id":0,"result":'$$'}'`;
    const { recorder } = open({ command: 'sh', args: ['-c', shell] });
    const group = await recorder.result<number>(0);
    await recorder.end();
    await untilGone(group);
    expect(runningIn(group)).toEqual([]);
  });
});

describe('a server that does not start', () => {
  const cases = [
    {
      why: 'no such program in PATH',
      options: { command: 'no-such-program-here', env: { PATH: '/usr/bin:/bin' } },
      reason: 'command-not-found',
      detail: 'there is no program "no-such-program-here" in the folders of PATH (/usr/bin, /bin)',
    },
    {
      why: 'no such file',
      options: { command: './no/such/file' },
      reason: 'command-not-found',
      detail: 'there is no file "./no/such/file"',
    },
    {
      why: 'no such working folder',
      options: { command: process.execPath, cwd: '/no/such/folder' },
      reason: 'folder-not-found',
      detail: 'the working folder "/no/such/folder" does not exist',
    },
    {
      why: 'a file for a working folder',
      options: { command: process.execPath, cwd: '/etc/passwd' },
      reason: 'folder-not-found',
      detail: 'the working folder "/etc/passwd" is not a folder',
    },
    {
      why: 'a file that is no program',
      options: { command: '/etc/passwd' },
      reason: 'not-permitted',
      detail: '"/etc/passwd" may not be executed',
    },
    {
      why: 'a folder for a program',
      options: { command: '/etc' },
      reason: 'not-permitted',
      detail: '"/etc" is a folder, not a program',
    },
    {
      why: 'arguments that are too long for the system',
      options: { command: 'true', args: ['x'.repeat(4_000_000)] },
      reason: 'other',
      detail: '"true" could not be started: its arguments and environment are too long (E2BIG)',
    },
  ];
  for (const { why, options, reason, detail } of cases) {
    proves('H-18', why, async () => {
      const { channel, recorder } = open(options);
      request(channel, 1);
      const failure = await recorder.end();
      expect(failure).toEqual({
        kind: 'spawn-failed',
        reason,
        detail: expect.stringContaining(detail),
      });
      await channel.close();
      expect(recorder.events).toHaveLength(1);
    });
  }

  test('a channel that is closed at once ends once', async () => {
    const { channel, recorder } = open({ command: 'no-such-program-here' });
    await channel.close();
    await new Promise(setImmediate);
    expect(recorder.events).toHaveLength(1);
  });
});
