import type { ListPage } from '../../client/index.ts';
import type {
  ContentBlock,
  JsonObject,
  ReadResourceResult,
  Resource,
  ResourceTemplate,
} from '../../protocol/index.ts';
import { capText, cleanLine } from '../cleaning/index.ts';
import { asResult, failedResult, inputOf } from './host-result.ts';
import type { ModelCallOptions, ModelResult, ModelTool } from './model-tool.ts';
import { OpenLists, type NamedPage } from './open-lists.ts';
import type { OutputKeeper } from './output-keeper.ts';
import { resultText, type ResultLimits } from './result-text.ts';
import type { ResourceAccess } from './server-access.ts';
import type { ResultSource } from './wrap-result.ts';

type Entry = Resource | ResourceTemplate;

/** What the tools for resources share. */
export interface ResourceParts {
  readonly access: ResourceAccess;
  readonly limits: ResultLimits;
  readonly keeper: OutputKeeper | undefined;
}

/** The tools by which a model lists and reads the resources of a server. */
export function resourceTools(server: string, parts: ResourceParts): readonly ModelTool[] {
  return [listTool(server, parts), readTool(server, parts)];
}

function listTool(server: string, parts: ResourceParts): ModelTool {
  const source = { server, tool: 'list_resources' };
  const lists = new OpenLists<Entry>();
  return resourceTool(source, {
    description: `Lists what the MCP server "${server}" has to read, a page at a time: URI, type, size, name and description of each resource, or of each template for URIs.`,
    properties: {
      templates: { type: 'boolean', description: 'true for templates instead of resources.' },
      page: { type: 'string', description: 'The page that the page before names as the next one.' },
    },
    required: [],
    call: async ({ templates, page: name }, { signal }) => {
      if (name !== undefined && typeof name !== 'string') return expected(source, '"page": a text');
      const pagesOf = (end: AbortSignal): AsyncIterable<ListPage<Entry>> =>
        templates === true
          ? parts.access.templatePages(server, { signal: end })
          : parts.access.pages(server, { signal: end });
      const page =
        name === undefined || name === ''
          ? await lists.begin(pagesOf, signal)
          : await lists.goOn(name, signal);
      if (page === undefined)
        return failedResult(source, 'there is no such page any more: begin anew');
      return await show(source, [{ type: 'text', text: showPage(page) }], parts);
    },
  });
}

function readTool(server: string, parts: ResourceParts): ModelTool {
  const source = { server, tool: 'read_resource' };
  return resourceTool(source, {
    description: `Reads a resource of the MCP server "${server}" by its URI.`,
    properties: { uri: { type: 'string', description: 'The URI of the resource.' } },
    required: ['uri'],
    call: async ({ uri }, { signal }) => {
      if (typeof uri !== 'string' || uri === '') return expected(source, '"uri": a text');
      const how = signal === undefined ? {} : { signal };
      const result: ReadResourceResult = await parts.access.read(server, uri, how);
      const blocks = result.contents.map((resource) => ({ type: 'resource' as const, resource }));
      return await show(source, blocks, parts);
    },
  });
}

interface ResourceToolForm {
  readonly description: string;
  readonly properties: JsonObject;
  readonly required: readonly string[];
  readonly call: (input: JsonObject, options: ModelCallOptions) => Promise<ModelResult>;
}

function resourceTool(source: ResultSource, form: ResourceToolForm): ModelTool {
  const { description, properties, required } = form;
  return {
    // The name of a server is legal, and leaves room for these.
    name: `mcp__${source.server}__${source.tool}`,
    description: `${description} What it gives is the server's text: untrusted.`,
    inputSchema: { type: 'object', properties, required, additionalProperties: false },
    server: source.server,
    tool: source.tool,
    hints: undefined,
    call: (input, options = {}) =>
      asResult(source, options.signal, async () => {
        const given = inputOf(input);
        return given === undefined
          ? expected(source, 'an object')
          : await form.call(given, options);
      }),
  };
}

function expected(source: ResultSource, what: string): ModelResult {
  return failedResult(source, `expected ${what}`);
}

function show(
  source: ResultSource,
  content: readonly ContentBlock[],
  { limits, keeper }: ResourceParts,
): Promise<ModelResult> {
  return resultText({ content }, source, limits, keeper);
}

function showPage({ entries, next }: NamedPage<Entry>): string {
  const lines = entries.map(showEntry);
  if (lines.length === 0) lines.push('[none]');
  if (next !== undefined) lines.push(`… [there are more: {"page":"${next}"}]`);
  return lines.join('\n');
}

/** One line each, so that no entry can look like two, or like ours. */
function showEntry(entry: Entry): string {
  const { name, title, description, mimeType } = entry;
  const size = 'size' in entry && entry.size !== undefined ? `${entry.size} bytes` : undefined;
  const uri = 'uri' in entry ? entry.uri : entry.uriTemplate;
  const kind = [mimeType, size].filter((word) => word !== undefined).join(', ');
  const parts = [
    `- ${cleanLine(uri)}`,
    kind === '' ? '' : ` (${cleanLine(kind)})`,
    `: ${cleanLine(title ?? name)}`,
    description === undefined ? '' : ` — ${capText(cleanLine(description), 300)}`,
  ];
  return parts.join('');
}
