// Makes a single-executable application of a program that uses the built package, as an application's own
// build does: one bundle, put into a copy of Node.js.
import { execFile } from 'node:child_process';
import { chmod, copyFile, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { inject } from 'postject';

const run = promisify(execFile);
const here = dirname(fileURLToPath(import.meta.url));

/** What Node.js looks for in itself, to know that it has a program. */
const fuse = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

/**
 * @param {string} folder where it is made
 * @returns {Promise<string>} its path
 */
export async function singleExecutable(folder) {
  const main = join(folder, 'main.cjs');
  await build({
    entryPoints: [join(here, 'single-executable-program.mjs')],
    outfile: main,
    bundle: true,
    format: 'cjs',
    platform: 'node',
    logLevel: 'error',
  });
  const blob = join(folder, 'main.blob');
  const config = join(folder, 'config.json');
  const settings = { main, output: blob, disableExperimentalSEAWarning: true };
  await writeFile(config, JSON.stringify(settings));
  await run(process.execPath, ['--experimental-sea-config', config]);
  const program = join(folder, 'program');
  await copyFile(process.execPath, program);
  await chmod(program, 0o755);
  await inject(program, 'NODE_SEA_BLOB', await readFile(blob), { sentinelFuse: fuse });
  return program;
}

/**
 * Runs it where there is nothing but itself.
 *
 * @param {string} program
 * @param {readonly string[]} args
 * @param {string} folder
 */
export async function runSingleExecutable(program, args, folder) {
  const { stdout } = await run(program, args, { cwd: folder, timeout: 60_000 });
  return JSON.parse(stdout);
}
