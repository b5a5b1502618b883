import { describe, expect, test } from 'vitest';
import { parseArgumentWords } from '../../../../src/garuda/cli/arguments/argument-words.ts';
import {
  readArguments,
  type TextInput,
} from '../../../../src/garuda/cli/arguments/read-arguments.ts';
import { readTextArguments } from '../../../../src/garuda/cli/arguments/text-arguments.ts';
import { UsageError } from '../../../../src/garuda/cli/usage-error.ts';

const files: Readonly<Record<string, string>> = {
  'args.json': '{"a":1}',
  'list.json': '[1]',
  'broken.json': '{',
  'text.txt': 'line\nline\n',
};
const input: TextInput = {
  readFile: (path) =>
    files[path] === undefined
      ? Promise.reject(new UsageError(`no ${path}`))
      : Promise.resolve(files[path]),
  readStdin: () => Promise.resolve('{"b":2}'),
};

describe('files and the standard input are read', () => {
  test.each([
    { words: ['@args.json', 'c=3'], all: { a: 1 }, single: { c: { kind: 'text', text: '3' } } },
    { words: ['-'], all: { b: 2 }, single: {} },
    {
      words: ['t=@text.txt', 'j:=[1]'],
      all: undefined,
      single: { t: { kind: 'text', text: 'line\nline\n' }, j: { kind: 'json', value: [1] } },
    },
  ])('$words', async ({ words, all, single }) => {
    const given = await readArguments(parseArgumentWords(words), input);
    expect(given.all).toEqual(all);
    expect(Object.fromEntries(given.single)).toEqual(single);
  });

  test.each([
    {
      words: ['@list.json'],
      message:
        'the file "list.json": expected a JSON object with all arguments, got another JSON value',
    },
    {
      words: ['@broken.json'],
      message:
        'the file "broken.json": expected a JSON object with all arguments, got something else',
    },
    { words: ['@gone'], message: 'no gone' },
    { words: ['a=@gone'], message: 'no gone' },
  ])('$message', async ({ words, message }) => {
    await expect(readArguments(parseArgumentWords(words), input)).rejects.toThrow(
      new UsageError(message),
    );
  });
});

describe('arguments that can only be text', () => {
  test('are read as text', async () => {
    const words = ['a=1', 'b={}', 't=@text.txt'];
    expect(await readTextArguments(words, input)).toEqual({ a: '1', b: '{}', t: 'line\nline\n' });
  });

  test.each([
    { words: ['a:=1'], message: 'the argument "a" can only be text: use = and not :=' },
    { words: ['-'], message: '"-": expected KEY=VALUE or KEY=@FILE here' },
    { words: ['@args.json'], message: '"@args.json": expected KEY=VALUE or KEY=@FILE here' },
  ])('$message', async ({ words, message }) => {
    await expect(readTextArguments(words, input)).rejects.toThrow(new UsageError(message));
  });
});
