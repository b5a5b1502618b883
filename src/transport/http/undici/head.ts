/** Names and values in turn, as undici's handlers get them. */
export type RawHead = readonly RawField[];

type RawField = Uint8Array | string | readonly (Uint8Array | string)[];

/** Header fields by name in lower case; several fields of one name are joined by `, `. */
export function readHead(raw: RawHead): Readonly<Record<string, string>> {
  // Without a prototype, since `__proto__` is a legal name of a field.
  const fields = Object.create(null) as Record<string, string>;
  for (let index = 0; index + 1 < raw.length; index += 2) {
    addField(fields, text(raw[index]).toLowerCase(), text(raw[index + 1]));
  }
  return fields;
}

/** The same of fields by name. */
export function readFields(
  named: Readonly<Record<string, string | readonly string[] | undefined>>,
): Readonly<Record<string, string>> {
  return readHead(Object.entries(named).flatMap(([name, value]) => [name, value ?? '']));
}

function addField(fields: Record<string, string>, name: string, value: string): void {
  const before = fields[name];
  fields[name] = before === undefined ? value : `${before}, ${value}`;
}

function text(field: RawField | undefined): string {
  if (field === undefined || typeof field === 'string') return field ?? '';
  if (field instanceof Uint8Array) {
    return Buffer.from(field.buffer, field.byteOffset, field.byteLength).toString('latin1');
  }
  return field.map((part) => text(part)).join(', ');
}
