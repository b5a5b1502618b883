/**
 * Everything that starts a process stands in this module.
 */
import { spawn, spawnSync, type ChildProcess, type ChildProcessByStdio } from 'node:child_process';
import type { Readable } from 'node:stream';
import type { SpawnPlan } from './plan-spawn.ts';

/** A server's process; its three standard streams are pipes, and so is descriptor 3 if it was asked for. */
export type ServerProcess = ChildProcess;

/** Where a process is started. */
export interface SpawnPlace {
  readonly cwd: string | undefined;
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Starts a server. What the system refuses comes as an `error` event, and with some codes is thrown.
 */
export function startServer(
  plan: Extract<SpawnPlan, { kind: 'start' }>,
  place: SpawnPlace,
  hasStatus = false,
): ServerProcess {
  return spawn(plan.file, [...plan.args], {
    cwd: place.cwd,
    env: { ...place.env },
    stdio: ['pipe', 'pipe', 'pipe', ...(hasStatus ? (['pipe'] as const) : [])],
    shell: false,
    detached: plan.ownGroup,
    windowsHide: true,
    windowsVerbatimArguments: plan.verbatim,
  });
}

/** Runs a program of the system for its effect. Whether it could is not told. */
export function runAside(file: string, args: readonly string[], env?: NodeJS.ProcessEnv): void {
  const child = spawn(file, [...args], { env, stdio: 'ignore', windowsHide: true });
  child.on('error', () => {});
  child.unref();
}

/** The same while everything waits, for at most two seconds. */
export function runAndWait(file: string, args: readonly string[], env?: NodeJS.ProcessEnv): void {
  spawnSync(file, [...args], { env, stdio: 'ignore', windowsHide: true, timeout: 2_000 });
}

/** How a program is run whose output is wanted. */
export interface OutputOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** After that, all that it started is ended. */
  readonly timeoutMs: number;
  readonly maxBytes: number;
  readonly signal?: AbortSignal | undefined;
  /** Whether the arguments go to Windows as they are. */
  readonly verbatim?: boolean;
}

/** What a program wrote to its standard output, or why that is of no use. */
export type Output =
  | { readonly kind: 'output'; readonly bytes: Uint8Array }
  | { readonly kind: 'not-started'; readonly code: string }
  | { readonly kind: 'failed'; readonly exit: number | string }
  | { readonly kind: 'timed-out' | 'too-long' | 'cancelled' };

/** Runs a program of the system for its output. Its other streams are not looked at, since secrets may be there too. */
export function outputOf(
  file: string,
  args: readonly string[],
  { env, timeoutMs, maxBytes, signal, verbatim = false }: OutputOptions,
): Promise<Output> {
  if (signal?.aborted === true) return Promise.resolve({ kind: 'cancelled' });
  const ownGroup = process.platform !== 'win32';
  let child: ChildProcessByStdio<null, Readable, null>;
  try {
    child = spawn(file, [...args], {
      env: { ...env },
      stdio: ['ignore', 'pipe', 'ignore'],
      shell: false,
      detached: ownGroup,
      windowsHide: true,
      windowsVerbatimArguments: verbatim,
    });
  } catch (error) {
    // Its text can quote a value of the environment.
    const { code = 'no code' } = error as NodeJS.ErrnoException;
    return Promise.resolve({ kind: 'not-started', code });
  }
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const settle = (outcome: Output): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', cancel);
      resolve(outcome);
    };
    const end = (kind: 'timed-out' | 'too-long' | 'cancelled'): void => {
      endAll(child, ownGroup);
      // What it started may hold the pipe open.
      child.stdout.destroy();
      settle({ kind });
    };
    const cancel = (): void => end('cancelled');
    const timer = setTimeout(() => end('timed-out'), timeoutMs);
    signal?.addEventListener('abort', cancel, { once: true });
    child.stdout.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length > maxBytes) end('too-long');
      else chunks.push(chunk);
    });
    child.on('error', (error: NodeJS.ErrnoException) => {
      settle({ kind: 'not-started', code: error.code ?? 'no code' });
    });
    child.on('close', (code, by) => {
      if (code === 0) settle({ kind: 'output', bytes: Buffer.concat(chunks) });
      else settle({ kind: 'failed', exit: code ?? by ?? 'no code' });
    });
  });
}

function endAll(child: ChildProcess, ownGroup: boolean): void {
  try {
    if (ownGroup && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    else child.kill('SIGKILL');
  } catch {
    // It has ended by itself.
    return;
  }
}
