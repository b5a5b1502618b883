import { runSuite } from './suite.mjs';
import { UsageError } from './usage-error.mjs';

const LIST_LIMIT_MS = 60_000;

/**
 * The client scenarios of a requirement set, as the suite itself lists them.
 *
 * @param {string} revision
 * @returns {Promise<readonly { name: string, isScored: boolean }[]>}
 * @throws {UsageError} where the suite has no set of this name
 */
export async function requiredScenarios(revision) {
  const { exitCode, stdout, stderr } = await runSuite(
    ['list', '--requirements', revision],
    LIST_LIMIT_MS,
  );
  if (exitCode !== 0) throw new UsageError(`--requirements ${revision}: ${stderr.trim()}`);
  const scenarios = parseRequirements(stdout);
  if (scenarios.length === 0) {
    throw new Error(`the suite lists no client scenario for ${revision}: ${stdout}`);
  }
  return scenarios;
}

/**
 * Scored scenarios stand below a heading of their own, the others in a list that names for each
 * whether it is for clients or servers.
 *
 * @param {string} list
 */
export function parseRequirements(list) {
  const scenarios = [];
  let section = '';
  for (const line of list.split('\n')) {
    if (/^\S/.test(line)) section = line;
    const [, scored] = /^ {2}- (\S+)$/.exec(line) ?? [];
    const [, unscored] = /^ {4}- (\S+) \[client\]$/.exec(line) ?? [];
    if (scored !== undefined && section.startsWith('Client scenarios')) {
      scenarios.push({ name: scored, isScored: true });
    }
    if (unscored !== undefined) scenarios.push({ name: unscored, isScored: false });
  }
  return scenarios;
}

/**
 * The client scenarios that the suite knows and that a set has not. They are run only where they are asked for.
 *
 * @param {readonly { name: string }[]} required
 * @param {string} revision - of the set
 * @returns {Promise<readonly { name: string, isScored: boolean, revision: string }[]>}
 */
export async function otherScenarios(required, revision) {
  const { exitCode, stdout, stderr } = await runSuite(['list', '--client'], LIST_LIMIT_MS);
  if (exitCode !== 0) throw new Error(`the suite lists no scenario: ${stderr.trim()}`);
  return parseScenarios(stdout, revision).filter(
    ({ name }) => !required.some((other) => other.name === name),
  );
}

/**
 * A scenario stands with the revisions that it is of, or as one of an extension.
 *
 * @param {string} list
 * @param {string} revision - for those that are not tied to another one
 */
export function parseScenarios(list, revision) {
  return [...list.matchAll(/^ {2}- (\S+) \[([^\]]+)\]$/gmu)].map(([, name, tied]) => {
    const revisions = tied.split(',').filter((word) => /^\d{4}-/u.test(word));
    const fits = revisions.length === 0 || revisions.includes(revision);
    return { name, isScored: false, revision: fits ? revision : revisions.at(-1) };
  });
}
