import { describe, expect, test } from 'vitest';
import { nameOfPlace, quote } from '../../../src/oauth/network/quote.ts';

describe('quote', () => {
  test.each([
    { why: 'plain words', text: 'not found', shown: '"not found"' },
    { why: 'quotation marks', text: 'a "b" \\', shown: String.raw`"a \"b\" \\"` },
    { why: 'a line end', text: 'a\r\nb', shown: String.raw`"a\r\nb"` },
    {
      why: 'an escape of a terminal',
      text: '\u001b[2J\u009b',
      shown: String.raw`"\u001b[2J\u{9b}"`,
    },
    { why: 'a bidirectional override', text: 'a\u202eb', shown: String.raw`"a\u{202e}b"` },
    { why: 'a line separator', text: 'a\u2028b', shown: String.raw`"a\u{2028}b"` },
    { why: 'a hidden tag', text: 'a\u{e0041}', shown: String.raw`"a\u{e0041}"` },
    { why: 'a hidden selector', text: 'a\u{e0101}', shown: String.raw`"a\u{e0101}"` },
    { why: 'half a character', text: '\ud800', shown: String.raw`"\ud800"` },
  ])('$why', ({ text, shown }) => {
    expect(quote(text)).toBe(shown);
  });

  test('what is too long is cut', () => {
    expect(quote('abcdef', 3)).toBe('"abc…"');
    expect(quote('x'.repeat(1_000_000))).toHaveLength(203);
  });
});

test.each([
  {
    url: 'https://user:secret@h.example:8443/a/b?code=secret#secret',
    name: 'https://h.example:8443/a/b',
  },
  { url: 'data:text/plain,secret', name: 'data:' },
  { url: `https://h.example/${'x'.repeat(1000)}`, name: `https://h.example/${'x'.repeat(182)}…` },
])('the place of $name', ({ url, name }) => {
  expect(nameOfPlace(new URL(url))).toBe(name);
});
