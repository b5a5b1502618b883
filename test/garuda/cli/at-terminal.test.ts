import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { TerminalPrompt } from '../../../src/garuda/cli/prompt/terminal-prompt.ts';
import { startQuestion, type Answer } from '../../../src/garuda/trust/index.ts';
import { proves } from '../../support/proves.ts';
import { local } from '../some-server.ts';

vi.setConfig({ testTimeout: 60_000 });

const program = fileURLToPath(new URL('../../../dist/garuda-mcp.js', import.meta.url));
const server = fileURLToPath(new URL('../../fixtures/garuda/sandbox/does.mjs', import.meta.url));

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'garuda-prompt-'));
  await mkdir(join(folder, 'project/.garuda'), { recursive: true });
  // In the project: what its file names elsewhere is not shown to a server.
  await copyFile(server, join(folder, 'project/does.mjs'));
  const servers = { theirs: { command: process.execPath, args: ['does.mjs'] } };
  await writeFile(join(folder, 'project/.garuda/mcp.json'), JSON.stringify({ servers }));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

interface Shown {
  readonly exitCode: number;
  readonly screen: string;
}

/** Uses the project's server at a terminal, and types: before the command has begun, and at each question. */
async function atTerminal(home: string, typed: { before?: string; at: string[] }): Promise<Shown> {
  const line = [process.execPath, program, 'tools', 'theirs'].join(' ');
  const terminal = spawn('script', ['--quiet', '--return', '--command', line, '/dev/null'], {
    cwd: join(folder, 'project'),
    env: {
      PATH: process.env['PATH'],
      HOME: folder,
      GARUDA_HOME: join(folder, home),
      TERM: 'xterm',
    },
    timeout: 50_000,
    killSignal: 'SIGKILL',
  });
  if (typed.before !== undefined) terminal.stdin.write(typed.before);
  const answers = [...typed.at];
  let screen = '';
  let questions = 0;
  terminal.stdout.on('data', (chunk: Buffer) => {
    screen += chunk.toString();
    const asked = screen.split('[no]: ').length - 1;
    while (questions < asked) {
      questions += 1;
      terminal.stdin.write(answers.shift() ?? '');
    }
  });
  await once(terminal, 'close');
  return { exitCode: terminal.exitCode ?? -1, screen };
}

describe('at a terminal', () => {
  proves('G-07', 'a project may use its server once', async () => {
    const { exitCode, screen } = await atTerminal('once', { at: ['y\r'] });
    expect(exitCode).toBe(0);
    const unfolded = screen.replaceAll('\r\n    | ', '');
    expect(unfolded).toContain(`Command:   ${process.execPath} does.mjs`);
    expect((await atTerminal('once', { at: ['\r'] })).exitCode).toBe(5);
  });

  proves('G-07', 'or always', async () => {
    expect((await atTerminal('always', { at: ['always\r'] })).exitCode).toBe(0);
    const { exitCode, screen } = await atTerminal('always', { at: [] });
    expect(exitCode).toBe(0);
    expect(screen).not.toContain('Run the MCP server');
  });

  test.each([
    ['nothing', ['\r'], 5],
    ['no', ['no\r'], 5],
    ['the end of the input', ['\u0004'], 5],
    ['three times what is no answer', ['yse\r', 'what\r', 'Y E S\r'], 5],
    ['what is no answer, then one', ['yse\r', 'YES\r'], 0],
    ['several lines at once', ['what\ry\ry\r', '\r'], 5],
    ['Ctrl-C', ['\u0003'], 130],
  ])('%s', async (_, at, exitCode) => {
    const shown = await atTerminal('home', { at });
    expect(shown.screen).not.toContain('a fault of garuda-mcp');
    expect(shown.exitCode).toBe(exitCode);
  });

  proves('G-07', 'what was typed before the question is no answer to it', async () => {
    const before = 'y\ry\ralways\r';
    expect((await atTerminal('home', { before, at: ['\r'] })).exitCode).toBe(5);
  });
});

proves('G-09', 'a value that is wider than the terminal goes on behind a mark', async () => {
  const told: string[] = [];
  const prompt = new TerminalPrompt({
    columns: () => 40,
    tell: (line) => Promise.resolve(void told.push(line)),
    ask: () => Promise.resolve(''),
  });
  const args = [`${'x'.repeat(24)}  Network:   off`];
  const question = startQuestion(local('x', { args, network: true }), {
    sandbox: 'none',
    warnings: [],
  });
  expect(await prompt.ask(question, new AbortController().signal)).toBe('deny');
  expect(told.filter((line) => /^ *Network/u.test(line))).toEqual(['  Network:   on']);
  expect(told).toContain("    |  Network: off'");
});

test('who is asked in vain is asked no more once nobody waits', async () => {
  const controller = new AbortController();
  const asked: string[] = [];
  const prompt = new TerminalPrompt({
    columns: () => undefined,
    tell: () => Promise.resolve(),
    ask: (question, signal) => {
      asked.push(question);
      controller.abort(new Error('nobody waits'));
      signal.throwIfAborted();
      return Promise.resolve('y');
    },
  });
  const question = startQuestion(local('x'), { sandbox: 'none', warnings: [] });
  const answer: Promise<Answer> = prompt.ask(question, controller.signal);
  await expect(answer).rejects.toThrow('nobody waits');
  expect(asked).toHaveLength(1);
});
