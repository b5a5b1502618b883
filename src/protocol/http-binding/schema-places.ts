/** A place in a JSON Schema document where a schema, or a list of them, may stand. */
export interface SchemaPlace {
  readonly schema: object;
  /** Whether only `properties` lead here from the root. */
  readonly reachable: boolean;
  readonly parent: SchemaPlace | undefined;
  /** The property or the keyword that led here. */
  readonly name: string;
}

/** What a search does with a find; a string ends the search and is its answer. */
type OnFound = (value: unknown, place: SchemaPlace) => string | undefined;

/**
 * Finds a keyword in all schemas of a document, wherever they stand. Takes any JSON value, of any
 * depth, and is linear in its size.
 *
 * @returns what ended the search early, or `undefined`
 */
export function findKeyword(keyword: string, root: object, onFound: OnFound): string | undefined {
  if (!mayHold(keyword, root, 0)) return undefined;
  const places: SchemaPlace[] = [{ schema: root, reachable: true, parent: undefined, name: '' }];
  // The list grows while it is walked, for a schema may be nested deeper than the stack is.
  for (const place of places) {
    if (places.length > maxPlaces) return `the schema has more than ${maxPlaces} parts`;
    const { schema } = place;
    if (Array.isArray(schema)) {
      for (const entry of schema as readonly unknown[]) addPlace(places, entry, place, place.name);
      continue;
    }
    for (const member of Object.keys(schema)) {
      const value: unknown = schema[member as keyof typeof schema];
      if (member === keyword) {
        const end = onFound(value, place);
        if (end !== undefined) return end;
      } else if (isObject(value)) {
        addBelow(places, value, place, member);
      }
    }
  }
  return undefined;
}

/**
 * Whether the keyword may be somewhere in a value: a look that allocates nothing, since almost no
 * schema of a long list has it. Deep values are left to the search proper.
 */
function mayHold(keyword: string, value: object, depth: number): boolean {
  if (depth > 32) return true;
  if (Array.isArray(value)) {
    for (const entry of value as readonly unknown[]) {
      if (isObject(entry) && mayHold(keyword, entry, depth + 1)) return true;
    }
    return false;
  }
  for (const member in value) {
    if (member === keyword) return true;
    const below: unknown = value[member as keyof typeof value];
    if (isObject(below) && mayHold(keyword, below, depth + 1)) return true;
  }
  return false;
}

/** A larger document is not searched: it costs more memory than any real tool is worth. */
const maxPlaces = 100_000;

/** Keywords whose values are plain data: no schema is in them. */
const dataKeywords: ReadonlySet<string> = new Set(['const', 'default', 'enum', 'examples']);

/** Keywords whose values map names to schemas: a name is no keyword, whatever it is. */
const mapKeywords: ReadonlySet<string> = new Set([
  'properties',
  '$defs',
  'definitions',
  'patternProperties',
  'dependentSchemas',
  'dependencies',
]);

// Below a keyword that nobody knows there may be a schema too: a reference can point there.
function addBelow(
  places: SchemaPlace[],
  value: object,
  parent: SchemaPlace,
  keyword: string,
): void {
  if (dataKeywords.has(keyword)) return;
  if (!mapKeywords.has(keyword) || Array.isArray(value)) {
    addPlace(places, value, parent, keyword);
    return;
  }
  const isProperties = keyword === 'properties';
  for (const name of Object.keys(value)) {
    const schema: unknown = value[name as keyof typeof value];
    if (!isProperties) addPlace(places, schema, parent, keyword);
    else addPlace(places, schema, parent, name, parent.reachable);
  }
}

function addPlace(
  places: SchemaPlace[],
  schema: unknown,
  parent: SchemaPlace,
  name: string,
  reachable = false,
): void {
  if (isObject(schema)) places.push({ schema, reachable, parent, name });
}

/** Whether a value is an object or a list. */
export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
