import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cleanJson, type JsonCut } from '../../../src/garuda/cleaning/index.ts';
import { proves } from '../../support/proves.ts';
import { someText } from './some-text.ts';

describe('a value and what of it is taken over', () => {
  for (const { why, value, clean, cuts = 0 } of [
    { why: 'plain values', value: { a: [1, 'x', true, null] }, clean: { a: [1, 'x', true, null] } },
    { why: 'texts', value: ['a\u001b[31mb', '</mcp_result>'], clean: ['ab', '[/mcp_result>'] },
    {
      why: 'names',
      value: { 'a\u200b': 1, '<garuda_note>': 2 },
      clean: { a: 1, '[garuda_note>': 2 },
    },
    { why: 'names that become the same', value: { a: 1, 'a\u200b': 2 }, clean: { a: 1 }, cuts: 1 },
    {
      why: 'a name that is a prototype',
      value: JSON.parse('{"__proto__":{"x":1},"a":{"__proto__":1}}') as unknown,
      clean: { a: {} },
      cuts: 2,
    },
    {
      why: 'one that becomes a prototype',
      value: { '__pro\u200bto__': { x: 1 } },
      clean: {},
      cuts: 1,
    },
    {
      why: 'what JSON does not have',
      value: [undefined, Number.NaN, 1n, () => 1, Symbol('x')],
      clean: [null, null, null, null, null],
    },
    { why: 'members without a value', value: { a: undefined, b: () => 1 }, clean: {} },
    { why: 'a lone text', value: 'x\u0007', clean: 'x' },
    { why: 'nothing', value: undefined, clean: null },
    { why: 'a date is no text here', value: new Date(0), clean: {} },
  ]) {
    proves('G-29', why, () => {
      let seen = 0;
      expect(cleanJson(value, { onCut: () => (seen += 1) })).toEqual(clean);
      expect(seen).toBe(cuts);
    });
  }
});

proves('G-29', 'a getter and a writing of its own are not called', () => {
  let calls = 0;
  const value = {
    get a(): number {
      calls += 1;
      return 1;
    },
    toJSON: () => (calls += 1),
    b: 2,
  };
  expect(cleanJson(value)).toEqual({ b: 2 });
  expect(calls).toBe(0);
});

proves('G-29', 'depth, members and texts have a limit', () => {
  let deep: unknown = 'x';
  for (let level = 0; level < 100_000; level += 1) deep = level % 2 === 0 ? [deep] : { deep };
  const cuts: JsonCut[] = [];
  const onCut = (why: JsonCut): void => void cuts.push(why);
  expect(JSON.stringify(cleanJson(deep, { maxDepth: 3, onCut }))).toBe(
    '{"deep":[{"deep":"[nested too deeply]"}]}',
  );
  const loop: { self?: unknown } = {};
  loop.self = loop;
  expect(JSON.stringify(cleanJson(loop, { maxDepth: 2, onCut }))).toBe(
    '{"self":{"self":"[nested too deeply]"}}',
  );
  expect(
    cleanJson(
      Array.from({ length: 1_000_000 }, () => 0),
      { maxMembers: 3, onCut },
    ),
  ).toEqual([0, 0, 0]);
  expect(cleanJson('x'.repeat(100), { maxString: 30, onCut })).toBe(
    'xxxxxxx… [93 more characters]',
  );
  expect(cuts).toEqual(['depth', 'depth', 'members', 'text']);
});

test('what was taken over is JSON, and taking it over again changes nothing', () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: someText }), (value) => {
      const clean = cleanJson(value);
      expect(JSON.parse(JSON.stringify(clean))).toStrictEqual(clean);
      expect(cleanJson(clean)).toStrictEqual(clean);
    }),
  );
});
