const STDERR_TAIL_LENGTH = 800;

/**
 * Judges one run of one scenario. It passes only if the suite said so with its exit code and some
 * check succeeded: a scenario in which no check saw anything proves nothing.
 *
 * @param {{ exitCode: number | null, timedOut: boolean, stdout: string, stderr: string }} run
 * @returns {{ passed: boolean, reasons: readonly string[] }}
 */
export function judge({ exitCode, timedOut, stdout, stderr }) {
  const checks = parseChecks(stdout);
  const reasons = [];
  if (timedOut) reasons.push('the client did not end, nor could the suite end it');
  if (stderr.includes('CLIENT TIMED OUT')) reasons.push('the client did not end in time');
  for (const check of checks) {
    if (check.status === 'FAILURE' || check.status === 'WARNING') reasons.push(explain(check));
  }
  const [, clientExit] = /CLIENT EXITED WITH ERROR \(code (-?\d+)\)/.exec(stderr) ?? [];
  if (clientExit !== undefined) {
    reasons.push(`the client exited with ${clientExit}: ${clientStderr(stderr)}`);
  }
  if (!checks.some((check) => check.status === 'SUCCESS')) {
    reasons.push('no check succeeded, so that nothing is proven');
  }
  if (exitCode !== 0 && reasons.length === 0) {
    reasons.push(`the suite exited with ${exitCode}: ${stderr.trim().slice(-STDERR_TAIL_LENGTH)}`);
  }
  return { passed: exitCode === 0 && reasons.length === 0, reasons };
}

/** The suite writes nothing but the checks to stdout, or a sentence where it refuses to run. */
function parseChecks(stdout) {
  try {
    const checks = JSON.parse(stdout);
    return Array.isArray(checks) ? checks : [];
  } catch {
    return [];
  }
}

function explain({ id, status, description, errorMessage }) {
  const level = status === 'WARNING' ? 'warning: ' : '';
  return `${level}${id}: ${errorMessage ?? description}`;
}

/** What the client itself wrote, which the suite repeats below a heading; without the call stack. */
function clientStderr(stderr) {
  const [, rest = ''] = stderr.split('\nStderr:\n');
  const [own] = rest.split(/\n(?:Test Results:|⚠️)/);
  const words = own.split('\n').filter((line) => !/^ +at /.test(line));
  return words.join('\n').trim().slice(-STDERR_TAIL_LENGTH) || 'it wrote nothing to stderr';
}
