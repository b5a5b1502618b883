import { dereference, validate, type OutputUnit, type Schema } from '@cfworker/json-schema';
import { quote } from '../../protocol/index.ts';
import {
  checkSchemaSize,
  extentOf,
  maxPatternSteps,
  maxUniqueItems,
  stepsFor,
  type Extent,
} from './bounds.ts';
import { dialectOf } from './dialect.ts';
import { patternCost } from './pattern-cost.ts';
import { SchemaRefusal, type CompiledSchema, type SchemaValidator } from './schema-validator.ts';

/** Where the validator keeps the references that it resolved. */
const absoluteRef = '__absolute_ref__';
const recursiveRef = '__absolute_recursive_ref__';

/** What of a schema bears on how long a value takes. */
interface Demands {
  readonly nodes: readonly object[];
  readonly patterns: readonly string[];
  readonly comparesItems: boolean;
}

/**
 * The validator that is used where no other is given. Formats are annotations and judge nothing, as
 * 2019-09 and 2020-12 have it by default (JSON Schema Validation 2020-12, section 7.2.1).
 */
export const defaultValidator: SchemaValidator = { compile };

function compile(schema: unknown): CompiledSchema {
  if (
    typeof schema !== 'boolean' &&
    (typeof schema !== 'object' || schema === null || Array.isArray(schema))
  )
    throw new SchemaRefusal('a schema must be an object or a boolean');
  // It is marked below, and is not ours.
  checkSchemaSize(schema, () => {});
  const own = JSON.parse(JSON.stringify(schema)) as Schema | boolean;
  const dialect = dialectOf(typeof own === 'boolean' ? undefined : own['$schema']);
  const demands = demandsOf(own);
  const known = resolved(own, demands.nodes);
  const work = countSteps(demands.nodes);
  return (value) => {
    const extent = extentOf(value);
    mustBeBounded(demands, extent);
    work.left = stepsFor(extent);
    try {
      const { errors } = validate(value, own, dialect, known, true);
      const fault = errors.find(({ keyword }) => !wrappers.has(keyword)) ?? errors.at(-1);
      return fault === undefined ? [] : [describe(fault)];
    } catch (error) {
      throw refusalFrom(error);
    }
  };
}

/** The validator trusts that a schema is one: what is wrong with it, it meets in the middle of its work. */
function refusalFrom(error: unknown): SchemaRefusal {
  if (error instanceof SchemaRefusal) return error;
  // A schema that refers to itself without getting anywhere.
  if (error instanceof RangeError)
    return new SchemaRefusal('the schema leads in a circle, or the value is nested too deep');
  const why = error instanceof Error ? error.message : String(error);
  return new SchemaRefusal(`the schema is malformed: ${quote(why)}`);
}

/** Reads what a schema demands, and takes out what judges nothing here. */
function demandsOf(schema: Schema | boolean): Demands {
  const nodes: object[] = [];
  const patterns: string[] = [];
  let comparesItems = false;
  checkSchemaSize(schema, (node, key) => {
    if (Array.isArray(node)) return;
    nodes.push(node);
    const { pattern, patternProperties, uniqueItems, $dynamicRef, $schema, format } =
      node as Readonly<Record<string, unknown>>;
    if (typeof pattern === 'string') patterns.push(pattern);
    if (typeof patternProperties === 'object' && patternProperties !== null)
      patterns.push(...Object.keys(patternProperties));
    comparesItems ||= uniqueItems === true;
    if (typeof $dynamicRef === 'string')
      throw new SchemaRefusal('it uses $dynamicRef, which this validator does not know');
    if (key !== '' && typeof $schema === 'string') dialectOf($schema);
    if (typeof format === 'string') delete (node as Record<string, unknown>)['format'];
  });
  for (const pattern of patterns) mustBePattern(pattern);
  return { nodes, patterns, comparesItems };
}

function mustBePattern(pattern: string): void {
  try {
    void new RegExp(pattern, 'u');
  } catch {
    throw new SchemaRefusal(`the pattern ${quote(pattern)} is no regular expression`);
  }
}

/** Resolves every reference within the schema; one that leads out of it is not followed. */
function resolved(
  schema: Schema | boolean,
  nodes: readonly object[],
): ReturnType<typeof dereference> {
  let known: ReturnType<typeof dereference>;
  try {
    // A base of its own: what another schema is called by must not be found here.
    known = dereference(schema, undefined, new URL('schema://of.this/server'));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new SchemaRefusal(`its references cannot be resolved: ${quote(why)}`);
  }
  for (const node of nodes as readonly Schema[]) {
    const uri = node[absoluteRef];
    if (uri === undefined || known[uri] !== undefined) continue;
    throw new SchemaRefusal(
      `its $ref ${quote(String(node.$ref))} leads to nothing within the schema, and nothing is fetched`,
    );
  }
  return known;
}

/**
 * Counts how much is done with a schema: the validator reads this member of each node that it applies,
 * and nothing else of ours is called while it works.
 */
function countSteps(nodes: readonly object[]): { left: number } {
  const work = { left: 0 };
  for (const node of nodes as readonly Schema[]) {
    if (Object.hasOwn(node, recursiveRef)) continue;
    const cost = 1 + sizeOf(node.enum) + sizeOf(node.required) + sizeOf(node.properties);
    Object.defineProperty(node, recursiveRef, {
      enumerable: false,
      get: () => {
        work.left -= cost;
        if (work.left < 0) throw new SchemaRefusal('the schema takes too many steps for the value');
        return undefined;
      },
    });
  }
  return work;
}

function sizeOf(value: unknown): number {
  return typeof value === 'object' && value !== null ? Object.keys(value).length : 0;
}

/** What is not counted while it happens is bounded before. */
function mustBeBounded(
  { patterns, comparesItems }: Demands,
  { longestText, texts, longestList }: Extent,
): void {
  let steps = 0;
  for (const pattern of patterns) steps += patternCost(pattern, longestText) * texts;
  if (steps > maxPatternSteps)
    throw new SchemaRefusal('its texts are too long for the patterns of the schema');
  if (comparesItems && longestList > maxUniqueItems)
    throw new SchemaRefusal(
      `it has a list of more than ${maxUniqueItems} items, which must differ`,
    );
}

/** Keywords whose error says only that something within is wrong. */
const wrappers: ReadonlySet<string> = new Set([
  '$ref',
  '$recursiveRef',
  'additionalItems',
  'additionalProperties',
  'allOf',
  'dependentSchemas',
  'if',
  'items',
  'patternProperties',
  'prefixItems',
  'properties',
  'unevaluatedItems',
  'unevaluatedProperties',
]);

function describe({ instanceLocation, error }: OutputUnit): { pointer: string; message: string } {
  return { pointer: decodeURI(instanceLocation.slice(1)), message: error };
}
