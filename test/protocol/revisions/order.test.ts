import { expect, test } from 'vitest';
import {
  commonRevision,
  eraOf,
  isRevision,
  newestOf,
  revisions,
} from '../../../src/protocol/revisions/registry.ts';

test('the list is closed and in order', () => {
  expect(revisions).toEqual(['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28']);
  expect(revisions.map(eraOf)).toEqual(['legacy', 'legacy', 'legacy', 'legacy', 'modern']);
  expect(newestOf('legacy')).toBe('2025-11-25');
  expect(newestOf('modern')).toBe('2026-07-28');
});

test.each([
  ['2025-06-18', true],
  ['2026-07-29', false],
  ['draft', false],
  ['', false],
  ['toString', false],
  [20250618, false],
  [null, false],
  [undefined, false],
  [['2025-06-18'], false],
])('%j is a revision: %s', (value, expected) => {
  expect(isRevision(value)).toBe(expected);
});

test.each([
  {
    why: 'the newest of several, in any order',
    offered: ['2025-03-26', '2026-07-28', '2024-11-05'],
    best: '2026-07-28',
  },
  {
    why: 'a date that is not known counts for nothing, however it sorts',
    offered: ['2099-01-01', '2025-03-26'],
    best: '2025-03-26',
  },
  { why: 'nor does any other word', offered: ['latest', '__proto__'], best: undefined },
  { why: 'none', offered: [], best: undefined },
])('the best common revision: $why', ({ offered, best }) => {
  expect(commonRevision(offered)).toBe(best);
});

test('only what is allowed is chosen', () => {
  const legacyOnly = (revision: (typeof revisions)[number]): boolean =>
    eraOf(revision) === 'legacy';
  expect(commonRevision(['2026-07-28', '2025-06-18'], legacyOnly)).toBe('2025-06-18');
  expect(commonRevision(['2026-07-28'], legacyOnly)).toBeUndefined();
});
