import type { CallToolResult, Progress, Tool } from '../../../protocol/index.ts';
import { parseArgumentWords } from '../arguments/argument-words.ts';
import { fitArguments } from '../arguments/fit-arguments.ts';
import { readArguments } from '../arguments/read-arguments.ts';
import { formatJson } from '../output/clean-text.ts';
import { quoteWord } from '../../wording/quote-word.ts';
import { endLine, showBlock, type Screen } from '../output/content-text.ts';
import { suggestion } from '../suggest.ts';
import { UsageError } from '../usage-error.ts';
import { NotOfferedError } from './not-offered-error.ts';
import { mustOffer } from './offer.ts';
import type { Session, Verb } from './verb.ts';
import { findInList } from './walk-list.ts';

/** Calls a tool. */
export const call: Verb = {
  name: 'call',
  summary: 'call a tool',
  words: [{ name: 'TOOL', what: 'the name of a tool' }],
  more: '[ARGUMENT …]',
  details: `Arguments
  KEY=VALUE    a value, typed by the tool's input schema: text, a number, true
               or false, one of its choices, or JSON for arrays and objects.
               Where the schema permits text, the text itself is meant
  KEY=@FILE    the text of a file as the value
  KEY:=JSON    a JSON value, such as  limit:=null  or  name:='"@home"'
  @FILE        a file with a JSON object of arguments
  -            the same from the standard input
  Arguments that are given one by one win over those of a file. A name that the
  tool does not have, a value of the wrong kind and a missing required argument
  are told before the call is sent.

The result goes to stdout, also that of a tool that failed: the exit code is
then 1. Text is printed as it is, at a terminal with its control characters
made visible. Pictures, sound and bytes are printed as a note; --json has them
whole. While the call runs, a terminal shows its progress.`,
  async prepare([name = '', ...words], input) {
    const given = await readArguments(parseArgumentWords(words), input);
    return async (session) => {
      const tool = await findTool(name, session);
      const args = fitArguments(given, tool.inputSchema);
      session.say(`calling ${name}`);
      const result = await session.client.callTool(name, args, {
        ...session.options,
        onProgress: (progress) => session.progress(describeProgress(name, progress)),
      });
      return {
        document: result,
        render: (screen) => renderResult(result, screen),
        ...(isEmpty(result) && { remark: `the tool ${quoteWord(name)} gave no content` }),
        ...(result.isError === true && { failure: `the tool ${quoteWord(name)} failed` }),
      };
    };
  },
};

/** @throws UsageError with what was probably meant */
async function findTool(name: string, session: Session): Promise<Tool> {
  const { client, options } = session;
  mustOffer(client, 'tools');
  const pages = client.toolPages(options);
  const { found, others } = await findInList(pages, 'tools', session, (tool) => tool.name === name);
  if (found !== undefined) return found;
  const why = session.whyLeftOut(name);
  if (why !== undefined) {
    throw new NotOfferedError(`${client.label}: the tool ${quoteWord(name)} is malformed: ${why}`);
  }
  const names = others.map((tool) => tool.name);
  throw new UsageError(`${client.label} has no tool ${quoteWord(name)}${suggestion(name, names)}`);
}

function describeProgress(name: string, { progress, total, message }: Progress): string {
  const known = total !== undefined && total > 0;
  const share = known ? ` (${Math.floor((100 * progress) / total)} %)` : '';
  const place = known ? `${progress} of ${total}${share}` : String(progress);
  return `calling ${name}: ${place}${message === undefined ? '' : ` ${message}`}`;
}

function isEmpty({ content, structuredContent }: CallToolResult): boolean {
  return content.length === 0 && structuredContent === undefined;
}

/** The content; structured content stands in for it where that has no text. */
function renderResult({ content, structuredContent }: CallToolResult, screen: Screen): string {
  const parts = content.map((block) => showBlock(block, screen));
  const hasText = content.some(({ type }) => type === 'text');
  if (structuredContent !== undefined && !hasText) parts.push(formatJson(structuredContent));
  return parts.map(endLine).join('');
}
