import { cleanLine } from './output/clean-text.ts';

/** The name among `known` that was probably meant, or `undefined`. */
export function nearestName(typed: string, known: readonly string[]): string | undefined {
  let best: string | undefined;
  // A third of its letters may be wrong, and one in any case.
  let least = Math.max(1, Math.floor(typed.length / 3)) + 1;
  for (const name of known) {
    const distance = editDistance(typed.toLowerCase(), name.toLowerCase());
    if (distance < least) [best, least] = [name, distance];
  }
  return best;
}

/** Words that follow an error about an unknown name: what was probably meant, else what there is. */
export function suggestion(typed: string, known: readonly string[]): string {
  const nearest = nearestName(typed, known);
  if (nearest !== undefined) return `; did you mean ${cleanLine(nearest)}?`;
  if (known.length === 0) return '';
  const shown = known.slice(0, mostShown).map(cleanLine).join(', ');
  const more = known.length - mostShown;
  return `; there is ${shown}${more > 0 ? ` and ${more} more` : ''}`;
}

const mostShown = 12;

/** How many letters must be put in, left out, replaced or exchanged with the next to get from one to the other. */
function editDistance(from: string, to: string): number {
  // Longer words are no typing errors, and the work grows with the square.
  if (from.length > 64 || to.length > 64) return from === to ? 0 : Infinity;
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (let row = 1; row <= from.length; row += 1) {
    const now = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const same = from[row - 1] === to[column - 1];
      const swapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      now[column] = Math.min(
        (last[column] ?? 0) + 1,
        (now[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
        swapped ? (beforeLast[column - 2] ?? Infinity) + 1 : Infinity,
      );
    }
    [beforeLast, last] = [last, now];
  }
  return last[to.length] ?? 0;
}
