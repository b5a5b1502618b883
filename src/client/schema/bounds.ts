import { SchemaRefusal } from './schema-validator.ts';

/** Values within a schema, of any kind, the characters of their names and texts, and how deep they stand. */
const schemaBounds = { values: 20_000, characters: 1_000_000, depth: 100 } as const;
const maxValueDepth = 200;

/**
 * What judging a value may cost, in steps: applying a schema to a value is one, and so is looking at a
 * member or an item. A schema must not multiply the work that the value itself gives.
 */
const allowance = { ofAny: 200_000, ofEachValue: 30, ofEachCharacter: 0.25 } as const;

/** Steps of schemas within schemas on one value: those that lead in a circle end here. */
export const maxApplied = 500;

/** @throws SchemaRefusal for a schema that is too large to be used */
export function checkSchemaSize(schema: unknown): void {
  let values = 0;
  let characters = 0;
  walk(schema, 'the schema', schemaBounds.depth, (value, key) => {
    values += 1;
    characters += charactersOf(value, key);
    if (values > schemaBounds.values)
      throw new SchemaRefusal(`the schema has more than ${schemaBounds.values} values`);
    if (characters > schemaBounds.characters)
      throw new SchemaRefusal(`the schema has more than ${schemaBounds.characters} characters`);
  });
}

/**
 * The steps that are left for a value. Counted, not timed: the same value is judged, or not, on every
 * machine.
 */
export class Work {
  #left: number = allowance.ofAny;

  /** @throws SchemaRefusal for a value that is nested too deep to be judged */
  constructor(value: unknown) {
    walk(value, 'the value', maxValueDepth, (one, key) => {
      this.#left += allowance.ofEachValue + charactersOf(one, key) * allowance.ofEachCharacter;
    });
  }

  /** @throws SchemaRefusal once there is nothing left */
  spend(steps: number): void {
    this.#left -= steps;
    if (this.#left >= 0) return;
    throw new SchemaRefusal('the schema takes too many steps for the value');
  }
}

function charactersOf(value: unknown, key: string): number {
  return key.length + (typeof value === 'string' ? value.length : 0);
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
    const isList = Array.isArray(value);
    for (const [name, child] of Object.entries(value)) {
      open.push({ value: child, key: isList ? '' : name, depth: depth + 1 });
    }
  }
}
