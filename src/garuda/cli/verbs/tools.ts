import type { Tool } from '../../../protocol/index.ts';
import { isObject } from '../arguments/value-form.ts';
import { renderTable } from '../output/table.ts';
import { firstLine } from '../output/first-line.ts';
import { offers } from './offer.ts';
import type { Verb } from './verb.ts';
import { collectList } from './walk-list.ts';

/** Lists the tools of a server. */
export const tools: Verb = {
  name: 'tools',
  summary: 'list the tools',
  words: [],
  prepare() {
    return async (session) => {
      const { client, options } = session;
      const isOffered = offers(client, 'tools');
      const list = isOffered ? await collectList(client.toolPages(options), 'tools', session) : [];
      return {
        document: { tools: list },
        render: ({ columns }) => (list.length === 0 ? '' : renderTable(tableOf(list), columns)),
        ...(list.length === 0 && { remark: 'the server offers no tools' }),
      };
    };
  },
};

function tableOf(list: readonly Tool[]): Parameters<typeof renderTable>[0] {
  return {
    head: ['TOOL', 'ARGUMENTS', 'DESCRIPTION'],
    rows: list.map((tool) => [tool.name, argumentNames(tool), firstLine(tool)]),
  };
}

/** The required ones first, the others in brackets. */
function argumentNames({ inputSchema }: Tool): string {
  const { properties, required } = inputSchema;
  const names = isObject(properties) ? Object.keys(properties) : [];
  const needed: readonly unknown[] = Array.isArray(required) ? required : [];
  const optional = names.filter((name) => !needed.includes(name)).map((name) => `[${name}]`);
  return [...names.filter((name) => needed.includes(name)), ...optional].join(' ');
}
