import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cleanLine, cleanText } from '../../../src/garuda/cleaning/index.ts';
import { proves } from '../../support/proves.ts';
import { someText } from './some-text.ts';

const cases: readonly { why: string; text: string; clean: string }[] = [
  { why: 'plain text stays', text: 'hello\n\tworld é 漢 ✓', clean: 'hello\n\tworld é 漢 ✓' },
  { why: 'colours', text: '\u001b[31;1mred\u001b[0m', clean: 'red' },
  { why: 'a cleared screen in one byte', text: 'a\u009b2Jb', clean: 'ab' },
  {
    why: 'a hyperlink keeps its words and loses its address',
    text: '\u001b]8;id=1;https://evil.example/\u001b\\click\u001b]8;;\u001b\\ here',
    clean: 'click here',
  },
  { why: 'a title, ended by a bell', text: '\u001b]0;pwned\u0007ok', clean: 'ok' },
  { why: 'a title in the short form', text: '\u009d0;pwned\u009cok', clean: 'ok' },
  { why: 'a clipboard', text: 'x\u001b]52;c;ZXZpbA==\u0007y', clean: 'xy' },
  { why: 'a device control string', text: 'a\u001bP+q544e\u001b\\b', clean: 'ab' },
  { why: 'an application command', text: 'a\u001b_Gf=24;AAAA\u001b\\b', clean: 'ab' },
  { why: 'a privacy message', text: 'a\u001b^hidden\u001b\\b', clean: 'ab' },
  { why: 'a string', text: 'a\u001bXhidden\u001b\\b\u0098more\u009cc', clean: 'abc' },
  {
    why: 'a title without an end hides nothing',
    text: 'a\u001b]0;all the rest',
    clean: 'a0;all the rest',
  },
  { why: 'a title does not reach over a line', text: 'a\u001b]0;b\nc\u0007d', clean: 'a0;b\ncd' },
  { why: 'a sequence without an end', text: 'a\u001b[31', clean: 'a' },
  { why: 'a sequence that is cut by a line', text: 'a\u001b[31\nb', clean: 'a\nb' },
  { why: 'short sequences', text: 'a\u001bcb\u001b(Bc\u001b7d\u001b', clean: 'abcd' },
  { why: 'a bell, a backspace, a null', text: 'a\u0007\b\0b', clean: 'ab' },
  {
    why: 'a carriage return that would write over its line',
    text: 'real\rfake',
    clean: 'real\nfake',
  },
  { why: 'a line break of Windows', text: 'a\r\nb', clean: 'a\nb' },
  { why: 'other breaks of lines', text: 'a\u2028b\u2029c\u0085d\ve\f', clean: 'a\nb\nc\nd\ne\n' },
  { why: 'directions', text: 'a\u202eb\u2066c\u200fd\u061ce', clean: 'abcde' },
  {
    why: 'what is not seen',
    text: 'a\u200bb\ufeffc\u00add\u2060e\u180ef\u3164g',
    clean: 'abcdefg',
  },
  { why: 'notes between the lines', text: 'a\ufff9b\ufffac\ufffbd', clean: 'abcd' },
  { why: 'hidden tags', text: 'a\u{e0049}\u{e0067}\u{e006e}\u{e007f}b', clean: 'ab' },
  { why: 'the flag of Wales is a black flag', text: '🏴\u{e0067}\u{e0062}\u{e007f}', clean: '🏴' },
  {
    why: 'bytes hidden in selectors',
    text: '😀\ufe01\ufe05\u{e0101}\u{e01ef}\ufe0f\ufe0f',
    clean: '😀\ufe0f',
  },
  { why: 'a selector behind a letter', text: 'a\ufe0fb', clean: 'ab' },
  {
    why: 'a selector behind an emoji',
    text: '❤\ufe0f 1\ufe0f\u20e3',
    clean: '❤\ufe0f 1\ufe0f\u20e3',
  },
  { why: 'halves of characters', text: 'a\ud83db\ude00c', clean: 'abc' },
  {
    why: 'halves that become one',
    text: '\ud83d\u0007\ude00\ud83d\u001b[m\ude00',
    clean: '😀',
  },
  {
    why: 'a joined emoji',
    text: '👩\u200d💻👩🏽\u200d💻❤\ufe0f\u200d🔥',
    clean: '👩\u200d💻👩🏽\u200d💻❤\ufe0f\u200d🔥',
  },
  { why: 'joiners that join nothing', text: 'a\u200db\u200cc👩\u200d \u200d', clean: 'abc👩 ' },
  { why: 'joiners in a row', text: '👩\u200d\u200c\u200d💻', clean: '👩\u200d💻' },
  { why: 'a Persian word', text: 'می\u200cخواهم', clean: 'می\u200cخواهم' },
  { why: 'a Sinhala word', text: 'ශ්\u200dරී', clean: 'ශ්\u200dරී' },
];

