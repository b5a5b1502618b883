const maxLength = 16_384;

/** Cuts the stderr of a process into lines, the longer ones into pieces. */
export class StderrLines {
  readonly #line: (line: string) => void;
  readonly #decoder = new TextDecoder();
  #rest = '';

  constructor(line: (line: string) => void) {
    this.#line = line;
  }

  push(bytes: Uint8Array): void {
    const lines = (this.#rest + this.#decoder.decode(bytes, { stream: true })).split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) this.#tell(line.replace(/\r$/, ''));
    if (this.#rest.length > maxLength) this.end();
  }

  /** Tells what stands behind the last line break. */
  end(): void {
    if (this.#rest !== '') this.#tell(this.#rest);
    this.#rest = '';
  }

  #tell(line: string): void {
    for (let at = 0; at === 0 || at < line.length; at += maxLength) {
      this.#line(line.slice(at, at + maxLength));
    }
  }
}
