import * as fc from 'fast-check';
import { describe, expect } from 'vitest';
import { batchCommandLine } from '../../../src/transport/stdio/windows-command-line.ts';
import { proves } from '../../support/proves.ts';

const cases: readonly { argument: string; word: string }[] = [
  { argument: 'plain', word: '"plain"' },
  { argument: '', word: '""' },
  { argument: 'a b', word: '"a b"' },
  { argument: 'a&calc', word: '"a&calc"' },
  { argument: 'a|b>c<d^e(f)!g!', word: '"a|b>c<d^e(f)!g!"' },
  { argument: '"', word: '""""' },
  { argument: '"&calc&"', word: '"""&calc&"""' },
  { argument: '{"a":"b"}', word: '"{""a"":""b""}"' },
  { argument: '%PATH%', word: '"%%cd:~,%PATH%%cd:~,%"' },
  { argument: 'ends\\', word: '"ends\\\\"' },
  { argument: 'c:\\a\\b', word: '"c:\\a\\b"' },
  { argument: 'x\\"', word: '"x\\\\"""' },
  { argument: 'é', word: '"é"' },
];

describe('the command line of a batch file', () => {
  for (const { argument, word } of cases) {
    proves('W-27', JSON.stringify(argument), () => {
      expect(batchCommandLine('C:\\a.cmd', [argument])).toBe(`""C:\\a.cmd" ${word}"`);
    });
  }

  for (const text of ['a\nb', 'a\rb', 'a\0b']) {
    proves('W-27', `${JSON.stringify(text)} cannot be said`, () => {
      expect(batchCommandLine('C:\\a.cmd', [text])).toBeUndefined();
      expect(batchCommandLine(`C:\\${text}.cmd`, [])).toBeUndefined();
    });
  }

  const argument = fc.string({
    unit: fc.constantFrom('"', '\\', '%', '&', '|', '^', '!', ' ', 'a', 'P', '<', '(', ','),
    maxLength: 12,
  });

  proves('W-27', 'no argument is read as an operator, a variable or another argument', () => {
    fc.assert(
      fc.property(fc.array(argument, { maxLength: 4 }), (args) => {
        const line = batchCommandLine('C:\\a.cmd', args) ?? '';
        const read = readAsCmd(line);
        expect(read.unquoted.replaceAll(' ', '')).toBe('');
        expect(readAsProgram(read.text)).toEqual(['C:\\a.cmd', ...args]);
      }),
      { numRuns: 2000 },
    );
  });
});

/** What `cmd /s /c` makes of a line: the outer marks go, variables are put in, marks toggle. */
function readAsCmd(line: string): { text: string; unquoted: string } {
  const inner = line.slice(1, -1);
  let text = '';
  for (let at = 0; at < inner.length; at += 1) {
    const variable = inner[at] === '%' ? /^%([^%:]+)(:~,)?%/.exec(inner.slice(at)) : null;
    if (variable === null) {
      text += inner[at];
      continue;
    }
    // The empty substring is the only variable that may be found.
    text += variable[2] === undefined ? `<${variable[1]}>` : '';
    at += variable[0].length - 1;
  }
  let unquoted = '';
  let isQuoted = false;
  for (const character of text) {
    if (character === '"') isQuoted = !isQuoted;
    else if (!isQuoted) unquoted += character;
  }
  return { text, unquoted };
}

/** How programs of the usual C run-time read their arguments: every one here is in marks. */
function readAsProgram(text: string): string[] {
  const args: string[] = [];
  let at = 0;
  while (at < text.length) {
    let value = '';
    at += 1;
    for (;;) {
      const slashes = /^\\*/.exec(text.slice(at))?.[0].length ?? 0;
      at += slashes;
      if (text[at] !== '"') {
        value += '\\'.repeat(slashes) + (text[at] ?? '');
        at += 1;
        continue;
      }
      value += '\\'.repeat(Math.floor(slashes / 2));
      if (text[at + 1] === '"') {
        value += '"';
        at += 2;
        continue;
      }
      at += 2;
      break;
    }
    args.push(value);
  }
  return args;
}
