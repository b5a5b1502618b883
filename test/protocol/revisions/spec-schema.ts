import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormatsModule from 'ajv-formats';
import type { Revision } from '../../../src/protocol/revisions/registry.ts';

const addFormats = addFormatsModule as unknown as typeof addFormatsModule.default;
const repository = resolve(import.meta.dirname, '../../..');

/** Where the specification's own files are; they are read there and never copied. */
function folderOf(variable: string, fallback: string): string {
  return resolve(repository, process.env[variable] ?? fallback);
}

/** A definition in a revision's schema, as far as these tests look into it. */
interface SpecDefinition {
  readonly properties?: Readonly<Record<string, SpecDefinition>>;
  readonly const?: unknown;
  readonly $ref?: string;
  readonly anyOf?: readonly SpecDefinition[];
}

/** Judges values by the schema that the specification publishes of a revision. */
export class SpecSchema {
  readonly #section: '$defs' | 'definitions';
  readonly #definitions: Readonly<Record<string, SpecDefinition>>;
  readonly #ajv: Ajv;
  /** The same, but without a look at `format`. */
  readonly #lax: Ajv;

  constructor(revision: Revision) {
    const schema = readSchema(revision);
    this.#section = '$defs' in schema ? '$defs' : 'definitions';
    this.#definitions = schema[this.#section] as Readonly<Record<string, SpecDefinition>>;
    const options = { strict: false, allErrors: false } as const;
    const create = (): Ajv => (this.#section === '$defs' ? new Ajv2020(options) : new Ajv(options));
    this.#ajv = create();
    addFormats(this.#ajv);
    this.#lax =
      this.#section === '$defs'
        ? new Ajv2020({ ...options, validateFormats: false })
        : new Ajv({ ...options, validateFormats: false });
    for (const ajv of [this.#ajv, this.#lax]) ajv.addSchema(schema, 'spec');
  }

  /** Whether a value is valid at a place such as `CallToolRequest/properties/params`. */
  accepts(place: string, value: unknown): boolean {
    return judge(this.#ajv, this.#section, place, value);
  }

  /** The same, for those who do not look at `format`. */
  acceptsButForFormats(place: string, value: unknown): boolean {
    return judge(this.#lax, this.#section, place, value);
  }

  /** The methods of a union such as `ClientRequest`, each with the name of its message. */
  methodsOf(union: string): ReadonlyMap<string, string> {
    const definition = this.#definitions[union];
    const members = definition?.anyOf ?? (definition === undefined ? [] : [definition]);
    return new Map(members.map((member) => this.#methodOf(member)));
  }

  #methodOf(member: SpecDefinition): readonly [string, string] {
    const name =
      member.$ref?.split('/').at(-1) ?? this.#nameBy(member.properties?.['method']?.const);
    return [String(this.#definitions[name]?.properties?.['method']?.const), name];
  }

  #nameBy(method: unknown): string {
    const named = Object.entries(this.#definitions).find(
      ([name, { properties }]) =>
        /(Request|Notification)$/.test(name) &&
        !name.startsWith('Client') &&
        properties?.['method']?.const === method,
    );
    return named?.[0] ?? '';
  }
}

function judge(ajv: Ajv, section: string, place: string, value: unknown): boolean {
  const ref = `spec#/${section}/${place}`;
  const validate = ajv.getSchema(ref);
  if (validate === undefined) throw new Error(`The specification's schema has no ${place}`);
  return validate(value) === true;
}

function readSchema(revision: Revision): Readonly<Record<string, object>> {
  const folder = folderOf('MCP_SPEC_SCHEMAS', '../shared/spec/schemas');
  const found = [join(folder, `${revision}.json`), join(folder, revision, 'schema.json')].find(
    existsSync,
  );
  if (found === undefined) {
    throw new Error(
      `No schema of ${revision} in ${folder}: set MCP_SPEC_SCHEMAS to a folder that holds ${revision}.json or ${revision}/schema.json of the specification's repository`,
    );
  }
  return JSON.parse(readFileSync(found, 'utf8')) as Readonly<Record<string, object>>;
}

/** The folder of the specification's example messages of a revision. */
export function examplesFolder(revision: Revision): string {
  const folder = join(folderOf('MCP_SPEC_EXAMPLES', '../shared/spec/examples'), revision);
  if (!existsSync(folder)) {
    throw new Error(
      `No examples of ${revision} in ${folder}: set MCP_SPEC_EXAMPLES to the folder that holds ${revision}/ with the examples of the specification's repository`,
    );
  }
  return folder;
}
