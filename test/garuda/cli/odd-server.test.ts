import { readFileSync } from 'node:fs';
import { mkdtemp, open, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { proves } from '../../support/proves.ts';
import { fixtureServer, onScreen, runCommand, RunningCommand } from './run-command.ts';

// Each test starts processes, on machines that are busy with other tests.
vi.setConfig({ testTimeout: 60_000 });

const server = fixtureServer('odd-server');
const leftOut = 'garuda-mcp: tools/list: entry 7 ("broken") is left out, since it is malformed:';

/** Node.js as if its stderr were a terminal. */
const watched = [
  '--import',
  'data:text/javascript,process.stderr.isTTY=true;process.stderr.columns=60',
];

let folder = '';
beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'garuda-cli-')));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('lists', () => {
  test('tools, of all pages, with what is malformed told and left out', async () => {
    const { exitCode, stdout, stderr } = await runCommand(['tools', ...server]);
    expect(stdout).toBe(
      [
        'TOOL                 ARGUMENTS                           DESCRIPTION',
        'types                text [count] [flag] [list] [level]',
        'fails',
        'refuses',
        'crashes',
        'waits',
        'structured',
        'empty',
        'colours',
        'big',
        'env',
        'where',
        `${String.raw`false \u001b[2Kline`.padEnd(57)}Two`,
        '',
      ].join('\n'),
    );
    expect(stderr).toContain(leftOut);
    expect(exitCode).toBe(0);
  });

  test('tools as JSON, as the server gave them', async () => {
    const { exitCode, stdout } = await runCommand(['tools', '--json', ...server]);
    const { tools } = JSON.parse(stdout) as { tools: { name: string; inputSchema: object }[] };
    expect(tools).toHaveLength(12);
    expect(tools[1]).toEqual({ name: 'fails', inputSchema: { type: 'object' } });
    expect(stdout).not.toContain('\u001b');
    expect(exitCode).toBe(0);
  });

  test('a malformed entry is an error under --strict', async () => {
    const { exitCode, stdout, stderr } = await runCommand(['tools', '--strict', ...server]);
    expect(stderr).toContain('[INVALID_RESULT]');
    expect(stdout).toBe('');
    expect(exitCode).toBe(1);
  });

  test('resources of a server that knows no templates', async () => {
    const { exitCode, stdout, stderr } = await runCommand(['resources', ...server]);
    expect(stdout).toContain('RESOURCE                  TYPE  DESCRIPTION\nodd://text ');
    expect(stdout).not.toContain('TEMPLATE');
    expect(stderr).toBe('');
    expect(exitCode).toBe(0);
  });

  test('prompts', async () => {
    const { stdout } = await runCommand(['prompts', ...server]);
    expect(stdout).toBe('PROMPT  ARGUMENTS   DESCRIPTION\ngreet   who [tone]\n');
  });

  test.each([
    { verb: 'tools', document: { tools: [] } },
    { verb: 'prompts', document: { prompts: [] } },
    { verb: 'resources', document: { resources: [], resourceTemplates: [] } },
  ])('$verb of a server that offers none are an empty list', async ({ verb, document }) => {
    const without = [...server, '--without', verb];
    const { exitCode, stdout, stderr } = await runCommand([verb, '--json', ...without]);
    expect(JSON.parse(stdout)).toEqual(document);
    expect(stderr).toContain(`the server offers no ${verb}`);
    expect(exitCode).toBe(0);
  });
});

describe('calls', () => {
  test('arguments are typed by the schema', async () => {
    await writeFile(join(folder, 'all.json'), '{"text":"from file","count":1,"flag":false}');
    const words = [`@${folder}/all.json`, 'count=7', 'flag=true', 'list=["a"]', 'level=high'];
    const { stdout } = await runCommand(['call', 'types', ...words, ...server]);
    const sent: unknown = JSON.parse(stdout);
    expect(sent).toEqual({ text: 'from file', count: 7, flag: true, list: ['a'], level: 'high' });
  });

  test('arguments come from stdin, and a text from a file', async () => {
    await writeFile(join(folder, 'text.txt'), 'two\nlines\n');
    const args = ['call', 'types', '-', `text=@${folder}/text.txt`, ...server];
    const { stdout } = await runCommand(args, { input: '{"count":3}' });
    expect(JSON.parse(stdout)).toEqual({ count: 3, text: 'two\nlines\n' });
  });

  test.each([
    { tool: 'structured', stdout: '{\n  "a": [\n    1\n  ]\n}\n', remark: '' },
    { tool: 'empty', stdout: '', remark: 'garuda-mcp: the tool "empty" gave no content\n' },
    { tool: 'colours', stdout: '\u001b[31mred\u001b[0m\n', remark: '' },
  ])('the result of $tool', async ({ tool, stdout: expected, remark }) => {
    const { exitCode, stdout, stderr } = await runCommand(['call', tool, ...server]);
    expect(stdout).toBe(expected);
    expect(stderr.split('\n').slice(1).join('\n')).toBe(remark);
    expect(exitCode).toBe(0);
  });

  test('a terminal gets cleaned text', async () => {
    const nodeArgs = ['--import', 'data:text/javascript,process.stdout.isTTY=true'];
    const { stdout } = await runCommand(['call', 'colours', ...server], { nodeArgs });
    expect(stdout).toBe('\\u001b[31mred\\u001b[0m\n');
  });

  test('the folder and the variables of the command are set', async () => {
    const where = await runCommand(['call', 'where', '--cwd', folder, ...server]);
    expect(where.stdout).toBe(`${folder}\n`);
    const options = ['--env', 'GIVEN=1', '--env', 'OURS'];
    const env = { OURS: '2', OTHER: '3' };
    const { stdout } = await runCommand(['call', 'env', ...options, ...server], { env });
    expect(JSON.parse(stdout)).toMatchObject({ GIVEN: '1', OURS: '2' });
    expect(stdout).not.toContain('OTHER');
  });
});

describe('the other verbs', () => {
  test('prompt', async () => {
    const { stdout } = await runCommand(['prompt', 'greet', 'who=5', ...server]);
    expect(stdout).toBe('user:\nGreet {"who":"5"}.\n\nassistant:\nHello\n');
  });

  test('complete', async () => {
    const words = ['complete', 'resource:odd://{x}', 'x', 'ab', 'y=1', ...server];
    const { stdout, stderr } = await runCommand(words);
    expect(stdout).toBe('aba\nref/resource odd://{x}\n{"arguments":{"y":"1"}}\n');
    expect(stderr).toBe('garuda-mcp: there are 30 values in all\n');
  });

  test('ping', async () => {
    const { stdout } = await runCommand(['ping', ...server]);
    expect(stdout).toMatch(/^odd 1\.0\.0 \(MCP 2025-11-25\) answered in [\d.]+ ms\n$/);
    const { stdout: json } = await runCommand(['ping', '--json', ...server]);
    expect(JSON.parse(json)).toMatchObject({ server: { name: 'odd', era: 'legacy' } });
  });

  test.each([
    { uri: 'odd://text', bytes: Buffer.from('no line break\u0007') },
    { uri: 'odd://bytes', bytes: Buffer.from([0, 255, 10]) },
    { uri: 'https://example.com/page', bytes: Buffer.from('a page') },
    {
      uri: 'odd://both',
      bytes: Buffer.from(
        '--- odd://both/1\none\n--- odd://both/2 (image/png)\n[resource odd://both/2 image/png 3 bytes]\n',
      ),
    },
    { uri: 'odd://none', bytes: Buffer.from('') },
  ])('read $uri byte for byte', async ({ uri, bytes }) => {
    const run = new RunningCommand(['read', uri, ...server]);
    expect(await run.bytes()).toEqual(bytes);
    expect(await run.ended()).toMatchObject({ exitCode: 0 });
  });

  test('version and help need no server', async () => {
    const { version } = JSON.parse(
      await readFile(join(import.meta.dirname, '../../../package.json'), 'utf8'),
    ) as { version: string };
    expect(await runCommand(['--version'])).toEqual({
      exitCode: 0,
      stdout: `${version}\n`,
      stderr: '',
    });
    const help = await runCommand(['help', 'call']);
    expect(help).toMatchObject({ exitCode: 0, stderr: '' });
    expect(help.stdout).toContain('KEY:=JSON');
  });
});

describe('failures', () => {
  const table: readonly {
    readonly why: string;
    readonly args: readonly string[];
    readonly exitCode: number;
    readonly stdout?: string;
    readonly named: readonly string[];
    readonly code: string | number | undefined;
  }[] = [
    {
      why: 'a tool that failed: its result goes to stdout',
      args: ['call', 'fails', ...server],
      exitCode: 1,
      stdout: 'it went wrong\n',
      named: ['the tool "fails" failed'],
      code: undefined,
    },
    {
      why: 'a request that the server refused',
      args: ['call', 'refuses', ...server],
      exitCode: 1,
      named: ['tools/call "refuses" was refused: "no such luck" [-32000]'],
      code: -32_000,
    },
    {
      why: 'a server that crashes: its code, its last words, and no secret',
      args: ['call', 'crashes', '--env', 'SECRET=sk-very-secret', ...server],
      exitCode: 1,
      named: ['exited with code 3', 'about to crash with [withheld]', '[SERVER_EXITED]'],
      code: 'SERVER_EXITED',
    },
    {
      why: 'a server that does not offer it',
      args: ['call', 'types', ...server, '--without', 'tools'],
      exitCode: 1,
      named: ['odd-server: the server offers no tools'],
      code: 'NOT_OFFERED',
    },
    {
      why: 'a tool that is malformed',
      args: ['call', 'broken', ...server],
      exitCode: 1,
      named: ['odd-server: the tool "broken" is malformed: '],
      code: 'NOT_OFFERED',
    },
    {
      why: 'a call without an answer',
      args: ['call', 'waits', '--timeout', '2', ...server],
      exitCode: 6,
      named: ['[TIMED_OUT]', 'wait longer with --timeout SECONDS'],
      code: 'TIMED_OUT',
    },
    {
      why: 'a revision that the server does not speak',
      args: ['ping', '--revision', '2026-07-28', ...server],
      exitCode: 3,
      named: ['[NO_COMMON_REVISION]'],
      code: 'NO_COMMON_REVISION',
    },
    {
      why: 'a program that is no server',
      args: ['ping', '--', process.execPath, '-e', 'process.exit(7)'],
      exitCode: 3,
      named: ['exited with code 7', '[SERVER_EXITED]'],
      code: 'SERVER_EXITED',
    },
  ];
  for (const { why, args, exitCode, stdout = '', named, code } of table) {
    proves('W-70', why, async () => {
      const text = await runCommand(args);
      for (const words of named) expect(text.stderr).toContain(words);
      expect(text.stderr).not.toMatch(/\n\s+at /);
      expect(text).toMatchObject({ exitCode, stdout });

      const json = await runCommand([args[0]!, '--json', ...args.slice(1)]);
      const document = JSON.parse(json.stdout) as { error?: { code: unknown; exitCode: unknown } };
      expect(document.error?.code).toBe(code);
      expect(json.exitCode).toBe(exitCode);
      expect(json.stdout + json.stderr).not.toContain('sk-very-secret');
    });
  }

  proves('W-71', 'a command that is not there is named, with where it was looked for', async () => {
    const env = { PATH: `${folder}:/no/such` };
    const { exitCode, stdout, stderr } = await runCommand(['tools', '--', 'no-such-program'], {
      env,
    });
    expect(stderr).toContain(`there is no program "no-such-program" in the folders of PATH`);
    expect(stderr).toContain(`(${folder}, /no/such)`);
    expect(stderr).toContain('install it, give its full path');
    expect(stdout).toBe('');
    expect(exitCode).toBe(3);
  });

  test('an output that cannot be written', async () => {
    const full = await open('/dev/full', 'w');
    const { exitCode, stderr } = await runCommand(['call', 'big', ...server], { stdout: full.fd });
    await full.close();
    expect(stderr).toContain('garuda-mcp: cannot write to stdout: ENOSPC\n');
    expect(exitCode).toBe(1);
  });

  test('a reader that has gone is no failure', async () => {
    const run = new RunningCommand(['call', 'big', ...server]);
    run.child.stdout!.destroy();
    const { exitCode, stderr } = await run.ended();
    expect(stderr.replace(/^garuda-mcp: tools\/list: entry .*\n/, '')).toBe('');
    expect(exitCode).toBe(0);
  });
});

describe('an interruption', () => {
  const table = [
    { signal: 'SIGINT', exitCode: 130 },
    { signal: 'SIGTERM', exitCode: 143 },
    { signal: 'SIGHUP', exitCode: 129 },
  ] as const;
  for (const { signal, exitCode } of table) {
    proves('W-70', `by ${signal} cancels the call, and closes the server`, async () => {
      const file = join(folder, `${signal}.log`);
      const run = new RunningCommand(['call', 'waits', '--verbose', ...server, '--log', file]);
      await run.said('the server logs (info, odd): waiting');
      run.child.kill(signal);
      const ended = await run.ended();
      const log = (await readFile(file, 'utf8')).trim().split('\n');
      expect(log.slice(-3)).toEqual([
        'call waits',
        'notifications/cancelled',
        expect.stringMatching(/^closed \d+$/),
      ]);
      expect(() => process.kill(Number(log.at(-1)!.split(' ')[1]), 0)).toThrow('ESRCH');
      expect(ended.stderr).toContain(`garuda-mcp: interrupted by ${signal}\n`);
      expect(ended).toMatchObject({ exitCode, stdout: '' });
    });
  }

  test('where JSON is wanted, there is a document all the same', async () => {
    const run = new RunningCommand(['call', 'waits', '--json', '--verbose', ...server]);
    await run.said('waiting');
    run.child.kill('SIGINT');
    const { exitCode, stdout } = await run.ended();
    expect(JSON.parse(stdout)).toEqual({
      error: { exitCode: 130, code: 'INTERRUPTED', message: 'interrupted by SIGINT' },
    });
    expect(exitCode).toBe(130);
  });

  test('of a connection', async () => {
    const file = join(folder, 'mute.log');
    const args = ['tools', ...server, '--mute', '--log', file];
    const run = new RunningCommand(args, { nodeArgs: watched });
    await run.said('starting odd-server (1 s)');
    run.child.kill('SIGINT');
    const { exitCode, stderr } = await run.ended();
    expect(stderr).toContain('garuda-mcp: interrupted by SIGINT\n');
    expect(exitCode).toBe(130);
    expect(await readFile(file, 'utf8')).toMatch(/closed \d+\n$/);
  });

  test('that comes twice does not wait for a server that will not end', async () => {
    const file = join(folder, 'stubborn.log');
    const args = ['call', 'waits', '--verbose', ...server, '--stubborn', '--log', file];
    const run = new RunningCommand(args);
    await run.said('the server logs (info, odd): waiting');
    run.child.kill('SIGINT');
    await run.said('interrupted by SIGINT');
    const start = performance.now();
    run.child.kill('SIGINT');
    expect((await run.ended()).exitCode).toBe(130);
    // The ladder of a polite end takes four seconds with this server.
    expect(performance.now() - start).toBeLessThan(3_000);
    const pid = /closed (\d+)/.exec(await readFile(file, 'utf8'))?.[1];
    await vi.waitFor(() => expect(isRunning(Number(pid))).toBe(false), { timeout: 10_000 });
  });

  test('of a wait for stdin', async () => {
    const run = new RunningCommand(['call', 'types', '-', ...server], { input: null });
    // More than a pipe holds: once it is gone, the command is reading.
    await run.wrote(' '.repeat(1_000_000));
    run.child.kill('SIGINT');
    const { exitCode, stderr } = await run.ended();
    expect(stderr).toBe('garuda-mcp: interrupted by SIGINT\n');
    expect(exitCode).toBe(130);
  });
});

describe('progress', () => {
  test('a terminal sees what is waited for, and then no trace of it', async () => {
    const args = ['call', 'waits', '--timeout', '2', ...server];
    const { stderr } = await runCommand(args, { nodeArgs: watched });
    expect(stderr).toContain('\r\u001b[Kcalling waits');
    expect(stderr).toContain('\r\u001b[Kcalling waits (1 s)');
    expect(onScreen(stderr)).toMatch(/^garuda-mcp: tools\/list.*\ngaruda-mcp: .*TIMED_OUT.*\n$/);
  });

  test('nobody else does', async () => {
    const { stderr } = await runCommand(['call', 'waits', '--timeout', '2', ...server]);
    expect(stderr).not.toContain('\r');
  });
});

/** Whether a process runs; one that has ended and that nobody has asked about does not. */
function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}
