/**
 * Everything that starts a process stands in this module.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import type { SpawnPlan } from './plan-spawn.ts';

/** A server's process; its three standard streams are pipes. */
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
): ServerProcess {
  return spawn(plan.file, [...plan.args], {
    cwd: place.cwd,
    env: { ...place.env },
    stdio: ['pipe', 'pipe', 'pipe'],
    shell: false,
    detached: plan.ownGroup,
    windowsHide: true,
    windowsVerbatimArguments: plan.verbatim,
  });
}

/** Runs a program of the system for its effect. Whether it could is not told. */
export function runAside(file: string, args: readonly string[]): void {
  const child = spawn(file, [...args], { stdio: 'ignore', windowsHide: true });
  child.on('error', () => {});
  child.unref();
}

/** The same while everything waits, for at most two seconds. */
export function runAndWait(file: string, args: readonly string[]): void {
  spawnSync(file, [...args], { stdio: 'ignore', windowsHide: true, timeout: 2_000 });
}
