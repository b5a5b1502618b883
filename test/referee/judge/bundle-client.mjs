import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const ENTRY = fileURLToPath(new URL('../client/main.ts', import.meta.url));
/** undici is CommonJS and asks for `require`, which an ES module does not have. */
const REQUIRE = `import { createRequire as makeRequire } from 'node:module';
const require = makeRequire(import.meta.url);`;

/**
 * Bundles the client under test into one file, from the sources as they are now, and hands `work`
 * the command line that runs it.
 *
 * @template T
 * @param {(command: string) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withClient(work) {
  const folder = await mkdtemp(join(tmpdir(), 'referee-'));
  try {
    const outfile = join(folder, 'client.mjs');
    await build({
      entryPoints: [ENTRY],
      outfile,
      bundle: true,
      platform: 'node',
      format: 'esm',
      target: 'node20',
      conditions: ['@garuda/source'],
      banner: { js: REQUIRE },
      logLevel: 'silent',
    });
    return await work(`${quote(process.execPath)} ${quote(outfile)}`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The suite hands the command to a shell. */
function quote(path) {
  return `'${path.replaceAll("'", `'\\''`)}'`;
}
