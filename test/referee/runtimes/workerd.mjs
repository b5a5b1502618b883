import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const WORKERD = here('../node_modules/@cloudflare/workerd-linux-64/bin/workerd');
const STDERR_TAIL_LENGTH = 2_000;

/** By default a worker cannot reach loopback: `private` and `local` allow it. */
const CONFIG = `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "smoke", worker = .smoke),
    (name = "internet", network = (allow = ["public", "private", "local"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "smoke")],
);
const smoke :Workerd.Worker = (
  modules = [(name = "worker", esModule = embed "worker.mjs")],
  compatibilityDate = "2026-01-01",
);
`;

/**
 * Uses the server at `url` from a worker.
 *
 * @param {string} url
 * @param {number} limitMs
 */
export async function runOnWorkerd(url, limitMs) {
  const folder = await mkdtemp(join(tmpdir(), 'workerd-'));
  try {
    await bundleWorker(folder);
    await writeFile(join(folder, 'config.capnp'), CONFIG);
    return await ask(folder, url, AbortSignal.timeout(limitMs));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** As the tools for workers do: workerd resolves no packages, the bundler does, by its conditions. */
async function bundleWorker(folder) {
  await build({
    entryPoints: [here('worker.mjs')],
    outfile: join(folder, 'worker.mjs'),
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    conditions: ['workerd', 'worker', 'browser'],
    logLevel: 'silent',
  });
}

async function ask(folder, url, signal) {
  const args = ['serve', join(folder, 'config.capnp'), '--control-fd=3'];
  const workerd = spawn(WORKERD, args, { stdio: ['ignore', 'ignore', 'pipe', 'pipe'] });
  const stop = () => workerd.kill('SIGKILL');
  process.once('exit', stop);
  const tail = tailOf(workerd.stderr);
  try {
    const port = await listeningPort(workerd, signal);
    const response = await fetch(`http://127.0.0.1:${port}/`, {
      method: 'POST',
      body: url,
      signal,
    });
    if (!response.ok) throw new Error(`the worker failed: ${await response.text()}`);
    return await response.json();
  } catch (error) {
    throw new Error(`workerd: ${error.message}; its stderr: ${tail()}`, { cause: error });
  } finally {
    process.off('exit', stop);
    stop();
  }
}

/** workerd tells of each socket in a line of JSON on the descriptor that it is handed. */
async function listeningPort(workerd, signal) {
  const ended = once(workerd, 'exit', { signal }).then(([code]) => {
    throw new Error(`it exited with ${code} before it listened`);
  });
  const [line] = await Promise.race([
    once(createInterface({ input: workerd.stdio[3] }), 'line', { signal }),
    ended,
  ]);
  return JSON.parse(line).port;
}

function tailOf(stream) {
  let tail = '';
  stream.setEncoding('utf8').on('data', (piece) => {
    tail = `${tail}${piece}`.slice(-STDERR_TAIL_LENGTH);
  });
  return () => tail;
}
