import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { capText, cleanText, countCharacters } from '../../../src/garuda/cleaning/index.ts';
import { proves } from '../../support/proves.ts';
import { someText } from './some-text.ts';

const family = '👨\u200d👩\u200d👧\u200d👦';

describe('a text and how many characters it may have', () => {
  for (const { why, text, max, capped } of [
    { why: 'one that fits', text: 'hello', max: 5, capped: 'hello' },
    { why: 'one whose characters are pairs', text: '😀😀😀😀😀', max: 5, capped: '😀😀😀😀😀' },
    {
      why: 'one that is longer',
      text: 'x'.repeat(60),
      max: 50,
      capped: `${'x'.repeat(28)}… [32 more characters]`,
    },
    {
      why: 'one of pairs that is longer',
      text: '😀'.repeat(60),
      max: 50,
      capped: `${'😀'.repeat(28)}… [32 more characters]`,
    },
    {
      why: 'a letter with its mark',
      text: 'e\u0301'.repeat(30),
      max: 51,
      capped: `${'e\u0301'.repeat(14)}… [32 more characters]`,
    },
    {
      why: 'a joined emoji',
      text: family.repeat(10),
      max: 44,
      capped: `${family.repeat(3)}… [49 more characters]`,
    },
    { why: 'no room for the note', text: 'abcdefgh', max: 3, capped: 'abc' },
    { why: 'no room at all', text: 'abc', max: 0, capped: '' },
    {
      why: 'a letter with more marks than any has',
      text: `e${'\u0301'.repeat(500)}`,
      max: 100,
      capped: `e${'\u0301'.repeat(76)}… [424 more characters]`,
    },
  ]) {
    proves('G-29', why, () => {
      expect(capText(text, max)).toBe(capped);
    });
  }
});

proves('G-29', 'no text is longer than its limit, nor cut through a character', () => {
  fc.assert(
    fc.property(someText, fc.nat({ max: 60 }), (text, max) => {
      const whole = cleanText(text);
      const capped = capText(whole, max);
      expect(Array.from(capped).length).toBeLessThanOrEqual(max);
      expect(capped).not.toMatch(/\p{Cs}/u);
      expect(capText(capped, max)).toBe(capped);
      expect(countCharacters(whole)).toBe(Array.from(whole).length);
    }),
    { numRuns: 1_000 },
  );
});

test('the note says how many characters are missing', () => {
  const [, left] = /\[(\d+) more/.exec(capText('😀'.repeat(1_000_000), 1_000)) ?? [];
  expect(Number(left)).toBe(1_000_000 - (1_000 - '… [1000000 more characters]'.length));
});
