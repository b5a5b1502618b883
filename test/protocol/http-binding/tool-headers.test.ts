import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { planToolHeaders, toolHeaders } from '../../../src/protocol/http-binding/tool-headers.ts';
import type { RowId } from '../../requirements/index.ts';
import { proves } from '../../support/proves.ts';

const text = { type: 'string' };

function marked(header: unknown, type: unknown = 'string'): object {
  return { type, 'x-mcp-header': header };
}

function object(properties: object, more: object = {}): object {
  return { type: 'object', properties, ...more };
}

describe('planToolHeaders: what is accepted', () => {
  const table: readonly {
    why: string;
    schema: unknown;
    fields: readonly [string, ...string[]][];
  }[] = [
    { why: 'no annotation', schema: object({ a: text, b: { type: 'number' } }), fields: [] },
    { why: 'no properties', schema: { type: 'object' }, fields: [] },
    { why: 'no schema at all', schema: undefined, fields: [] },
    { why: 'a boolean schema', schema: true, fields: [] },
    {
      why: 'a string',
      schema: object({ region: marked('Region') }),
      fields: [['Mcp-Param-Region', 'region']],
    },
    {
      why: 'all three types, in the order of the schema',
      schema: object({ s: marked('S'), i: marked('I', 'integer'), b: marked('B', 'boolean') }),
      fields: [
        ['Mcp-Param-S', 's'],
        ['Mcp-Param-I', 'i'],
        ['Mcp-Param-B', 'b'],
      ],
    },
    {
      why: 'a name in any case, as written',
      schema: object({ a: marked('rEgIoN') }),
      fields: [['Mcp-Param-rEgIoN', 'a']],
    },
    {
      why: 'the name of a standard header',
      schema: object({ a: marked('Method') }),
      fields: [['Mcp-Param-Method', 'a']],
    },
    {
      why: 'all token characters',
      schema: object({ a: marked("!#$%&'*+-.^_`|~09AZaz") }),
      fields: [["Mcp-Param-!#$%&'*+-.^_`|~09AZaz", 'a']],
    },
    {
      why: 'objects in objects',
      schema: object({ outer: object({ inner: object({ leaf: marked('Leaf') }) }) }),
      fields: [['Mcp-Param-Leaf', 'outer', 'inner', 'leaf']],
    },
    {
      why: 'a chain through an object without a type',
      schema: { properties: { o: { properties: { a: marked('A') } } } },
      fields: [['Mcp-Param-A', 'o', 'a']],
    },
    {
      why: 'a type beside null',
      schema: object({ a: marked('A', ['string', 'null']) }),
      fields: [['Mcp-Param-A', 'a']],
    },
    {
      why: 'null beside a type',
      schema: object({ a: marked('A', ['null', 'integer']) }),
      fields: [['Mcp-Param-A', 'a']],
    },
    {
      why: 'a type in a list of one',
      schema: object({ a: marked('A', ['boolean']) }),
      fields: [['Mcp-Param-A', 'a']],
    },
    {
      why: 'a property named like the annotation',
      schema: object({ 'x-mcp-header': text }),
      fields: [],
    },
    {
      why: 'a property named like the annotation, annotated',
      schema: object({ 'x-mcp-header': marked('A') }),
      fields: [['Mcp-Param-A', 'x-mcp-header']],
    },
    {
      why: 'a property named properties',
      schema: object({ properties: marked('A') }),
      fields: [['Mcp-Param-A', 'properties']],
    },
    {
      why: 'a property named items',
      schema: object({ items: marked('A') }),
      fields: [['Mcp-Param-A', 'items']],
    },
    {
      why: 'a definition named like the annotation',
      schema: object({}, { $defs: { 'x-mcp-header': text } }),
      fields: [],
    },
    {
      why: 'a property named __proto__',
      schema: JSON.parse('{"properties":{"__proto__":{"type":"string","x-mcp-header":"P"}}}'),
      fields: [['Mcp-Param-P', '__proto__']],
    },
    {
      why: 'the word in a default value',
      schema: object({ a: { type: 'object', default: { 'x-mcp-header': 'A' } } }),
      fields: [],
    },
    {
      why: 'the word in a constant',
      schema: object({ a: { const: { 'x-mcp-header': '' } } }),
      fields: [],
    },
    {
      why: 'the word in enumerated values',
      schema: object({ a: { enum: [{ 'x-mcp-header': 'A' }] } }),
      fields: [],
    },
    {
      why: 'the word in examples',
      schema: object({ a: { examples: [{ 'x-mcp-header': 'A' }] } }),
      fields: [],
    },
    {
      why: 'the word in a list of required names',
      schema: object({}, { required: ['x-mcp-header'] }),
      fields: [],
    },
  ];

  for (const { why, schema, fields } of table) {
    proves(['XMH-01', 'XMH-03', 'XMH-04'], why, () => {
      expect(planToolHeaders(schema)).toEqual({
        ok: true,
        fields: fields.map(([header, ...path]) => ({ header, path })),
      });
    });
  }
});

