import { isObject } from '../is-object.ts';
import type { SchemaIndex } from './schema-index.ts';
import {
  apply,
  applyToSame,
  type Check,
  type Fault,
  type Scope,
  type SchemaNode,
  type Target,
} from './schema-node.ts';
import { lack } from './value-checks.ts';

/** The checks that apply further schemas to the same value. */
export function wholeChecks(node: SchemaNode, index: SchemaIndex): readonly Check[] {
  const { schema, dialect } = node;
  const listed = (name: string): readonly SchemaNode[] =>
    ((schema[name] ?? []) as readonly unknown[]).map((one) => index.nodeOf(one));
  const checks: Check[] = [];
  if (node.ref !== undefined) checks.push(allOf([node.ref.node]));
  if (node.dynamicRef !== undefined) checks.push(dynamic(node.dynamicRef));
  if (schema['allOf'] !== undefined) checks.push(allOf(listed('allOf')));
  if (schema['anyOf'] !== undefined) checks.push(anyOf(listed('anyOf')));
  if (schema['oneOf'] !== undefined) checks.push(oneOf(listed('oneOf')));
  if (schema['not'] !== undefined) checks.push(not(index.nodeOf(schema['not'])));
  if (schema['if'] !== undefined) checks.push(conditional(schema, index));
  const dependent = schema[dialect === 7 ? 'dependencies' : 'dependentSchemas'];
  if (dependent !== undefined) checks.push(depending(dependent as object, index));
  return checks;
}

function allOf(nodes: readonly SchemaNode[]): Check {
  return (value, place, frame) => {
    for (const node of nodes) {
      const fault = applyToSame(node, value, place, frame);
      if (fault !== undefined) return fault;
    }
    return undefined;
  };
}

/**
 * Goes to the outermost schema on the way here that has the anchor.
 *
 * @see {@link https://json-schema.org/draft/2020-12/json-schema-core#section-8.2.3.2 | $dynamicRef}
 */
function dynamic({ node, anchor }: Target): Check {
  return (value, place, frame) => {
    let target = node;
    let scope: Scope | undefined = anchor === undefined ? undefined : frame.scope;
    for (; scope !== undefined; scope = scope.outer) {
      frame.work.spend(1);
      target = scope.resource.dynamicAnchors.get(anchor ?? '') ?? target;
    }
    return applyToSame(target, value, place, frame);
  };
}

function anyOf(nodes: readonly SchemaNode[]): Check {
  return (value, place, frame) => {
    let first: Fault | undefined;
    let fit = false;
    for (const node of nodes) {
      const fault = applyToSame(node, value, place, frame);
      first ??= fault;
      fit ||= fault === undefined;
      // Where somebody asks what was judged, each alternative has its say.
      if (fit && frame.seen === undefined) return undefined;
    }
    if (fit) return undefined;
    return nodes.length === 1 ? first : { place, message: `fits none of ${nodes.length} schemas` };
  };
}

function oneOf(nodes: readonly SchemaNode[]): Check {
  return (value, place, frame) => {
    let first: Fault | undefined;
    let count = 0;
    for (const node of nodes) {
      const fault = applyToSame(node, value, place, frame);
      first ??= fault;
      if (fault === undefined) count += 1;
    }
    if (count === 1) return undefined;
    if (nodes.length === 1) return first;
    return { place, message: `fits ${count} of ${nodes.length} schemas, and should fit one` };
  };
}

function not(node: SchemaNode): Check {
  return (value, place, frame) =>
    apply(node, value, place, frame) === undefined
      ? { place, message: 'fits a schema that it should not fit' }
      : undefined;
}

function conditional(schema: SchemaNode['schema'], index: SchemaIndex): Check {
  const [condition, yes, no] = ['if', 'then', 'else'].map((name) =>
    index.nodeOf(schema[name] ?? true),
  ) as [SchemaNode, SchemaNode, SchemaNode];
  return (value, place, frame) => {
    const holds = applyToSame(condition, value, place, frame) === undefined;
    return applyToSame(holds ? yes : no, value, place, frame);
  };
}

function depending(dependent: object, index: SchemaIndex): Check {
  const entries = Object.entries(dependent).map(([key, given]) => ({
    key,
    names: Array.isArray(given) ? (given as readonly string[]) : [],
    node: index.nodeOf(Array.isArray(given) ? true : given),
  }));
  return (value, place, frame) => {
    if (!isObject(value)) return undefined;
    frame.work.spend(entries.length);
    for (const { key, names, node } of entries) {
      if (!Object.hasOwn(value, key)) continue;
      const message = lack(value, names, frame.work);
      if (message !== undefined) return { place, message };
      const fault = applyToSame(node, value, place, frame);
      if (fault !== undefined) return fault;
    }
    return undefined;
  };
}
