// Runs every check, each as the npm script of its name, goes on after a failure, and sums up.
// `npm run check -- --skip test` leaves one out; `--only lint,dead` runs a few.
import { spawnSync } from 'node:child_process';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';

const steps = ['build', 'types', 'format:check', 'lint', 'dead', 'api', 'package', 'size', 'test'];

const root = dirname(import.meta.dirname);
const { values } = parseArgs({ options: { only: { type: 'string' }, skip: { type: 'string' } } });
const only = values.only?.split(',') ?? steps;
const skip = values.skip?.split(',') ?? [];
for (const name of [...only, ...skip]) {
  if (!steps.includes(name)) throw new Error(`no check ${name}, there are ${steps.join(', ')}`);
}

const results = steps
  .filter((name) => only.includes(name))
  .map((name) => (skip.includes(name) ? { name, state: 'skipped', ms: 0 } : run(name)));

console.log('\nchecks:');
for (const { name, state, ms } of results) {
  console.log(`  ${state.padEnd(8)} ${name}${ms > 0 ? ` (${(ms / 1000).toFixed(1)} s)` : ''}`);
}
const count = (state) => results.filter((result) => result.state === state).length;
console.log(`${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped`);
process.exitCode = count('failed') > 0 ? 1 : 0;

function run(name) {
  console.log(`\n== ${name}`);
  const start = performance.now();
  const { status } = spawnSync('npm', ['run', '--silent', name], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  return { name, state: status === 0 ? 'passed' : 'failed', ms: performance.now() - start };
}
