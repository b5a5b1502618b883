import { quote } from '../errors.ts';
import { encodeHeaderValue, type HeaderOutcome } from './header-value.ts';
import { findKeyword, isObject, type SchemaPlace } from './schema-places.ts';

/** One argument of a tool that is repeated in a header field. @public */
export interface ToolHeaderField {
  /** The name of the field, such as `Mcp-Param-Region`. */
  readonly header: string;
  /** The names of the properties that lead to the argument, from the root. */
  readonly path: readonly string[];
}

/** Which arguments of a tool are repeated in header fields, or why the tool's schema is invalid. @public */
export type ToolHeaderPlan =
  | { readonly ok: true; readonly fields: readonly ToolHeaderField[] }
  | { readonly ok: false; readonly why: string };

/**
 * Reads the `x-mcp-header` annotations of a tool's input schema, and looks through the whole schema
 * for those in a place where none may be. Takes any JSON value; linear in its size.
 *
 * @see {@link https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#schema-extension | Schema extension}
 * @public
 */
export function planToolHeaders(inputSchema: unknown): ToolHeaderPlan {
  if (!isObject(inputSchema)) return nothing;
  let taken: Taken | undefined;
  const why = findKeyword(annotation, inputSchema, (value, place) => {
    taken ??= new Map();
    return takeAnnotation(value, place, taken);
  });
  if (why !== undefined) return { ok: false, why: `${annotation}: ${why}` };
  return taken === undefined ? nothing : { ok: true, fields: [...taken.values()] };
}

/**
 * The header fields that repeat the arguments of one call. `null` and absent values have none;
 * `false`, `0` and `''` have one.
 *
 * @param fields - the plan of the tool
 * @param args - the very arguments that are serialised
 * @see {@link https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#client-behavior | Client behavior}
 * @public
 */
export function toolHeaders(fields: readonly ToolHeaderField[], args: unknown): HeaderOutcome {
  const headers: Record<string, string> = {};
  for (const { header, path } of fields) {
    const value = readArgument(args, path);
    const text = textOf(value);
    if (text === undefined) continue;
    // Integers MUST be within the safe range of JavaScript (Schema extension).
    if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
      return refuse(`the argument ${spell(path)} is not within -(2^53 - 1) and 2^53 - 1`);
    }
    const encoded = encodeHeaderValue(text);
    if (encoded === undefined) return refuse(`the argument ${spell(path)} has a lone surrogate`);
    headers[header] = encoded;
  }
  return { ok: true, headers };
}

const annotation = 'x-mcp-header';

const nothing: ToolHeaderPlan = { ok: true, fields: [] };

/** Annotated properties deeper than this are refused: each keeps its whole path. */
const maxDepth = 64;

/** More annotations than this are refused: no server takes a request head of that many fields. */
const maxFields = 128;

/** The fields found so far, by their name in lower case. */
type Taken = Map<string, ToolHeaderField>;

function takeAnnotation(value: unknown, place: SchemaPlace, taken: Taken): string | undefined {
  const path = pathOf(place);
  const where = `the annotation of ${spell(path)}`;
  if (!place.reachable || path.length === 0) {
    return `${where} is not reached from the root by properties alone`;
  }
  if (path.length > maxDepth) return `${where} is nested deeper than ${maxDepth} properties`;
  if (taken.size === maxFields) return `${where} is one of more than ${maxFields} annotations`;
  if (typeof value !== 'string' || !token.test(value)) {
    return `${where} is no token of HTTP, but ${show(value)}`;
  }
  const { type } = place.schema as { readonly type?: unknown };
  if (!isPermitted(type)) {
    return `${where} needs the type string, integer or boolean, and has ${show(type)}`;
  }
  const earlier = taken.get(value.toLowerCase());
  if (earlier !== undefined)
    return `${where} repeats the name ${show(value)} of ${spell(earlier.path)}`;
  taken.set(value.toLowerCase(), { header: `Mcp-Param-${value}`, path });
  return undefined;
}

/** A token as of RFC 9110, section 5.6.2. */
const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

const permitted: ReadonlySet<unknown> = new Set(['string', 'integer', 'boolean']);

// The specification is silent on lists of types. One type beside null is as clear as one alone,
// since null is not sent in a header anyway.
function isPermitted(type: unknown): boolean {
  if (!Array.isArray(type)) return permitted.has(type);
  const others = type.filter((entry) => entry !== 'null');
  return others.length === 1 && permitted.has(others[0]);
}

/** The names that lead to a place, from the root; the innermost ones of a very deep place. */
function pathOf(place: SchemaPlace): readonly string[] {
  const names: string[] = [];
  for (let at = place; at.parent !== undefined && names.length <= maxDepth; at = at.parent) {
    names.push(at.name);
  }
  return names.toReversed();
}

/** The value as JSON will have it, or `undefined`. Only own members count: JSON has no others. */
function readArgument(args: unknown, path: readonly string[]): unknown {
  let value = args;
  for (const name of path) {
    if (!isObject(value) || Array.isArray(value) || !Object.hasOwn(value, name)) return undefined;
    value = value[name as keyof typeof value];
    // A date, for example, is an object here and a string in the body.
    if (isObject(value) && 'toJSON' in value && typeof value.toJSON === 'function') {
      value = value.toJSON(name);
    }
  }
  return value;
}

/** A value that a header can hold as text; a wrong type is left to the server's own check. */
function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean' || Number.isFinite(value)) return String(value);
  return undefined;
}

function refuse(why: string): HeaderOutcome {
  return { ok: false, why };
}

function spell(path: readonly string[]): string {
  if (path.length === 0) return 'the root';
  const shown = path.slice(-6).map((name) => quote(name.slice(0, 60)));
  return path.length > shown.length ? `…${shown.join('.')}` : shown.join('.');
}

function show(value: unknown): string {
  if (typeof value === 'string') return quote(value.slice(0, 60));
  if (Array.isArray(value)) return 'a list';
  return isObject(value) ? 'an object' : String(value);
}
