import { schemas as before } from '../2025-03-26/schemas.ts';
import { revise, type Definitions } from '../definitions.ts';
import {
  byStrictness,
  byWord,
  choice,
  hint,
  integer,
  list,
  map,
  may,
  object,
  words,
} from '../form.ts';
import { once } from '../once.ts';

/**
 * What changed in what a client receives.
 *
 * @see {@link https://modelcontextprotocol.io/specification/2025-06-18/changelog | Changes}
 */
export const schemas: () => Definitions = once(() =>
  revise(before(), {
    // A title to show beside the name, and room for metadata.
    Titled: object({ title: hint('string') }),
    WithMeta: object({ _meta: hint('object') }),
    Implementation: object({}, 'Titled'),
    Annotations: object({ lastModified: hint('string') }),
    Annotated: object({}, 'WithMeta'),
    TextResourceContents: object({}, 'WithMeta'),
    BlobResourceContents: object({}, 'WithMeta'),
    Resource: object({}, 'Titled'),
    ResourceTemplate: object({}, 'Titled'),
    Prompt: object({}, 'Titled', 'WithMeta'),
    PromptArgument: object({}, 'Titled'),

    ResourceLink: object({ type: words('resource_link') }, 'Resource'),
    ContentBlock: byWord(
      'type',
      {
        text: 'TextContent',
        image: 'ImageContent',
        audio: 'AudioContent',
        resource_link: 'ResourceLink',
        resource: 'EmbeddedResource',
      },
      'object',
    ),

    // Structured output. What an output schema says is the concern of who validates by it.
    OutputSchema: byStrictness('ToolSchema', 'object'),
    Tool: object({ outputSchema: may('OutputSchema') }, 'Titled', 'WithMeta'),
    CallToolResult: object({ structuredContent: may('object') }),

    // Elicitation.
    Field: object({ description: may('string') }, 'Titled'),
    StringSchema: object(
      {
        type: words('string'),
        minLength: may(integer),
        maxLength: may(integer),
        format: hint(words('email', 'uri', 'date', 'date-time')),
      },
      'Field',
    ),
    NumberSchema: object(
      { type: words('number', 'integer'), minimum: may('number'), maximum: may('number') },
      'Field',
    ),
    BooleanSchema: object({ type: words('boolean'), default: hint('boolean') }, 'Field'),
    EnumSchema: object(
      { type: words('string'), enum: list('string'), enumNames: hint(list('string')) },
      'Field',
    ),
    PrimitiveSchemaDefinition: choice('a schema of a string, a number or a boolean', (field) =>
      field['type'] === 'string' && field['enum'] !== undefined
        ? 'EnumSchema'
        : plainFields.get(field['type']),
    ),
    FormSchema: object({
      type: words('object'),
      properties: map('PrimitiveSchemaDefinition'),
      required: may(list('string')),
    }),
    ElicitRequestParams: object(
      { message: 'string', requestedSchema: 'FormSchema' },
      'RequestParams',
    ),
  }),
);

const plainFields: ReadonlyMap<unknown, string> = new Map([
  ['string', 'StringSchema'],
  ['number', 'NumberSchema'],
  ['integer', 'NumberSchema'],
  ['boolean', 'BooleanSchema'],
]);
