import { quote } from '../../protocol/index.ts';
import type { Work } from './bounds.ts';
import { canonical } from './canonical.ts';
import { formOf } from './keywords.ts';
import { isObject } from '../is-object.ts';
import { preparePattern } from './pattern.ts';
import type { Check, SchemaNode } from './schema-node.ts';

/** Says what is wrong with a value, if something is. */
type Test = (value: unknown, work: Work) => string | undefined;

/** Keywords that judge a value without a further schema. */
const tests: Readonly<Record<string, (given: never) => Test>> = {
  type: testType,
  enum: testEnum,
  const: testConst,
  required: (names: readonly string[]) => onObjects((value, work) => lack(value, names, work)),
  dependentRequired: testDependent,
  multipleOf: (divisor: number) =>
    onNumbers((value) => (isMultiple(value, divisor) ? undefined : `is no multiple of ${divisor}`)),
  minimum: (least: number) =>
    onNumbers((value) => (value >= least ? undefined : `is less than ${least}`)),
  maximum: (most: number) =>
    onNumbers((value) => (value <= most ? undefined : `is more than ${most}`)),
  exclusiveMinimum: (least: number) =>
    onNumbers((value) => (value > least ? undefined : `is not more than ${least}`)),
  exclusiveMaximum: (most: number) =>
    onNumbers((value) => (value < most ? undefined : `is not less than ${most}`)),
  minLength: (least: number) => onTexts((value, work) => few(lengthOf(value, work), least)),
  maxLength: (most: number) => onTexts((value, work) => many(lengthOf(value, work), most)),
  pattern: testPattern,
  minItems: (least: number) => onLists(({ length }) => few(length, least)),
  maxItems: (most: number) => onLists(({ length }) => many(length, most)),
  uniqueItems: (unique: boolean) =>
    onLists((value, work) => (unique ? twice(value, work) : undefined)),
  minProperties: (least: number) => onObjects((value, work) => few(sizeOf(value, work), least)),
  maxProperties: (most: number) => onObjects((value, work) => many(sizeOf(value, work), most)),
};

/** The checks of a schema that need no other schema, cheap ones first. */
export function valueChecks({ schema, dialect }: SchemaNode): readonly Check[] {
  return Object.entries(tests).flatMap(([keyword, prepare]): Check[] => {
    if (!Object.hasOwn(schema, keyword)) return [];
    if (keyword !== 'const' && formOf(keyword, dialect) === undefined) return [];
    const test = prepare(schema[keyword] as never);
    return [
      (value, place, { work }) => {
        const message = test(value, work);
        return message === undefined ? undefined : { place, message };
      },
    ];
  });
}

function testType(given: string | readonly string[]): Test {
  const types = typeof given === 'string' ? [given] : given;
  const expected = types.join(' or ');
  return (value) => {
    const type = typeOf(value);
    if (types.includes(type) || (types.includes('integer') && Number.isInteger(value)))
      return undefined;
    return `expected ${expected}, got ${type}`;
  };
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

function testEnum(members: readonly unknown[]): Test {
  const texts = new Set(members.map((member) => canonical(member)));
  return (value, work) =>
    texts.has(canonical(value, work)) ? undefined : `is none of the ${texts.size} allowed values`;
}

function testConst(constant: unknown): Test {
  const text = canonical(constant);
  return (value, work) =>
    canonical(value, work) === text ? undefined : 'is not the one allowed value';
}

function testDependent(dependent: Readonly<Record<string, readonly string[]>>): Test {
  const entries = Object.entries(dependent);
  return onObjects((value, work) => {
    for (const [key, names] of entries) {
      const message = Object.hasOwn(value, key) ? lack(value, names, work) : undefined;
      if (message !== undefined) return message;
    }
    work.spend(entries.length);
    return undefined;
  });
}

function testPattern(source: string): Test {
  const matches = preparePattern(source);
  return onTexts((value, work) =>
    matches(value, work) ? undefined : `does not match ${quote(source)}`,
  );
}

/** Says which member is lacking. */
export function lack(value: object, names: readonly string[], work: Work): string | undefined {
  work.spend(names.length);
  const missing = names.find((name) => !Object.hasOwn(value, name));
  return missing === undefined ? undefined : `lacks ${quote(missing)}`;
}

function twice(items: readonly unknown[], work: Work): string | undefined {
  const distinct = new Set(items.map((item) => canonical(item, work)));
  return distinct.size === items.length ? undefined : 'has the same item twice';
}

/** In decimals 0.0075 is a multiple of 0.0001; in binary it is only nearly so. */
function isMultiple(value: number, divisor: number): boolean {
  const quotient = value / divisor;
  if (!Number.isFinite(quotient)) return value % divisor === 0;
  if (Number.isInteger(value) && Number.isInteger(divisor)) return value % divisor === 0;
  return Math.abs(quotient - Math.round(quotient)) <= Math.abs(quotient) * 2 ** -50;
}

/** In characters, not in the units of which some have two. */
function lengthOf(text: string, work: Work): number {
  work.spend(text.length / 32);
  let length = 0;
  for (let at = 0; at < text.length; at += (text.codePointAt(at) ?? 0) > 0xff_ff ? 2 : 1)
    length += 1;
  return length;
}

function sizeOf(value: object, work: Work): number {
  const { length } = Object.keys(value);
  work.spend(length);
  return length;
}

function few(count: number, least: number): string | undefined {
  return count >= least ? undefined : `has ${count}, and needs ${least} at least`;
}

function many(count: number, most: number): string | undefined {
  return count <= most ? undefined : `has ${count}, and may have ${most} at most`;
}

function onNumbers(test: (value: number, work: Work) => string | undefined): Test {
  return (value, work) => (typeof value === 'number' ? test(value, work) : undefined);
}

function onTexts(test: (value: string, work: Work) => string | undefined): Test {
  return (value, work) => (typeof value === 'string' ? test(value, work) : undefined);
}

function onLists(test: (value: readonly unknown[], work: Work) => string | undefined): Test {
  return (value, work) => (Array.isArray(value) ? test(value, work) : undefined);
}

function onObjects(test: (value: object, work: Work) => string | undefined): Test {
  return (value, work) => (isObject(value) ? test(value, work) : undefined);
}
