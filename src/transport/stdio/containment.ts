import type { StoppableGroup } from './exit-hook.ts';
import type { ServerProgram } from './plan-spawn.ts';
import type { SpawnFailure } from './spawn-failure.ts';

/** How a process ended. */
export interface ProcessExit {
  readonly code: number | null;
  readonly signal: string | null;
}

/**
 * What a server runs inside of, such as a sandbox: another program is started, which starts the server. This room
 * knows no more of it than how it is started and stopped.
 */
export interface Containment {
  /** What is started in place of the server's program, in its folder and with its environment; or why nothing is. */
  wrap(program: ServerProgram): WrappedProgram | SpawnFailure;
  /** Whether the wrapper tells about the server on the file descriptor 3. */
  readonly hasStatus: boolean;
  /**
   * The server inside, once the wrapper has been started.
   *
   * @param wrapper - the process group of the wrapper
   * @param groupOf - any other process group of this machine, by the number of its leader
   */
  enclose(wrapper: StoppableGroup, groupOf: (leader: number) => StoppableGroup): Enclosed;
}

/** A program that starts the server. */
export interface WrappedProgram {
  readonly kind: 'wrapped';
  readonly file: string;
  readonly args: readonly string[];
}

/** A server inside of something. */
export interface Enclosed {
  /** All that runs for it, inside and outside. */
  readonly group: StoppableGroup;
  /** What the wrapper tells, as it comes. */
  status?(chunk: Uint8Array): void;
  /** How the server ended, by how its wrapper did. */
  exitOf(wrapper: ProcessExit): ProcessExit;
}