describe('planToolHeaders: what makes a tool invalid', () => {
  const a = marked('A');
  const names = [
    { why: 'empty', header: '' },
    { why: 'a space', header: 'Bad Name' },
    { why: 'a colon', header: 'Bad:Name' },
    { why: 'another script', header: 'Région' },
    { why: 'a control character', header: 'Bad\u0001Name' },
    { why: 'a line break', header: 'A\r\nX-Evil: 1' },
    { why: 'a line break at the end', header: 'A\n' },
    { why: 'a slash', header: 'a/b' },
    { why: 'a number', header: 7 },
    { why: 'null', header: null },
    { why: 'true', header: true },
    { why: 'an object', header: { name: 'A' } },
  ].map(({ why, header }) => ({
    row: 'XMH-02',
    why: `a name that is no token: ${why}`,
    schema: object({ p: marked(header) }),
  }));

  const types = [
    'object',
    'array',
    'null',
    'number',
    'String',
    undefined,
    7,
    [],
    ['null'],
    ['string', 'integer'],
    ['string', 'number'],
    ['string', 'object', 'null'],
    ['number', 'null'],
    { type: 'string' },
  ].map((type) => ({
    row: 'XMH-03',
    why: `the type ${JSON.stringify(type)}`,
    schema: object({ p: type === undefined ? { 'x-mcp-header': 'A' } : marked('A', type) }),
  }));

  const places = [
    { why: 'the root', schema: { type: 'object', 'x-mcp-header': 'A' } },
    { why: 'a root that is a string', schema: marked('A') },
    ...[
      'items',
      'additionalProperties',
      'not',
      'if',
      'then',
      'else',
      'contains',
      'propertyNames',
      'unevaluatedItems',
      'unevaluatedProperties',
      'contentSchema',
      'additionalItems',
      'x-of-a-vendor',
    ].map((keyword) => ({ why: keyword, schema: object({ p: { [keyword]: a } }) })),
    ...['allOf', 'anyOf', 'oneOf', 'prefixItems', 'items'].map((keyword) => ({
      why: `a list in ${keyword}`,
      schema: object({ p: { [keyword]: [text, a] } }),
    })),
    ...['$defs', 'definitions', 'patternProperties', 'dependentSchemas', 'dependencies'].map(
      (keyword) => ({
        why: `a map in ${keyword}`,
        schema: object({}, { [keyword]: { one: text, two: a } }),
      }),
    ),
    {
      why: 'properties below items',
      schema: object({ p: { type: 'array', items: object({ q: a }) } }),
    },
    {
      why: 'properties below oneOf at the root',
      schema: object({}, { oneOf: [object({ q: a })] }),
    },
    {
      why: 'the target of a reference',
      schema: object({ p: { $ref: '#/$defs/r' } }, { $defs: { r: object({ q: a }) } }),
    },
    { why: 'properties that are a list', schema: { properties: [a] } },
    { why: 'a list of lists', schema: object({}, { 'x-of-a-vendor': [[[a]]] }) },
    { why: 'beside a valid one', schema: object({ ok: marked('Ok'), p: { items: a } }) },
  ].map(({ why, schema }) => ({ row: 'XMH-04', why: `a place out of reach: ${why}`, schema }));

  const twice = [
    { why: 'twice', schema: object({ p: marked('Same'), q: marked('Same') }) },
    { why: 'twice in another case', schema: object({ p: marked('Same'), q: marked('sAME') }) },
    {
      why: 'twice at two depths',
      schema: object({ p: marked('Same'), q: object({ r: marked('same', 'integer') }) }),
    },
  ].map(({ why, schema }) => ({ row: 'XMH-02', why: `a name used ${why}`, schema }));

  const table = [...names, ...types, ...places, ...twice] as readonly {
    row: RowId;
    why: string;
    schema: unknown;
  }[];
  for (const { row, why, schema } of table) {
    proves([row, 'XMH-05'], why, () => {
      expect(planToolHeaders(schema)).toEqual({
        ok: false,
        why: expect.stringContaining('x-mcp-header'),
      });
    });
  }

  test.each([
    {
      schema: object({ 'my place': object({ p: marked('a b') }) }),
      words: ['"my place"', '"p"', '"a b"', 'token'],
    },
    {
      schema: object({ p: marked('A', 'number') }),
      words: ['"p"', '"number"', 'string, integer or boolean'],
    },
    { schema: object({ p: marked('A'), q: marked('a') }), words: ['"q"', '"a"', '"p"'] },
    { schema: object({ p: { items: a } }), words: ['"p"', '"items"', 'properties'] },
  ])('the reason names $words', ({ schema, words }) => {
    const plan = planToolHeaders(schema);
    for (const word of words) expect(plan).toMatchObject({ why: expect.stringContaining(word) });
  });

  const long = '\n\u001b[31m'.repeat(10_000);
  const nested = Array.from({ length: 60 }).reduce<object>(
    (inner) => object({ [long]: inner }),
    marked('a b'),
  );
  test.each([
    { why: 'a long name', schema: object({ [long]: marked(long) }) },
    { why: 'a long type', schema: object({ [long]: marked('A', long) }) },
    { why: 'a long way', schema: nested },
  ])('a reason stays short and on one line: $why', ({ schema }) => {
    const { why } = planToolHeaders(schema) as { why: string };
    expect(why.length).toBeLessThan(1_500);
    expect(why).toMatch(/^[\x20-\x7e…]*$/);
  });
});

