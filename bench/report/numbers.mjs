/** Three digits, and thousands apart. */
export function formatNumber(value) {
  const size = Math.abs(value);
  if (size >= 100) return Math.round(value).toLocaleString('en');
  if (size >= 10) return value.toFixed(1);
  return size === 0 ? '0' : value.toFixed(2);
}

/** A median, and how far the rounds lay apart where there were several. */
export function formatSpread({ median, least, most }) {
  const middle = formatNumber(median);
  const [low, high] = [formatNumber(least), formatNumber(most)];
  return low === high ? middle : `${middle} [${low}..${high}]`;
}
