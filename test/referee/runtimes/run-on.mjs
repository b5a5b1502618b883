import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ensureInstalled } from '../ensure-installed.mjs';
import { runOnWorkerd } from './workerd.mjs';

const LIMIT_MS = 60_000;

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const PROGRAM = here('program.mjs');
const BUILT = here('../node_modules/garuda-mcp/dist/index.js');

const runs = {
  node: (url) => run(process.execPath, [PROGRAM, url]),
  bun: (url) => run(here('../node_modules/@oven/bun-linux-x64/bin/bun'), [PROGRAM, url]),
  deno: (url) =>
    run(here('../node_modules/@deno/linux-x64-glibc/deno'), ['run', '--allow-all', PROGRAM, url]),
  workerd: (url) => runOnWorkerd(url, LIMIT_MS),
};

/** The run-times that `runOn` knows. */
export const runtimes = Object.keys(runs);

/**
 * Uses the server at `url` from another run-time, by the built root door of the package, and answers
 * what the program there reports for each era.
 *
 * @param {string} runtime
 * @param {string} url
 * @throws {Error} where the run-time cannot be started, fails, or does not end
 */
export async function runOn(runtime, url) {
  const start = runs[runtime];
  if (start === undefined)
    throw new Error(`expected one of ${runtimes.join(', ')}, got ${runtime}`);
  await ensureInstalled();
  if (!existsSync(BUILT)) throw new Error('dist/index.js is missing: run `npm run build` first');
  return await start(url);
}

function run(command, args) {
  // Deno would ask for news of itself, over a network that a test must not need.
  const env = { ...process.env, DENO_NO_UPDATE_CHECK: '1', NO_COLOR: '1' };
  return new Promise((resolve, reject) => {
    execFile(command, args, { env, timeout: LIMIT_MS }, (error, stdout) => {
      if (error === null) resolve(JSON.parse(stdout));
      else reject(error);
    });
  });
}
