import { quote } from '../../protocol/index.ts';
import { formOf } from './keywords.ts';
import { isObject } from '../is-object.ts';
import { preparePattern } from './pattern.ts';
import type { SchemaIndex } from './schema-index.ts';
import {
  apply,
  type Check,
  type Fault,
  type Frame,
  type Place,
  type SchemaNode,
} from './schema-node.ts';

type Schemas = Readonly<Record<string, unknown>>;
/** The keywords of a schema that its dialect knows, and the schemas that stand in them. */
export interface Parts {
  readonly given: Schemas;
  readonly nodeOf: SchemaIndex['nodeOf'];
  readonly dialect: SchemaNode['dialect'];
}

/** Makes the check of one keyword, or of several that belong together; none where they are absent. */
type Prepare = (parts: Parts) => Check | undefined;

/** Those that judge parts of a value, in an order in which each knows what it must. */
const preparations: readonly Prepare[] = [
  members,
  names,
  items,
  contained,
  otherMembers,
  otherItems,
];

/** The checks of what a value consists of. */
export function partChecks({ schema, dialect }: SchemaNode, index: SchemaIndex): readonly Check[] {
  const known = Object.entries(schema).filter(([name]) => formOf(name, dialect) !== undefined);
  const nodeOf = index.nodeOf.bind(index);
  const parts = { given: Object.fromEntries(known), nodeOf, dialect };
  return preparations.map((prepare) => prepare(parts)).filter((check) => check !== undefined);
}

/** `properties`, `patternProperties` and, for those that neither names, `additionalProperties`. */
function members({ given, nodeOf }: Parts): Check | undefined {
  const { properties = {}, patternProperties = {}, additionalProperties } = given;
  const named = new Map(
    Object.entries(properties as Schemas).map(([name, schema]) => [name, nodeOf(schema)]),
  );
  const patterns = Object.entries(patternProperties as Schemas).map(([source, schema]) => ({
    matches: preparePattern(source),
    node: nodeOf(schema),
  }));
  const rest = additionalProperties === undefined ? undefined : nodeOf(additionalProperties);
  if (named.size === 0 && patterns.length === 0 && rest === undefined) return undefined;
  return (value, place, frame) => {
    if (!isObject(value)) return undefined;
    for (const key of keysOf(value, frame)) {
      const own = named.get(key);
      const nodes = own === undefined ? [] : [own];
      for (const { matches, node } of patterns) if (matches(key, frame.work)) nodes.push(node);
      if (nodes.length === 0 && rest !== undefined) nodes.push(rest);
      if (nodes.length > 0) frame.seen?.add(key);
      const fault = applyAll(nodes, value[key], { outer: place, key }, frame);
      if (fault !== undefined) return fault;
    }
    return undefined;
  };
}

function applyAll(
  nodes: readonly SchemaNode[],
  value: unknown,
  place: Place,
  frame: Frame,
): Fault | undefined {
  for (const node of nodes) {
    const fault = apply(node, value, place, frame);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function names({ given, nodeOf }: Parts): Check | undefined {
  if (given['propertyNames'] === undefined) return undefined;
  const node = nodeOf(given['propertyNames']);
  return (value, place, frame) => {
    if (!isObject(value)) return undefined;
    for (const key of keysOf(value, frame)) {
      const fault = apply(node, key, place, frame);
      if (fault !== undefined)
        return { place, message: `has the name ${quote(key)}, which ${fault.message}` };
    }
    return undefined;
  };
}

/** A schema for each of the first items, and one for all that follow. */
function items({ given, nodeOf, dialect }: Parts): Check | undefined {
  const isNew = dialect === 2020;
  const isList = Array.isArray(given['items']);
  const first = ((isNew ? given['prefixItems'] : isList && given['items']) || []) as unknown[];
  // The schema for the others had no meaning where none stands before them.
  const following = isNew || !isList ? given['items'] : given['additionalItems'];
  if (first.length === 0 && following === undefined) return undefined;
  const nodes = first.map(nodeOf);
  const rest = following === undefined ? undefined : nodeOf(following);
  return (value, place, frame) => {
    if (!Array.isArray(value)) return undefined;
    const count = rest === undefined ? Math.min(nodes.length, value.length) : value.length;
    for (let key = 0; key < count; key += 1) {
      const node = nodes[key] ?? rest;
      frame.seen?.add(key);
      const fault = node && apply(node, value[key], { outer: place, key }, frame);
      if (fault !== undefined) return fault;
    }
    return undefined;
  };
}

function contained({ given, nodeOf, dialect }: Parts): Check | undefined {
  const { contains, minContains = 1, maxContains = Infinity } = given;
  if (contains === undefined) return undefined;
  const node = nodeOf(contains);
  const [least, most] = [Number(minContains), Number(maxContains)];
  return (value, place, frame) => {
    if (!Array.isArray(value)) return undefined;
    let count = 0;
    for (let key = 0; key < value.length; key += 1) {
      if (apply(node, value[key], { outer: place, key }, frame) !== undefined) continue;
      count += 1;
      // In 2019-09 what is contained counts as not yet judged.
      if (dialect === 2020) frame.seen?.add(key);
    }
    if (count >= least && count <= most) return undefined;
    const asked = count < least ? `${least} at least` : `${most} at most`;
    return { place, message: `contains ${count} of the items that it should contain ${asked} of` };
  };
}

function otherMembers({ given, nodeOf }: Parts): Check | undefined {
  if (given['unevaluatedProperties'] === undefined) return undefined;
  const node = nodeOf(given['unevaluatedProperties']);
  return (value, place, frame) =>
    isObject(value)
      ? applyUnseen(node, keysOf(value, frame), (key) => value[key], place, frame)
      : undefined;
}

function otherItems({ given, nodeOf }: Parts): Check | undefined {
  if (given['unevaluatedItems'] === undefined) return undefined;
  const node = nodeOf(given['unevaluatedItems']);
  return (value, place, frame) =>
    Array.isArray(value)
      ? applyUnseen(node, value.keys(), (key) => value[key] as unknown, place, frame)
      : undefined;
}

function applyUnseen<Key extends string | number>(
  node: SchemaNode,
  keys: Iterable<Key>,
  read: (key: Key) => unknown,
  place: Place,
  frame: Frame,
): Fault | undefined {
  for (const key of keys) {
    frame.work.spend(1);
    if (frame.seen?.has(key) === true) continue;
    frame.seen?.add(key);
    const fault = apply(node, read(key), { outer: place, key }, frame);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function keysOf(value: object, { work }: Frame): readonly string[] {
  const keys = Object.keys(value);
  work.spend(keys.length);
  return keys;
}
