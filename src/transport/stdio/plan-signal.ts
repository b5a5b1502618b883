import { readVariable } from './environment.ts';

/** How everybody in a server's process group is asked, or made, to stop. */
export type SignalPlan =
  | { readonly kind: 'signal'; readonly pid: number; readonly signal: 'SIGTERM' | 'SIGKILL' }
  | { readonly kind: 'run'; readonly file: string; readonly args: readonly string[] };

/**
 * Plans a signal to a whole group. On Windows, which has neither groups nor signals, `taskkill` asks
 * or ends the process and all that descend from it.
 *
 * @param leader - the process id of the server, which on POSIX is the number of its group
 */
export function planSignal(
  platform: string,
  leader: number,
  signal: 'SIGTERM' | 'SIGKILL',
  env: Readonly<Record<string, string>>,
): SignalPlan {
  if (platform !== 'win32') return { kind: 'signal', pid: -leader, signal };
  const root = readVariable(env, 'SystemRoot', platform) ?? String.raw`C:\Windows`;
  const force = signal === 'SIGKILL' ? ['/F'] : [];
  return {
    kind: 'run',
    file: `${root}\\System32\\taskkill.exe`,
    args: ['/PID', String(leader), '/T', ...force],
  };
}
