import type { TextInput } from './arguments/read-arguments.ts';
import type { Environment } from '../environment.ts';

/** Everything that the command touches besides servers: a port, so that a test can be the terminal. */
export interface Terminal extends TextInput {
  readonly stdout: Sink;
  readonly stderr: Sink;
  readonly environment: Environment;
  /** The folder that the command is used in. */
  readonly folder: string;
  readonly interruption: Interruption;
  /** Asks the person, where there is one, for a line; what was typed before does not count, and no more input is an empty line. */
  readonly ask: ((question: string, signal?: AbortSignal) => Promise<string>) | undefined;
  /** The version of this program. */
  readonly version: string;
}

/** Where output goes. */
export interface Sink {
  /** Whether a person watches. */
  readonly isTerminal: boolean;
  /** The width of the terminal at this moment, where there is one. */
  readonly columns: number | undefined;
  /**
   * Resolves when the output is on its way. A reader that has gone (`| head`) is no error, and what
   * is written after that goes nowhere.
   */
  write(chunk: string | Uint8Array): Promise<void>;
}

/** Whether, and by which signal, this program was asked to end. */
export interface Interruption {
  readonly signal: AbortSignal;
  readonly by: InterruptingSignal | undefined;
}

/** The signals after which calls are cancelled and servers closed. */
export type InterruptingSignal = 'SIGINT' | 'SIGTERM' | 'SIGHUP';
