import * as fc from 'fast-check';
import { expect } from 'vitest';
import { patternCost } from '../../../src/client/schema/pattern-cost.ts';
import { proves } from '../../support/proves.ts';
import { countSteps, patternOf, type Part } from './counting-matcher.ts';

for (const [pattern, length, most] of [
  ['^[a-z]+$', 1_000_000, 5_000_000],
  ['^\\d{4}-\\d{2}-\\d{2}$', 1_000_000, 20],
  ['^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$', 36, 200],
  ['^[^@]+@[^@]+\\.[a-z]+$', 100, 5_000_000],
  ['^[a-z0-9]+(-[a-z0-9]+)*$', 60, 200_000],
  ['^(?:\\d+\\.)*\\d+$', 60, 200_000],
  ['^(/[^/]+)+$', 500, 20_000],
  ['^(red|green|blue)$', 1_000, 30],
  ['a*', 100, 20_000],
  ['[(a+)+]', 100, 300],
  ['\\(a\\+\\)\\+', 100, 700],
  ['^\\p{Lu}\\u{1f600}{2}$', 1_000, 10],
] as const) {
  proves('JSC-05', `${pattern} is harmless on ${length} characters`, () => {
    expect(patternCost(pattern, true)(length)).toBeLessThanOrEqual(most);
  });
}

for (const pattern of [
  '(a+)+',
  '(a*)*',
  '(a|a)*',
  '(a|b+)+',
  '((a+)b)*',
  '(a{2,})+',
  '(a{1,99})*',
  '(.*)*\\1',
  '(?:a+b?)*',
  '(?<n>a+)+',
  '(?:-?a+)*',
  '(?:.-a+)*',
  '(?=(a+)+b)',
  `${'a?'.repeat(80)}${'a'.repeat(80)}`,
  '(a|a)'.repeat(80),
  '(a|a){80}',
  '(a?){80}a{80}',
  `${'('.repeat(60)}a${')'.repeat(60)}`,
] as const) {
  proves('JSC-05', `${pattern.slice(0, 40)} is not harmless`, () => {
    expect(patternCost(pattern, true)(100)).toBeGreaterThan(1e20);
  });
}

const { part } = fc.letrec<{ part: Part; simple: Part }>((tie) => ({
  simple: fc.constantFrom<Part>('a', 'b', '-'),
  part: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    tie('simple'),
    fc.record({ all: fc.array(tie('part'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ any: fc.array(tie('part'), { minLength: 1, maxLength: 3 }) }),
    fc.record({
      repeated: tie('part'),
      least: fc.integer({ min: 0, max: 2 }),
      more: fc.constantFrom(0, 1, 2, Infinity),
    }),
  ),
}));

proves('JSC-05', 'no pattern takes more steps than are foreseen', () => {
  const texts = fc.string({ unit: fc.constantFrom('a', 'b', '-'), maxLength: 7 });
  fc.assert(
    fc.property(part, texts, fc.boolean(), (pattern, text, isBound) => {
      // It never matches, so that everything is tried.
      const source = `${isBound ? '^' : ''}${patternOf(pattern)}!`;
      const counted = countSteps({ all: [pattern, '!'] }, text, isBound, 200_000);
      expect(patternCost(source, true)(text.length)).toBeGreaterThanOrEqual(counted);
    }),
    { numRuns: 3_000 },
  );
});
