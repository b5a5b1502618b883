import { describe, expect, test } from 'vitest';
import { failureOf } from '../../../src/garuda/cli/failure.ts';
import { OutputError } from '../../../src/garuda/cli/output/output-error.ts';
import { UsageError } from '../../../src/garuda/cli/usage-error.ts';
import { NotOfferedError } from '../../../src/garuda/cli/verbs/not-offered-error.ts';
import type { Outcome } from '../../../src/garuda/cli/verbs/verb.ts';
import { Voice } from '../../../src/garuda/cli/voice.ts';
import { MemoryTerminal } from './memory-terminal.ts';

const outcome: Outcome = { document: { a: 1 }, render: ({ columns }) => `text at ${columns}\n` };
const failure = { exitCode: 6, code: 'TIMED_OUT', message: 'srv: too late', server: 'srv' };

describe('outcomes go to stdout, the rest to stderr', () => {
  test.each([
    { why: 'text', json: false, given: outcome, stdout: 'text at 90\n', stderr: '', exitCode: 0 },
    {
      why: 'JSON',
      json: true,
      given: outcome,
      stdout: '{\n  "a": 1\n}\n',
      stderr: '',
      exitCode: 0,
    },
    {
      why: 'a remark',
      json: true,
      given: { ...outcome, remark: 'none' },
      stdout: '{\n  "a": 1\n}\n',
      stderr: 'garuda-mcp: none\n',
      exitCode: 0,
    },
    {
      why: 'a failed tool',
      json: false,
      given: { ...outcome, failure: 'the tool failed' },
      stdout: 'text at 90\n',
      stderr: 'garuda-mcp: the tool failed\n',
      exitCode: 1,
    },
  ])('$why', async ({ json, given, stdout, stderr, exitCode }) => {
    const terminal = new MemoryTerminal(90);
    const voice = new Voice(terminal, json);
    expect(await voice.printOutcome(given)).toBe(exitCode);
    await voice.finish();
    expect(terminal.stdout.text).toBe(stdout);
    expect(terminal.stderr.text).toBe(stderr);
  });
});

describe('a failure', () => {
  test('is a line on stderr', async () => {
    const terminal = new MemoryTerminal();
    expect(await new Voice(terminal, false).fail(failure)).toBe(6);
    expect(terminal.stderr.text).toBe('garuda-mcp: srv: too late\n');
    expect(terminal.stdout.text).toBe('');
  });

  test('is a document too where JSON is wanted', async () => {
    const terminal = new MemoryTerminal();
    await new Voice(terminal, true).fail(failure);
    expect(JSON.parse(terminal.stdout.text)).toEqual({ error: failure });
    expect(terminal.stderr.text).toBe('garuda-mcp: srv: too late\n');
  });

  test('adds no second document', async () => {
    const terminal = new MemoryTerminal();
    const voice = new Voice(terminal, true);
    await voice.printOutcome(outcome);
    await voice.fail(failure);
    expect(JSON.parse(terminal.stdout.text)).toEqual({ a: 1 });
  });

  test('is cleaned, and keeps secrets', async () => {
    const terminal = new MemoryTerminal();
    const voice = new Voice(terminal, true);
    voice.withhold(['sk-secret']);
    const data = { token: 'sk-secret' };
    await voice.fail({ ...failure, message: 'bad sk-secret\u001b[2J', data });
    const message = 'bad [withheld]\\u001b[2J';
    expect(terminal.stderr.text).toBe(`garuda-mcp: ${message}\n`);
    expect(JSON.parse(terminal.stdout.text)).toEqual({
      error: { ...failure, message, data: { token: '[withheld]' } },
    });
  });
});

describe('the failure that an error is', () => {
  const system = Object.assign(new Error('x'), { code: 'ENOSPC' });
  test.each([
    { error: new UsageError('no'), exitCode: 2, code: 'USAGE', message: 'no' },
    { error: new NotOfferedError('no'), exitCode: 1, code: 'NOT_OFFERED', message: 'no' },
    {
      error: new OutputError('stdout', system),
      exitCode: 1,
      code: 'OUTPUT',
      message: 'cannot write to stdout: ENOSPC',
    },
    {
      error: new TypeError('x is not a function'),
      exitCode: 1,
      code: 'INTERNAL',
      message: 'a fault of garuda-mcp itself: x is not a function',
    },
    { error: 'x', exitCode: 1, code: 'INTERNAL', message: 'a fault of garuda-mcp itself: x' },
  ])('$code', ({ error, ...expected }) => {
    const { interruption } = new MemoryTerminal();
    expect(failureOf(error, interruption)).toEqual(expected);
  });

  test.each([
    { by: 'SIGINT', exitCode: 130 },
    { by: 'SIGTERM', exitCode: 143 },
    { by: 'SIGHUP', exitCode: 129 },
  ] as const)('after $by it is an interruption', ({ by, exitCode }) => {
    const interruption = { ...new MemoryTerminal().interruption, by };
    expect(failureOf(new UsageError('no'), interruption)).toEqual({
      exitCode,
      code: 'INTERRUPTED',
      message: `interrupted by ${by}`,
    });
  });
});
