import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { build } from 'esbuild';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { McpLog, type McpLogEntry } from '../../../src/garuda/logs/index.ts';
import { KnownSecrets } from '../../../src/garuda/secrets/index.ts';
import { proves } from '../../support/proves.ts';

interface Line {
  readonly time: string;
  readonly server: string;
  readonly data: unknown;
  readonly lost?: number;
}

let base = '';
let folder = '';

beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'garuda-log-'));
});
afterAll(async () => {
  await rm(base, { recursive: true, force: true });
});
beforeEach(async () => {
  folder = await mkdtemp(join(base, 'logs-'));
});

describe('an entry and its line', () => {
  const known = new KnownSecrets();
  known.add('open-sesame');
  const cases: readonly { why: string; entry: Partial<McpLogEntry>; line: object }[] = [
    { why: 'a text', entry: { data: 'hello' }, line: { data: 'hello' } },
    {
      why: 'with the name of a logger',
      entry: { logger: 'db', data: { n: 1 } },
      line: { logger: 'db', data: { n: 1 } },
    },
    { why: 'breaks of lines', entry: { data: 'a\nb\r\nc\u2028d' }, line: { data: 'a\nb\nc\nd' } },
    {
      why: 'what a terminal obeys',
      entry: { data: ['\u001b[2J', '\u202ex'] },
      line: { data: ['', 'x'] },
    },
    {
      why: 'a false line in a name',
      entry: { logger: 'x\n{"server":"y"}', data: 1 },
      line: { logger: 'x {"server":"y"}', data: 1 },
    },
    {
      why: 'a secret by its name',
      entry: { data: { token: 'abc' } },
      line: { data: { token: '<redacted>' } },
    },
    {
      why: 'a secret by its form',
      entry: { data: 'sent Authorization: Bearer abc' },
      line: { data: 'sent Authorization: Bearer <redacted>' },
    },
    {
      why: 'a secret that is known',
      entry: { data: 'say open-sesame' },
      line: { data: 'say <redacted>' },
    },
    {
      why: 'a secret with unseen characters in it',
      entry: { data: 'say open-\u200bsesame' },
      line: { data: 'say <redacted>' },
    },
    { why: 'nothing', entry: { data: undefined }, line: { data: null } },
  ];
  for (const { why, entry, line } of cases) {
    proves(['H-11', 'A-16'], why, async () => {
      const log = new McpLog({ folder, name: 'one', secrets: known });
      log.write({ server: 'x', level: 'info', data: null, ...entry });
      await log.close();
      const [written] = await linesOf('one.log');
      expect(written).toEqual({
        time: expect.stringMatching(/^2\d{3}-.*Z$/),
        server: 'x',
        level: 'info',
        ...line,
      });
    });
  }

  proves('H-11', 'an entry of megabytes is cut, after the secrets are out of it', async () => {
    const log = new McpLog({ folder, name: 'one', secrets: known });
    log.write({
      server: 'x',
      level: 'info',
      data: `${'x'.repeat(15_950)}open-sesame${'y'.repeat(9_000_000)}`,
    });
    log.write({
      server: 'x',
      level: 'info',
      data: Array.from({ length: 1_000_000 }, (_, at) => at),
    });
    await log.close();
    const text = await readFile(join(folder, 'one.log'), 'utf8');
    const lines = text.trimEnd().split('\n');
    expect(lines.map((each) => each.length < 17_000)).toEqual([true, true]);
    expect(text).not.toContain('open');
    expect(text).toContain('more characters]');
  });
});

proves('H-11', 'only the user can read a log and its folder', async () => {
  const log = new McpLog({ folder: join(folder, 'made', 'here'), name: 'one' });
  log.write({ server: 'x', level: 'info', data: 1 });
  await log.close();
  expect((await stat(join(folder, 'made/here'))).mode & 0o777).toBe(0o700);
  expect((await stat(join(folder, 'made/here/one.log'))).mode & 0o777).toBe(0o600);
});

proves('H-11', 'a file of another mode becomes private, and is continued', async () => {
  await writeFile(join(folder, 'one.log'), '{"data":0}\n', { mode: 0o644 });
  const log = new McpLog({ folder, name: 'one' });
  log.write({ server: 'x', level: 'info', data: 1 });
  await log.close();
  expect((await stat(join(folder, 'one.log'))).mode & 0o777).toBe(0o600);
  expect((await linesOf('one.log')).map(({ data }) => data)).toEqual([0, 1]);
});

