import type { Prompt } from '../../../protocol/index.ts';
import { firstLine } from '../output/first-line.ts';
import { renderTable } from '../output/table.ts';
import { offers } from './offer.ts';
import type { Verb } from './verb.ts';
import { collectList } from './walk-list.ts';

/** Lists the prompts of a server. */
export const prompts: Verb = {
  name: 'prompts',
  summary: 'list the prompts',
  words: [],
  prepare() {
    return async (session) => {
      const { client, options } = session;
      const list = offers(client, 'prompts')
        ? await collectList(client.promptPages(options), 'prompts', session)
        : [];
      return {
        document: { prompts: list },
        render: ({ columns }) => (list.length === 0 ? '' : render(list, columns)),
        ...(list.length === 0 && { remark: 'the server offers no prompts' }),
      };
    };
  },
};

function render(list: readonly Prompt[], columns: number | undefined): string {
  const rows = list.map((prompt) => [prompt.name, argumentNames(prompt), firstLine(prompt)]);
  return renderTable({ head: ['PROMPT', 'ARGUMENTS', 'DESCRIPTION'], rows }, columns);
}

function argumentNames({ arguments: declared = [] }: Prompt): string {
  return declared.map(({ name, required }) => (required === true ? name : `[${name}]`)).join(' ');
}
