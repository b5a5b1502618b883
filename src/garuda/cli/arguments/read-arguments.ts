import { isObject } from './value-form.ts';
import type { GivenArguments, GivenValue } from './fit-arguments.ts';
import type { ArgumentSource, ArgumentWords, SingleArgument } from './argument-words.ts';
import { quoteWord } from '../../wording/quote-word.ts';
import { UsageError } from '../usage-error.ts';

/** What reads whole texts from outside, each within bounds. */
export interface TextInput {
  /** @throws UsageError for a file that cannot be read, is too large, or is no text */
  readFile(path: string): Promise<string>;
  /** @throws UsageError for an input that is too large, or is no text */
  readStdin(): Promise<string>;
}

/** Reads the files, and the standard input, that the arguments name. @throws UsageError */
export async function readArguments(
  words: ArgumentWords,
  input: TextInput,
): Promise<GivenArguments> {
  const all = words.all === undefined ? undefined : await readAll(words.all, input);
  const single = new Map<string, GivenValue>();
  for (const [name, argument] of words.single) single.set(name, await readSingle(argument, input));
  return { all, single };
}

async function readSingle(argument: SingleArgument, input: TextInput): Promise<GivenValue> {
  if (argument.kind !== 'file') return argument;
  return { kind: 'text', text: await input.readFile(argument.path) };
}

async function readAll(source: ArgumentSource, input: TextInput): Promise<GivenArguments['all']> {
  const text =
    source.kind === 'stdin' ? await input.readStdin() : await input.readFile(source.path);
  const place =
    source.kind === 'stdin' ? 'the standard input' : `the file ${quoteWord(source.path)}`;
  const value = parseJson(text);
  if (isObject(value)) return value;
  const got = value === undefined ? 'something else' : 'another JSON value';
  throw new UsageError(`${place}: expected a JSON object with all arguments, got ${got}`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
