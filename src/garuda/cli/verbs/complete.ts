import type { CompleteResult, CompletionReference } from '../../../protocol/index.ts';
import { readTextArguments } from '../arguments/text-arguments.ts';
import { cleanLine } from '../output/clean-text.ts';
import { quoteWord } from '../../wording/quote-word.ts';
import { UsageError } from '../usage-error.ts';
import { mustOffer } from './offer.ts';
import type { Verb } from './verb.ts';

/** Asks for values that an argument may take. */
export const complete: Verb = {
  name: 'complete',
  summary: 'ask for the values that an argument may take',
  words: [
    { name: 'WHAT', what: 'prompt:NAME or resource:TEMPLATE' },
    { name: 'ARGUMENT', what: 'the argument of the prompt, or the variable of the template' },
    { name: 'VALUE', what: 'the beginning of its value, which may be empty' },
  ],
  more: '[KEY=VALUE …]',
  details: `WHAT is prompt:NAME or resource:TEMPLATE. KEY=VALUE are arguments that are
chosen already. Values are printed one a line.`,
  async prepare([what = '', name = '', value = '', ...words], input) {
    const reference = parseReference(what);
    const chosen = await readTextArguments(words, input);
    if (name === '') throw new UsageError('complete: the name of the argument is empty');
    return async ({ client, options, say }) => {
      mustOffer(client, 'completions');
      say(`completing ${name}`);
      const context = Object.keys(chosen).length === 0 ? undefined : { arguments: chosen };
      const result = await client.complete(reference, { name, value }, context, options);
      const remark = remarkOn(result);
      return {
        document: result,
        render: () => result.completion.values.map((one) => `${cleanLine(one)}\n`).join(''),
        ...(remark !== undefined && { remark }),
      };
    };
  },
};

function parseReference(what: string): CompletionReference {
  const name = /^prompt:(.+)$/su.exec(what)?.[1];
  if (name !== undefined) return { type: 'ref/prompt', name };
  const uri = /^resource:(.+)$/su.exec(what)?.[1];
  if (uri !== undefined) return { type: 'ref/resource', uri };
  throw new UsageError(
    `complete: expected prompt:NAME or resource:TEMPLATE, got ${quoteWord(what)}`,
  );
}

function remarkOn({ completion }: CompleteResult): string | undefined {
  const { values, total, hasMore } = completion;
  if (values.length === 0) return 'the server knows no values';
  if (hasMore !== true && (total === undefined || total <= values.length)) return undefined;
  return total === undefined ? 'there are more values' : `there are ${total} values in all`;
}
