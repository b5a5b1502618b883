import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { renderTable } from '../../../../src/garuda/cli/output/table.ts';
import { textWidth } from '../../../../src/garuda/cli/output/text-width.ts';

const table = {
  head: ['TOOL', 'ARGUMENTS', 'DESCRIPTION'],
  rows: [
    ['echo', 'message', 'Says the message back, whatever it is.'],
    ['a-tool-with-a-rather-long-name', 'one two [three] [four] [five]', 'Short.'],
    ['none', '', ''],
  ],
};

describe('a table', () => {
  test('is as wide as it needs where there is no terminal', () => {
    expect(renderTable(table, undefined)).toBe(`\
TOOL                            ARGUMENTS                      DESCRIPTION
echo                            message                        Says the message back, whatever it is.
a-tool-with-a-rather-long-name  one two [three] [four] [five]  Short.
none
`);
  });

  test('is cut to the terminal, but for what a reader types next', () => {
    expect(renderTable(table, 60)).toBe(`\
TOOL                      ARGUMENTS      DESCRIPTION
echo                      message        Says the message b…
a-tool-with-a-rather-long-name  one two [thr…  Short.
none
`);
  });

  test('shows no false line', () => {
    const rows = [['evil\n\u001b[2J', 'x', 'a\r\nb']];
    expect(renderTable({ head: ['A', 'B', 'C'], rows }, 80)).toBe(
      ['A               B  C', String.raw`evil \u001b[2J  x  a b`, ''].join('\n'),
    );
  });

  test('is never wider than the terminal, but for its first column', () => {
    const cell = fc.string({ unit: 'grapheme', maxLength: 40 });
    const rows = fc.array(fc.tuple(cell, cell, cell), { maxLength: 5 });
    fc.assert(
      fc.property(rows, fc.integer({ min: 1, max: 120 }), (cells, columns) => {
        const lines = renderTable({ head: ['A', 'B', 'C'], rows: cells }, columns).split('\n');
        expect(lines).toHaveLength(cells.length + 2);
        for (const [at, line] of lines.slice(1, -1).entries()) {
          const first = renderTable({ head: [], rows: [[cells[at]![0]]] }, undefined).trim();
          expect(textWidth(line)).toBeLessThanOrEqual(Math.max(columns, textWidth(first)));
        }
      }),
    );
  });
});
