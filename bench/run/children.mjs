import { spawn } from 'node:child_process';
import { favourSession } from '../servers/favour-session.mjs';
import { environment } from './environment.mjs';

const running = new Set();

/**
 * Starts a process that is ended with this one.
 *
 * @param {readonly string[]} command
 * @param {import('node:child_process').StdioOptions} stdio
 * @param {import('./placement.mjs').Placement} placement
 */
export function start(command, stdio, { prefix, niceness }) {
  const [program, ...args] = [...prefix, ...command];
  const child = spawn(program, args, { stdio, env: environment, detached: true });
  if (niceness !== undefined && child.pid !== undefined) favourSession(niceness, child.pid);
  running.add(child);
  child.once('close', () => running.delete(child));
  return child;
}

/** Ends every process that was started here and still runs, and what it started in turn. */
export function endAll() {
  for (const child of running) end(child);
}

/** Ends a process and its group. */
export function end(child) {
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}
