import { isObject } from '../is-object.ts';
import type { Dialect } from './dialect.ts';

/** What the value of a keyword must be. */
type Form =
  | 'a schema'
  | 'a list of schemas'
  | 'an object of schemas'
  | 'a schema or a list of schemas'
  | 'an object of names or schemas'
  | 'a list'
  | 'a text'
  | 'a list of texts'
  | 'an object of lists of texts'
  | 'true or false'
  | 'a number'
  | 'a number above 0'
  | 'a count'
  | 'a type or a list of types';

/** The keywords that judge, or that hold schemas, by what their values must be. */
const byForm: Readonly<Record<Form, string>> = {
  'a schema':
    'additionalItems additionalProperties contains else if not propertyNames then unevaluatedItems unevaluatedProperties',
  'a list of schemas': 'allOf anyOf oneOf prefixItems',
  'an object of schemas': '$defs definitions dependentSchemas patternProperties properties',
  'a schema or a list of schemas': 'items',
  'an object of names or schemas': 'dependencies',
  'a list': 'enum',
  'a text': '$anchor $dynamicAnchor $dynamicRef $id $recursiveRef $ref pattern',
  'a list of texts': 'required',
  'an object of lists of texts': 'dependentRequired',
  'true or false': '$recursiveAnchor uniqueItems',
  'a number': 'exclusiveMaximum exclusiveMinimum maximum minimum',
  'a number above 0': 'multipleOf',
  'a count':
    'maxContains maxItems maxLength maxProperties minContains minItems minLength minProperties',
  'a type or a list of types': 'type',
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
  if (name === 'items' && dialect === 2020) return 'a schema';
  return forms.get(name);
}

function setOf(names: string): ReadonlySet<string> {
  return new Set(names.split(' '));
}

const types = ['null', 'boolean', 'object', 'array', 'number', 'string', 'integer'];

/** Whether a value is of a form; the schemas within it are judged by themselves. */
export const fits: Readonly<Record<Form, (value: unknown) => boolean>> = {
  'a schema': isSchema,
  'a list of schemas': (value) => Array.isArray(value) && value.length > 0 && value.every(isSchema),
  'an object of schemas': (value) => isObject(value) && Object.values(value).every(isSchema),
  'a schema or a list of schemas': (value) =>
    isSchema(value) || (Array.isArray(value) && value.every(isSchema)),
  'an object of names or schemas': (value) =>
    isObject(value) && Object.values(value).every((one) => isSchema(one) || areTexts(one)),
  'a list': Array.isArray,
  'a text': (value) => typeof value === 'string',
  'a list of texts': areTexts,
  'an object of lists of texts': (value) => isObject(value) && Object.values(value).every(areTexts),
  'true or false': (value) => typeof value === 'boolean',
  'a number': Number.isFinite,
  'a number above 0': (value) => Number.isFinite(value) && Number(value) > 0,
  'a count': (value) => Number.isInteger(value) && Number(value) >= 0,
  'a type or a list of types': (value) =>
    (Array.isArray(value) ? value : [value]).every((one) => types.includes(one as string)),
};

/** The schemas that stand in a value of a form. */
export function schemasIn(form: Form, value: unknown): readonly unknown[] {
  if (form === 'an object of schemas' || form === 'an object of names or schemas')
    return Object.values(value as object).filter(isSchema);
  if (
    form === 'a schema' ||
    form === 'a list of schemas' ||
    form === 'a schema or a list of schemas'
  )
    return Array.isArray(value) ? value : [value];
  return [];
}

/** An object or a boolean. */
export function isSchema(value: unknown): boolean {
  return typeof value === 'boolean' || isObject(value);
}

function areTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}
