import { expect, test } from 'vitest';
import { defaultValidator } from '../../../src/client/schema/default-validator.ts';
import { patternCost } from '../../../src/client/schema/pattern-cost.ts';
import { SchemaRefusal } from '../../../src/client/schema/schema-validator.ts';
import { proves } from '../../support/proves.ts';

function refusalOf(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    if (error instanceof SchemaRefusal) return error.message;
    throw error;
  }
  return 'not refused';
}

const dialects = [
  undefined,
  'http://json-schema.org/draft-07/schema#',
  'https://json-schema.org/draft-07/schema',
  'http://json-schema.org/draft/2019-09/schema',
  'https://json-schema.org/draft/2020-12/schema',
  'https://json-schema.org/draft/2020-12/schema#',
];

for (const $schema of dialects) {
  proves(['JSC-01', 'W-12'], `${$schema ?? 'no $schema'}: judged`, () => {
    const schema = { ...($schema !== undefined && { $schema }), type: 'object', required: ['a'] };
    const validate = defaultValidator.compile(schema);
    expect(validate({ a: 1 })).toEqual([]);
    expect(validate({})).toMatchObject([{ pointer: '' }]);
  });
}

proves(['JSC-01', 'JSC-02'], 'what a list of items means depends on the dialect', () => {
  const items = [{ type: 'string' }];
  const old = defaultValidator.compile({ $schema: dialects[1], items, additionalItems: false });
  expect(old(['a', 'b'])).not.toEqual([]);
  const now = defaultValidator.compile({ prefixItems: items, items: false });
  expect(now(['a', 'b'])).not.toEqual([]);
  expect(now(['a'])).toEqual([]);
});

for (const $schema of [
  'http://json-schema.org/draft-04/schema#',
  'https://example.com/own',
  'x',
  7,
  null,
  '',
]) {
  proves('JSC-02', `the dialect ${JSON.stringify($schema)} is refused with its name`, () => {
    const words = refusalOf(() => defaultValidator.compile({ $schema, type: 'object' }));
    expect(words).toContain('$schema');
    expect(words).toContain('draft-07');
  });
}

for (const [title, schema] of [
  ['a $ref to the web', { $ref: 'https://example.com/schema.json' }],
  ['one deep inside', { properties: { a: { items: { $ref: 'http://127.0.0.1:1/x' } } } }],
  ['a relative one with a base', { $id: 'https://example.com/a/', $ref: 'b.json' }],
  ['a file', { $ref: 'file:///etc/passwd' }],
  ['one to nothing inside', { $ref: '#/$defs/missing' }],
  ['a $dynamicRef', { $dynamicRef: 'https://example.com/x#y' }],
] as const) {
  proves(['JSC-03', 'JSC-04'], `${title} is refused, and is not taken for true`, () => {
    expect(refusalOf(() => defaultValidator.compile(schema))).not.toBe('not refused');
  });
}

proves(
  ['JSC-06'],
  'what one schema is called by is not found by another, whatever its name',
  () => {
    const $id = 'https://example.com/shared';
    const first = defaultValidator.compile({ $id, $defs: { x: { const: 1 } }, $ref: '#/$defs/x' });
    expect(refusalOf(() => defaultValidator.compile({ $ref: $id }))).toContain(
      'nothing is fetched',
    );
    const second = defaultValidator.compile({ $id, $defs: { x: { const: 2 } }, $ref: '#/$defs/x' });
    expect(first(1)).toEqual([]);
    expect(second(2)).toEqual([]);
    expect(second(1)).not.toEqual([]);
  },
);

proves(['JSC-05', 'SEC-07'], 'a schema that is too deep, or too large, is refused', () => {
  let deep: object = {};
  for (let depth = 0; depth < 100_000; depth += 1) deep = { not: deep };
  expect(refusalOf(() => defaultValidator.compile(deep))).toContain('deeper');
  const wide = { anyOf: Array.from({ length: 30_000 }, () => ({ type: 'string' })) };
  expect(refusalOf(() => defaultValidator.compile(wide))).toContain('more than');
});

proves(['JSC-05'], 'a schema that doubles its work at each step does not run away', () => {
  const $defs: Record<string, object> = { l0: { type: 'string' } };
  for (let level = 1; level <= 60; level += 1) {
    const $ref = `#/$defs/l${level - 1}`;
    $defs[`l${level}`] = { allOf: [{ $ref }, { $ref }] };
  }
  const validate = defaultValidator.compile({ $defs, $ref: '#/$defs/l60' });
  expect(refusalOf(() => validate('a'))).toContain('steps');
  // The next value has all of its steps again.
  expect(refusalOf(() => validate('a'))).toContain('steps');
});

proves(['JSC-05'], 'a schema that leads in a circle ends', () => {
  for (const schema of [
    { $ref: '#' },
    { allOf: [{ $ref: '#' }] },
    { $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } }, $ref: '#/$defs/a' },
    { $schema: dialects[3], $recursiveAnchor: true, anyOf: [{ $recursiveRef: '#' }] },
  ]) {
    const validate = defaultValidator.compile(schema);
    expect(refusalOf(() => validate({}))).not.toBe('not refused');
  }
});

