import type { ElicitResult, FormField, FormSchema } from '../../protocol/index.ts';
import { isObject } from '../is-object.ts';

type Content = NonNullable<ElicitResult['content']>;
type Value = Content[string];

/**
 * A person's answer to a form, as the server may have it: with the defaults of fields that were left
 * out, and nothing but the action where it was no `accept`.
 *
 * @returns the answer, or what of it does not fit the form
 * @see {@link https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#requested-schema | Requested schema}
 */
export function answerToForm(
  form: FormSchema,
  answer: ElicitResult,
): { readonly answer: ElicitResult } | { readonly fault: string } {
  const { action, content } = answer;
  if (action !== 'accept') return { answer: { action } };
  if (content !== undefined && !isObject(content)) return { fault: 'content must be an object' };
  const filled = new Map<string, Value>(Object.entries(content ?? {}));
  for (const [name, field] of Object.entries(form.properties)) {
    const value = filled.get(name) ?? defaultOf(field);
    if (value === undefined) {
      filled.delete(name);
      if (form.required?.includes(name) === true) return { fault: `${name} is required` };
      continue;
    }
    const fault = faultOfValue(field, value);
    if (fault !== undefined) return { fault: `${name} ${fault}` };
    filled.set(name, value);
  }
  for (const name of filled.keys()) {
    if (!Object.hasOwn(form.properties, name)) return { fault: `${name} is no field of the form` };
  }
  return { answer: { action, content: Object.fromEntries(filled) } };
}

/** A default that is not one of the field's own values is none. */
function defaultOf(field: FormField): Value | undefined {
  const value = field.default;
  return value !== undefined && faultOfValue(field, value) === undefined ? value : undefined;
}

function faultOfValue(field: FormField, value: unknown): string | undefined {
  switch (field.type) {
    case 'boolean':
      return typeof value === 'boolean' ? undefined : 'must be a boolean';
    case 'number':
    case 'integer':
      return faultOfNumber(field, value);
    case 'array':
      return faultOfChoices(field, value);
    case 'string':
      return faultOfString(field, value);
  }
}

function faultOfNumber(
  field: Extract<FormField, { readonly type: 'number' | 'integer' }>,
  value: unknown,
): string | undefined {
  if (typeof value !== 'number' || !Number.isFinite(value)) return 'must be a number';
  if (field.type === 'integer' && !Number.isInteger(value)) return 'must be a whole number';
  if (field.minimum !== undefined && value < field.minimum)
    return `must be at least ${field.minimum}`;
  if (field.maximum !== undefined && value > field.maximum)
    return `must be at most ${field.maximum}`;
  return undefined;
}

function faultOfChoices(
  field: Extract<FormField, { readonly type: 'array' }>,
  value: unknown,
): string | undefined {
  if (!Array.isArray(value)) return 'must be a list';
  const { items, minItems = 0, maxItems = Infinity } = field;
  const allowed = items.enum ?? ('anyOf' in items ? items.anyOf.map((choice) => choice.const) : []);
  if (!value.every((one) => allowed.includes(one))) return 'must be among the choices';
  if (value.length < minItems) return `must have at least ${minItems} choices`;
  if (value.length > maxItems) return `must have at most ${maxItems} choices`;
  return undefined;
}

function faultOfString(
  field: Extract<FormField, { readonly type: 'string' }>,
  value: unknown,
): string | undefined {
  if (typeof value !== 'string') return 'must be a string';
  const allowed = field.enum ?? field.oneOf?.map((choice) => choice.const);
  if (allowed !== undefined) return allowed.includes(value) ? undefined : 'must be a choice';
  const {
    minLength = 0,
    maxLength = Infinity,
    format,
  } = field as Extract<FormField, { readonly format?: string }>;
  // A schema counts characters, not units of UTF-16 (JSON Schema Validation 2020-12, section 6.3).
  const { length } = Array.from(value);
  if (length < minLength) return `must have at least ${minLength} characters`;
  if (length > maxLength) return `must have at most ${maxLength} characters`;
  if (format === undefined || !Object.hasOwn(formats, format)) return undefined;
  return formats[format](value) ? undefined : `must be ${words[format]}`;
}

type Format = 'email' | 'uri' | 'date' | 'date-time';

/** Formats that a form may ask for; others are hints. */
const formats: Readonly<Record<Format, (value: string) => boolean>> = {
  email: (value) => /^[^\s@]+@[^\s@]+$/.test(value),
  uri: (value) => /^[a-z][a-z0-9+.-]*:[^\s]+$/i.test(value),
  date: (value) => isDate(value),
  'date-time': (value) => {
    const [date = '', time = ''] = value.split(/t/i);
    return (
      isDate(date) &&
      /^([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?(z|[+-]([01]\d|2[0-3]):[0-5]\d)$/i.test(time)
    );
  },
};

const words: Readonly<Record<Format, string>> = {
  email: 'an e-mail address',
  uri: 'a URI with its scheme',
  date: 'a date such as 2026-07-28',
  'date-time': 'a moment such as 2026-07-28T12:00:00Z',
};

/** Whether it is a day that exists (RFC 3339, section 5.6). */
function isDate(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const day = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value);
}
