import { parseArgs } from 'node:util';
import { UsageError } from './usage-error.mjs';

export const USAGE = `npm run bench -- [--only NAMES] [--clients NAMES] [--rounds N] [--all] [--core N | --unpinned] [--json FILE]
  --only NAMES     these cases, with commas between them; first words, such as latency, mean all that begin so
  --clients NAMES  these clients
  --rounds N       so many rounds of each case, instead of its own number
  --all            the long cases and all clients too; takes about an hour
  --core N         the core for client and server; default 0
  --unpinned       leave the choice of the core to the system
  --json FILE      write all figures to this file`;

const options = {
  only: { type: 'string', multiple: true },
  clients: { type: 'string', multiple: true },
  rounds: { type: 'string', multiple: true },
  all: { type: 'boolean' },
  core: { type: 'string', multiple: true },
  unpinned: { type: 'boolean' },
  json: { type: 'string', multiple: true },
  help: { type: 'boolean' },
};

/**
 * @typedef {object} Wish
 * @property {readonly string[]} only - empty: the default
 * @property {readonly string[]} clients - empty: the default
 * @property {number | undefined} rounds - nothing: each case's own number
 * @property {boolean} all - the long form
 * @property {number | undefined} core - nothing: not pinned
 * @property {string | undefined} json - where to write all figures
 */

/**
 * @param {readonly string[]} args
 * @returns {Wish | 'help'}
 * @throws {UsageError}
 */
export function parseCommandLine(args) {
  const values = parse(args);
  if (values.help === true) return 'help';
  if (values.unpinned === true && values.core !== undefined) {
    throw new UsageError('expected --core or --unpinned, got both');
  }
  return {
    only: names('--only', values.only),
    clients: names('--clients', values.clients),
    rounds: wholeNumber('--rounds', values.rounds, 1),
    all: values.all === true,
    core: values.unpinned === true ? undefined : (wholeNumber('--core', values.core, 0) ?? 0),
    json: single('--json', values.json),
  };
}

/**
 * @param {readonly import('./cases.mjs').Case[]} cases
 * @param {Wish} wish
 * @throws {UsageError} for a name that is no case's
 */
export function selectCases(cases, { only, all }) {
  const fits = (kase, name) => `${kase.name}-`.startsWith(`${name}-`);
  const lost = only.filter((name) => !cases.some((kase) => fits(kase, name)));
  if (lost.length > 0) {
    const known = cases.map(({ name }) => name).join(', ');
    throw new UsageError(`--only: there is no case ${lost.join(', ')}; there are ${known}`);
  }
  if (only.length > 0) return cases.filter((kase) => only.some((name) => fits(kase, name)));
  return all ? cases : cases.filter(({ short = false }) => short);
}

/**
 * @param {readonly import('./clients.mjs').Client[]} clients
 * @param {Wish} wish
 * @throws {UsageError} for a name that is no client's
 */
export function selectClients(clients, { clients: wanted, all }) {
  const lost = wanted.filter((wish) => !clients.some(({ name }) => name === wish));
  if (lost.length > 0) {
    const known = clients.map(({ name }) => name).join(', ');
    throw new UsageError(`--clients: there is no client ${lost.join(', ')}; there are ${known}`);
  }
  if (wanted.length > 0) return clients.filter(({ name }) => wanted.includes(name));
  return all ? clients : clients.filter(({ short = false }) => short);
}

function parse(args) {
  try {
    return parseArgs({ args, options, strict: true, allowPositionals: false }).values;
  } catch (error) {
    throw new UsageError(error.message.split('\n')[0], { cause: error });
  }
}

function single(flag, values) {
  if (values === undefined) return undefined;
  if (values.length > 1)
    throw new UsageError(`${flag}: expected once, got ${values.join(' and ')}`);
  if (values[0].trim() === '') throw new UsageError(`${flag}: expected a value, got none`);
  return values[0];
}

function wholeNumber(flag, values, least) {
  const text = single(flag, values);
  if (text === undefined) return undefined;
  const number = Number(text);
  if (/^\d{1,4}$/u.test(text) && number >= least) return number;
  throw new UsageError(`${flag}: expected a whole number from ${least} on, got ${text}`);
}

function names(flag, values = []) {
  const all = values.flatMap((value) => value.split(',')).map((name) => name.trim());
  if (all.includes('')) throw new UsageError(`${flag}: expected names, got ${values.join(' ')}`);
  return all;
}
