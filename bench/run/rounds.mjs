/** From this share of a core on, others disturb a run. */
const NOISE = 0.12;

/**
 * Runs a case for each client in turn, and the other way round in every second round, so that what
 * changes on the machine meanwhile meets all. A disturbed run is repeated once, and the quieter one counts.
 *
 * @param {readonly import('../clients.mjs').Client[]} clients
 * @param {object} options
 * @param {(client: import('../clients.mjs').Client) => number} options.roundsOf
 * @param {(client: import('../clients.mjs').Client) => Promise<import('./run-once.mjs').Outcome>} options.run
 * @param {import('./repeats.mjs').Repeats} options.repeats
 */
export async function runRounds(clients, { roundsOf, run, repeats }) {
  const runs = new Map(clients.map(({ name }) => [name, []]));
  const errors = new Map();
  let repeated = 0;
  let noisy = 0;
  const most = Math.max(...clients.map(roundsOf));
  for (let round = 0; round < most; round += 1) {
    for (const client of round % 2 === 0 ? clients : clients.toReversed()) {
      if (errors.has(client.name) || round >= roundsOf(client)) continue;
      let outcome = await run(client);
      if (isNoisy(outcome) && repeats.mayRepeat()) {
        repeated += 1;
        outcome = quieter(outcome, await repeats.count(() => run(client)));
      }
      if (isNoisy(outcome)) noisy += 1;
      if ('error' in outcome) errors.set(client.name, outcome.error);
      else runs.get(client.name).push(outcome.figures);
    }
  }
  return { runs, errors, repeated, noisy };
}

function isNoisy({ foreign = 0 }) {
  return foreign > NOISE;
}

function quieter(first, second) {
  if ('error' in first) return second;
  if ('error' in second) return first;
  return second.foreign < first.foreign ? second : first;
}
