import { OutputError } from '../output/output-error.ts';
import type { Sink } from '../terminal.ts';

/** Output through a stream of this process. */
export class StreamSink implements Sink {
  readonly #stream: NodeJS.WriteStream;
  readonly #name: string;
  #readerIsGone = false;

  constructor(stream: NodeJS.WriteStream, name: string) {
    this.#stream = stream;
    this.#name = name;
    // Each write tells its own failure; without a listener the process would end with a stack.
    stream.on('error', () => {});
  }

  get isTerminal(): boolean {
    // Node.js leaves the member out where there is no terminal.
    return 'isTTY' in this.#stream && this.#stream.isTTY;
  }

  get columns(): number | undefined {
    return this.isTerminal ? this.#stream.columns || undefined : undefined;
  }

  write(chunk: string | Uint8Array): Promise<void> {
    if (this.#readerIsGone) return Promise.resolve();
    return new Promise((resolve, reject) => {
      this.#stream.write(chunk, (error?: NodeJS.ErrnoException | null) => {
        if (error === undefined || error === null) return resolve();
        if (error.code !== 'EPIPE') return reject(new OutputError(this.#name, error));
        this.#readerIsGone = true;
        resolve();
      });
    });
  }
}
