import { quoteWord } from '../../wording/quote-word.ts';
import { UsageError } from '../usage-error.ts';
import { parseArgumentWords } from './argument-words.ts';
import type { TextInput } from './read-arguments.ts';

/** Reads arguments that can only be text: `KEY=VALUE` and `KEY=@FILE`. @throws UsageError */
export async function readTextArguments(
  words: readonly string[],
  input: TextInput,
): Promise<Readonly<Record<string, string>>> {
  const { all, single } = parseArgumentWords(words);
  if (all !== undefined) {
    const source = all.kind === 'stdin' ? '-' : `@${all.path}`;
    throw new UsageError(`${quoteWord(source)}: expected KEY=VALUE or KEY=@FILE here`);
  }
  const texts = new Map<string, string>();
  for (const [name, argument] of single) {
    if (argument.kind === 'json') {
      throw new UsageError(`the argument ${quoteWord(name)} can only be text: use = and not :=`);
    }
    texts.set(name, argument.kind === 'text' ? argument.text : await input.readFile(argument.path));
  }
  return Object.fromEntries(texts);
}
