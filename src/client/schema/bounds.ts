import { SchemaRefusal } from './schema-validator.ts';

/** Values within a schema, of any kind. */
const maxSchemaValues = 20_000;
const maxSchemaDepth = 100;
const maxValueDepth = 500;
/** Steps of validating a value of any size, and for each of the values within it. */
const steps = { ofAny: 100_000, ofEach: 20 };
/** Steps of all patterns on one value. */
export const maxPatternSteps = 20_000_000;
/** Items that are compared each with each. */
export const maxUniqueItems = 1_000;

/** What a JSON value is made of. */
export interface Extent {
  readonly longestText: number;
  readonly texts: number;
  readonly values: number;
  readonly longestList: number;
}

/** @throws SchemaRefusal for a schema that is too large to be used */
export function checkSchemaSize(schema: unknown, visit: (node: object, key: string) => void): void {
  let values = 0;
  walk(schema, 'the schema', maxSchemaDepth, (value, key) => {
    values += 1;
    if (values > maxSchemaValues)
      throw new SchemaRefusal(`the schema has more than ${maxSchemaValues} values`);
    if (typeof value === 'object' && value !== null) visit(value, key);
  });
}

/** @throws SchemaRefusal for a value that is nested too deep to be judged */
export function extentOf(value: unknown): Extent {
  const extent = { longestText: 0, texts: 0, values: 0, longestList: 0 };
  const text = (words: string): void => {
    extent.texts += 1;
    extent.longestText = Math.max(extent.longestText, words.length);
  };
  walk(value, 'the value', maxValueDepth, (one, key) => {
    extent.values += 1;
    text(key);
    if (typeof one === 'string') text(one);
    if (Array.isArray(one)) extent.longestList = Math.max(extent.longestList, one.length);
  });
  return extent;
}

/** How many steps of validating a value may take: a schema must not multiply them. */
export function stepsFor({ values }: Extent): number {
  return steps.ofAny + values * steps.ofEach;
}

/** Every value within a JSON value, without a stack of calls that it could overflow. */
function walk(
  root: unknown,
  what: string,
  maxDepth: number,
  visit: (value: unknown, key: string) => void,
): void {
  const open: { readonly value: unknown; readonly key: string; readonly depth: number }[] = [
    { value: root, key: '', depth: 0 },
  ];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, key, depth } = next;
    visit(value, key);
    if (typeof value !== 'object' || value === null) continue;
    if (depth >= maxDepth) throw new SchemaRefusal(`${what} is nested deeper than ${maxDepth}`);
    // The key of a list's item is no text of the value.
    const entries: Iterable<readonly [unknown, unknown]> = Array.isArray(value)
      ? value.map((item) => ['', item] as const)
      : Object.entries(value);
    for (const [name, child] of entries) {
      open.push({ value: child, key: String(name), depth: depth + 1 });
    }
  }
}
