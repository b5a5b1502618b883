import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, vi } from 'vitest';
import { TransportError } from '../../../src/protocol/index.ts';
import { failureOf } from '../../support/connected.ts';
import { eventually } from '../../support/eventually.ts';
import { proves } from '../../support/proves.ts';
import { does, fixture, Walled } from './walled.ts';

vi.setConfig({ testTimeout: 60_000 });

let marks = 0;

/** A number of seconds that no other process of this machine sleeps for. */
function mark(): string {
  marks += 1;
  return `${100_000 + process.pid}.${marks}`;
}

/** How many processes of this machine have a word in their command, and are not yet dead. */
function count(word: string): number {
  return readdirSync('/proc').filter((entry) => {
    try {
      return /^\d+$/.test(entry) && readFileSync(`/proc/${entry}/cmdline`, 'utf8').includes(word);
    } catch {
      return false;
    }
  }).length;
}

const text = (value: string): string => JSON.stringify(value);
const stays = 'setInterval(() => {}, 1000);';

describe('how the server inside ends is how it is told', () => {
  const ends = [
    ['process.exit(3)', { exitCode: 3, signal: null }],
    ['process.exit(128)', { exitCode: 128, signal: null }],
    [
      'process.kill(process.pid, "SIGSEGV"); await new Promise(() => {})',
      { exitCode: null, signal: 'SIGSEGV' },
    ],
    [
      'process.kill(process.pid, "SIGKILL"); await new Promise(() => {})',
      { exitCode: null, signal: 'SIGKILL' },
    ],
    ['process.abort()', { exitCode: null, signal: 'SIGABRT' }],
  ] as const;
  for (const [body, expected] of ends) {
    proves(['G-12', 'H-06'], body, async () => {
      await using walled = await Walled.open();
      await using client = await walled.start();
      const error = await failureOf(does(client, `fs.writeSync(2, 'last words\\n'); ${body}`));
      expect(error).toBeInstanceOf(TransportError);
      expect((error as TransportError).failure).toMatchObject({ kind: 'exited', ...expected });
      expect(JSON.stringify((error as TransportError).failure)).toContain('last words');
    });
  }
});

describe('stopping', () => {
  proves(['G-12', 'H-07'], 'the end of its stdin ends it, without a signal', async () => {
    await using walled = await Walled.open();
    const note = join(walled.root, 'note');
    const client = await walled.start();
    await does(client, `process.on('exit', () => fs.writeFileSync(${text(note)}, 'by itself'));`);
    await client.close();
    expect(await readFile(note, 'utf8')).toBe('by itself');
  });

  proves(['G-12', 'H-07'], 'SIGTERM reaches the server, and its children with it', async () => {
    await using walled = await Walled.open();
    const note = (name: string): string => join(walled.root, name);
    const client = await walled.start();
    const child = `process.on('SIGTERM', () => { require('fs').writeFileSync(${text(note('child'))}, 'x'); process.exit(); }); ${stays} console.log('up')`;
    await does(
      client,
      `process.on('SIGTERM', () => { fs.writeFileSync(${text(note('server'))}, 'x'); process.exit(); }); ${stays}
       const child = childProcess.spawn(process.execPath, ['-e', ${text(child)}]);
       await new Promise((resolve) => child.stdout.once('data', resolve));`,
    );
    await client.close();
    expect(await readFile(note('server'), 'utf8')).toBe('x');
    expect(await readFile(note('child'), 'utf8')).toBe('x');
  });

  proves(
    ['G-12', 'H-07'],
    'what is left gets SIGTERM also when the server has ended by itself',
    async () => {
      await using walled = await Walled.open();
      const note = join(walled.root, 'left');
      const client = await walled.start();
      const left = `process.on('SIGTERM', () => { require('fs').writeFileSync(${text(note)}, 'x'); process.exit(); }); ${stays} console.log('up')`;
      const ended = await failureOf(
        does(
          client,
          `const left = childProcess.spawn(process.execPath, ['-e', ${text(left)}]);
         await new Promise((resolve) => left.stdout.once('data', resolve));
         process.exit(4);`,
        ),
      );
      expect(ended).toMatchObject({ failure: { exitCode: 4 } });
      await client.close();
      expect(await readFile(note, 'utf8')).toBe('x');
    },
  );

  proves(['G-12', 'H-07'], 'one that hears nothing is killed', async () => {
    await using walled = await Walled.open();
    const word = mark();
    const client = await walled.start({ args: [fixture, word] });
    await does(client, `process.on('SIGTERM', () => {}); ${stays}`);
    expect(count(word)).toBeGreaterThan(0);
    await client.close();
    await eventually(() => count(word)).toBe(0);
  });

  proves(
    ['G-12', 'H-07'],
    'two hundred children in sessions of their own are gone too',
    async () => {
      await using walled = await Walled.open();
      const word = mark();
      const client = await walled.start();
      const forks = `for (let n = 0; n < 200; n += 1)
      childProcess.spawn('sleep', [${text(word)}], { detached: true, stdio: 'ignore' });`;
      await does(client, forks);
      await eventually(() => count(word)).toBe(200);
      await client.close();
      await eventually(() => count(word)).toBe(0);
    },
  );

  proves(
    ['G-12', 'H-07'],
    'so are those that an ended server left, and that hear nothing',
    async () => {
      await using walled = await Walled.open();
      const word = mark();
      const client = await walled.start();
      const ended = failureOf(
        does(
          client,
          `for (let n = 0; n < 20; n += 1)
           childProcess.spawn('sh', ['-c', 'trap "" TERM; sleep ' + ${text(word)}], { detached: true, stdio: 'inherit' });
         await new Promise((resolve) => setTimeout(resolve, 200));
         process.exit(1);`,
        ),
      );
      await ended;
      await client.close();
      await eventually(() => count(word)).toBe(0);
    },
  );
});

describe('what cannot be started', () => {
  proves(
    ['G-12', 'H-18'],
    'a command that is not there, and a folder that is not, each say which',
    async () => {
      await using walled = await Walled.open();
      await expect(walled.start({ command: 'no-such-command' })).rejects.toThrow(
        'there is no program "no-such-command"',
      );
      await expect(walled.start({ command: './no-such-file' })).rejects.toThrow(
        'there is no file "./no-such-file"',
      );
      await expect(walled.start({ cwd: '/no/such/folder' })).rejects.toThrow(
        'the working folder "/no/such/folder" does not exist',
      );
    },
  );
});
