import type { InterruptingSignal } from './terminal.ts';

/** How the command ends, by class of failure. 130 is an interruption, see {@link signalExitCode}. */
export const exitCodes = {
  done: 0,
  /** The tool or the server failed the request. */
  failed: 1,
  usage: 2,
  /** The server could not be started, reached or agreed with. */
  cannotConnect: 3,
  needsSignIn: 4,
  denied: 5,
  timedOut: 6,
} as const;

/** One of the exit codes that are no signal's. */
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** What shells show of a program that a signal ended: 130 after SIGINT, 143 after SIGTERM. */
export function signalExitCode(signal: InterruptingSignal): number {
  return 128 + { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 }[signal];
}
