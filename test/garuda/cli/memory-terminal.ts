import type { Environment } from '../../../src/garuda/environment.ts';
import { UsageError } from '../../../src/garuda/cli/usage-error.ts';
import type { InterruptingSignal, Sink, Terminal } from '../../../src/garuda/cli/terminal.ts';

/** Output that is kept. */
export class MemorySink implements Sink {
  readonly isTerminal: boolean;
  readonly columns: number | undefined;
  #text = '';

  constructor(columns?: number) {
    this.isTerminal = columns !== undefined;
    this.columns = columns;
  }

  get text(): string {
    return this.#text;
  }

  write(chunk: string | Uint8Array): Promise<void> {
    this.#text += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString();
    return Promise.resolve();
  }
}

/** A terminal in memory; `columns` makes its outputs terminals of that width. */
export class MemoryTerminal implements Terminal {
  readonly stdout: MemorySink;
  readonly stderr: MemorySink;
  readonly environment: Environment;
  readonly ask: Terminal['ask'];
  readonly folder: string;
  readonly interruption: { readonly signal: AbortSignal; by: InterruptingSignal | undefined };
  readonly version = '9.8.7';

  constructor(
    columns?: number,
    more: Partial<Pick<Terminal, 'environment' | 'ask' | 'folder'>> = {},
  ) {
    this.environment = more.environment ?? {};
    this.ask = more.ask;
    this.folder = more.folder ?? '/';
    this.stdout = new MemorySink(columns);
    this.stderr = new MemorySink(columns);
    this.interruption = { signal: new AbortController().signal, by: undefined };
  }

  readFile(path: string): Promise<string> {
    return Promise.reject(new UsageError(`there is no ${path}`));
  }

  readStdin(): Promise<string> {
    return Promise.resolve('{}');
  }
}
