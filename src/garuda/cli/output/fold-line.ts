import { textWidth } from './text-width.ts';

/** Behind this stands what the line before had no room for. */
const mark = '    | ';
const usualColumns = 80;

/**
 * A cleaned line in pieces that fit a terminal. Left to the terminal, a long value could be made to go on at the
 * beginning of a line, and look there like one of ours.
 *
 * @param columns - the width of the terminal; unknown, or of no use, it is taken to be 80
 */
export function foldLine(line: string, columns: number | undefined): readonly string[] {
  const width = columns === undefined || columns < 2 * mark.length ? usualColumns : columns;
  const pieces: string[] = [];
  let piece = '';
  let used = 0;
  for (const char of line) {
    const wide = textWidth(char);
    if (used + wide > width) {
      pieces.push(piece);
      piece = mark;
      used = mark.length;
    }
    piece += char;
    used += wide;
  }
  return [...pieces, piece];
}
