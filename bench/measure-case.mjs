import { runOnce } from './run/run-once.mjs';
import { runRounds } from './run/rounds.mjs';
import { spreadsOf } from './run/statistics.mjs';

/**
 * @typedef {object} CaseResult
 * @property {Readonly<Record<string, Readonly<Record<string, import('./run/statistics.mjs').Spread>>>>} spreads -
 *   figures by client
 * @property {ReadonlyMap<string, string>} errors - by client
 * @property {number} rounds - as many as the clients made that have no fewer of their own
 * @property {number} repeated - runs that were disturbed and made once more
 * @property {number} noisy - runs that were disturbed and count all the same
 */

/** The clients that a case is made for. */
export function clientsOf(kase, clients) {
  return clients.filter(
    ({ name, ways }) =>
      ways.includes(kase.way) &&
      (kase.clients === undefined || kase.clients.includes(name)) &&
      !(kase.without ?? []).includes(name),
  );
}

/**
 * @param {import('./cases.mjs').Case} kase
 * @param {readonly import('./clients.mjs').Client[]} clients
 * @param {{ rounds: number | undefined, repeats: import('./run/repeats.mjs').Repeats,
 *   placement: import('./run/placement.mjs').Placement, modules: Readonly<Record<string, string>>,
 *   tinyServer: string | undefined }} setting
 * @returns {Promise<CaseResult>}
 */
export async function measureCase(kase, clients, setting) {
  const rounds = setting.rounds ?? kase.rounds;
  const { runs, errors, repeated, noisy } = await runRounds(clients, {
    roundsOf: ({ name }) => Math.min(rounds, kase.fewerRounds?.[name] ?? rounds),
    run: (client) => runOnce(kase, client, setting),
    repeats: setting.repeats,
  });
  const measured = [...runs].filter(([, figures]) => figures.length > 0);
  const spreads = Object.fromEntries(measured.map(([name, all]) => [name, spreadsOf(all)]));
  return { spreads, errors, rounds, repeated, noisy };
}
