import { describe, expect, test } from 'vitest';
import { suggestion } from '../../../src/garuda/cli/suggest.ts';
import { nearestName } from '../../../src/garuda/wording/nearest-name.ts';

describe('the name that was probably meant', () => {
  const known = ['echo', 'get-sum', 'get-env', 'trigger-long-running-operation'];
  test.each([
    { typed: 'ehco', meant: 'echo' },
    { typed: 'Echo', meant: 'echo' },
    { typed: 'getsum', meant: 'get-sum' },
    { typed: 'get_env', meant: 'get-env' },
    { typed: 'trigger-long-runing-operation', meant: 'trigger-long-running-operation' },
    { typed: 'x', meant: undefined },
    { typed: 'weather', meant: undefined },
    { typed: '', meant: undefined },
    { typed: 'e'.repeat(1_000_000), meant: undefined },
  ])('$meant', ({ typed, meant }) => {
    expect(nearestName(typed, known)).toBe(meant);
  });
});

describe('the words behind an unknown name', () => {
  test.each([
    { typed: 'ehco', known: ['echo'], words: '; did you mean echo?' },
    { typed: 'weather', known: ['echo', 'add'], words: '; there is echo, add' },
    { typed: 'weather', known: [], words: '' },
    {
      typed: 'weather',
      known: Array.from({ length: 15 }, (_, at) => `a${at}`),
      words: '; there is a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11 and 3 more',
    },
    { typed: 'b', known: ['a\nfalse line\u001b[2J'], words: '; there is a false line\\u001b[2J' },
  ])('$words', ({ typed, known, words }) => {
    expect(suggestion(typed, known)).toBe(words);
  });
});
