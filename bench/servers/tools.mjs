/** The tools that the measures call, and as many more as are asked for, of the size that real ones have. */
export function makeTools(count, outputSchemaPercent = 0) {
  const more = Math.max(0, count - called.length);
  return [...called, ...Array.from({ length: more }, (_, n) => makeTool(n, outputSchemaPercent))];
}

const called = [
  {
    name: 'echo',
    description: 'Gives a text back',
    inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
  },
  {
    name: 'large',
    description: 'A text of so many bytes',
    inputSchema: { type: 'object', properties: { bytes: { type: 'integer' } } },
  },
  {
    name: 'notify',
    description: 'So many notifications, then a result',
    inputSchema: { type: 'object', properties: { count: { type: 'integer' } } },
  },
];

function makeTool(n, outputSchemaPercent) {
  const service = n % 97;
  return {
    name: `service_${service}_operation_${n}`,
    title: `Operation ${n} of service ${service}`,
    description: `Performs operation ${n} on the records of service ${service}. Meant for filtered, paged listings; a search by words has a tool of its own. Answers with at most \`limit\` records, the newest first.`,
    inputSchema: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: {
        query: { type: 'string', description: 'Words to filter by', minLength: 1, maxLength: 512 },
        limit: {
          type: 'integer',
          description: 'How many records',
          minimum: 1,
          maximum: 100,
          default: 20,
        },
        status: {
          type: 'string',
          enum: ['open', 'closed', 'all'],
          description: 'Which records',
        },
        labels: {
          type: 'array',
          items: { type: 'string' },
          description: 'Only records that bear all of these',
        },
        range: {
          type: 'object',
          properties: {
            from: { type: 'string', format: 'date-time' },
            to: { type: 'string', format: 'date-time' },
          },
          additionalProperties: false,
        },
        [`field_${n}`]: { anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'null' }] },
      },
      required: ['query'],
      additionalProperties: false,
    },
    annotations: {
      title: `Operation ${n}`,
      readOnlyHint: n % 2 === 0,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: n % 3 === 0,
    },
    ...(n % 100 < outputSchemaPercent && { outputSchema: makeOutputSchema(n) }),
  };
}

/** Each has a name of its own in it, so that no client can compile one for all. */
function makeOutputSchema(n) {
  const item = {
    type: 'object',
    properties: {
      id: { type: 'string' },
      [`name_${n}`]: { type: 'string' },
      score: { type: 'number' },
    },
    required: ['id'],
  };
  return {
    type: 'object',
    properties: { items: { type: 'array', items: item }, next: { type: 'string' } },
    required: ['items'],
  };
}
