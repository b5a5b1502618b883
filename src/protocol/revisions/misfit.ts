/** A value that does not have the form it should: what was expected of which value, and where. */
export class Misfit {
  /** From the inside out: it is written on the way back, so that a value that fits costs nothing. */
  readonly #steps: (string | number)[] = [];
  readonly #expected: string;
  readonly #got: string;

  constructor(expected: string, value: unknown, got: string = nameOf(value)) {
    this.#expected = expected;
    this.#got = got;
  }

  /** The same, seen from one level further out. */
  within(step: string | number): this {
    this.#steps.push(step);
    return this;
  }

  get path(): string {
    return this.#steps.reduceRight<string>(extend, '');
  }

  get message(): string {
    return `expected ${this.#expected}, got ${this.#got}`;
  }
}

function extend(path: string, step: string | number): string {
  if (typeof step === 'number') return `${path}[${step}]`;
  if (!/^[\w$]+$/.test(step)) return `${path}[${quoteShort(step)}]`;
  return path === '' ? step : `${path}.${step}`;
}

function nameOf(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** A word of the peer in quotation marks, cut to 60 characters. */
export function quoteShort(word: string): string {
  return JSON.stringify(word.length > 60 ? `${word.slice(0, 60)}…` : word);
}
