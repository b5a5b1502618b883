import type { Dialect } from './dialect.ts';

/** What the value of a keyword must be. */
type Form =
  | 'schema'
  | 'schemas'
  | 'schema map'
  | 'schema or schemas'
  | 'dependencies'
  | 'list'
  | 'text'
  | 'texts'
  | 'map of texts'
  | 'flag'
  | 'number'
  | 'positive number'
  | 'count'
  | 'type';

interface Keyword {
  readonly form: Form;
  readonly since?: Dialect;
  readonly until?: Dialect;
}

const keywords: Readonly<Record<string, Keyword>> = {
  $anchor: { form: 'text', since: 2019 },
  $defs: { form: 'schema map' },
  $dynamicAnchor: { form: 'text', since: 2020 },
  $dynamicRef: { form: 'text', since: 2020 },
  $id: { form: 'text' },
  $recursiveAnchor: { form: 'flag', since: 2019, until: 2019 },
  $recursiveRef: { form: 'text', since: 2019, until: 2019 },
  $ref: { form: 'text' },
  additionalItems: { form: 'schema', until: 2019 },
  additionalProperties: { form: 'schema' },
  allOf: { form: 'schemas' },
  anyOf: { form: 'schemas' },
  contains: { form: 'schema' },
  definitions: { form: 'schema map' },
  dependencies: { form: 'dependencies', until: 7 },
  dependentRequired: { form: 'map of texts', since: 2019 },
  dependentSchemas: { form: 'schema map', since: 2019 },
  else: { form: 'schema' },
  enum: { form: 'list' },
  exclusiveMaximum: { form: 'number' },
  exclusiveMinimum: { form: 'number' },
  if: { form: 'schema' },
  items: { form: 'schema or schemas' },
  maxContains: { form: 'count', since: 2019 },
  maxItems: { form: 'count' },
  maxLength: { form: 'count' },
  maxProperties: { form: 'count' },
  maximum: { form: 'number' },
  minContains: { form: 'count', since: 2019 },
  minItems: { form: 'count' },
  minLength: { form: 'count' },
  minProperties: { form: 'count' },
  minimum: { form: 'number' },
  multipleOf: { form: 'positive number' },
  not: { form: 'schema' },
  oneOf: { form: 'schemas' },
  pattern: { form: 'text' },
  patternProperties: { form: 'schema map' },
  prefixItems: { form: 'schemas', since: 2020 },
  properties: { form: 'schema map' },
  propertyNames: { form: 'schema' },
  required: { form: 'texts' },
  then: { form: 'schema' },
  type: { form: 'type' },
  unevaluatedItems: { form: 'schema', since: 2019 },
  unevaluatedProperties: { form: 'schema', since: 2019 },
  uniqueItems: { form: 'flag' },
};

/** The form of a keyword in a dialect; `undefined` for one that the dialect does not know. */
export function formOf(name: string, dialect: Dialect): Form | undefined {
  if (!Object.hasOwn(keywords, name)) return undefined;
  const { form, since = 7, until = 2020 } = keywords[name] ?? {};
  if (dialect < since || dialect > until) return undefined;
  // A list of schemas in their order is called prefixItems now.
  return name === 'items' && dialect >= 2020 ? 'schema' : form;
}

const types = ['null', 'boolean', 'object', 'array', 'number', 'string', 'integer'];

/** Whether a value is of a form; the schemas within it are judged by themselves. */
export const fits: Readonly<Record<Form, (value: unknown) => boolean>> = {
  schema: isSchema,
  schemas: (value) => Array.isArray(value) && value.length > 0 && value.every(isSchema),
  'schema map': (value) => isObject(value) && Object.values(value).every(isSchema),
  'schema or schemas': (value) =>
    isSchema(value) || (Array.isArray(value) && value.every(isSchema)),
  dependencies: (value) =>
    isObject(value) && Object.values(value).every((one) => isSchema(one) || areTexts(one)),
  list: Array.isArray,
  text: (value) => typeof value === 'string',
  texts: areTexts,
  'map of texts': (value) => isObject(value) && Object.values(value).every(areTexts),
  flag: (value) => typeof value === 'boolean',
  number: Number.isFinite,
  'positive number': (value) => Number.isFinite(value) && Number(value) > 0,
  count: (value) => Number.isInteger(value) && Number(value) >= 0,
  type: (value) =>
    (Array.isArray(value) ? value : [value]).every((one) => types.includes(one as string)),
};

/** The schemas that stand in a value of a form. */
export function schemasIn(form: Form, value: unknown): readonly unknown[] {
  switch (form) {
    case 'schema':
      return [value];
    case 'schemas':
      return value as readonly unknown[];
    case 'schema or schemas':
      return Array.isArray(value) ? value : [value];
    case 'schema map':
    case 'dependencies':
      return Object.values(value as object).filter(isSchema);
    default:
      return [];
  }
}

/** A JSON object. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An object or a boolean. */
export function isSchema(value: unknown): boolean {
  return typeof value === 'boolean' || isObject(value);
}

function areTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}
