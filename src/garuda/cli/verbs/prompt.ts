import type { GetPromptResult, Prompt } from '../../../protocol/index.ts';
import { readTextArguments } from '../arguments/text-arguments.ts';
import { cleanLine } from '../output/clean-text.ts';
import { quoteWord } from '../../wording/quote-word.ts';
import { endLine, showBlock, type Screen } from '../output/content-text.ts';
import { suggestion } from '../suggest.ts';
import { UsageError } from '../usage-error.ts';
import { NotOfferedError } from './not-offered-error.ts';
import { mustOffer } from './offer.ts';
import type { Session, Verb } from './verb.ts';
import { findInList } from './walk-list.ts';

/** Gets a prompt with its arguments filled in. */
export const prompt: Verb = {
  name: 'prompt',
  summary: 'get a prompt',
  words: [{ name: 'NAME', what: 'the name of a prompt' }],
  more: '[KEY=VALUE …]',
  details: `The values of a prompt are always text; KEY=@FILE takes that of a file. Each
message is printed behind a line with its role.`,
  async prepare([name = '', ...words], input) {
    const args = await readTextArguments(words, input);
    return async (session) => {
      const { client, options } = session;
      checkArguments(await findPrompt(name, session), args);
      session.say(`getting ${name}`);
      const isBare = Object.keys(args).length === 0;
      const result = await client.getPrompt(name, isBare ? undefined : args, options);
      return {
        document: result,
        render: (screen) => render(result, screen),
        ...(result.messages.length === 0 && { remark: 'the prompt has no messages' }),
      };
    };
  },
};

/** @throws UsageError with what was probably meant */
async function findPrompt(name: string, session: Session): Promise<Prompt> {
  const { client, options } = session;
  mustOffer(client, 'prompts');
  const pages = client.promptPages(options);
  const { found, others } = await findInList(pages, 'prompts', session, (one) => one.name === name);
  if (found !== undefined) return found;
  const why = session.whyLeftOut(name);
  if (why !== undefined) {
    throw new NotOfferedError(
      `${client.label}: the prompt ${quoteWord(name)} is malformed: ${why}`,
    );
  }
  const names = others.map((one) => one.name);
  throw new UsageError(
    `${client.label} has no prompt ${quoteWord(name)}${suggestion(name, names)}`,
  );
}

function checkArguments(found: Prompt, args: Readonly<Record<string, string>>): void {
  const declared = found.arguments ?? [];
  const names = declared.map(({ name }) => name);
  const stray = Object.keys(args).find((name) => !names.includes(name));
  if (stray !== undefined) {
    const words = `the prompt has no argument ${quoteWord(stray)}`;
    throw new UsageError(
      names.length === 0 ? `${words}, nor any other` : words + suggestion(stray, names),
    );
  }
  const missing = declared.filter(
    ({ name, required }) => required === true && !Object.hasOwn(args, name),
  );
  if (missing.length === 0) return;
  const list = missing.map(({ name }) => quoteWord(name)).join(', ');
  throw new UsageError(`the prompt's required arguments are missing: ${list}`);
}

function render({ messages }: GetPromptResult, screen: Screen): string {
  return messages
    .map(({ role, content }) => `${cleanLine(role)}:\n${endLine(showBlock(content, screen))}`)
    .join('\n');
}
