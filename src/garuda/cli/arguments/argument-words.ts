import { quoteWord } from '../../wording/quote-word.ts';
import { UsageError } from '../usage-error.ts';

/** The arguments of a call as they were typed: nothing is read and nothing is typed by a schema yet. */
export interface ArgumentWords {
  /** Where a JSON object with arguments is, beneath those that are given one by one. */
  readonly all: ArgumentSource | undefined;
  readonly single: ReadonlyMap<string, SingleArgument>;
}

/** A file, or the standard input. */
export type ArgumentSource =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'stdin' };

/** One argument: text, JSON, or a file that holds its text. */
export type SingleArgument =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'file'; readonly path: string };

/**
 * Reads `KEY=VALUE`, `KEY=@FILE`, `KEY:=JSON`, `@FILE` and `-`.
 *
 * @throws UsageError
 */
export function parseArgumentWords(words: readonly string[]): ArgumentWords {
  let all: ArgumentSource | undefined;
  const single = new Map<string, SingleArgument>();
  for (const word of words) {
    const source = parseSource(word);
    if (source === undefined) addSingle(word, single);
    else if (all === undefined) all = source;
    else throw new UsageError(`${quoteWord(word)}: all arguments at once are given already`);
  }
  return { all, single };
}

function parseSource(word: string): ArgumentSource | undefined {
  if (word === '-') return { kind: 'stdin' };
  if (!word.startsWith('@')) return undefined;
  if (word === '@') throw new UsageError('behind @ the name of a file is expected');
  return { kind: 'file', path: word.slice(1) };
}

function addSingle(word: string, single: Map<string, SingleArgument>): void {
  const equals = word.indexOf('=');
  if (equals === -1) {
    const forms = 'KEY=VALUE, KEY=@FILE, KEY:=JSON, @FILE or -';
    throw new UsageError(`${quoteWord(word)} is no argument; expected ${forms}`);
  }
  const isJson = word[equals - 1] === ':';
  const key = word.slice(0, isJson ? equals - 1 : equals);
  const rest = word.slice(equals + 1);
  if (key === '') throw new UsageError(`${quoteWord(word)}: before = a name is expected`);
  if (single.has(key)) throw new UsageError(`the argument ${quoteWord(key)} is given twice`);
  single.set(key, isJson ? { kind: 'json', value: parseJson(key, rest) } : parseText(key, rest));
}

function parseText(key: string, text: string): SingleArgument {
  if (!text.startsWith('@')) return { kind: 'text', text };
  if (text !== '@') return { kind: 'file', path: text.slice(1) };
  throw new UsageError(`the argument ${quoteWord(key)}: behind @ the name of a file is expected`);
}

function parseJson(key: string, text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new UsageError(
      `the argument ${quoteWord(key)}: expected JSON behind :=, got ${quoteWord(text)}`,
    );
  }
}
