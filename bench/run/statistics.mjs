/** @typedef {{ median: number, least: number, most: number }} Spread */

/** @returns {Spread | undefined} nothing for no values */
export function spreadOf(values) {
  if (values.length === 0) return undefined;
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const median =
    sorted.length % 2 === 1
      ? sorted[Math.floor(middle)]
      : (sorted[middle - 1] + sorted[middle]) / 2;
  return { median, least: sorted[0], most: sorted[sorted.length - 1] };
}

/** Every figure of several runs. */
export function spreadsOf(runs) {
  const names = new Set(runs.flatMap((figures) => Object.keys(figures)));
  return Object.fromEntries(
    [...names].map((name) => [
      name,
      spreadOf(runs.map((run) => run[name]).filter(Number.isFinite)),
    ]),
  );
}