describe('planToolHeaders: hostile schemas', () => {
  test('property: never throws, on any JSON', () => {
    fc.assert(
      fc.property(anySchema, (schema) => {
        const plan = planToolHeaders(schema);
        expect(plan.ok ? plan.fields : plan.why).toBeDefined();
      }),
      { numRuns: 2_000 },
    );
  });

  test('property: without the word in it, any JSON is accepted and has no fields', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (schema) => {
        fc.pre(!JSON.stringify(schema).includes('x-mcp-header'));
        expect(planToolHeaders(schema)).toEqual({ ok: true, fields: [] });
      }),
    );
  });

  proves('XMH-03', 'a type or a name that is nested without end is shown as what it is', () => {
    const deep: unknown = JSON.parse('['.repeat(200_000) + ']'.repeat(200_000));
    expect(planToolHeaders(object({ p: marked('A', deep) }))).toMatchObject({ ok: false });
    expect(planToolHeaders(object({ p: marked(deep) }))).toMatchObject({ ok: false });
  });

  test('a schema of any size without the word is accepted; with it, 100,000 parts are searched', () => {
    expect(planToolHeaders(vendorSchema(200_000, 'string'))).toEqual({ ok: true, fields: [] });
    expect(planToolHeaders(vendorSchema(90_000, marked('A')))).toMatchObject({ ok: true });
    expect(planToolHeaders(vendorSchema(200_000, marked('A')))).toEqual({
      ok: false,
      why: expect.stringContaining('100000'),
    });
  });

  test.each([
    { why: 'lists', open: '[', close: ']' },
    { why: 'items', open: '{"items":', close: '}' },
    { why: 'properties', open: '{"properties":{"p":', close: '}}' },
  ])('40,000 levels of $why do not exhaust the stack', ({ open, close }) => {
    const schema: unknown = JSON.parse(`${open.repeat(40_000)}{}${close.repeat(40_000)}`);
    expect(planToolHeaders(schema)).toEqual({ ok: true, fields: [] });
  });

  test('an annotation deeper than 64 properties is refused, since its path would have to be kept', () => {
    expect(planToolHeaders(deepSchema(64))).toMatchObject({ ok: true });
    expect(planToolHeaders(deepSchema(65))).toEqual({
      ok: false,
      why: expect.stringContaining('64'),
    });
    expect(planToolHeaders(deepSchema(200_000))).toMatchObject({ ok: false });
  });

  test('more than 128 annotations are refused, since no server takes such a head', () => {
    expect(planToolHeaders(wideSchema(128))).toMatchObject({ ok: true });
    expect(planToolHeaders(wideSchema(129))).toEqual({
      ok: false,
      why: expect.stringContaining('128'),
    });
  });
});

