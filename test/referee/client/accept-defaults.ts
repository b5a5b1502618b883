/** Accepts a form with what its fields suggest: the default, or yes where something is to be confirmed. */
export function acceptDefaults(params: unknown): {
  readonly action: 'accept';
  readonly content: Readonly<Record<string, unknown>>;
} {
  const content: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fieldsOf(params))) {
    content[name] = 'default' in field ? field['default'] : field['type'] === 'boolean';
  }
  return { action: 'accept', content };
}

function fieldsOf(params: unknown): Readonly<Record<string, Readonly<Record<string, unknown>>>> {
  const { requestedSchema } = params as {
    readonly requestedSchema: {
      readonly properties: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
    };
  };
  return requestedSchema.properties;
}
