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
