import { runSuite } from './suite.mjs';
import { judge } from './verdict.mjs';

/** How much longer than the client the suite may take: it starts a server and compares messages. */
const SUITE_MARGIN_MS = 10_000;

/**
 * Runs one scenario by itself, since only then do exit codes, time-outs and warnings count.
 *
 * @param {{ name: string, revision: string, client: string, timeoutMs: number }} order - `client` is
 * a command line, to which the suite adds the URL of its server
 */
export async function runScenario({
  name,
  revision,
  client,
  timeoutMs,
  marginMs = SUITE_MARGIN_MS,
}) {
  const start = performance.now();
  const args = ['--command', client, '--scenario', name, '--spec-version', revision];
  const run = await runSuite(
    // Without `--force` the suite skips extensions, which it ties to no revision, and exits with 0.
    ['client', ...args, '--timeout', String(timeoutMs), '--force', '--verbose'],
    timeoutMs + marginMs,
  );
  return { ...judge(run), seconds: (performance.now() - start) / 1000 };
}
