import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { end, start } from './children.mjs';
import { watchForeignLoad } from './foreign-load.mjs';

const BENCH = dirname(import.meta.dirname);
const WORKER = join(BENCH, 'run', 'worker.mjs');
const STDIO_SERVER = join(BENCH, 'servers', 'stdio-server.mjs');
const HTTP_SERVER = join(BENCH, 'servers', 'http-server.mjs');
const DEFAULT_LIMIT_MS = 120_000;
const STDERR_KEPT = 2000;

/**
 * What came of one run. `foreign`: see {@link watchForeignLoad}.
 *
 * @typedef {({ figures: Record<string, number> } | { error: string }) & { foreign: number | undefined }} Outcome
 */

/**
 * One measure of one client, in a process of its own with a fresh server.
 *
 * @param {import('../cases.mjs').Case} kase
 * @param {import('../clients.mjs').Client} client
 * @param {{ placement: import('./placement.mjs').Placement, modules: Readonly<Record<string, string>>,
 *   tinyServer?: string, nodeFlags?: readonly string[] }} setting
 * @returns {Promise<Outcome>}
 */
export async function runOnce(kase, client, setting) {
  const stopWatching = watchForeignLoad(setting.placement.core);
  const server = await openServer(kase, setting);
  const job = {
    adapter: client.adapter,
    modules: setting.modules,
    measure: kase.measure,
    params: kase.params ?? {},
    server: { ...server.reach, way: kase.way, era: client.era },
  };
  const said = await runWorker(job, kase.limitMs ?? DEFAULT_LIMIT_MS, setting);
  await server.close();
  return { ...said, foreign: stopWatching() };
}

/** Over stdio it is the client that starts the server. */
async function openServer(kase, { placement, tinyServer }) {
  if (kase.way === 'stdio') {
    const reach = stdioServer(kase, placement.niceness, tinyServer);
    return { reach, close: async () => {} };
  }
  if (kase.path === undefined) {
    // No server: nothing must be reached at this address.
    return { reach: { url: 'http://127.0.0.1:9/mcp' }, close: async () => {} };
  }
  const command = [process.execPath, HTTP_SERVER, JSON.stringify(kase.server ?? {})];
  const child = start(command, ['pipe', 'pipe', 'inherit'], placement);
  const gone = once(child, 'close').then(([code, signal]) => {
    throw new Error(`the server over HTTP ended with ${signal ?? code}`);
  });
  const [port] = await Promise.race([once(child.stdout, 'data'), gone]);
  // From here on its end is what we ask for.
  gone.catch(() => {});
  return {
    reach: { url: `http://127.0.0.1:${Number(port)}${kase.path}` },
    async close() {
      child.stdin.end();
      await once(child, 'close');
    },
  };
}

/** Each knows how to favour its own session: only the client could else, and each client in its way. */
function stdioServer({ serverProgram, server }, niceness, tinyServer) {
  if (serverProgram === 'tiny') {
    return { command: tinyServer, args: niceness === undefined ? [] : [String(niceness)] };
  }
  const options = JSON.stringify({ ...server, niceness });
  return { command: process.execPath, args: [STDIO_SERVER, options] };
}

async function runWorker(job, limitMs, { placement, nodeFlags = [] }) {
  const command = [process.execPath, '--expose-gc', ...nodeFlags, WORKER, JSON.stringify(job)];
  const startedAt = performance.now();
  const child = start(command, ['ignore', 'ignore', 'pipe', 'pipe'], placement);
  let said = '';
  let stderr = '';
  let processMs;
  child.stdio[3].on('data', (bytes) => {
    processMs ??= performance.now() - startedAt;
    said += bytes;
  });
  child.stderr.on('data', (bytes) => {
    stderr = (stderr + bytes).slice(-STDERR_KEPT);
  });
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    end(child);
  }, limitMs);
  const [code, signal] = await once(child, 'close');
  clearTimeout(timer);
  if (isLate) return { error: `did not end within ${limitMs / 1000} s` };
  if (said === '') return { error: `ended with ${signal ?? code} and said nothing. ${stderr}` };
  const answer = JSON.parse(said);
  if (answer.error !== undefined) return { error: answer.error };
  return { figures: { ...answer.figures, processMs } };
}
