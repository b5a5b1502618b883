import { cleanLine } from './clean-text.ts';
import { cutToWidth, padToWidth, textWidth } from './text-width.ts';

/** Cells of strangers in columns. */
export interface Table {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

const gap = 2;

/**
 * A table as lines of text. The first column is what a reader types next, so it is never cut; the
 * others are, where the lines would be wider than the terminal.
 *
 * @param columns - the width of the terminal; without one nothing is cut
 */
export function renderTable(table: Table, columns: number | undefined): string {
  const rows = [table.head, ...table.rows].map((row) => row.map(cleanLine));
  const widths = layOut(naturalWidths(rows), columns);
  return rows.map((row) => `${renderRow(row, widths, columns)}\n`).join('');
}

function naturalWidths(rows: readonly (readonly string[])[]): number[] {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [at, cell] of row.entries()) {
      widths[at] = Math.max(widths[at] ?? 0, textWidth(cell));
    }
  }
  return widths;
}

/** Each column but the last gets at most two fifths of what is left. */
function layOut(natural: readonly number[], columns: number | undefined): readonly number[] {
  const total = natural.reduce((sum, width) => sum + width + gap, -gap);
  if (columns === undefined || total <= columns) return natural;
  let left = columns;
  return natural.map((width, at) => {
    const isLast = at === natural.length - 1;
    const own = isLast ? left : Math.min(width, Math.floor(left * 0.4));
    left = Math.max(0, left - own - gap);
    return own;
  });
}

function renderRow(
  row: readonly string[],
  widths: readonly number[],
  columns: number | undefined,
): string {
  const [first = '', ...others] = row;
  const cells = others.map((cell, at) => {
    const width = widths[at + 1] ?? 0;
    return padToWidth(columns === undefined ? cell : cutToWidth(cell, width), width);
  });
  const line = [padToWidth(first, widths[0] ?? 0), ...cells].join(' '.repeat(gap)).trimEnd();
  return columns === undefined ? line : cutToWidth(line, Math.max(columns, textWidth(first)));
}
