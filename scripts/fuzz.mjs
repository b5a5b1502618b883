// Feeds the readers of a peer's words with spoiled messages: `npm run fuzz -- --seed N --count 1000000`.
// The cases run in a process of their own, which is ended and told of by its case when it stands still.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';

const USAGE = `npm run fuzz -- [--seed N] [--count N] [--from N] [--only CASE] [--target NAMES] [--patience MS]
  --seed N        which cases; the same seed makes the same ones. Default 1
  --count N       how many. Default 100,000
  --from N        the first of them. Default 0
  --only CASE     this one alone
  --target NAMES  only for these targets, with commas between them
  --patience MS   how long one case may take. Default 20,000`;

/** The memory that the process may take at most, whatever comes. */
const mostMb = 300;
const root = dirname(import.meta.dirname);
const wish = readWish();
const folder = mkdtempSync(join(tmpdir(), 'garuda-fuzz-'));
const program = join(folder, 'program.mjs');
const whereFile = join(folder, 'where');

try {
  await bundleProgram();
  const began = performance.now();
  const end = await run({ ...wish, show: false });
  const seconds = (performance.now() - began) / 1000;
  const isWell = end.report === undefined ? await tellOfEnd(end) : tell(end.report, seconds);
  process.exitCode = isWell ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function readWish() {
  const text = { type: 'string' };
  const options = { seed: text, count: text, from: text, only: text, target: text, patience: text };
  const { values } = parseArgs({ options: { ...options, help: { type: 'boolean' } } });
  if (values.help === true) {
    console.log(USAGE);
    process.exit(0);
  }
  const number = (name, otherwise) => {
    const value = Number(values[name] ?? otherwise);
    if (Number.isSafeInteger(value) && value >= 0) return value;
    throw new Error(`--${name}: expected a whole number, got ${values[name]}`);
  };
  const isOne = values.only !== undefined;
  return {
    seed: number('seed', 1),
    from: number(isOne ? 'only' : 'from', 0),
    count: isOne ? 1 : number('count', 100_000),
    targets: values.target?.split(','),
    patience: number('patience', 20_000),
  };
}

/** The fuzzers and what they fuzz, from the sources: Node.js 20 reads no TypeScript. */
async function bundleProgram() {
  await build({
    entryPoints: [join(root, 'test/fuzz/program.ts')],
    outfile: program,
    bundle: true,
    format: 'esm',
    platform: 'node',
    conditions: ['@garuda/source'],
    sourcemap: 'inline',
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
    logLevel: 'warning',
  });
}

/** @returns {Promise<{ report?: object, stoodStill: boolean, how: string, errors: string }>} */
function run({ seed, from, count, targets, patience, show }) {
  const job = JSON.stringify({ root, seed, from, count, targets, show, whereFile });
  const child = spawn(process.execPath, ['--enable-source-maps', program, job], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stoodStill = false;
  let output = '';
  let errors = '';
  let last = { at: undefined, since: performance.now() };
  child.stdout.setEncoding('utf8').on('data', (text) => (output += text));
  child.stderr.setEncoding('utf8').on('data', (text) => (errors = (errors + text).slice(-4000)));
  const watch = setInterval(() => {
    const at = caseNumber();
    if (at !== last.at) last = { at, since: performance.now() };
    // Before the first case there is a program to be loaded.
    const isStarting = show || at === undefined;
    if (performance.now() - last.since < (isStarting ? 60_000 : patience)) return;
    stoodStill = true;
    child.kill('SIGKILL');
  }, 100);
  return new Promise((resolve) => {
    child.on('close', (code, signal) => {
      clearInterval(watch);
      const report = code === 0 ? JSON.parse(output) : undefined;
      resolve({ report, stoodStill, how: signal ?? `exit code ${code}`, errors });
    });
  });
}

/** The case that the process works on. */
function caseNumber() {
  try {
    return readFileSync(whereFile, 'utf8').trim() || undefined;
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

function tell({ cases, perTarget, peakMb, seeds, finding }, seconds) {
  const parts = Object.entries(perTarget).map(([name, count]) => `${name} ${count}`);
  const memory = `peak memory ${peakMb.toFixed(0)} MB`;
  console.log(`fuzz: seed ${wish.seed}, ${cases} cases in ${seconds.toFixed(1)} s, ${memory}`);
  console.log(`  ${parts.join(', ')}`);
  console.log(`  made from ${seeds.values} values (collection ${seeds.digest})`);
  if (finding !== undefined) {
    console.error(`FAILED: case ${finding.at} of seed ${wish.seed}, target ${finding.target}`);
    console.error(`  ${finding.error}\n  smallest input found: ${shortened(finding.input)}`);
    tellHowToRepeat(finding.at);
    return false;
  }
  if (peakMb > mostMb) console.error(`FAILED: more than ${mostMb} MB of memory`);
  return peakMb <= mostMb;
}

/** The process has ended without a word, or was ended here. */
async function tellOfEnd({ stoodStill, how, errors }) {
  const at = caseNumber();
  const what = stoodStill ? `did not end within ${wish.patience} ms` : `ended the process: ${how}`;
  console.error(`FAILED: case ${at ?? '(none yet)'} of seed ${wish.seed} ${what}`);
  if (errors !== '') console.error(errors);
  if (at === undefined) return false;
  const { report } = await run({ ...wish, from: Number(at), show: true });
  if (report !== undefined) console.error(`  target ${report.target}, input: ${report.input}`);
  tellHowToRepeat(at);
  return false;
}

function tellHowToRepeat(at) {
  const targets = wish.targets === undefined ? '' : ` --target ${wish.targets.join(',')}`;
  console.error(`  repeat: npm run fuzz -- --seed ${wish.seed} --only ${at}${targets}`);
}

/** Its beginning and its end, where it is too long to be read; `--only` makes the whole again. */
function shortened(input) {
  if (input.length <= 4_000) return input;
  const left = input.length - 3_000;
  return `${input.slice(0, 2_000)} … ${left} characters … ${input.slice(-1_000)}`;
}
