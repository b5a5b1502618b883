import { loggingLevels } from '../../model/logging.ts';
import type { Definitions } from '../definitions.ts';
import {
  byWord,
  choice,
  entries,
  fraction,
  hint,
  integer,
  list,
  map,
  may,
  must,
  object,
  pedantic,
  test,
  words,
} from '../form.ts';
import { once } from '../once.ts';

/**
 * What a client receives in this revision.
 *
 * @see {@link https://github.com/modelcontextprotocol/modelcontextprotocol/blob/main/schema/2024-11-05/schema.ts | The schema}
 */
export const schemas: () => Definitions = once(() => ({
  RequestId: test('a string or a whole number', (value) =>
    typeof value === 'string' || Number.isInteger(value)),
  Role: words('user', 'assistant'),

  // What every message has.
  RequestMeta: object({ progressToken: hint('RequestId') }),
  RequestParams: object({ _meta: hint('RequestMeta') }),
  NotificationMeta: 'object',
  NotificationParams: object({ _meta: hint('NotificationMeta') }),
  ResultMeta: 'object',
  Result: object({ _meta: hint('ResultMeta') }),
  PaginatedResult: object({ nextCursor: may('string') }, 'Result'),

  // The handshake.
  Implementation: object({ name: 'string', version: 'string' }),
  ServerCapabilities: object({
    experimental: hint(map(hint('object'))),
    logging: may('object'),
    prompts: may(object({ listChanged: hint('boolean') })),
    resources: may(object({ subscribe: hint('boolean'), listChanged: hint('boolean') })),
    tools: may(object({ listChanged: hint('boolean') })),
  }),
  InitializeResult: object(
    {
      protocolVersion: 'string',
      capabilities: 'ServerCapabilities',
      serverInfo: 'Implementation',
      instructions: may('string'),
    },
    'Result',
  ),

  // Content.
  Annotations: object({ audience: hint(list(hint('Role'))), priority: hint(fraction) }),
  Annotated: object({ annotations: hint('Annotations') }),
  TextContent: object({ type: words('text'), text: 'string' }, 'Annotated'),
  ImageContent: object({ type: words('image'), data: 'string', mimeType: 'string' }, 'Annotated'),
  EmbeddedResource: object({ type: words('resource'), resource: 'ResourceContents' }, 'Annotated'),
  ContentBlock: byWord(
    'type',
    { text: 'TextContent', image: 'ImageContent', resource: 'EmbeddedResource' },
    'object',
  ),

  // Tools.
  ToolSchema: object({
    type: must(words('object'), 'object'),
    properties: pedantic(map('object')),
    required: pedantic(list('string')),
  }),
  Tool: object({ name: 'string', description: may('string'), inputSchema: 'ToolSchema' }),
  ListToolsResult: object({ tools: entries('Tool') }, 'PaginatedResult'),
  CallToolResult: object(
    { content: must(list('ContentBlock'), []), isError: may('boolean') },
    'Result',
  ),

  // Resources.
  Resource: object(
    {
      uri: 'string',
      name: 'string',
      description: may('string'),
      mimeType: may('string'),
      size: may(integer),
    },
    'Annotated',
  ),
  ResourceTemplate: object(
    { uriTemplate: 'string', name: 'string', description: may('string'), mimeType: may('string') },
    'Annotated',
  ),
  TextResourceContents: object({ uri: 'string', mimeType: may('string'), text: 'string' }),
  BlobResourceContents: object({ uri: 'string', mimeType: may('string'), blob: 'string' }),
  ResourceContents: choice('an object with text or blob', ({ text, blob }) => {
    if (typeof text === 'string') return 'TextResourceContents';
    return blob === undefined ? undefined : 'BlobResourceContents';
  }),
  ListResourcesResult: object({ resources: entries('Resource') }, 'PaginatedResult'),
  ListResourceTemplatesResult: object(
    { resourceTemplates: entries('ResourceTemplate') },
    'PaginatedResult',
  ),
  ReadResourceResult: object({ contents: list('ResourceContents') }, 'Result'),

  // Prompts and completion.
  PromptArgument: object({
    name: 'string',
    description: may('string'),
    required: may('boolean'),
  }),
  Prompt: object({
    name: 'string',
    description: may('string'),
    arguments: may(list('PromptArgument')),
  }),
  ListPromptsResult: object({ prompts: entries('Prompt') }, 'PaginatedResult'),
  PromptMessage: object({ role: 'Role', content: 'ContentBlock' }),
  GetPromptResult: object(
    { description: may('string'), messages: list('PromptMessage') },
    'Result',
  ),
  Completion: object({
    values: list('string'),
    total: hint(integer),
    hasMore: hint('boolean'),
  }),
  CompleteResult: object({ completion: 'Completion' }, 'Result'),

  // What a server asks for.
  SamplingContent: byWord('type', { text: 'TextContent', image: 'ImageContent' }, 'object'),
  SamplingMessage: object({ role: 'Role', content: 'SamplingContent' }),
  ModelPreferences: object({
    hints: hint(list(hint(object({ name: hint('string') })))),
    costPriority: hint(fraction),
    speedPriority: hint(fraction),
    intelligencePriority: hint(fraction),
  }),
  CreateMessageRequestParams: object(
    {
      messages: list('SamplingMessage'),
      maxTokens: integer,
      modelPreferences: hint('ModelPreferences'),
      systemPrompt: may('string'),
      includeContext: hint(words('none', 'thisServer', 'allServers')),
      temperature: may('number'),
      stopSequences: may(list('string')),
      metadata: hint('object'),
    },
    'RequestParams',
  ),

  // What a server tells.
  LoggingLevel: words(...loggingLevels),
  CancelledNotificationParams: object(
    { requestId: 'RequestId', reason: hint('string') },
    'NotificationParams',
  ),
  ProgressNotificationParams: object(
    { progressToken: 'RequestId', progress: 'number', total: hint('number') },
    'NotificationParams',
  ),
  LoggingMessageNotificationParams: object(
    { level: 'LoggingLevel', logger: hint('string'), data: 'any' },
    'NotificationParams',
  ),
  ResourceUpdatedNotificationParams: object({ uri: 'string' }, 'NotificationParams'),
}));
