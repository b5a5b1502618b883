import { maxApplied, type Work } from './bounds.ts';
import type { Dialect } from './dialect.ts';
import { SchemaRefusal } from './schema-validator.ts';

/** A schema within a schema, ready to be applied. */
export interface SchemaNode {
  readonly schema: Readonly<Record<string, unknown>>;
  readonly dialect: Dialect;
  readonly resource: Resource | undefined;
  ref?: Target;
  /** A reference whose target depends on the schemas by which it was reached. */
  dynamicRef?: Target;
  checks: readonly Check[];
}

/** A schema with a name of its own: what its references go by. */
export interface Resource {
  readonly base: string;
  readonly schema: object;
  readonly anchors: Map<string, SchemaNode>;
  readonly dynamicAnchors: Map<string, SchemaNode>;
}

/** Where a reference leads. */
export interface Target {
  readonly node: SchemaNode;
  /** Set where it may lead to another schema of that dynamic anchor. */
  readonly anchor?: string;
}

/** One keyword, or several that belong together, against a value. */
export type Check = (value: unknown, place: Place, frame: Frame) => Fault | undefined;

/** Where in the value: a step from another place; `undefined` is the value itself. */
export type Place = { readonly outer: Place; readonly key: string | number } | undefined;

/** What does not fit, and where. */
export interface Fault {
  readonly place: Place;
  readonly message: string;
}

/** The resources that were entered, the innermost first. */
export interface Scope {
  readonly resource: Resource;
  readonly outer: Scope | undefined;
}

/** What an application of a schema knows. */
export interface Frame {
  readonly work: Work;
  readonly scope: Scope | undefined;
  /** The members and items that keywords here have judged; kept where some schema asks for the others. */
  readonly seen: Set<string | number> | undefined;
  readonly depth: number;
}

/** Applies a schema to a value of its own. */
export function apply(
  node: SchemaNode,
  value: unknown,
  place: Place,
  frame: Frame,
): Fault | undefined {
  return applyIn(node, value, place, enter(node, frame));
}

/** Applies one more schema to the same value: what it has judged counts for both. */
export function applyToSame(
  node: SchemaNode,
  value: unknown,
  place: Place,
  frame: Frame,
): Fault | undefined {
  const inner = enter(node, frame);
  const fault = applyIn(node, value, place, inner);
  if (fault === undefined && inner.seen !== undefined && frame.seen !== undefined) {
    frame.work.spend(inner.seen.size);
    for (const key of inner.seen) frame.seen.add(key);
  }
  return fault;
}

function applyIn(
  { checks }: SchemaNode,
  value: unknown,
  place: Place,
  frame: Frame,
): Fault | undefined {
  for (const check of checks) {
    const fault = check(value, place, frame);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function enter({ resource }: SchemaNode, { work, scope, seen, depth }: Frame): Frame {
  work.spend(1);
  if (depth >= maxApplied)
    throw new SchemaRefusal('the schema leads in a circle, or the value is nested too deep for it');
  return {
    work,
    scope:
      resource === undefined || resource === scope?.resource ? scope : { resource, outer: scope },
    seen: seen === undefined ? undefined : new Set(),
    depth: depth + 1,
  };
}
