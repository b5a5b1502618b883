import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { valueForm } from '../../../../src/garuda/cli/arguments/value-form.ts';
import type { JsonObject } from '../../../../src/protocol/index.ts';

const form = (schema: unknown, root: JsonObject = {}): unknown => {
  const { kinds, choices } = valueForm(schema, root);
  return { kinds: [...kinds].toSorted(), choices };
};

describe('the form of a value is read from its schema', () => {
  test.each([
    { schema: {}, kinds: [] },
    { schema: true, kinds: [] },
    { schema: undefined, kinds: [] },
    { schema: { type: 'string' }, kinds: ['string'] },
    { schema: { type: 'integer', minimum: 1 }, kinds: ['integer'] },
    { schema: { type: ['number', 'string'] }, kinds: ['number', 'string'] },
    { schema: { type: 'float' }, kinds: [] },
    { schema: { type: 7 }, kinds: [] },
    { schema: { properties: {} }, kinds: ['object'] },
    { schema: { type: 'null' }, kinds: ['null'], choices: [null] },
    {
      schema: { enum: ['a', 1, null] },
      kinds: ['integer', 'null', 'string'],
      choices: ['a', 1, null],
    },
    { schema: { enum: [] }, kinds: [] },
    { schema: { enum: 'x' }, kinds: [] },
    { schema: { const: 'a' }, kinds: ['string'], choices: ['a'] },
    { schema: { type: 'string', nullable: true }, kinds: ['null', 'string'] },
    { schema: { anyOf: [{ type: 'integer' }, { type: 'null' }] }, kinds: ['integer', 'null'] },
    {
      schema: { oneOf: [{ const: 'a', title: 'A' }, { const: 'b' }] },
      kinds: ['string'],
      choices: ['a', 'b'],
    },
    {
      schema: { anyOf: [{ enum: ['a'] }, { type: 'null' }] },
      kinds: ['null', 'string'],
      choices: ['a', null],
    },
    { schema: { anyOf: [{ enum: ['a'] }, { type: 'integer' }] }, kinds: ['integer', 'string'] },
    { schema: { anyOf: [{ type: 'integer' }, {}] }, kinds: [] },
    { schema: { anyOf: [] }, kinds: [] },
    { schema: { allOf: [{ type: 'string' }, { enum: ['a'] }] }, kinds: ['string'], choices: ['a'] },
    { schema: { allOf: [{ type: 'number' }, { type: 'integer' }] }, kinds: ['integer'] },
    { schema: { type: 'integer', anyOf: [{ minimum: 1 }, { maximum: 0 }] }, kinds: ['integer'] },
  ])('$schema', ({ schema, kinds, choices }) => {
    expect(form(schema)).toEqual({ kinds, choices });
  });
});

describe('references are followed within the schema', () => {
  const root = {
    $defs: {
      Color: { enum: ['red'] },
      'a/b~c d': { type: 'integer' },
      loop: { $ref: '#/$defs/loop' },
    },
    type: 'object',
  };
  test.each([
    { reference: '#/$defs/Color', kinds: ['string'], choices: ['red'] },
    { reference: '#/$defs/a~1b~0c%20d', kinds: ['integer'] },
    { reference: '#', kinds: ['object'] },
    { reference: '#/$defs/loop', kinds: [] },
    { reference: '#/$defs/none', kinds: [] },
    { reference: '#/$defs/constructor', kinds: [] },
    { reference: '#/%E0%A4%A', kinds: [] },
    { reference: 'https://example.com/schema', kinds: [] },
  ])('$reference', ({ reference, kinds, choices }) => {
    expect(form({ $ref: reference }, root)).toEqual({ kinds, choices });
  });

  test('a schema that branches into itself without end is given up', () => {
    const branch = { $ref: '#/$defs/branch' };
    const endless = { $defs: { branch: { anyOf: Array.from({ length: 10 }, () => branch) } } };
    expect(form(branch, endless)).toEqual({ kinds: [], choices: undefined });
  });
});

test('no schema at all makes it throw', () => {
  const keyword = fc.constantFrom(
    'type',
    '$ref',
    'anyOf',
    'oneOf',
    'allOf',
    'enum',
    'const',
    'properties',
    'nullable',
  );
  const { schema } = fc.letrec((tie) => ({
    schema: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom('#', '#/anyOf/0', 'string', 'null', null, true, 1),
      fc.dictionary(keyword, tie('schema')),
      fc.array(tie('schema'), { maxLength: 3 }),
    ),
  }));
  fc.assert(
    fc.property(schema, (value) => {
      const root = typeof value === 'object' && value !== null ? (value as JsonObject) : {};
      expect(valueForm(value, root).kinds).toBeInstanceOf(Set);
    }),
  );
});
