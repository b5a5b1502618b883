import type { JsonObject } from '../../../protocol/index.ts';
import { quoteWord } from '../../wording/quote-word.ts';
import { suggestion } from '../suggest.ts';
import { nearestName } from '../../wording/nearest-name.ts';
import { UsageError } from '../usage-error.ts';
import { checkValue, valueOfText, type TypedValue } from './typed-value.ts';
import { isObject, valueForm, type ValueForm } from './value-form.ts';

/** Arguments whose files have been read: text is typed by the schema, JSON is checked against it. */
export interface GivenArguments {
  /** A whole object of arguments, beneath the single ones. */
  readonly all: JsonObject | undefined;
  readonly single: ReadonlyMap<string, GivenValue>;
}

/** One argument as text or as JSON. */
export type GivenValue =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'json'; readonly value: unknown };

/**
 * The arguments of a call, typed by the input schema of its tool. What the schema says beyond kinds,
 * choices and required names is left to the server.
 *
 * @throws UsageError for a value that does not fit, a name that is not there, or one that is missing
 */
export function fitArguments(given: GivenArguments, schema: JsonObject): JsonObject {
  const fitted = new Map<string, unknown>();
  for (const [name, value] of Object.entries(given.all ?? {})) {
    if (given.single.has(name)) continue;
    fitted.set(name, valueFrom(name, checkValue(value, formOf(name, schema))));
  }
  for (const [name, value] of given.single) {
    const form = formOf(name, schema);
    const typed =
      value.kind === 'text' ? valueOfText(value.text, form) : checkValue(value.value, form);
    fitted.set(name, valueFrom(name, typed));
  }
  mustBeComplete([...fitted.keys()], schema);
  return Object.fromEntries(fitted);
}

function valueFrom(name: string, typed: TypedValue): unknown {
  if (typed.ok) return typed.value;
  throw new UsageError(`the argument ${quoteWord(name)}: ${typed.fault}`);
}

function formOf(name: string, schema: JsonObject): ValueForm {
  const properties = propertiesOf(schema);
  if (Object.hasOwn(properties, name)) return valueForm(properties[name], schema);
  const { additionalProperties: others, patternProperties } = schema;
  if (others === false && patternProperties === undefined) {
    const known = Object.keys(properties);
    const words = `the tool has no argument ${quoteWord(name)}`;
    throw new UsageError(
      known.length === 0 ? `${words}, nor any other` : words + suggestion(name, known),
    );
  }
  return valueForm(patternProperties === undefined ? others : undefined, schema);
}

function mustBeComplete(names: readonly string[], schema: JsonObject): void {
  const { required } = schema;
  const wanted = (Array.isArray(required) ? (required as readonly unknown[]) : []).filter(
    (name) => typeof name === 'string',
  );
  const missing = wanted.filter((name) => !names.includes(name));
  if (missing.length === 0) return;
  const known = Object.keys(propertiesOf(schema));
  const strays = names.filter((name) => !known.includes(name));
  const typed = strays.find((name) => nearestName(name, missing) !== undefined);
  const hint = typed === undefined ? '' : `; ${quoteWord(typed)} is given, which it does not have`;
  const list = missing.map(quoteWord).join(', ');
  throw new UsageError(
    `the required ${missing.length === 1 ? 'argument' : 'arguments'} ${list} ${missing.length === 1 ? 'is' : 'are'} missing${hint}`,
  );
}

function propertiesOf(schema: JsonObject): JsonObject {
  const { properties } = schema;
  return isObject(properties) ? properties : {};
}
