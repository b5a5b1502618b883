// Says which requirement rows the tests prove: `npm run rows`. Uses the last full run if nothing changed since it began, else runs the tests.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
process.chdir(root);

// The data is TypeScript, which Node.js 20 does not read.
await build({
  stdin: {
    contents: `
      export { groups } from './test/requirements/index.ts';
      export { reportRows } from './test/support/rows-report.ts';
      export { lastChange } from './test/support/rows-freshness.ts';
    `,
    resolveDir: root,
  },
  bundle: true,
  format: 'esm',
  platform: 'node',
  outfile: '.cache/rows-program.mjs',
  logLevel: 'warning',
});
const { groups, reportRows, lastChange } = await import('../.cache/rows-program.mjs');

const inputs = [
  'src',
  'conformance',
  'test',
  'package.json',
  'package-lock.json',
  'vitest.config.ts',
];
let run = lastFullRun();
if (run === undefined || run.startedAt <= lastChange(inputs)) {
  console.log('No full run of the tests is newer than the files: running them now.');
  const began = Date.now();
  spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'run'], { stdio: 'inherit' });
  run = lastFullRun();
  if (run === undefined || run.startedAt < began) {
    console.error('The tests did not run to their end, so nothing can be said about the rows.');
    process.exit(1);
  }
}

const { lines, unproven } = reportRows(groups, run.proven);
for (const line of lines) console.log(line);
const when = new Date(run.startedAt).toISOString();
console.log(
  `The full run of ${when}: ${run.passed} passed, ${run.failed} failed, ${run.skipped} skipped.`,
);
if (unproven.length > 0) process.exitCode = 1;

function lastFullRun() {
  try {
    return JSON.parse(readFileSync('.cache/rows.json', 'utf8'));
  } catch (error) {
    // A run that was killed may have left half a file, which is as good as none.
    if (error.code === 'ENOENT' || error instanceof SyntaxError) return undefined;
    throw error;
  }
}
