import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { httpServer } from './reference-servers.mjs';

const START_LIMIT_MS = 20_000;
const STOP_LIMIT_MS = 2_000;
const STDERR_TAIL_LENGTH = 2_000;

/**
 * Starts a reference server over Streamable HTTP on a free port of loopback.
 *
 * @param {string} name
 * @returns {Promise<{ url: string, close: () => Promise<void> }>}
 */
export async function startHttpServer(name) {
  const port = name === 'everything' ? await freePort() : 0;
  const { command, args, env } = httpServer(name, port);
  const child = spawn(command, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const stop = () => child.kill('SIGKILL');
  process.once('exit', stop);
  try {
    const found = await listening(child, name);
    return { url: found ?? `http://127.0.0.1:${port}/mcp`, close: () => close(child, stop) };
  } catch (error) {
    await close(child, stop);
    throw error;
  }
}

/** The URL that the server printed, or undefined where it only said that it listens. */
function listening(child, name) {
  let tail = '';
  return new Promise((resolve, reject) => {
    const fail = (what) => reject(new Error(`the server ${name} ${what}; its stderr: ${tail}`));
    const timer = setTimeout(fail, START_LIMIT_MS, `did not listen within ${START_LIMIT_MS} ms`);
    const read = (line) => {
      tail = `${tail}${line}\n`.slice(-STDERR_TAIL_LENGTH);
      if (!line.includes('listening on')) return;
      clearTimeout(timer);
      resolve(/http:\/\/\S+/.exec(line)?.[0]);
    };
    createInterface({ input: child.stdout }).on('line', read);
    createInterface({ input: child.stderr }).on('line', read);
    child.on('error', (error) => fail(`did not start: ${error.message}`));
    child.on('exit', (code, signal) => {
      clearTimeout(timer);
      fail(`exited with ${code ?? signal} before it listened`);
    });
  });
}

async function close(child, stop) {
  process.off('exit', stop);
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => stop(), STOP_LIMIT_MS);
  await exited;
  clearTimeout(timer);
}

/** A port that was free a moment ago: for a server that cannot be told to take a free one itself. */
async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address();
  probe.close();
  await once(probe, 'close');
  return port;
}