describe('text of strangers', () => {
  for (const { why, text, clean } of cases) {
    proves('G-29', why, () => {
      expect(cleanText(text)).toBe(clean);
      expect(cleanText(clean)).toBe(clean);
    });
  }
});

describe('one line', () => {
  for (const { text, line } of [
    { text: ' a\n\n b\t c ', line: 'a b c' },
    { text: 'npx x\r\n  sandbox: full', line: 'npx x sandbox: full' },
    { text: 'x\u001b[2K\rAllow? yes', line: 'x Allow? yes' },
    { text: 'x\u2028network: none\u0085y', line: 'x network: none y' },
    { text: '\u001b[1A\u001b]0;t\u0007\u202e\n', line: '' },
    { text: 'a\u00a0\u3000\ufeff b', line: 'a b' },
  ]) {
    proves('G-09', JSON.stringify(text), () => {
      expect(cleanLine(text)).toBe(line);
    });
  }
});

// Written out, and not taken from the source.
const dangerous = new RegExp(
  [
    '[^\\P{Cc}\n\t]',
    '[\\xad\\u061c\\u115f\\u1160\\u180e\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f\\u3164\\ufeff\\uffa0\\ufff9-\\ufffb]',
    '[\\ufe00-\\ufe0d]|\\u034f|[\\u180b-\\u180d\\u180f]',
    '[\\u{e0000}-\\u{e0fff}]|\\p{Cs}',
  ].join('|'),
  'u',
);

proves(
  ['G-09', 'G-29'],
  'no text is dangerous once it is cleaned, and it is cleaned for good',
  () => {
    fc.assert(
      fc.property(someText, (text) => {
        const clean = cleanText(text);
        expect(clean).not.toMatch(dangerous);
        expect(clean.length).toBeLessThanOrEqual(text.length);
        expect(cleanText(clean)).toBe(clean);
        const line = cleanLine(text);
        expect(line).not.toMatch(dangerous);
        expect(line).not.toMatch(/[\n\t]|^\s|\s$|\s\s/u);
        expect(cleanLine(line)).toBe(line);
      }),
      { numRuns: 2_000 },
    );
  },
);

// A quadratic reader would need hours for one of these.
test.each([
  { why: 'beginnings of titles', piece: '\u001b]' },
  { why: 'long titles without an end', piece: `\u001b]${'x'.repeat(1_000)}\u001b` },
  { why: 'one title without an end', piece: 'x', before: '\u001b]' },
  { why: 'beginnings of sequences', piece: '\u001b[' },
  { why: 'one sequence without an end', piece: '0;', before: '\u001b[' },
  { why: 'intermediates without an end', piece: ' ', before: '\u001b' },
  { why: 'joiners', piece: '\u200d', before: '👩' },
  { why: 'emoji and joiners', piece: '👩\u200d\ufe0f' },
  { why: 'halves', piece: '\ude00\ud83d' },
  { why: 'spaces', piece: ' \t' },
  { why: 'carriage returns', piece: '\r' },
])(
  'ten million characters: $why',
  ({ piece, before = '' }) => {
    const text = before + piece.repeat(Math.ceil(10_000_000 / piece.length));
    expect(cleanLine(text).length).toBeLessThanOrEqual(text.length);
  },
  30_000,
);