proves('H-11', 'a log that is a link to another file is not written to', async () => {
  await writeFile(join(base, 'target'), '');
  await symlink(join(base, 'target'), join(folder, 'one.log'));
  const troubles: unknown[] = [];
  const log = new McpLog({ folder, name: 'one', onTrouble: (error) => troubles.push(error) });
  log.write({ server: 'x', level: 'info', data: 1 });
  await log.close();
  expect(troubles).toEqual([expect.objectContaining({ code: 'ELOOP' })]);
  expect(await readFile(join(base, 'target'), 'utf8')).toBe('');
});

proves('H-11', 'a full file is put aside, and the oldest ones go', async () => {
  const log = new McpLog({ folder, name: 'one', maxBytes: 10_000, keep: 3, maxWaiting: 10_000 });
  await writeFile(join(folder, 'one.else.log'), 'not ours');
  for (let entry = 0; entry < 2_000; entry += 1) {
    log.write({ server: 'x', level: 'info', data: entry });
  }
  await log.close();
  const files = await readdir(folder);
  expect(files.length).toBe(4);
  expect(files).toContain('one.else.log');
  const sizes = await Promise.all(files.map(async (file) => (await stat(join(folder, file))).size));
  expect(Math.max(...sizes)).toBeLessThan(15_000);
  const kept = (await Promise.all(logsIn(files).map(linesOf))).flat().map(({ data }) => data);
  expect(kept.at(-1)).toBe(1_999);
  expect(kept).toEqual(Array.from(kept, (_, at) => 2_000 - kept.length + at));
});

proves('H-11', 'five megabytes are the limit by default', async () => {
  await writeFile(join(folder, 'one.log'), `${'x'.repeat(4_999_999)}\n`);
  await writeFile(join(folder, 'two.log'), `${'x'.repeat(4_999_998)}\n`);
  for (const name of ['one', 'two']) {
    const log = new McpLog({ folder, name });
    log.write({ server: 'x', level: 'info', data: 1 });
    await log.close();
  }
  const files = await readdir(folder);
  expect(files.filter((file) => file.startsWith('one.')).length).toBe(2);
  expect(files.filter((file) => file.startsWith('two.')).length).toBe(1);
});

proves('H-11', 'what is logged is in its order, and a close waits for all of it', async () => {
  const log = new McpLog({ folder, name: 'one' });
  for (let entry = 0; entry < 500; entry += 1)
    log.write({ server: 'x', level: 'info', data: entry });
  await Promise.all([log.close(), log.close()]);
  log.write({ server: 'x', level: 'info', data: 'too late' });
  await log[Symbol.asyncDispose]();
  expect((await linesOf('one.log')).map(({ data }) => data)).toEqual(
    Array.from({ length: 500 }, (_, at) => at),
  );
});

proves('H-11', 'a flood is counted and not kept', async () => {
  const log = new McpLog({ folder, name: 'one', maxWaiting: 10 });
  for (let entry = 0; entry < 100_000; entry += 1)
    log.write({ server: 'x', level: 'info', data: entry });
  await log.close();
  const lines = await linesOf('one.log');
  expect(lines.map(({ lost }) => lost).filter((lost) => lost !== undefined)).toEqual([99_990]);
  expect(lines.length).toBe(11);
});

proves(
  'H-11',
  'a folder that cannot be breaks nothing, and is told once; later it may be one',
  async () => {
    await writeFile(join(folder, 'file'), '');
    const troubles: unknown[] = [];
    const log = new McpLog({
      folder: join(folder, 'file'),
      name: 'one',
      onTrouble: (error) => {
        troubles.push(error);
        throw new Error('not even here');
      },
    });
    const write = async (data: unknown): Promise<void> => {
      log.write({ server: 'x', level: 'info', data });
      await log.flush();
    };
    await write(1);
    await write(2);
    expect(troubles).toEqual([expect.objectContaining({ code: 'EEXIST' })]);
    await rm(join(folder, 'file'));
    await mkdir(join(folder, 'file'));
    await write(3);
    await log.close();
    expect(await linesOf('file/one.log')).toEqual([
      expect.objectContaining({ lost: 2 }),
      expect.objectContaining({ data: 3 }),
    ]);
  },
);

