import { Buffer } from 'node:buffer';
import { decodeUtf8 } from './decode-utf8.ts';

/** The last lines that a server wrote to its stderr. All of it is read; only these are kept. */
export class StderrTail {
  readonly #maxLines: number;
  readonly #maxLength: number;
  readonly #lines: string[] = [];
  /** The beginning of the line whose end has not come. */
  #open: Buffer = Buffer.alloc(0);

  constructor(maxLines: number, maxLineLength: number) {
    this.#maxLines = maxLines;
    this.#maxLength = maxLineLength;
  }

  push(chunk: Buffer): void {
    const start = this.#skip(chunk);
    if (start > 0) this.#open = Buffer.alloc(0);
    let at = start;
    for (let end = chunk.indexOf(10, at); end !== -1; end = chunk.indexOf(10, at)) {
      this.#extend(chunk.subarray(at, end));
      this.#keep(this.#decode());
      this.#open = Buffer.alloc(0);
      at = end + 1;
    }
    if (at < chunk.length) this.#extend(chunk.subarray(at));
  }

  /** Oldest first. */
  lines(): readonly string[] {
    if (this.#open.length === 0 || this.#maxLines === 0) return [...this.#lines];
    return [...this.#lines, this.#decode()].slice(-this.#maxLines);
  }

  /** Where the lines of a chunk begin that can be among the last: a flood costs no decoding. */
  #skip(chunk: Buffer): number {
    let at = chunk.length;
    for (let count = 0; count <= this.#maxLines; count += 1) {
      at = at > 0 ? chunk.lastIndexOf(10, at - 1) : -1;
      if (at === -1) return 0;
    }
    return at + 1;
  }

  #extend(bytes: Buffer): void {
    // No character takes more than four bytes; a line's rest is dropped.
    const room = this.#maxLength * 4 - this.#open.length;
    if (room > 0 && bytes.length > 0) {
      this.#open = Buffer.concat([this.#open, bytes.subarray(0, room)]);
    }
  }

  #decode(): string {
    const text = decodeUtf8(this.#open);
    const line = text.endsWith('\r') ? text.slice(0, -1) : text;
    // The cut may fall between the halves of a character.
    return line.slice(0, this.#maxLength).replace(/[\ud800-\udbff]$/, '');
  }

  #keep(line: string): void {
    this.#lines.push(line);
    if (this.#lines.length > this.#maxLines) this.#lines.shift();
  }
}
