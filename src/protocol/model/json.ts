/**
 * A JSON object whose members are not known beforehand.
 *
 * @public
 */
export type JsonObject = { readonly [key: string]: unknown };

/**
 * What JSON can hold.
 *
 * @public
 */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };
