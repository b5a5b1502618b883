import { describe, expect, test } from 'vitest';
import { checkValue, valueOfText } from '../../../../src/garuda/cli/arguments/typed-value.ts';
import { valueForm } from '../../../../src/garuda/cli/arguments/value-form.ts';

const integer = { type: 'integer' };
const number = { type: 'number' };
const choice = { enum: ['debug', 'info', 3, null] };
const optionalInteger = { anyOf: [integer, { type: 'null' }] };

describe('a text becomes the value that its schema means', () => {
  test.each([
    { schema: { type: 'string' }, text: '5', value: '5' },
    { schema: { type: 'string' }, text: '', value: '' },
    { schema: {}, text: 'true', value: 'true' },
    { schema: { type: ['string', 'null'] }, text: 'null', value: 'null' },
    { schema: { type: ['integer', 'string'] }, text: '5', value: '5' },
    { schema: integer, text: '5', value: 5 },
    { schema: integer, text: '-5', value: -5 },
    { schema: integer, text: '5.0', value: 5 },
    { schema: integer, text: '1e3', value: 1000 },
    { schema: integer, text: '9007199254740991', value: 9_007_199_254_740_991 },
    { schema: number, text: '0.5', value: 0.5 },
    { schema: number, text: '-1e-3', value: -0.001 },
    { schema: number, text: '7', value: 7 },
    { schema: { type: 'boolean' }, text: 'true', value: true },
    { schema: { type: 'boolean' }, text: 'false', value: false },
    { schema: { type: 'null' }, text: 'null', value: null },
    { schema: { type: 'array' }, text: '["a",1]', value: ['a', 1] },
    { schema: { type: 'object' }, text: '{"a":{"b":1}}', value: { a: { b: 1 } } },
    { schema: choice, text: 'debug', value: 'debug' },
    { schema: choice, text: '3', value: 3 },
    { schema: choice, text: 'null', value: null },
    { schema: optionalInteger, text: '5', value: 5 },
    { schema: optionalInteger, text: 'null', value: null },
  ])('$schema $text', ({ schema, text, value }) => {
    expect(valueOfText(text, valueForm(schema, {}))).toEqual({ ok: true, value });
  });
});

describe('a text that does not fit is told from what was expected', () => {
  test.each([
    { schema: integer, text: 'five', fault: 'expected an integer, got "five"' },
    { schema: integer, text: '5.5', fault: 'expected an integer, got "5.5"' },
    { schema: integer, text: '', fault: 'expected an integer, got ""' },
    { schema: integer, text: '"5"', fault: String.raw`expected an integer, got ""5""` },
    { schema: number, text: 'NaN', fault: 'expected a number, got "NaN"' },
    { schema: number, text: '+5', fault: 'expected a number, got "+5"' },
    {
      schema: integer,
      text: '9007199254740993',
      fault:
        '"9007199254740993" is no number that JSON carries exactly; the largest integer is 9007199254740991',
    },
    {
      schema: number,
      text: '1e999',
      fault:
        '"1e999" is no number that JSON carries exactly; the largest integer is 9007199254740991',
    },
    { schema: { type: 'boolean' }, text: 'yes', fault: 'expected true or false, got "yes"' },
    { schema: { type: 'boolean' }, text: '1', fault: 'expected true or false, got "1"' },
    { schema: { type: 'array' }, text: 'a,b', fault: 'expected a JSON array, got "a,b"' },
    { schema: { type: 'array' }, text: '{}', fault: 'expected a JSON array, got "{}"' },
    { schema: { type: 'object' }, text: '[]', fault: 'expected a JSON object, got "[]"' },
    { schema: optionalInteger, text: 'x', fault: 'expected an integer or null, got "x"' },
    {
      schema: choice,
      text: 'dbug',
      fault: 'expected one of "debug", "info", "3", "null", got "dbug"; did you mean debug?',
    },
    { schema: { const: 'a' }, text: 'zzz', fault: 'expected "a", got "zzz"' },
    {
      schema: { enum: Array.from({ length: 14 }, (_, at) => `v${at}`) },
      text: 'zzz',
      fault:
        'expected one of "v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7", "v8", "v9", "v10", "v11" and 2 more, got "zzz"',
    },
  ])('$text: $fault', ({ schema, text, fault }) => {
    expect(valueOfText(text, valueForm(schema, {}))).toEqual({ ok: false, fault });
  });
});

describe('a JSON value is checked', () => {
  test.each([
    { schema: integer, value: 5, fault: undefined },
    { schema: number, value: 5, fault: undefined },
    { schema: {}, value: { any: 1 }, fault: undefined },
    { schema: choice, value: 3, fault: undefined },
    { schema: integer, value: 5.5, fault: 'expected an integer, got a number' },
    { schema: { type: 'string' }, value: 5, fault: 'expected text, got an integer' },
    { schema: { type: 'string' }, value: null, fault: 'expected text, got null' },
    { schema: { type: 'object' }, value: [], fault: 'expected a JSON object, got a JSON array' },
    { schema: { type: 'boolean' }, value: 'true', fault: 'expected true or false, got text' },
    {
      schema: { enum: ['a'] },
      value: 'b',
      fault: String.raw`expected "a", got ""b""`,
    },
  ])('$schema $value', ({ schema, value, fault }) => {
    expect(checkValue(value, valueForm(schema, {}))).toEqual(
      fault === undefined ? { ok: true, value } : { ok: false, fault },
    );
  });
});
