import type { JsonObject } from '../../../protocol/index.ts';

/** The kinds of JSON values that schemas tell apart. */
export type ValueKind = 'string' | 'integer' | 'number' | 'boolean' | 'null' | 'array' | 'object';

/** As much of a schema as is needed to read a value that a person typed. */
export interface ValueForm {
  /** Empty: any kind. */
  readonly kinds: ReadonlySet<ValueKind>;
  /** The only values there are, where the schema lists them. */
  readonly choices: readonly unknown[] | undefined;
}

const anything: ValueForm = { kinds: new Set(), choices: undefined };

/**
 * Reads the form of a value out of its schema. Keywords that narrow further are left to the server.
 *
 * @param schema - a JSON Schema of any dialect; nothing in it is trusted to be well-formed
 * @param root - the schema in which its references point
 */
export function valueForm(schema: unknown, root: JsonObject): ValueForm {
  return new FormReader(root).read(schema);
}

/** References and unions may be nested in each other without end; what lies beyond is anything. */
const mostSchemas = 500;

class FormReader {
  readonly #root: JsonObject;
  #seen = 0;

  constructor(root: JsonObject) {
    this.#root = root;
  }

  read(schema: unknown): ValueForm {
    this.#seen += 1;
    if (!isObject(schema) || this.#seen > mostSchemas) return anything;
    const { $ref: reference, anyOf, oneOf, allOf, nullable } = schema;
    let form = ownForm(schema);
    if (typeof reference === 'string') {
      form = narrow(form, this.read(follow(reference, this.#root)));
    }
    for (const part of listOf(allOf)) form = narrow(form, this.read(part));
    for (const union of [anyOf, oneOf]) {
      const forms = listOf(union).map((part) => this.read(part));
      if (forms.length > 0) form = narrow(form, unite(forms));
    }
    return nullable === true ? unite([form, nothing]) : form;
  }
}

const nothing: ValueForm = { kinds: new Set(['null']), choices: [null] };

function ownForm(schema: JsonObject): ValueForm {
  const { type } = schema;
  const choices = listedValues(schema);
  const kinds = new Set((Array.isArray(type) ? listOf(type) : [type]).filter(isKind));
  if (kinds.size === 1 && kinds.has('null')) return nothing;
  if (kinds.size === 0) {
    for (const choice of choices ?? []) kinds.add(kindOf(choice));
    if (isObject(schema['properties'])) kinds.add('object');
  }
  return { kinds, choices };
}

function listedValues(schema: JsonObject): readonly unknown[] | undefined {
  if ('const' in schema) return [schema['const']];
  const listed = listOf(schema['enum']);
  return listed.length > 0 ? listed : undefined;
}

/** What fits both. */
function narrow(one: ValueForm, other: ValueForm): ValueForm {
  const kinds = new Set<ValueKind>();
  for (const kind of one.kinds) if (admits(other.kinds, kind)) kinds.add(kind);
  for (const kind of other.kinds) if (admits(one.kinds, kind)) kinds.add(kind);
  return { kinds, choices: one.choices ?? other.choices };
}

/** What fits one of them. */
function unite(forms: readonly ValueForm[]): ValueForm {
  const kinds = new Set<ValueKind>();
  const choices: unknown[] = [];
  let listed = true;
  let open = false;
  for (const form of forms) {
    for (const kind of form.kinds) kinds.add(kind);
    choices.push(...(form.choices ?? []));
    listed &&= form.choices !== undefined;
    open ||= form.kinds.size === 0 && form.choices === undefined;
  }
  return { kinds: open ? new Set() : kinds, choices: listed ? choices : undefined };
}

/** Whether values of a kind fit, where these kinds are asked for; none means any. */
export function admits(kinds: ReadonlySet<ValueKind>, kind: ValueKind): boolean {
  return kinds.size === 0 || kinds.has(kind) || (kind === 'integer' && kinds.has('number'));
}

/** The kind of a JSON value. */
export function kindOf(value: unknown): ValueKind {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value === 'string' || typeof value === 'boolean'
    ? (typeof value as 'string' | 'boolean')
    : 'object';
}

/** What a reference within the same schema points at; others are not followed. */
function follow(reference: string, root: JsonObject): unknown {
  if (reference === '#') return root;
  if (!reference.startsWith('#/')) return undefined;
  let at: unknown = root;
  for (const part of reference.slice(2).split('/')) {
    const key = decode(part).replaceAll('~1', '/').replaceAll('~0', '~');
    at = isObject(at) && Object.hasOwn(at, key) ? at[key] : undefined;
  }
  return at;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function isKind(value: unknown): value is ValueKind {
  return typeof value === 'string' && kindNames.has(value);
}

const kindNames: ReadonlySet<string> = new Set([
  'string',
  'integer',
  'number',
  'boolean',
  'null',
  'array',
  'object',
]);

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]) : [];
}

/** Whether a value is a JSON object. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
