import { describe, expect, test } from 'vitest';
import { parseArgumentWords } from '../../../../src/garuda/cli/arguments/argument-words.ts';
import { UsageError } from '../../../../src/garuda/cli/usage-error.ts';

describe('one argument', () => {
  test.each([
    { word: 'a=1', key: 'a', argument: { kind: 'text', text: '1' } },
    { word: 'a=', key: 'a', argument: { kind: 'text', text: '' } },
    { word: 'a=b=c', key: 'a', argument: { kind: 'text', text: 'b=c' } },
    { word: 'a=-5', key: 'a', argument: { kind: 'text', text: '-5' } },
    { word: 'a b= x ', key: 'a b', argument: { kind: 'text', text: ' x ' } },
    { word: 'a=:=1', key: 'a', argument: { kind: 'text', text: ':=1' } },
    { word: 'a=@notes.txt', key: 'a', argument: { kind: 'file', path: 'notes.txt' } },
    { word: 'a:=1', key: 'a', argument: { kind: 'json', value: 1 } },
    { word: 'a:={"b":[null]}', key: 'a', argument: { kind: 'json', value: { b: [null] } } },
    { word: 'a:="@x"', key: 'a', argument: { kind: 'json', value: '@x' } },
    { word: '__proto__=1', key: '__proto__', argument: { kind: 'text', text: '1' } },
  ])('$word', ({ word, key, argument }) => {
    expect([...parseArgumentWords([word]).single]).toEqual([[key, argument]]);
  });
});

describe('all arguments at once', () => {
  test.each([
    { words: [], all: undefined },
    { words: ['-'], all: { kind: 'stdin' } },
    { words: ['@args.json'], all: { kind: 'file', path: 'args.json' } },
    { words: ['a=1', '@x=y.json'], all: { kind: 'file', path: 'x=y.json' } },
  ])('$words', ({ words, all }) => {
    expect(parseArgumentWords(words).all).toEqual(all);
  });
});

describe('what is no argument is named', () => {
  test.each([
    {
      words: ['hello'],
      message: '"hello" is no argument; expected KEY=VALUE, KEY=@FILE, KEY:=JSON, @FILE or -',
    },
    {
      words: [''],
      message: '"" is no argument; expected KEY=VALUE, KEY=@FILE, KEY:=JSON, @FILE or -',
    },
    { words: ['=1'], message: '"=1": before = a name is expected' },
    { words: [':=1'], message: '":=1": before = a name is expected' },
    { words: ['a=1', 'a:=2'], message: 'the argument "a" is given twice' },
    { words: ['a:=x'], message: 'the argument "a": expected JSON behind :=, got "x"' },
    { words: ['a:='], message: 'the argument "a": expected JSON behind :=, got ""' },
    { words: ['a=@'], message: 'the argument "a": behind @ the name of a file is expected' },
    { words: ['@'], message: 'behind @ the name of a file is expected' },
    { words: ['-', '@x'], message: '"@x": all arguments at once are given already' },
  ])('$words', ({ words, message }) => {
    expect(() => parseArgumentWords(words)).toThrow(new UsageError(message));
  });
});
