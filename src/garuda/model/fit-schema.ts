import type { JsonObject } from '../../protocol/index.ts';
import { cleanJson, countCharacters, type JsonCut } from '../cleaning/index.ts';

/** Characters of a schema as JSON. */
const maxSchema = 20_000;

/** A schema that a model can have, or why it cannot. */
export type FitSchema =
  | { readonly ok: true; readonly schema: JsonObject }
  | { readonly ok: false; readonly why: string };

/**
 * A tool's schema of arguments, cleaned, as all models take it: an object's, without `$schema`. A part of a schema
 * would allow other arguments than the whole, so none is cut.
 */
export function fitSchema(given: unknown): FitSchema {
  const cuts = new Set<JsonCut>();
  // Each member takes a character at least, so that what is cut for its length is too long as it is.
  const limits = { maxString: maxSchema, maxMembers: maxSchema, maxDepth: 64 };
  const clean = cleanJson(given, { ...limits, onCut: (why) => cuts.add(why) });
  if (typeof clean !== 'object' || clean === null || Array.isArray(clean)) {
    return misfit('its schema is no object');
  }
  if (cuts.has('depth')) return misfit('its schema is nested too deeply');
  const { $schema: _, type = 'object', properties = {}, ...rest } = clean as JsonObject;
  if (type !== 'object') return misfit('its schema is not that of an object');
  const schema = { type, properties, ...rest };
  if (countCharacters(JSON.stringify(schema)) > maxSchema) {
    return misfit(`its schema has more than ${maxSchema} characters`);
  }
  return { ok: true, schema };
}

function misfit(why: string): FitSchema {
  return { ok: false, why };
}
