import { describe, expect, test } from 'vitest';
import { parseCommandLine, wantsJson } from '../../../src/garuda/cli/command-line.ts';
import { UsageError } from '../../../src/garuda/cli/usage-error.ts';

describe('what was typed is cut into its kinds', () => {
  test.each([
    { argv: [], words: [], flags: [], values: {}, command: undefined },
    { argv: ['tools'], words: ['tools'], flags: [], values: {}, command: undefined },
    {
      argv: ['call', '--json', 'echo', 'a=1'],
      words: ['call', 'echo', 'a=1'],
      flags: ['json'],
      values: {},
      command: undefined,
    },
    {
      argv: ['ping', '--timeout', '3', '--', 'npx', '--json', '--', '-y'],
      words: ['ping'],
      flags: [],
      values: { timeout: ['3'] },
      command: ['npx', '--json', '--', '-y'],
    },
    {
      argv: ['ping', '--header', 'A: 1', '--header=B: -2', '-V'],
      words: ['ping'],
      flags: ['version'],
      values: { header: ['A: 1', 'B: -2'] },
      command: undefined,
    },
    {
      argv: ['call', '-', 'key=--json', '-h', '--'],
      words: ['call', '-', 'key=--json'],
      flags: ['help'],
      values: {},
      command: [],
    },
    {
      argv: ['ping', '--cwd', ''],
      words: ['ping'],
      flags: [],
      values: { cwd: [''] },
      command: undefined,
    },
  ])('$argv', ({ argv, words, flags, values, command }) => {
    const line = parseCommandLine(argv);
    expect(line.words).toEqual(words);
    expect([...line.flags]).toEqual(flags);
    expect(Object.fromEntries(line.values)).toEqual(values);
    expect(line.command).toEqual(command);
  });
});

describe('what cannot be an option is named', () => {
  test.each([
    { argv: ['ping', '--jsno'], message: 'there is no option "--jsno"; did you mean --json?' },
    {
      argv: ['ping', '--bearer', 'x'],
      message: 'there is no option "--bearer"; did you mean --bearer-env?',
    },
    {
      argv: ['ping', '--xyzzy=secret', 'https://mcp.example.com'],
      message: 'there is no option "--xyzzy"; garuda-mcp help lists them',
    },
    {
      argv: ['ping', '-x', '--', 'server'],
      message: 'there is no option "-x"; garuda-mcp help lists them',
    },
    {
      argv: ['tools', 'npx', '-y', 'server'],
      message:
        'there is no option "-y"; garuda-mcp help lists them; a server\'s command and its options stand behind --',
    },
    {
      argv: ['complete', 'prompt:p', 'a', '-1', 'http://127.0.0.1'],
      message: 'there is no option "-1"; garuda-mcp help lists them',
    },
    { argv: ['ping', '--json=yes'], message: '--json takes no value' },
    { argv: ['ping', '--timeout'], message: '--timeout needs a value: SECONDS' },
    { argv: ['ping', '--cwd', '--', 'x'], message: '--cwd needs a value: FOLDER' },
    {
      argv: ['ping', '--timeout', '--json'],
      message:
        '--timeout needs a value: SECONDS; one that begins with a dash is written --timeout=…',
    },
    {
      argv: ['ping', '--timeout', '1', '--timeout=2'],
      message: '--timeout is given twice, and has one value',
    },
  ])('$argv', ({ argv, message }) => {
    expect(() => parseCommandLine(argv)).toThrow(new UsageError(message));
  });
});

describe('JSON is wanted where --json stands before --', () => {
  test.each([
    { argv: ['--json', '--bad'], wants: true },
    { argv: ['tools', '--', 'x', '--json'], wants: false },
    { argv: ['tools', '--json', '--', 'x'], wants: true },
    { argv: ['tools'], wants: false },
  ])('$argv', ({ argv, wants }) => {
    expect(wantsJson(argv)).toBe(wants);
  });
});
