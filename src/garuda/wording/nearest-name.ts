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
