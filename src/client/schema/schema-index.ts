import { quote } from '../../protocol/index.ts';
import { dialectOf, type Dialect } from './dialect.ts';
import { fits, formOf, isSchema, schemasIn } from './keywords.ts';
import { isObject } from '../is-object.ts';
import type { Resource, SchemaNode, Target } from './schema-node.ts';
import { SchemaRefusal } from './schema-validator.ts';

/** The name of a schema that has none. It is nothing that could be fetched. */
const noName = 'schema://of.this/server';

const always: SchemaNode = { schema: {}, dialect: 2020, resource: undefined, checks: [] };
const never: SchemaNode = {
  ...always,
  checks: [(_, place) => ({ place, message: 'is not allowed' })],
};

/** Where a schema stands: what its references go by, and its dialect. */
interface Surroundings {
  readonly resource: Resource | undefined;
  readonly dialect: Dialect;
}

/**
 * The schemas within one schema, with their references resolved. It knows nothing but this one schema:
 * what others are called does not exist here, and nothing is fetched.
 *
 * @see {@link https://modelcontextprotocol.io/specification/2026-07-28/basic#json-schema-usage | JSON Schema usage}
 */
export class SchemaIndex {
  readonly #nodes = new Map<object, SchemaNode>();
  readonly #resources = new Map<string, Resource>();
  readonly #texts = new Map<Resource, string>();
  readonly root: SchemaNode;

  /** @throws SchemaRefusal for a schema that is malformed, or refers to what is not within it */
  constructor(schema: unknown) {
    this.root = this.#add(schema, { resource: undefined, dialect: 2020 });
    // What a reference leads to may stand in a place that no keyword names, and is added meanwhile.
    for (const node of this.#nodes.values()) this.#resolveReferences(node);
  }

  get nodes(): Iterable<SchemaNode> {
    return this.#nodes.values();
  }

  /** The node of a schema that stands in a keyword. */
  nodeOf(schema: unknown): SchemaNode {
    if (typeof schema === 'boolean') return schema ? always : never;
    return this.#nodes.get(schema as object) ?? always;
  }

  #add(schema: unknown, outer: Surroundings): SchemaNode {
    if (!isObject(schema)) return this.nodeOf(schema);
    const present = this.#nodes.get(schema);
    if (present !== undefined) return present;
    const { $schema } = schema;
    const dialect = $schema === undefined ? outer.dialect : dialectOf($schema);
    const { resource, anchor } = this.#enter(schema, { ...outer, dialect });
    const node: SchemaNode = { schema, dialect, resource, checks: [] };
    this.#nodes.set(schema, node);
    if (anchor !== '') name(resource.anchors, anchor, node);
    this.#addAnchors(node, resource);
    for (const [keyword, value] of Object.entries(schema)) {
      const form = formOf(keyword, dialect);
      if (form === undefined) continue;
      if (!fits[form](value))
        throw new SchemaRefusal(`the schema is malformed: ${keyword} must be ${form}`);
      for (const part of schemasIn(form, value)) this.#add(part, { resource, dialect });
    }
    return node;
  }

  /** The resource that a schema belongs to, its own where it has a name. */
  #enter(
    schema: Readonly<Record<string, unknown>>,
    { resource, dialect }: Surroundings,
  ): { readonly resource: Resource; readonly anchor: string } {
    const { $id } = schema;
    // Beside a reference nothing counted before 2019-09.
    const hasName = typeof $id === 'string' && (dialect > 7 || schema['$ref'] === undefined);
    const { base, fragment } = hasName
      ? split($id, resource?.base ?? noName)
      : { base: resource?.base ?? noName, fragment: '' };
    if (resource !== undefined && base === resource.base) return { resource, anchor: fragment };
    return { resource: this.#resource(base, schema), anchor: fragment };
  }

  #resource(base: string, schema: object): Resource {
    const present = this.#resources.get(base);
    if (present === undefined) {
      const made = { base, schema, anchors: new Map(), dynamicAnchors: new Map() };
      this.#resources.set(base, made);
      return made;
    }
    // Generators repeat a schema with its name wherever it is used.
    const text = this.#texts.get(present) ?? JSON.stringify(present.schema);
    this.#texts.set(present, text);
    if (text !== JSON.stringify(schema))
      throw new SchemaRefusal(`two different parts of it are called ${quote(base)}`);
    return { base, schema, anchors: new Map(), dynamicAnchors: new Map() };
  }

  #addAnchors(node: SchemaNode, { schema, anchors, dynamicAnchors }: Resource): void {
    const { $anchor, $dynamicAnchor, $recursiveAnchor } = node.schema;
    if (node.dialect >= 2019 && typeof $anchor === 'string') name(anchors, $anchor, node);
    if (node.dialect === 2020 && typeof $dynamicAnchor === 'string') {
      name(anchors, $dynamicAnchor, node);
      dynamicAnchors.set($dynamicAnchor, node);
    }
    // The form of 2019-09 of the same thing has no names, and stands at the root only.
    if (node.dialect === 2019 && $recursiveAnchor === true && schema === node.schema)
      dynamicAnchors.set('', node);
  }

  #resolveReferences(node: SchemaNode): void {
    const { schema, dialect } = node;
    const { $ref, $dynamicRef, $recursiveRef } = schema;
    if (typeof $ref === 'string') node.ref = this.#resolve($ref, node);
    if (dialect === 2020 && typeof $dynamicRef === 'string')
      node.dynamicRef = this.#resolve($dynamicRef, node);
    if (dialect === 2019 && typeof $recursiveRef === 'string')
      node.dynamicRef = this.#resolve($recursiveRef, node);
  }

  #resolve(reference: string, { resource }: SchemaNode): Target {
    const { base, fragment } = split(reference, resource?.base ?? noName);
    const target = this.#resources.get(base);
    if (target === undefined)
      throw new SchemaRefusal(
        `it refers to ${quote(reference)}, which is not within it, and nothing is fetched`,
      );
    const node =
      fragment === '' || fragment.startsWith('/')
        ? this.#follow(target, fragment)
        : target.anchors.get(fragment);
    if (node === undefined)
      throw new SchemaRefusal(`it refers to ${quote(reference)}, and there is no such place in it`);
    return target.dynamicAnchors.get(fragment) === node ? { node, anchor: fragment } : { node };
  }

  /** Follows a JSON Pointer; it may lead to a place that is no keyword's. */
  #follow({ schema }: Resource, pointer: string): SchemaNode | undefined {
    let value: unknown = schema;
    let within = this.#nodes.get(schema);
    for (const step of pointer.split('/').slice(1)) {
      const key = step.replaceAll('~1', '/').replaceAll('~0', '~');
      if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key))
        return undefined;
      value = (value as Readonly<Record<string, unknown>>)[key];
      within = this.#nodes.get(value as object) ?? within;
    }
    if (within === undefined || !isSchema(value)) return undefined;
    return this.#add(value, within);
  }
}

function name(anchors: Map<string, SchemaNode>, anchor: string, node: SchemaNode): void {
  if ((anchors.get(anchor) ?? node) !== node)
    throw new SchemaRefusal(`two parts of it have the anchor ${quote(anchor)}`);
  anchors.set(anchor, node);
}

/** A reference, by the base that it stands in, as the name of a schema and the place within that. */
function split(
  reference: string,
  base: string,
): { readonly base: string; readonly fragment: string } {
  try {
    const url = new URL(reference, base);
    const fragment = decodeURIComponent(url.hash.slice(1));
    url.hash = '';
    return { base: url.href, fragment };
  } catch {
    throw new SchemaRefusal(`${quote(reference)} in it is no reference`);
  }
}
