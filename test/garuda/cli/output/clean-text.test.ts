import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cleanLine, cleanText, formatJson } from '../../../../src/garuda/cli/output/clean-text.ts';
import { quoteWord } from '../../../../src/garuda/wording/quote-word.ts';

describe('what a terminal would obey, or not show, becomes visible', () => {
  test.each([
    { why: 'plain text stays', text: 'hello\n\tworld é 漢', clean: 'hello\n\tworld é 漢' },
    {
      why: 'an escape sequence',
      text: '\u001b[31mred\u001b[0m',
      clean: String.raw`\u001b[31mred\u001b[0m`,
    },
    { why: 'C1 controls', text: 'a\u009b2Jb', clean: String.raw`a\u009b2Jb` },
    { why: 'a bell and a backspace', text: 'a\u0007\b', clean: String.raw`a\u0007\u0008` },
    { why: 'a carriage return', text: 'real\rfake', clean: String.raw`real\u000dfake` },
    { why: 'a line break of Windows', text: 'a\r\nb', clean: 'a\nb' },
    {
      why: 'directions',
      text: 'a\u202eb\u2066c\u200fd',
      clean: String.raw`a\u202eb\u2066c\u200fd`,
    },
    { why: 'line separators', text: 'a\u2028b\u2029', clean: String.raw`a\u2028b\u2029` },
    { why: 'nothing at all', text: 'a\u200bb\ufeff', clean: String.raw`a\u200bb\ufeff` },
    { why: 'hidden tags', text: 'a\u{e0041}', clean: String.raw`a\u{e0041}` },
    { why: 'hidden selectors', text: 'a\u{e0100}', clean: String.raw`a\u{e0100}` },
    { why: 'half a character', text: 'a\ud83d', clean: String.raw`a\ud83d` },
    { why: 'a joined emoji stays', text: '👩‍💻❤️', clean: '👩‍💻❤️' },
  ])('$why', ({ text, clean }) => {
    expect(cleanText(text)).toBe(clean);
  });
});

describe('one line', () => {
  test.each([
    { text: ' a\n\n b\t c ', clean: 'a b c' },
    { text: 'name\u001b[2K\rgaruda-mcp: done', clean: String.raw`name\u001b[2K garuda-mcp: done` },
  ])('$clean', ({ text, clean }) => {
    expect(cleanLine(text)).toBe(clean);
  });
});

describe('a word in quotation marks', () => {
  test.each([
    { word: 'x', quoted: '"x"' },
    { word: 'a\nb\t', quoted: String.raw`"a\u000ab\u0009"` },
    { word: 'x'.repeat(200), quoted: `"${'x'.repeat(100)}…"` },
    { word: `${'x'.repeat(99)}👩‍💻`, quoted: `"${'x'.repeat(99)}…"` },
  ])('$quoted', ({ word, quoted }) => {
    expect(quoteWord(word)).toBe(quoted);
  });
});

// Written out, and not taken from the source.
const dangerous = /[^\P{Cc}\n\t]|[\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]/u;

test('no text is dangerous once it is cleaned', () => {
  const text = fc.string({ unit: 'binary' });
  fc.assert(
    fc.property(text, (value) => {
      expect(cleanText(value)).not.toMatch(dangerous);
      expect(cleanLine(value)).not.toMatch(/[\n\t]/);
      expect(quoteWord(value)).not.toMatch(/[\n\t]/);
    }),
  );
});

test('JSON stays the same JSON, and is never dangerous', () => {
  expect(formatJson({ a: '\u007f\u202e\u{e0041}' })).toBe(
    String.raw`{
  "a": "\u007f\u202e\udb40\udc41"
}`,
  );
  fc.assert(
    fc.property(fc.json(), (text) => {
      const value: unknown = JSON.parse(text);
      const formatted = formatJson(value);
      expect(JSON.parse(formatted)).toEqual(value);
      expect(formatted).not.toMatch(dangerous);
    }),
  );
});
