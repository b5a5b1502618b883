/**
 * Adds a header field to those of a reply; several fields of one name are joined by `, `.
 *
 * A field `__proto__` is left out: there is no use for one, and no safe place in an object.
 *
 * @param name - in lower case
 */
export function addField(fields: Record<string, string>, name: string, value: string): void {
  if (name === '__proto__') return;
  // What every object has by nature, such as `constructor`, is no text.
  const before: unknown = fields[name];
  fields[name] = typeof before === 'string' ? `${before}, ${value}` : value;
}
