import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { foldLine } from '../../../../src/garuda/cli/output/fold-line.ts';
import { textWidth } from '../../../../src/garuda/cli/output/text-width.ts';
import { proves } from '../../../support/proves.ts';

test.each([
  ['', 20, ['']],
  ['a line of 20 columns', 20, ['a line of 20 columns']],
  ['a line of 21 columns.', 20, ['a line of 21 columns', '    | .']],
  ['一二三四五六七八九十一', 21, ['一二三四五六七八九十', '    | 一']],
  ['x'.repeat(81), 0, ['x'.repeat(80), '    | x']],
  ['x'.repeat(81), undefined, ['x'.repeat(80), '    | x']],
  ['x'.repeat(81), 5, ['x'.repeat(80), '    | x']],
])('%j in %j columns', (line, columns, pieces) => {
  expect(foldLine(line, columns)).toEqual(pieces);
});

proves('G-09', 'no long value goes on where a line of ours begins, and nothing is lost', () => {
  const value = fc.string({ unit: fc.constantFrom('a', ' ', '一', '🙂', ':', 'Network: off') });
  fc.assert(
    fc.property(value, fc.integer({ min: 12, max: 40 }), (line, columns) => {
      const [first = '', ...more] = foldLine(line, columns);
      for (const piece of [first, ...more]) expect(textWidth(piece)).toBeLessThanOrEqual(columns);
      for (const piece of more) expect(piece).toMatch(/^ {4}\| /u);
      expect([first, ...more.map((piece) => piece.slice(6))].join('')).toBe(line);
    }),
  );
});
