import { checkSchemaSize, Work } from './bounds.ts';
import { isSchema } from './keywords.ts';
import { partChecks } from './part-checks.ts';
import { SchemaIndex } from './schema-index.ts';
import { apply, type Check, type Fault, type Place, type SchemaNode } from './schema-node.ts';
import {
  SchemaRefusal,
  type CompiledSchema,
  type SchemaFault,
  type SchemaValidator,
} from './schema-validator.ts';
import { valueChecks } from './value-checks.ts';
import { wholeChecks } from './whole-checks.ts';

/**
 * The validator that is used where no other is given. Formats are annotations and judge nothing, as
 * 2019-09 and 2020-12 have it by default (JSON Schema Validation 2020-12, section 7.2.1).
 */
export const defaultValidator: SchemaValidator = { compile };

function compile(schema: unknown): CompiledSchema {
  if (!isSchema(schema)) throw new SchemaRefusal('a schema must be an object or a boolean');
  checkSchemaSize(schema);
  const index = new SchemaIndex(schema);
  let asksForOthers = false;
  for (const node of index.nodes) {
    node.checks = checksOf(node, index);
    const { unevaluatedItems, unevaluatedProperties } = node.schema;
    asksForOthers ||= unevaluatedItems !== undefined || unevaluatedProperties !== undefined;
  }
  return (value) => {
    const seen = asksForOthers ? new Set<string | number>() : undefined;
    const frame = { work: new Work(value), scope: undefined, seen, depth: 0 };
    const fault = apply(index.root, value, undefined, frame);
    return fault === undefined ? [] : [describe(fault)];
  };
}

function checksOf(node: SchemaNode, index: SchemaIndex): readonly Check[] {
  const whole = wholeChecks(node, index);
  // Before 2019-09 nothing counts beside a reference.
  if (node.dialect === 7 && node.ref !== undefined) return whole.slice(0, 1);
  return [...valueChecks(node), ...whole, ...partChecks(node, index)];
}

function describe({ place, message }: Fault): SchemaFault {
  const steps: string[] = [];
  for (let at: Place = place; at !== undefined; at = at.outer)
    steps.unshift(String(at.key).replaceAll('~', '~0').replaceAll('/', '~1'));
  return { pointer: steps.map((step) => `/${step}`).join(''), message };
}
