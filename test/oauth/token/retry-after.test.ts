import { expect, test } from 'vitest';
import { retryAdvice } from '../../../src/oauth/token/retry-after.ts';

test.each([
  [null, 'try again later'],
  ['', 'try again later'],
  ['0', 'try again in 0 s'],
  ['120', 'try again in 120 s'],
  ['0012', 'try again in 12 s'],
  ['1.5', 'try again later'],
  ['-1', 'try again later'],
  ['1, 2', 'try again later'],
  ['9'.repeat(40), 'try again later'],
  ['Wed, 02 Dec 2026 07:28:00 GMT', 'try again after 2026-12-02T07:28:00.000Z'],
  ['Wed, 99 Foo 2026 07:28:00 GMT', 'try again later'],
  ['tomorrow The-Code-2', 'try again later'],
])('%o: %s', (field, words) => {
  expect(retryAdvice(field)).toBe(words);
});
