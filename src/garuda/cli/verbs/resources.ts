import type { Resource, ResourceTemplate } from '../../../protocol/index.ts';
import { firstLine } from '../output/first-line.ts';
import { renderTable } from '../output/table.ts';
import { offers } from './offer.ts';
import type { Session, Verb } from './verb.ts';
import { collectList } from './walk-list.ts';

/** Lists the resources of a server and the templates of more. */
export const resources: Verb = {
  name: 'resources',
  summary: 'list the resources, and the templates of resources',
  words: [],
  details: `Resources come first, templates in a table of their own behind them. With
--json: {"resources": […], "resourceTemplates": […]}.`,
  prepare() {
    return async (session) => {
      const { client, options } = session;
      const isOffered = offers(client, 'resources');
      const list = isOffered
        ? await collectList(client.resourcePages(options), 'resources', session)
        : [];
      const templates = isOffered ? await listTemplates(session) : [];
      const isEmpty = list.length === 0 && templates.length === 0;
      return {
        document: { resources: list, resourceTemplates: templates },
        render: ({ columns }) => render(list, templates, columns),
        ...(isEmpty && { remark: 'the server offers no resources and no templates of them' }),
      };
    };
  },
};

async function listTemplates(session: Session): Promise<readonly ResourceTemplate[]> {
  const { client, options } = session;
  try {
    const pages = client.resourceTemplatePages(options);
    return await collectList(pages, 'resource templates', session);
  } catch (error) {
    // One capability stands for both lists, and many servers have only the first.
    if ((error as { readonly code?: unknown }).code === methodNotFound) return [];
    throw error;
  }
}

const methodNotFound = -32_601;

function render(
  list: readonly Resource[],
  templates: readonly ResourceTemplate[],
  columns: number | undefined,
): string {
  const tables: string[] = [];
  if (list.length > 0) {
    const rows = list.map((one) => [one.uri, one.mimeType ?? '', nameAndLine(one)]);
    tables.push(renderTable({ head: ['RESOURCE', 'TYPE', 'DESCRIPTION'], rows }, columns));
  }
  if (templates.length > 0) {
    const rows = templates.map((one) => [one.uriTemplate, one.mimeType ?? '', nameAndLine(one)]);
    tables.push(renderTable({ head: ['TEMPLATE', 'TYPE', 'DESCRIPTION'], rows }, columns));
  }
  return tables.join('\n');
}

function nameAndLine(one: Resource | ResourceTemplate): string {
  const line = firstLine(one);
  return line === '' || line === one.name ? one.name : `${one.name}: ${line}`;
}
