// Compares this project's client with the least that can be done and with other clients:
// `npm run bench -- --help`.
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { ensureInstalled } from '../test/referee/ensure-installed.mjs';
import { cases } from './cases.mjs';
import { clients } from './clients.mjs';
import { parseCommandLine, selectCases, selectClients, USAGE } from './command-line.mjs';
import { clientsOf, measureCase } from './measure-case.mjs';
import { printCase } from './report/print-case.mjs';
import { printSummary } from './report/print-summary.mjs';
import { endAll } from './run/children.mjs';
import { findModules, versionOf } from './run/find-modules.mjs';
import { choosePlacement } from './run/placement.mjs';
import { Repeats } from './run/repeats.mjs';
import { tinyServer } from './run/tiny-server.mjs';
import { UsageError } from './usage-error.mjs';

/** So that the short form stays short on a machine that is never quiet. */
const REPEATS_MS = { short: 40_000, all: 600_000 };

const root = dirname(import.meta.dirname);

process.once('SIGINT', () => stop(130));
process.once('SIGTERM', () => stop(143));

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  endAll();
  console.error(`bench: ${error instanceof UsageError ? error.message : error.stack}`);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}

function stop(code) {
  endAll();
  process.exit(code);
}

async function main(args) {
  const wish = parseCommandLine(args);
  if (wish === 'help') {
    console.log(USAGE);
    return 0;
  }
  const selected = selectClients(clients, wish);
  const plan = selectCases(cases, wish)
    .map((kase) => ({ kase, who: clientsOf(kase, selected) }))
    .filter(({ who }) => who.length > 0);
  if (plan.length === 0) throw new UsageError('none of these clients has a part in these cases');
  const setting = await prepare(wish, selected);
  printHead(selected, setting);
  const results = await runPlan(plan, setting);
  printSummary(results);
  if (wish.json !== undefined) await writeResults(wish.json, results, setting);
  const failed = [...results.values()].filter(({ errors }) => errors.size > 0).length;
  if (failed > 0) console.log(`${failed} cases with a client that failed`);
  return failed > 0 ? 1 : 0;
}

async function prepare({ core, rounds, all }, selected) {
  if (core !== undefined && core >= cpus().length) {
    throw new UsageError(`--core: expected one from 0 to ${cpus().length - 1}, got ${core}`);
  }
  if (selected.some(({ name }) => name.startsWith('garuda')) && !existsSync(join(root, 'dist'))) {
    throw new UsageError('dist/ is missing: run `npm run build` first');
  }
  const modules = selected.flatMap((client) => client.modules ?? []);
  if (modules.length > 0) await ensureInstalled();
  const placement = choosePlacement(core);
  return {
    rounds,
    placement,
    modules: findModules([...new Set(modules)]),
    repeats: new Repeats(all ? REPEATS_MS.all : REPEATS_MS.short),
    tiny: tinyServer(),
  };
}

function printHead(selected, { placement, tiny }) {
  const [{ model }] = cpus();
  console.log(`Node.js ${process.versions.node}, ${cpus().length} × ${model}; ${placement.says}`);
  for (const client of selected) {
    const version = versionOf(client);
    console.log(`  ${client.name}: ${client.title}${version === undefined ? '' : ` (${version})`}`);
  }
  if (tiny.missing !== undefined) {
    console.log(`without the cases that need the server in C: ${tiny.missing}`);
  }
}

async function runPlan(plan, setting) {
  const start = performance.now();
  const results = new Map();
  for (const { kase, who } of plan) {
    const { program } = setting.tiny;
    if (kase.serverProgram === 'tiny' && program === undefined) continue;
    const result = await measureCase(kase, who, { ...setting, tinyServer: program });
    results.set(kase.name, result);
    printCase(kase, result);
  }
  console.log(`\n${results.size} cases in ${Math.round((performance.now() - start) / 1000)} s`);
  return results;
}

async function writeResults(file, results, { placement }) {
  const path = resolve(file);
  await mkdir(dirname(path), { recursive: true });
  const all = [...results].map(([name, { errors, ...result }]) => [
    name,
    { ...result, errors: Object.fromEntries(errors) },
  ]);
  const machine = { node: process.versions.node, cpu: cpus()[0].model, placement: placement.says };
  await writeFile(
    path,
    `${JSON.stringify({ machine, cases: Object.fromEntries(all) }, null, 2)}\n`,
  );
}
