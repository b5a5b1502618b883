import { quote } from '../../protocol/index.ts';
import { SchemaRefusal } from './schema-validator.ts';

/** A dialect of JSON Schema that is known. They can be compared: the later is the greater. */
export type Dialect = 7 | 2019 | 2020;

const dialects: Readonly<Record<string, Dialect>> = {
  'json-schema.org/draft-07/schema': 7,
  'json-schema.org/draft/2019-09/schema': 2019,
  'json-schema.org/draft/2020-12/schema': 2020,
};

/**
 * The dialect that a schema is written in; without a word of it 2020-12.
 *
 * @throws SchemaRefusal for one that is not known
 * @see {@link https://modelcontextprotocol.io/specification/2026-07-28/basic#json-schema-usage | JSON Schema usage}
 */
export function dialectOf($schema: unknown): Dialect {
  if ($schema === undefined) return 2020;
  const name =
    typeof $schema === 'string' ? $schema.replace(/^https?:\/\//, '').replace(/#$/, '') : '';
  const dialect = Object.hasOwn(dialects, name) ? dialects[name] : undefined;
  if (dialect !== undefined) return dialect;
  const given = typeof $schema === 'string' ? quote($schema) : `a value of type ${typeof $schema}`;
  throw new SchemaRefusal(
    `its $schema is ${given}; known are draft-07, 2019-09 and 2020-12 of json-schema.org`,
  );
}
