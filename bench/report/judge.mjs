const OURS = ['garuda', 'garuda-modern'];

/**
 * How one client stands to a goal. `by ratio`: it misses the figure, and is as near to the floor as the
 * goal was to the floor's figure when it was set; so it is the machine that is slower.
 *
 * @typedef {{ name: string, value: number, stands: 'met' | 'by ratio' | 'missed' }} Standing
 */

/**
 * Whether a goal is reached by the clients of ours that ran.
 *
 * @param {import('../goals.mjs').Goal} goal
 * @param {Readonly<Record<string, Readonly<Record<string, import('../run/statistics.mjs').Spread>>>>} spreads -
 *   the figures of the goal's case by client
 * @returns {{ limit: number, floor: number | undefined, reached: readonly Standing[] } | undefined} nothing
 *   where it cannot be told
 */
export function judge(goal, spreads) {
  const valueOf = (name) => spreads[name]?.[goal.figure]?.median;
  const floor = valueOf(goal.floor);
  if (goal.times && floor === undefined) return undefined;
  const limit = goal.times ? goal.value * floor : goal.value;
  const reached = (goal.of ?? OURS)
    .filter((name) => valueOf(name) !== undefined)
    .map((name) => {
      const value = valueOf(name);
      return { name, value, stands: standing(goal, { value, limit, floor }) };
    });
  return reached.length === 0 ? undefined : { limit, floor, reached };
}

/** The worst of all: a goal is met if every client meets it. */
export function verdictOf({ reached }) {
  const all = reached.map(({ stands }) => stands);
  return ['missed', 'by ratio', 'met'].find((stands) => all.includes(stands));
}

function standing({ bound, times, floorThen }, { value, limit, floor }) {
  if (isWithin(bound, value, limit)) return 'met';
  if (times || floor === undefined || floorThen === undefined) return 'missed';
  return isWithin(bound, value / floor, limit / floorThen) ? 'by ratio' : 'missed';
}

function isWithin(bound, value, limit) {
  return bound === 'at most' ? value <= limit : value >= limit;
}