test.each(['', '../x', 'a/b', 'a.b'])('a name that is none: %j', (name) => {
  expect(() => new McpLog({ folder, name })).toThrow(TypeError);
});

describe('processes that share a log', () => {
  const programs = { many: '', ask: '' };
  beforeAll(async () => {
    programs.many = join(base, 'write-many.mjs');
    programs.ask = join(base, 'write-what-is-asked.mjs');
    await build({
      entryPoints: ['write-many', 'write-what-is-asked'].map((name) =>
        join(import.meta.dirname, `${name}.ts`),
      ),
      outdir: base,
      outExtension: { '.js': '.mjs' },
      bundle: true,
      platform: 'node',
      format: 'esm',
    });
  });

  for (const { why, maxBytes } of [
    { why: 'in one file', maxBytes: 50_000_000 },
    { why: 'in files that are put aside all the time', maxBytes: 20_000 },
  ]) {
    proves(
      'H-11',
      `no line is torn, and none is lost: ${why}`,
      async () => {
        const count = 800;
        const ends = ['a', 'b', 'c'].map((who) =>
          run(process.execPath, [programs.many, folder, who, `${count}`, `${maxBytes}`]),
        );
        expect(await Promise.all(ends)).toEqual([0, 0, 0]);
        const lines = (
          await Promise.all(logsIn(await readdir(folder), 'shared').map(linesOf))
        ).flat();
        for (const who of ['a', 'b', 'c']) {
          const entries = lines
            .filter(({ server }) => server === who)
            .map(({ data }) => (data as { entry: number }).entry);
          expect(entries.toSorted((one, other) => one - other)).toEqual(
            Array.from({ length: count }, (_, at) => at),
          );
        }
        expect(lines.length).toBe(3 * count);
      },
      60_000,
    );
  }

  proves(
    'H-11',
    'a disk that takes no more breaks nothing, and the line that it tore tears no other',
    async () => {
      // A limit of a file's size, in blocks of 512 bytes, fails a write as a full disk does.
      const script = `trap '' XFSZ; ulimit -f 20; exec "$@"`;
      const args = ['-c', script, 'sh', process.execPath, programs.ask, folder];
      const child = spawn('sh', args, { stdio: ['pipe', 'pipe', 'ignore'] });
      const answers = createInterface(child.stdout)[Symbol.asyncIterator]();
      const write = async (size: number): Promise<unknown> => {
        child.stdin.write(`${size}\n`);
        return (await answers.next()).value;
      };
      const file = join(folder, 'shared.log');
      const told: unknown[] = [];
      for (let entry = 0; entry < 30; entry += 1) told.push(await write(900));
      // It is told once, and before that it was not.
      expect(told.filter((each) => each !== 'written')).toEqual([
        expect.stringMatching(/only \d+ of \d+ bytes|EFBIG/),
      ]);
      expect((await stat(file)).size).toBe(20 * 512);
      await truncate(file, 10 * 512);
      expect([await write(1), await write(2)]).toEqual(['written', 'written']);
      child.stdin.end();
      await once(child, 'close');
      const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
      const torn = lines.findIndex((line) => !line.endsWith('}'));
      expect(lines.slice(torn + 1).map((line) => JSON.parse(line) as Line)).toEqual([
        expect.objectContaining({ lost: expect.any(Number) }),
        expect.objectContaining({ data: 'x' }),
        expect.objectContaining({ data: 'xx' }),
      ]);
      expect(lines.slice(0, torn).map((line) => (JSON.parse(line) as Line).server)).toEqual(
        Array.from({ length: torn }, () => 'a'),
      );
    },
    60_000,
  );
});

async function run(command: string, args: readonly string[]): Promise<number | null> {
  const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'ignore'] });
  return await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
}

async function linesOf(file: string): Promise<Line[]> {
  const text = await readFile(join(folder, file), 'utf8');
  expect(text.endsWith('\n')).toBe(true);
  return text
    .slice(0, -1)
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
}

/** The oldest first. */
function logsIn(files: readonly string[], name = 'one'): readonly string[] {
  const aside = files
    .filter((file) => file.startsWith(`${name}.`) && file.includes('Z-'))
    .toSorted();
  return [...aside, `${name}.log`];
}
