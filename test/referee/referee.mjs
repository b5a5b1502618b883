// Judges this project's client with the official conformance suite, more strictly than the suite
// does when it runs a whole set: `npm run referee -- --help`.
import { ensureInstalled } from './ensure-installed.mjs';
import { withClient } from './judge/bundle-client.mjs';
import { parseCommandLine, selectScenarios, USAGE } from './judge/command-line.mjs';
import { otherScenarios, requiredScenarios } from './judge/required-scenarios.mjs';
import { runScenario } from './judge/run-scenario.mjs';
import { UsageError } from './judge/usage-error.mjs';

/** What the suite itself gives a client. */
const CLIENT_LIMIT_MS = 30_000;

process.once('SIGINT', () => process.exit(130));
process.once('SIGTERM', () => process.exit(143));

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  console.error(`referee: ${error.message}`);
  process.exitCode = error instanceof UsageError ? 2 : 3;
}

async function main(args) {
  const wishes = parseCommandLine(args);
  if (wishes === 'help') {
    console.log(USAGE);
    return 0;
  }
  await ensureInstalled();
  const all = await requiredScenarios(wishes.revision);
  const isAsked = wishes.only.some((wish) => !wish.endsWith('/'));
  const others = isAsked ? await otherScenarios(all, wishes.revision) : [];
  const selected = selectScenarios(all, wishes, others);
  const judgeAll = (client) => runScenarios(selected, wishes.revision, client);
  const failed = await (wishes.client === undefined
    ? withClient(judgeAll)
    : judgeAll(wishes.client));
  const passed = selected.length - failed;
  const skipped = all.filter((scenario) => !selected.includes(scenario)).length;
  console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
  return failed === 0 ? 0 : 1;
}

/** One after the other: together they would take the processor from each other and time out. */
async function runScenarios(scenarios, revision, client) {
  let failed = 0;
  for (const { name, isScored, revision: own = revision } of scenarios) {
    const order = { name, revision: own, client, timeoutMs: CLIENT_LIMIT_MS };
    const { passed, reasons, seconds } = await runScenario(order);
    const note = isScored ? '' : ' (not scored)';
    console.log(`${passed ? 'passed' : 'FAILED'} ${name}${note} ${seconds.toFixed(1)} s`);
    for (const reason of reasons) console.log(`  ${reason.replaceAll('\n', '\n    ')}`);
    if (!passed) failed += 1;
  }
  return failed;
}
