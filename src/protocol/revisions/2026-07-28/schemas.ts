import { schemas as before } from '../2025-11-25/schemas.ts';
import { revise, type Definitions } from '../definitions.ts';
import {
  byStrictness,
  byWord,
  hint,
  list,
  map,
  may,
  must,
  object,
  pedantic,
  safe,
  test,
  words,
} from '../form.ts';
import { once } from '../once.ts';

/**
 * What changed in what a client receives.
 *
 * @see {@link https://modelcontextprotocol.io/specification/2026-07-28/changelog | Changes}
 */
export const schemas: () => Definitions = once(() =>
  revise(before(), {
    // Every result says of what kind it is; one of an earlier server does not, and is complete
    // (2026-07-28/basic, ResultType). Other kinds than these have forms of their own.
    ResultMeta: object({ 'io.modelcontextprotocol/serverInfo': hint('Implementation') }),
    Result: object({ resultType: must(byStrictness('string', words('complete')), 'complete') }),
    NotificationMeta: object({ 'io.modelcontextprotocol/subscriptionId': hint('RequestId') }),

    // How long a result may be kept. Without a usable word of it: not at all, and by nobody else.
    CacheableResult: object(
      { ttlMs: safe('Ttl', 0), cacheScope: safe(words('public', 'private'), 'private') },
      'Result',
    ),
    Ttl: test('a whole number from 0', (value) => Number.isInteger(value) && Number(value) >= 0),
    ListToolsResult: object({}, 'CacheableResult'),
    ListResourcesResult: object({}, 'CacheableResult'),
    ListResourceTemplatesResult: object({}, 'CacheableResult'),
    ListPromptsResult: object({}, 'CacheableResult'),
    ReadResourceResult: object({}, 'CacheableResult'),

    DiscoverResult: object(
      {
        supportedVersions: list('string'),
        capabilities: 'ServerCapabilities',
        instructions: may('string'),
        // Its place is in _meta; drafts of this revision had it here.
        serverInfo: hint(byStrictness('any', 'Implementation')),
      },
      'CacheableResult',
    ),
    ServerCapabilities: object({ extensions: hint(map(hint('object'))), tasks: undefined }),

    // A schema may use any keyword, and an output have any form.
    ToolSchema: object({ properties: undefined, required: undefined }),
    OutputSchema: object({ $schema: pedantic('string') }),
    Tool: object({ execution: undefined }),
    CallToolResult: object({ structuredContent: undefined }),
    ToolResultContent: object({ structuredContent: undefined }),
    Completion: object({
      values: byStrictness(
        test('at most 100 strings', (values) => isStrings(values) && values.length <= 100),
        list('string'),
      ),
    }),

    // Results that ask for input. What they ask for has no envelope and no metadata of its own.
    TaskAugmentedRequestParams: object({ _meta: undefined, task: undefined }),
    ElicitRequestURLParams: object({ elicitationId: undefined }),
    ElicitRequest: object({ method: words('elicitation/create'), params: 'ElicitRequestParams' }),
    CreateMessageRequest: object({
      method: words('sampling/createMessage'),
      params: 'CreateMessageRequestParams',
    }),
    ListRootsRequest: object({ method: words('roots/list'), params: hint('WithMeta') }),
    InputRequest: byWord('method', {
      'roots/list': 'ListRootsRequest',
      'sampling/createMessage': 'CreateMessageRequest',
      'elicitation/create': 'ElicitRequest',
    }),
    InputRequests: map('InputRequest'),
    InputRequiredResult: object(
      {
        resultType: words('input_required'),
        inputRequests: may('InputRequests'),
        requestState: may('string'),
      },
      'Result',
    ),

    // Subscriptions.
    SubscriptionFilter: object({
      toolsListChanged: may('boolean'),
      promptsListChanged: may('boolean'),
      resourcesListChanged: may('boolean'),
      resourceSubscriptions: may(list('string')),
    }),
    SubscriptionsAcknowledgedNotificationParams: object(
      { notifications: 'SubscriptionFilter' },
      'NotificationParams',
    ),
    ListenMeta: object(
      { 'io.modelcontextprotocol/subscriptionId': safe('RequestId', undefined) },
      'ResultMeta',
    ),
    SubscriptionsListenResult: object({ _meta: safe('ListenMeta', undefined) }, 'Result'),

    CancelledNotificationParams: object({ requestId: 'RequestId' }),

    // What errors carry.
    UnsupportedProtocolVersionErrorData: object({ requested: 'string', supported: list('string') }),
    MissingRequiredClientCapabilityErrorData: object({ requiredCapabilities: 'object' }),
  }),
);

function isStrings(values: unknown): values is readonly string[] {
  return Array.isArray(values) && values.every((value) => typeof value === 'string');
}