proves(['JSC-05'], 'a tree of its own kind is judged to any sensible depth', () => {
  const validate = defaultValidator.compile({
    type: 'object',
    properties: { next: { $ref: '#' }, value: { type: 'number' } },
    additionalProperties: false,
  });
  let list: object = { value: 1 };
  for (let depth = 0; depth < 200; depth += 1) list = { value: 1, next: list };
  expect(validate(list)).toEqual([]);
  let endless: object = {};
  for (let depth = 0; depth < 100_000; depth += 1) endless = { next: endless };
  expect(refusalOf(() => validate(endless))).toContain('deeper');
});

proves('JSC-05', 'a pattern that could take for ever meets short texts only', () => {
  const validate = defaultValidator.compile({ pattern: '^(a+)+$' });
  expect(validate('aaaa')).toEqual([]);
  expect(validate('aaab')).not.toEqual([]);
  expect(refusalOf(() => validate(`${'a'.repeat(60)}b`))).toContain('too long');
  expect(refusalOf(() => defaultValidator.compile({ pattern: '(' }))).toContain(
    'regular expression',
  );
});

for (const [pattern, length, most] of [
  ['^[a-z]+$', 1_000_000, 2_000_000],
  ['^\\d{4}-\\d{2}-\\d{2}$', 1_000_000, 2],
  ['^[0-9a-f]{8}-[0-9a-f]{4}$', 100, 2],
  ['^[^@]+@[^@]+\\.[a-z]+$', 100, 1_100_000],
  ['a*', 100, 11_000],
  ['[(a+)+]', 100, 200],
  ['\\(a\\+\\)\\+', 100, 200],
] as const) {
  proves('JSC-05', `${pattern} is harmless on ${length} characters`, () => {
    expect(patternCost(pattern, length)).toBeLessThanOrEqual(most);
  });
}

for (const pattern of [
  '(a+)+',
  '(a*)*',
  '(a|a)*',
  '(a|b+)+',
  '((a+)b)*',
  '(a{2,})+',
  '(a{1,99})*',
  '(.*)\\1',
  '(?:a+b?)*',
  '(?<n>a+)+',
]) {
  proves('JSC-05', `${pattern} is not harmless`, () => {
    expect(patternCost(pattern, 100)).toBeGreaterThan(1e20);
  });
}

proves('JSC-05', 'a long list whose items must differ is not compared each with each', () => {
  const validate = defaultValidator.compile({ uniqueItems: true });
  expect(validate([1, 2])).toEqual([]);
  expect(validate([1, 1])).not.toEqual([]);
  expect(refusalOf(() => validate(Array.from({ length: 100_000 }, (_, index) => index)))).toContain(
    'differ',
  );
});

proves('JSC-01', 'a format is an annotation', () => {
  expect(defaultValidator.compile({ format: 'email' })('no address')).toEqual([]);
});

proves('JSC-01', 'a schema is not changed, and may be frozen', () => {
  const schema = Object.freeze({ type: 'string', format: 'email' });
  expect(defaultValidator.compile(schema)('a')).toEqual([]);
  expect(schema).toEqual({ type: 'string', format: 'email' });
  expect(Object.getOwnPropertyNames(schema)).toEqual(['type', 'format']);
});

for (const [schema, value, pointer] of [
  [{ properties: { a: { items: { type: 'string' } } } }, { a: ['x', 1] }, '/a/1'],
  [
    { $defs: { t: { type: 'string' } }, properties: { 'a/b': { $ref: '#/$defs/t' } } },
    { 'a/b': 1 },
    '/a~1b',
  ],
  [{ anyOf: [{ type: 'string' }, { type: 'number' }] }, true, ''],
  [{ required: ['a'] }, {}, ''],
  [{ additionalProperties: false }, { x: 1 }, '/x'],
] as const) {
  proves('H-12', `the fault of ${JSON.stringify(value)} is at ${JSON.stringify(pointer)}`, () => {
    const [fault] = defaultValidator.compile(schema)(value);
    expect(fault?.pointer).toBe(pointer);
    expect(fault?.message).not.toContain('\n');
  });
}

for (const schema of [null, 'x', 5, undefined, []]) {
  proves('JSC-02', `${JSON.stringify(schema)} is no schema`, () => {
    expect(refusalOf(() => defaultValidator.compile(schema))).toContain('schema');
  });
}

test.each([{ type: { toString: 1 } }, { required: 5 }, { properties: 7 }, { enum: 1 }])(
  'a schema that is none is refused or judges, and breaks nothing: %j',
  (schema) => {
    let faults: unknown;
    const refusal = refusalOf(() => {
      faults = defaultValidator.compile(schema)({ a: 1 });
    });
    expect(Array.isArray(faults) || /malformed/.test(refusal)).toBe(true);
  },
);
