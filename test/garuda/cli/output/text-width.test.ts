import { describe, expect, test } from 'vitest';
import { cutToWidth, padToWidth, textWidth } from '../../../../src/garuda/cli/output/text-width.ts';

describe('the columns that a text takes', () => {
  test.each([
    { text: '', width: 0 },
    { text: 'abc', width: 3 },
    { text: 'é', width: 1 },
    { text: 'e\u0301', width: 1 },
    { text: '漢字', width: 4 },
    { text: '한', width: 2 },
    { text: 'ｆ', width: 2 },
    { text: '🚀', width: 2 },
    { text: '→…', width: 2 },
  ])('$text', ({ text, width }) => {
    expect(textWidth(text)).toBe(width);
  });
});

describe('a text is cut to columns', () => {
  test.each([
    { text: 'abc', width: 3, cut: 'abc' },
    { text: 'abcd', width: 3, cut: 'ab…' },
    { text: 'a bcd', width: 3, cut: 'a…' },
    { text: '漢字字', width: 5, cut: '漢字…' },
    { text: '漢字字', width: 4, cut: '漢…' },
    { text: 'abc', width: 1, cut: '…' },
  ])('$text at $width', ({ text, width, cut }) => {
    expect(cutToWidth(text, width)).toBe(cut);
  });
});

test('a text is padded to columns', () => {
  expect(padToWidth('漢', 4)).toBe('漢  ');
  expect(padToWidth('abc', 2)).toBe('abc');
});
