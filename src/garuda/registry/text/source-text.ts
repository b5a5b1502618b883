import type { RegistryFault } from '../fault.ts';

/** The text of a file, what is wrong with it, and what is odd. */
export class SourceText {
  readonly file: string;
  readonly text: string;
  readonly faults: RegistryFault[] = [];
  readonly notices: string[] = [];
  readonly #lineStarts: readonly number[];

  constructor(file: string, text: string) {
    this.file = file;
    this.text = text;
    this.#lineStarts = [
      0,
      ...Array.from(text.matchAll(/\r\n|\n|\r/g), (found) => found.index + found[0].length),
    ];
  }

  /** Line and column of a place in the text, both counted from 1. */
  position(offset: number): { readonly line: number; readonly column: number } {
    let low = 0;
    let high = this.#lineStarts.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((this.#lineStarts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (this.#lineStarts[low] ?? 0) + 1 };
  }

  fault(offset: number, key: string, problem: string, instead?: string): void {
    this.faults.push({ file: this.file, ...this.position(offset), key, problem, instead });
  }

  notice(offset: number, key: string, words: string): void {
    this.notices.push(`${this.file}:${this.position(offset).line}: ${key}: ${words}`);
  }
}