describe('toolHeaders', () => {
  const schema = object({
    s: marked('S'),
    i: marked('I', 'integer'),
    b: marked('B', 'boolean'),
    outer: object({ inner: marked('Inner') }),
  });
  const table: readonly {
    row: RowId;
    why: string;
    args: unknown;
    headers: Record<string, string>;
  }[] = [
    { row: 'XMH-01', why: 'a string', args: { s: 'eu 1' }, headers: { 'Mcp-Param-S': 'eu 1' } },
    { row: 'XMH-01', why: 'an integer', args: { i: 42 }, headers: { 'Mcp-Param-I': '42' } },
    { row: 'XMH-01', why: 'a negative integer', args: { i: -7 }, headers: { 'Mcp-Param-I': '-7' } },
    { row: 'XMH-01', why: 'true', args: { b: true }, headers: { 'Mcp-Param-B': 'true' } },
    {
      row: 'XMH-01',
      why: 'a nested value',
      args: { outer: { inner: 'x' } },
      headers: { 'Mcp-Param-Inner': 'x' },
    },
    {
      row: 'XMH-01',
      why: 'several values',
      args: { s: 'x', i: 1 },
      headers: { 'Mcp-Param-S': 'x', 'Mcp-Param-I': '1' },
    },
    { row: 'XMH-01', why: 'what has no annotation', args: { other: 'x', inner: 'x' }, headers: {} },
    { row: 'XMH-06', why: 'false', args: { b: false }, headers: { 'Mcp-Param-B': 'false' } },
    { row: 'XMH-06', why: 'zero', args: { i: 0 }, headers: { 'Mcp-Param-I': '0' } },
    {
      row: 'XMH-06',
      why: 'minus zero, as JSON writes it',
      args: { i: -0 },
      headers: { 'Mcp-Param-I': '0' },
    },
    { row: 'XMH-06', why: 'an empty string', args: { s: '' }, headers: { 'Mcp-Param-S': '' } },
    { row: 'XMH-06', why: 'null', args: { s: null, i: null, b: null }, headers: {} },
    { row: 'XMH-06', why: 'undefined, which JSON leaves out', args: { s: undefined }, headers: {} },
    { row: 'XMH-06', why: 'nothing', args: {}, headers: {} },
    { row: 'XMH-06', why: 'no arguments', args: undefined, headers: {} },
    { row: 'XMH-06', why: 'arguments that are null', args: null, headers: {} },
    { row: 'XMH-06', why: 'null on the way', args: { outer: null }, headers: {} },
    { row: 'XMH-06', why: 'a string on the way', args: { outer: 'inner' }, headers: {} },
    { row: 'XMH-06', why: 'NaN, which JSON writes as null', args: { i: Number.NaN }, headers: {} },
    {
      row: 'XMH-06',
      why: 'a date, as JSON writes it',
      args: { s: new Date(0) },
      headers: { 'Mcp-Param-S': '1970-01-01T00:00:00.000Z' },
    },
    {
      row: 'XMH-07',
      why: 'the largest integer',
      args: { i: 9007199254740991 },
      headers: { 'Mcp-Param-I': '9007199254740991' },
    },
    {
      row: 'XMH-07',
      why: 'the smallest integer',
      args: { i: -9007199254740991 },
      headers: { 'Mcp-Param-I': '-9007199254740991' },
    },
    {
      row: 'XMH-07',
      why: 'a fraction, which the server will refuse',
      args: { i: 1.5 },
      headers: { 'Mcp-Param-I': '1.5' },
    },
    {
      row: 'XMH-07',
      why: 'a number for a string, which the server will refuse',
      args: { s: 5 },
      headers: { 'Mcp-Param-S': '5' },
    },
    {
      row: 'XMH-07',
      why: 'an object for a string, which no header can hold',
      args: { s: { a: 1 } },
      headers: {},
    },
    {
      row: 'XMH-07',
      why: 'a list for a string, which no header can hold',
      args: { s: ['a'] },
      headers: {},
    },
    {
      row: 'HTTP-06',
      why: 'other scripts',
      args: { s: 'Hello, 世界' },
      headers: { 'Mcp-Param-S': '=?base64?SGVsbG8sIOS4lueVjA==?=' },
    },
    {
      row: 'HTTP-06',
      why: 'a line break',
      args: { s: 'line1\nline2' },
      headers: { 'Mcp-Param-S': '=?base64?bGluZTEKbGluZTI=?=' },
    },
  ];
  const plan = planToolHeaders(schema) as { fields: Parameters<typeof toolHeaders>[0] };

  for (const { row, why, args, headers } of table) {
    proves(row, why, () => {
      expect(toolHeaders(plan.fields, args)).toEqual({ ok: true, headers });
    });
  }

  for (const { row, why, args, words } of [
    {
      row: 'XMH-07',
      why: 'an integer over 2^53 - 1',
      args: { i: 2 ** 53 },
      words: ['"i"', '2^53'],
    },
    {
      row: 'XMH-07',
      why: 'an integer under -(2^53 - 1)',
      args: { i: -(2 ** 53) },
      words: ['"i"', '2^53'],
    },
    {
      row: 'XMH-07',
      why: 'an integer that JSON writes with an exponent',
      args: { i: 1e21 },
      words: ['"i"'],
    },
    {
      row: 'HTTP-06',
      why: 'a lone surrogate',
      args: { outer: { inner: 'secret\ud800' } },
      words: ['"outer"', '"inner"', 'surrogate'],
    },
  ] as const) {
    proves(row, `refused: ${why}`, () => {
      const refusal = toolHeaders(plan.fields, args);
      for (const word of words)
        expect(refusal).toEqual({ ok: false, why: expect.stringContaining(word) });
      expect(JSON.stringify(refusal)).not.toContain('secret');
    });
  }

  test('reads no value that the arguments only inherit', () => {
    const inherited = planToolHeaders(
      object({ constructor: object({ name: marked('Name') }), toString: marked('T') }),
    );
    expect(inherited).toMatchObject({ ok: true, fields: [{}, {}] });
    const { fields } = inherited as { fields: Parameters<typeof toolHeaders>[0] };
    const parent: object = { toString: 'inherited' };
    expect(toolHeaders(fields, Object.create(parent))).toEqual({ ok: true, headers: {} });
    expect(toolHeaders(fields, {})).toEqual({ ok: true, headers: {} });
    expect(toolHeaders(fields, { toString: 'own' })).toEqual({
      ok: true,
      headers: { 'Mcp-Param-T': 'own' },
    });
  });
});

const anySchema = fc.anything({
  key: fc.constantFrom(
    'type',
    'properties',
    'items',
    'oneOf',
    '$defs',
    'x-mcp-header',
    'enum',
    '__proto__',
    'a',
  ),
  values: [
    fc.constantFrom('string', 'integer', 'object', 'A', 'a', '', '\n'),
    fc.constantFrom(0, null, true),
  ],
  maxDepth: 6,
});

function vendorSchema(parts: number, property: unknown): object {
  return object({ p: property }, { 'x-of-a-vendor': Array.from({ length: parts }, () => []) });
}

function deepSchema(levels: number): unknown {
  const ends = ['{"properties":{"p":', '}}'].map((end) => end.repeat(levels));
  return JSON.parse(ends.join('{"type":"string","x-mcp-header":"A"}'));
}

function wideSchema(count: number): object {
  const names = Array.from({ length: count }, (_, at) => `p${at}`);
  return object(Object.fromEntries(names.map((name) => [name, marked(name)])));
}
