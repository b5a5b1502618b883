import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { proves } from '../../support/proves.ts';
import { makeHosts, type Hosts } from './host.ts';
import { isRunning, runningIn, untilGone } from './processes.ts';
import { fixture } from './recorder.ts';

let hosts: Hosts;
beforeAll(() => {
  hosts = makeHosts();
});
afterAll(() => hosts.remove());

const server = fixture('logs-its-end.mjs');

describe('a program that ends without closing a channel', () => {
  const cases = [
    { why: 'by process.exit', way: 'exit', stays: 'stdin', code: 0 },
    {
      why: 'by process.exit, its server ignoring SIGTERM',
      way: 'exit',
      stays: 'stdin,SIGTERM',
      code: 0,
    },
    { why: 'by an exception', way: 'throw', stays: 'stdin,SIGTERM', code: 1 },
    { why: 'by a rejection', way: 'reject', stays: 'stdin,SIGTERM', code: 1 },
  ];
  for (const { why, way, stays, code } of cases) {
    proves('H-08', `${why} leaves nothing`, async () => {
      const log = join(hosts.folder, `${way}-${stays}`);
      const end = await hosts.run('leaves-open', [way, server], { LOG: log, STAYS: stays });
      expect(end.code).toBe(code);
      const pid = Number(end.lines[0]);
      await untilGone(pid);
      expect(isRunning(pid)).toBe(false);
      expect(readFileSync(log, 'utf8')).toContain('SIGTERM');
    });
  }

  proves('H-08', 'stops the whole tree', async () => {
    const env = { LOG: join(hosts.folder, 'tree'), STAYS: 'stdin,SIGTERM' };
    const args = ['exit', fixture('starts-another.mjs'), server];
    const { lines } = await hosts.run('leaves-open', args, env);
    const pid = Number(lines[0]);
    await untilGone(pid);
    expect(isRunning(pid)).toBe(false);
  });

  proves('H-08', 'by a signal leaves the server to the end of its stdin', async () => {
    const log = join(hosts.folder, 'signal');
    const end = await hosts.run('leaves-open', ['signal', server], { LOG: log, STAYS: '' });
    expect(end.signal).toBe('SIGTERM');
    const pid = Number(end.lines[0]);
    await untilGone(pid);
    expect(readFileSync(log, 'utf8')).toBe('stdin\n');
  });
});

proves(['A-06', 'H-08'], 'a program that closes its channel ends by itself, at once', async () => {
  const env = { LOG: join(hosts.folder, 'close'), STAYS: '' };
  const end = await hosts.run('leaves-open', ['close', server], env);
  expect(end).toMatchObject({ code: 0, signal: null });
  expect(end.lines.slice(1)).toEqual(['{"kind":"closed"}', 'closed']);
  expect(runningIn(Number(end.lines[0]))).toEqual([]);
});

proves('W-25', 'no error of a pipe to a dead server surfaces', async () => {
  const end = await hosts.run('writes-to-the-dead');
  expect(end).toEqual({ code: 0, signal: null, lines: ['stray: 0'] });
});
