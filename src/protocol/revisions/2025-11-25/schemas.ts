import { schemas as before } from '../2025-06-18/schemas.ts';
import { revise, type Definitions } from '../definitions.ts';
import {
  byWord,
  choice,
  entries,
  hint,
  integer,
  list,
  may,
  must,
  object,
  pedantic,
  test,
  words,
} from '../form.ts';
import { once } from '../once.ts';

/**
 * What changed in what a client receives.
 *
 * @see {@link https://modelcontextprotocol.io/specification/2025-11-25/changelog | Changes}
 */
export const schemas: () => Definitions = once(() =>
  revise(before(), {
    // Icons.
    Icon: object({
      src: 'string',
      mimeType: hint('string'),
      sizes: hint(list('string')),
      theme: hint(words('light', 'dark')),
    }),
    Icons: object({ icons: hint(list(hint('Icon'))) }),
    Implementation: object({ description: hint('string'), websiteUrl: hint('string') }, 'Icons'),
    Resource: object({}, 'Icons'),
    ResourceTemplate: object({}, 'Icons'),
    Prompt: object({}, 'Icons'),
    ToolSchema: object({ $schema: pedantic('string') }),
    Tool: object({ execution: hint('ToolExecution') }, 'Icons'),

    // The id of a cancelled request became optional, since a task is cancelled otherwise.
    CancelledNotificationParams: object({ requestId: may('RequestId') }),

    // Sampling with tools.
    ToolUseContent: object(
      { type: words('tool_use'), id: 'string', name: 'string', input: 'object' },
      'WithMeta',
    ),
    ToolResultContent: object(
      {
        type: words('tool_result'),
        toolUseId: 'string',
        content: must(list('ContentBlock'), []),
        structuredContent: may('object'),
        isError: may('boolean'),
      },
      'WithMeta',
    ),
    SamplingMessageContentBlock: byWord(
      'type',
      {
        text: 'TextContent',
        image: 'ImageContent',
        audio: 'AudioContent',
        tool_use: 'ToolUseContent',
        tool_result: 'ToolResultContent',
      },
      'object',
    ),
    SamplingContents: list('SamplingMessageContentBlock'),
    SamplingContent: choice('a content block or several', (content) =>
      Array.isArray(content) ? 'SamplingContents' : 'SamplingMessageContentBlock',
    ),
    SamplingMessage: object({}, 'WithMeta'),
    ToolChoice: object({ mode: may(words('auto', 'required', 'none')) }),
    CreateMessageRequestParams: object(
      { tools: may(list('Tool')), toolChoice: may('ToolChoice') },
      'TaskAugmentedRequestParams',
    ),

    // Elicitation: defaults, choices with titles, several choices, and pages to visit.
    StringSchema: object({ default: hint('string') }),
    NumberSchema: object({ default: hint('number') }),
    UntitledSingleSelectEnumSchema: object(
      { type: words('string'), enum: list('string'), default: hint('string') },
      'Field',
    ),
    LegacyTitledEnumSchema: object(
      { enumNames: hint(list('string')) },
      'UntitledSingleSelectEnumSchema',
    ),
    TitledChoices: list(object({ const: 'string', title: 'string' })),
    TitledSingleSelectEnumSchema: object(
      { type: words('string'), oneOf: 'TitledChoices', default: hint('string') },
      'Field',
    ),
    MultiSelect: object(
      {
        type: words('array'),
        minItems: may(integer),
        maxItems: may(integer),
        default: hint(list('string')),
      },
      'Field',
    ),
    UntitledMultiSelectEnumSchema: object(
      { items: object({ type: words('string'), enum: list('string') }) },
      'MultiSelect',
    ),
    TitledMultiSelectEnumSchema: object(
      { items: object({ anyOf: 'TitledChoices' }) },
      'MultiSelect',
    ),
    PrimitiveSchemaDefinition: choice(
      'a schema of a string, a number, a boolean or a choice',
      pickField,
    ),
    FormSchema: object({ $schema: hint('string') }),
    ElicitRequestFormParams: object(
      { mode: may(words('form')), message: 'string', requestedSchema: 'FormSchema' },
      'TaskAugmentedRequestParams',
    ),
    ElicitRequestURLParams: object(
      { mode: words('url'), message: 'string', url: 'string', elicitationId: 'string' },
      'TaskAugmentedRequestParams',
    ),
    ElicitRequestParams: choice('an elicitation by form or by URL', ({ mode }) => {
      if (mode === 'url') return 'ElicitRequestURLParams';
      return typeof mode === 'string' && mode !== 'form' ? undefined : 'ElicitRequestFormParams';
    }),
    ElicitationCompleteNotificationParams: object(
      { elicitationId: 'string' },
      'NotificationParams',
    ),
    URLElicitationRequiredErrorData: object({ elicitations: list('ElicitRequestURLParams') }),

    // Tasks.
    ToolExecution: object({ taskSupport: hint(words('forbidden', 'optional', 'required')) }),
    ServerCapabilities: object({
      tasks: may(
        object({
          list: may('object'),
          cancel: may('object'),
          requests: may(object({ tools: may(object({ call: may('object') })) })),
        }),
      ),
    }),
    TaskAugmentedRequestParams: object(
      { task: may(object({ ttl: may(integer) })) },
      'RequestParams',
    ),
    Task: object({
      taskId: 'string',
      status: words('working', 'input_required', 'completed', 'failed', 'cancelled'),
      statusMessage: may('string'),
      createdAt: 'string',
      lastUpdatedAt: 'string',
      ttl: must('TaskTtl', null),
      pollInterval: hint(integer),
    }),
    TaskTtl: test('a whole number or null', (value) => value === null || Number.isInteger(value)),
    CreateTaskResult: object({ task: 'Task' }, 'Result'),
    TaskResult: object({}, 'Result', 'Task'),
    ListTasksResult: object({ tasks: entries('Task') }, 'PaginatedResult'),
    TaskStatusNotificationParams: object({}, 'NotificationParams', 'Task'),
    TaskRequestParams: object({ taskId: 'string' }, 'RequestParams'),
    PaginatedRequestParams: object({ cursor: may('string') }, 'RequestParams'),
  }),
);

function pickField(field: Readonly<Record<string, unknown>>): string | undefined {
  switch (field['type']) {
    case 'number':
    case 'integer':
      return 'NumberSchema';
    case 'boolean':
      return 'BooleanSchema';
    case 'array': {
      const { items } = field;
      const titled = typeof items === 'object' && items !== null && 'anyOf' in items;
      return titled ? 'TitledMultiSelectEnumSchema' : 'UntitledMultiSelectEnumSchema';
    }
    case 'string':
      if (field['oneOf'] !== undefined) return 'TitledSingleSelectEnumSchema';
      return field['enum'] === undefined ? 'StringSchema' : 'LegacyTitledEnumSchema';
    default:
      return undefined;
  }
}
