// One client, one measure, one process: `node worker.mjs JOB`, a Job as JSON. Writes the figures, or the
// error, as JSON to file descriptor 3 and ends.
import { writeSync } from 'node:fs';

/**
 * @typedef {object} Job
 * @property {string} adapter - its file in adapters/
 * @property {Readonly<Record<string, string>>} modules - packages of the nested package, by name
 * @property {string} measure - its file in measures/, without the ending
 * @property {object} params - what the measure is told
 * @property {import('../adapters/adapter.d.ts').Server} server - what it connects to
 */

/** @type {Job} */
const { adapter: file, modules, measure: name, params, server } = JSON.parse(process.argv[2]);
try {
  const adapter = await import(`../adapters/${file}`);
  const { measure } = await import(`../measures/${name}.mjs`);
  let isLoaded = false;
  const load = async () => {
    await adapter.load(server.way, modules);
    isLoaded = true;
  };
  const connect = async (change) => {
    if (!isLoaded) await load();
    return await adapter.connect({ ...server, ...change });
  };
  end({ figures: await measure({ load, connect, server, params }) }, 0);
} catch (error) {
  end({ error: String(error?.stack ?? error) }, 1);
}

/** At once: what a client leaves behind must not keep the process. */
function end(said, code) {
  writeSync(3, JSON.stringify(said));
  process.exit(code);
}
