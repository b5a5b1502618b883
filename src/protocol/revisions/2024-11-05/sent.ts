import type { Definitions } from '../definitions.ts';
import { byWord, list, map, may, object, words } from '../form.ts';
import { once } from '../once.ts';

/** What a client sends in this revision, besides what it receives too. */
export const sent: () => Definitions = once(() => ({
  ClientCapabilities: object({
    experimental: may(map('object')),
    roots: may(object({ listChanged: may('boolean') })),
    sampling: may('object'),
  }),
  InitializeRequestParams: object(
    { protocolVersion: 'string', capabilities: 'ClientCapabilities', clientInfo: 'Implementation' },
    'RequestParams',
  ),
  PaginatedRequestParams: object({ cursor: may('string') }, 'RequestParams'),
  CallToolRequestParams: object({ name: 'string', arguments: may('object') }, 'RequestParams'),
  ReadResourceRequestParams: object({ uri: 'string' }, 'RequestParams'),
  SubscribeRequestParams: object({ uri: 'string' }, 'RequestParams'),
  GetPromptRequestParams: object(
    { name: 'string', arguments: may(map('string')) },
    'RequestParams',
  ),
  PromptReference: object({ type: words('ref/prompt'), name: 'string' }),
  ResourceReference: object({ type: words('ref/resource'), uri: 'string' }),
  CompletionReference: byWord('type', {
    'ref/prompt': 'PromptReference',
    'ref/resource': 'ResourceReference',
  }),
  CompleteRequestParams: object(
    { ref: 'CompletionReference', argument: object({ name: 'string', value: 'string' }) },
    'RequestParams',
  ),
  SetLevelRequestParams: object({ level: 'LoggingLevel' }, 'RequestParams'),
  CreateMessageResult: object(
    { role: 'Role', content: 'SamplingContent', model: 'string', stopReason: may('string') },
    'Result',
  ),
  Root: object({ uri: 'string', name: may('string') }),
  ListRootsResult: object({ roots: list('Root') }, 'Result'),
}));
