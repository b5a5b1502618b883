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

/** The keywords that judge, or that hold schemas, by what their values must be. */
const byForm: Readonly<Record<Form, string>> = {
  schema:
    'additionalItems additionalProperties contains else if not propertyNames then unevaluatedItems unevaluatedProperties',
  schemas: 'allOf anyOf oneOf prefixItems',
  'schema map': '$defs definitions dependentSchemas patternProperties properties',
  'schema or schemas': 'items',
  dependencies: 'dependencies',
  list: 'enum',
  text: '$anchor $dynamicAnchor $dynamicRef $id $recursiveRef $ref pattern',
  texts: 'required',
  'map of texts': 'dependentRequired',
  flag: '$recursiveAnchor uniqueItems',
  number: 'exclusiveMaximum exclusiveMinimum maximum minimum',
  'positive number': 'multipleOf',
  count:
    'maxContains maxItems maxLength maxProperties minContains minItems minLength minProperties',
  type: 'type',
};

const forms = new Map(
  Object.entries(byForm).flatMap(([form, names]) =>
    names.split(' ').map((name) => [name, form as Form] as const),
  ),
);

const since2019 = setOf(
  '$anchor $recursiveAnchor $recursiveRef dependentRequired dependentSchemas maxContains minContains unevaluatedItems unevaluatedProperties',
);
const since2020 = setOf('$dynamicAnchor $dynamicRef prefixItems');
const until2019 = setOf('$recursiveAnchor $recursiveRef additionalItems');
const until7 = setOf('dependencies');

/** The form of a keyword in a dialect; `undefined` for one that the dialect does not know. */
export function formOf(name: string, dialect: Dialect): Form | undefined {
  if (dialect < 2019 && since2019.has(name)) return undefined;
  if (dialect < 2020 ? since2020.has(name) : until2019.has(name)) return undefined;
  if (dialect > 7 && until7.has(name)) return undefined;
  // A list of schemas in their order is called prefixItems now.
  if (name === 'items' && dialect === 2020) return 'schema';
  return forms.get(name);
}

function setOf(names: string): ReadonlySet<string> {
  return new Set(names.split(' '));
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
  if (form === 'schema map' || form === 'dependencies')
    return Object.values(value as object).filter(isSchema);
  if (form === 'schema' || form === 'schemas' || form === 'schema or schemas')
    return Array.isArray(value) ? value : [value];
  return [];
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
