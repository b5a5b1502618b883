import { addField } from '../head-fields.ts';

/** Names and values in turn, as undici's handlers get them. */
export type RawHead = readonly RawField[];

type RawField = Buffer | string | readonly (Buffer | string)[];

/** Header fields by name in lower case; several fields of one name are joined by `, `. */
export function readHead(raw: RawHead): Readonly<Record<string, string>> {
  const fields: Record<string, string> = {};
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

function text(field: RawField | undefined): string {
  if (field === undefined || typeof field === 'string') return field ?? '';
  return Buffer.isBuffer(field) ? field.toString('latin1') : field.map(text).join(', ');
}
