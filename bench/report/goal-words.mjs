import { formatNumber } from './numbers.mjs';

export const verdictWords = { met: 'met', 'by ratio': 'met by ratio', missed: 'MISSED' };

/** The goal in figures; as a multiple of the floor it has both. */
export function describeGoal({ bound, value, unit, floor, times }, { limit }) {
  const sign = bound === 'at most' ? '≤' : '≥';
  const amount = `${formatNumber(limit)} ${unit}`.trimEnd();
  return times ? `${sign} ${value} × ${floor} (${amount})` : `${sign} ${amount}`;
}
