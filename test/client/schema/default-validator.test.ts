import { expect, test } from 'vitest';
import { defaultValidator } from '../../../src/client/schema/default-validator.ts';
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
  ['a $recursiveRef', { $schema: dialects[3], $recursiveRef: 'https://example.com/x' }],
  ['the schema of schemas', { $ref: 'https://json-schema.org/draft/2020-12/schema' }],
  ['no reference at all', { $ref: 'https://[' }],
  ['one with a broken escape', { $ref: '#/%zz' }],
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
    expect(refusalOf(() => validate({}))).toContain('circle');
  }
});

const levels = 40;
/** Each level applies the one below it twice, and says besides what the schema gives. */
function doubling(own: object, last: object): object {
  const $defs: Record<string, object> = { l0: last };
  for (let level = 1; level <= levels; level += 1) {
    const $ref = `#/$defs/l${level - 1}`;
    $defs[`l${level}`] = { ...own, anyOf: [{ allOf: [false, { $ref }] }, { $ref }, { $ref }] };
  }
  return { $defs, $ref: `#/$defs/l${levels}` };
}

const long = 'a'.repeat(100_000);
for (const [title, schema, value] of [
  ['a reference of another dialect', doubling({ $recursiveRef: 'x' }, { type: 'null' }), 'a'],
  ['a member like the inside of a validator', doubling({ __ref__: 'x' }, { type: 'null' }), 'a'],
  ['a long text', doubling({}, { minLength: 1_000_000 }), long],
  ['a long text and a pattern', doubling({}, { pattern: '^a+b' }), long],
  ['a long text in a list of values', doubling({}, { enum: [`${long}b`] }), long],
  [
    'many members',
    doubling({}, { maxProperties: 1 }),
    Object.fromEntries([...Array(10_000).keys()].entries()),
  ],
  ['items that must differ', doubling({}, { uniqueItems: true }), [...Array(1_000).keys(), 0]],
  ['many names', doubling({}, { required: Array.from({ length: 9_000 }, String) }), {}],
  ['a value of many parts', doubling({}, { const: [...Array(5_000).keys()] }), [7]],
] as const) {
  proves('JSC-05', `doubled work ends in steps, not in time: ${title}`, () => {
    expect(refusalOf(() => defaultValidator.compile(schema)(value))).toContain('too many steps');
  });
}

for (const [keyword, value] of Object.entries({
  $ref: 7,
  $schema: true,
  additionalProperties: null,
  allOf: {},
  anyOf: [],
  enum: 5,
  exclusiveMinimum: true,
  items: [{ type: 'string' }],
  maxLength: -1,
  minimum: '3',
  multipleOf: 0,
  not: 'x',
  oneOf: [7],
  pattern: 5,
  patternProperties: { '(': {} },
  properties: { a: null },
  required: true,
  type: 'any',
  uniqueItems: 'yes',
})) {
  proves('JSC-02', `${keyword}: ${JSON.stringify(value)} is refused, and crashes nothing`, () => {
    const schema = { properties: { a: { [keyword]: value } } };
    expect(refusalOf(() => defaultValidator.compile(schema))).not.toBe('not refused');
  });
}

proves('JSC-01', 'members that every object has by birth are none of the value', () => {
  const properties = { constructor: { type: 'number' }, ['__proto__']: { type: 'number' } };
  const validate = defaultValidator.compile({ properties, additionalProperties: false });
  expect(validate({})).toEqual([]);
  expect(validate({ constructor: 'x' })).toMatchObject([{ pointer: '/constructor' }]);
  expect(validate(JSON.parse('{ "__proto__": "x" }'))).not.toEqual([]);
  expect(defaultValidator.compile({ required: ['toString'] })({})).not.toEqual([]);
});

proves('JSC-01', 'a part with a name may stand in a schema more than once', () => {
  const part = (): object => ({ $id: 'https://example.com/part', type: 'string' });
  const validate = defaultValidator.compile({ properties: { a: part(), b: part() } });
  expect(validate({ a: 'x', b: 1 })).toMatchObject([{ pointer: '/b' }]);
  const other = { ...part(), type: 'number' };
  expect(
    refusalOf(() => defaultValidator.compile({ properties: { a: part(), b: other } })),
  ).toContain('two different parts');
});

proves('JSC-01', 'a reference may lead to a place that no keyword names', () => {
  const components = {
    schemas: { A: { type: 'string', not: { $ref: '#/components/schemas/B' } }, B: { const: 'b' } },
  };
  const validate = defaultValidator.compile({ components, $ref: '#/components/schemas/A' });
  expect(validate('a')).toEqual([]);
  expect(validate('b')).not.toEqual([]);
  expect(validate(1)).not.toEqual([]);
});

proves(['JSC-05'], 'a tree of its own kind is judged to any sensible depth', () => {
  const validate = defaultValidator.compile({
    type: 'object',
    properties: { next: { $ref: '#' }, value: { type: 'number' } },
    additionalProperties: false,
  });
  let list: object = { value: 1 };
  for (let depth = 0; depth < 150; depth += 1) list = { value: 1, next: list };
  expect(validate(list)).toEqual([]);
  let endless: object = {};
  for (let depth = 0; depth < 100_000; depth += 1) endless = { next: endless };
  expect(refusalOf(() => validate(endless))).toContain('deeper');
});

proves('JSC-05', 'a pattern that could take for ever meets short texts only', () => {
  const validate = defaultValidator.compile({ pattern: '^(a+)+$' });
  expect(validate('aaaa')).toEqual([]);
  expect(validate('aaab')).not.toEqual([]);
  expect(refusalOf(() => validate(`${'a'.repeat(60)}b`))).toContain('too many steps');
  expect(refusalOf(() => defaultValidator.compile({ pattern: '(' }))).toContain(
    'regular expression',
  );
});

proves('JSC-05', 'a long list whose items must differ is judged in steps for each of them', () => {
  const validate = defaultValidator.compile({ uniqueItems: true });
  const items = Array.from({ length: 20_000 }, (_, index) => ({ a: index, b: [index] }));
  expect(validate(items)).toEqual([]);
  expect(validate([...items, { b: [7], a: 7 }])).not.toEqual([]);
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
  [{ oneOf: [{ items: { type: 'string' } }] }, [1], '/0'],
  [{ propertyNames: { maxLength: 1 } }, { 'a\nb': 1 }, ''],
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
