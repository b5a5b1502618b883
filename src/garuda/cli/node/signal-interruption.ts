import type { Interruption, InterruptingSignal } from '../terminal.ts';
import { signalExitCode } from '../exit-codes.ts';

const interrupting: readonly InterruptingSignal[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * An interruption by the signals of this process. The first one lets calls be cancelled and servers
 * be closed; a second one ends the process at once.
 */
export class SignalInterruption implements Interruption {
  readonly #controller = new AbortController();
  #by: InterruptingSignal | undefined;

  constructor() {
    for (const name of interrupting) process.on(name, () => this.#interrupt(name));
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  get by(): InterruptingSignal | undefined {
    return this.#by;
  }

  #interrupt(name: InterruptingSignal): void {
    if (this.#by !== undefined) process.exit(signalExitCode(this.#by));
    this.#by = name;
    this.#controller.abort();
  }
}
