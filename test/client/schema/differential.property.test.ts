import { Ajv } from 'ajv';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import * as fc from 'fast-check';
import { expect } from 'vitest';
import { defaultValidator } from '../../../src/client/schema/default-validator.ts';
import { proves } from '../../support/proves.ts';

const dialects = [
  ['http://json-schema.org/draft-07/schema#', Ajv],
  ['https://json-schema.org/draft/2019-09/schema', Ajv2019],
  ['https://json-schema.org/draft/2020-12/schema', Ajv2020],
] as const;

const name = fc.constantFrom('a', 'b', 'c');
const count = fc.integer({ min: 0, max: 3 });
const number = fc.constantFrom(-1, 0, 1, 1.5, 2, 3);
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom(null, true, false, '', 'a', 'ab', 'ca'),
    number,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(name, tie('value'), { maxKeys: 3, noNullPrototype: true }),
  ),
}));

/**
 * Schemas that every dialect understands, or takes for words without a meaning. What asks for the rest
 * (`unevaluatedItems`) is not among them: the other one sees no rest where a schema takes everything.
 */
function schemas(isNew: boolean): fc.Arbitrary<object | boolean> {
  const { schema } = fc.letrec<{ schema: object | boolean }>((tie) => {
    const one = tie('schema');
    const some = fc.array(one, { minLength: 1, maxLength: 3 });
    const named = fc.dictionary(name, one, { maxKeys: 3 });
    const keywords: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
      type: fc.constantFrom('object', 'array', 'string', 'number', 'integer', ['null', 'boolean']),
      enum: fc.uniqueArray(value, { minLength: 1, maxLength: 4, selector: JSON.stringify }),
      const: value,
      minimum: number,
      exclusiveMaximum: number,
      multipleOf: fc.constantFrom(1, 0.5, 2),
      minLength: count,
      maxLength: count,
      pattern: fc.constantFrom('^a', 'b$', 'c'),
      minItems: count,
      uniqueItems: fc.boolean(),
      maxProperties: count,
      required: fc.uniqueArray(name),
      properties: named,
      patternProperties: fc.dictionary(fc.constantFrom('^a', '[bc]'), one, { maxKeys: 2 }),
      additionalProperties: one,
      propertyNames: one,
      items: isNew ? one : fc.oneof(one, some),
      additionalItems: one,
      prefixItems: some,
      contains: fc.constantFrom({ type: 'string' }, { minimum: 1 }, { required: ['a'] }, false),
      minContains: count,
      maxContains: count,
      allOf: some,
      anyOf: some,
      oneOf: some,
      not: one,
      if: one,
      else: one,
      dependentRequired: fc.dictionary(name, fc.uniqueArray(name), { maxKeys: 2 }),
      dependentSchemas: named,
      $ref: fc.constantFrom('#/$defs/a', '#/$defs/b'),
    };
    const entry = fc
      .constantFrom(...Object.entries(keywords), ['then', one] as const)
      .chain(([keyword, given]) => fc.tuple(fc.constant(keyword), given));
    return {
      schema: fc.oneof(
        { depthSize: 'small', maxDepth: 4 },
        fc.boolean(),
        fc.array(entry, { maxLength: 4 }).map((entries) => agreed(Object.fromEntries(entries))),
      ),
    };
  });
  return schema;
}

/** Without what the other one does in its own way: it has its eyes shut where the suite has a verdict. */
function agreed(schema: Readonly<Record<string, unknown>>): object {
  const { contains: _, ...others } = schema;
  const { items, prefixItems, $ref } = schema;
  // It judges beside a reference in draft-07 too.
  if ($ref !== undefined) return { $ref };
  // An empty list contains what it should, it says, where its first items have schemas.
  return prefixItems === undefined && !Array.isArray(items) ? schema : others;
}

/** The code that it generates fails at some schemas. */
function verdictOf(judge: (given: unknown) => unknown, given: unknown): unknown {
  try {
    return judge(given);
  } catch {
    return 'none';
  }
}

const leaf = fc.constantFrom({ type: 'string' }, { minimum: 1 }, { required: ['a'] }, true, false);

for (const [$schema, Other] of dialects) {
  proves(
    ['JSC-01', 'JSC-02', 'W-12'],
    `${$schema}: another validator judges alike`,
    () => {
      const isNew = $schema.includes('2020');
      fc.assert(
        fc.property(
          schemas(isNew),
          fc.record({ a: leaf, b: leaf }),
          fc.array(value, { minLength: 4, maxLength: 4 }),
          (part, $defs, values) => {
            const schema = { $schema, $defs, allOf: [part] };
            const other = new Other({ strict: false, logger: false }).compile(schema);
            const ours = defaultValidator.compile(schema);
            for (const given of values) {
              const theirs = verdictOf(other, given);
              if (theirs !== 'none')
                expect([given, ours(given).length === 0]).toEqual([given, theirs]);
            }
          },
        ),
        // What the other one gets wrong must not come and go.
        { numRuns: 100, seed: 2026 },
      );
    },
    60_000,
  );
}
