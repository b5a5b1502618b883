import { parseArgs } from 'node:util';
import { UsageError } from './usage-error.mjs';

export const USAGE = `npm run referee -- --requirements REVISION [--only NAMES] [--skip NAMES] [--client COMMAND]
  --requirements REVISION  the requirement set of the official suite, such as 2026-07-28
  --only NAMES             only these scenarios, with commas between them; auth/ means all below it;
                           a full name may be one that the suite knows and the set has not
  --skip NAMES             not these
  --client COMMAND         judge this command instead of our client; the server's URL is added to it`;

const options = {
  requirements: { type: 'string', multiple: true },
  only: { type: 'string', multiple: true },
  skip: { type: 'string', multiple: true },
  client: { type: 'string', multiple: true },
  help: { type: 'boolean' },
};

/**
 * @param {readonly string[]} args
 * @returns {{ revision: string, only: readonly string[], skip: readonly string[],
 *   client: string | undefined } | 'help'}
 * @throws {UsageError}
 */
export function parseCommandLine(args) {
  const values = parse(args);
  if (values.help === true) return 'help';
  const revision = single('--requirements', values.requirements);
  if (revision === undefined) throw new UsageError('expected --requirements REVISION');
  return {
    revision,
    only: names('--only', values.only),
    skip: names('--skip', values.skip),
    client: single('--client', values.client),
  };
}

/**
 * The scenarios to run.
 *
 * @param {readonly Scenario[]} others - those outside of the set, which only a full name selects
 * @template {{ name: string }} Scenario
 * @param {readonly Scenario[]} required
 * @param {{ only: readonly string[], skip: readonly string[] }} wishes
 * @throws {UsageError} for a name that fits nothing, and where nothing is left to run
 */
export function selectScenarios(required, { only, skip }, others = []) {
  const scenarios = [...required, ...others.filter(({ name }) => only.includes(name))];
  for (const [flag, wishes] of Object.entries({ '--only': only, '--skip': skip })) {
    const lost = wishes.filter((wish) => !scenarios.some(({ name }) => fits(wish, name)));
    if (lost.length > 0) {
      const known = scenarios.map(({ name }) => name).join(', ');
      throw new UsageError(
        `${flag}: no scenario of this set is ${lost.join(', ')}; it has ${known}`,
      );
    }
  }
  const selected = scenarios.filter(
    ({ name }) =>
      (only.length === 0 || only.some((wish) => fits(wish, name))) &&
      !skip.some((wish) => fits(wish, name)),
  );
  if (selected.length === 0) throw new UsageError('--only and --skip leave no scenario to run');
  return selected;
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

function names(flag, values = []) {
  const all = values.flatMap((value) => value.split(',')).map((name) => name.trim());
  if (all.includes('')) throw new UsageError(`${flag}: expected names, got ${values.join(' ')}`);
  return all;
}

function fits(wish, name) {
  return wish.endsWith('/') ? name.startsWith(wish) : name === wish;
}
