/**
 * A validator of JSON Schema. The default one knows draft-07, 2019-09 and 2020-12, fetches nothing and
 * generates no code; another one may take its place.
 *
 * @public
 */
export interface SchemaValidator {
  /**
   * Makes a schema ready to be used. It comes from a server: nothing may be fetched for it, and what
   * one server calls itself by `$id` must not reach another's.
   *
   * @throws Error for a schema that cannot be used, with the reason
   */
  readonly compile: (schema: unknown) => CompiledSchema;
}

/**
 * Says what is wrong with a value, the first fault first; nothing where it fits.
 *
 * @throws Error where the value cannot be judged within bounds: then nothing is known of it
 * @public
 */
export type CompiledSchema = (value: unknown) => readonly SchemaFault[];

/**
 * Where a value does not fit its schema.
 *
 * @public
 */
export interface SchemaFault {
  /** A JSON Pointer (RFC 6901) into the value; empty for the value itself. */
  readonly pointer: string;
  readonly message: string;
}

/** Why the default validator does not use a schema, or not for this value. */
export class SchemaRefusal extends Error {
  override readonly name = 'SchemaRefusal';
}
