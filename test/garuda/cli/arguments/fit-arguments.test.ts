import { describe, expect, test } from 'vitest';
import {
  fitArguments,
  type GivenValue,
} from '../../../../src/garuda/cli/arguments/fit-arguments.ts';
import { UsageError } from '../../../../src/garuda/cli/usage-error.ts';
import type { JsonObject } from '../../../../src/protocol/index.ts';

const schema: JsonObject = {
  type: 'object',
  properties: {
    message: { type: 'string' },
    count: { type: 'integer' },
    deep: { $ref: '#/$defs/d' },
  },
  required: ['message'],
  $defs: { d: { type: 'object', properties: {} } },
};
const closed = { ...schema, additionalProperties: false };

interface Given {
  readonly all?: JsonObject;
  readonly texts?: Readonly<Record<string, string>>;
  readonly json?: JsonObject;
}

function fit({ all, texts = {}, json = {} }: Given, to: JsonObject): JsonObject {
  const single = new Map<string, GivenValue>();
  for (const [name, text] of Object.entries(texts)) single.set(name, { kind: 'text', text });
  for (const [name, value] of Object.entries(json)) single.set(name, { kind: 'json', value });
  return fitArguments({ all, single }, to);
}

describe('arguments that fit', () => {
  test.each<{ given: Given; to: JsonObject; args: JsonObject }>([
    {
      given: { texts: { message: 'hi', count: '2', deep: '{"a":1}' } },
      to: schema,
      args: { message: 'hi', count: 2, deep: { a: 1 } },
    },
    { given: { json: { message: 'hi', count: 3 } }, to: schema, args: { message: 'hi', count: 3 } },
    { given: { all: { message: 'hi', count: 3 } }, to: schema, args: { message: 'hi', count: 3 } },
    {
      given: { all: { message: 'hi', count: 3 }, texts: { count: '4' } },
      to: schema,
      args: { message: 'hi', count: 4 },
    },
    {
      given: { texts: { message: 'hi', other: '5' } },
      to: schema,
      args: { message: 'hi', other: '5' },
    },
    {
      given: { texts: { other: '5' } },
      to: { additionalProperties: { type: 'integer' } },
      args: { other: 5 },
    },
    {
      given: { texts: { 'x-a': '5' } },
      to: { additionalProperties: false, patternProperties: { '^x-': {} } },
      args: { 'x-a': '5' },
    },
    { given: {}, to: {}, args: {} },
    { given: {}, to: { required: 'message', properties: [] }, args: {} },
    { given: { texts: { toString: 'x' } }, to: {}, args: { toString: 'x' } },
  ])('$given', ({ given, to, args }) => {
    expect(fit(given, to)).toEqual(args);
  });

  test('an argument may have any name', () => {
    const all = JSON.parse('{"__proto__":1}') as JsonObject;
    expect(JSON.stringify(fit({ all }, {}))).toBe('{"__proto__":1}');
  });
});

describe('arguments that do not fit are named before anything is sent', () => {
  test.each<{ given: Given; to: JsonObject; message: string }>([
    { given: {}, to: schema, message: 'the required argument "message" is missing' },
    {
      given: {},
      to: { required: ['a', 'b', 1] },
      message: 'the required arguments "a", "b" are missing',
    },
    {
      given: { texts: { mesage: 'hi' } },
      to: schema,
      message:
        'the required argument "message" is missing; "mesage" is given, which it does not have',
    },
    {
      given: { texts: { message: 'hi', count: 'x' } },
      to: schema,
      message: 'the argument "count": expected an integer, got "x"',
    },
    {
      given: { json: { message: 5 } },
      to: schema,
      message: 'the argument "message": expected text, got an integer',
    },
    {
      given: { all: { message: 'hi', deep: 1 } },
      to: schema,
      message: 'the argument "deep": expected a JSON object, got an integer',
    },
    {
      given: { texts: { message: 'hi', cuont: '1' } },
      to: closed,
      message: 'the tool has no argument "cuont"; did you mean count?',
    },
    {
      given: { texts: { weather: '1' } },
      to: closed,
      message: 'the tool has no argument "weather"; there is message, count, deep',
    },
    {
      given: { texts: { a: '1' } },
      to: { additionalProperties: false },
      message: 'the tool has no argument "a", nor any other',
    },
  ])('$message', ({ given, to, message }) => {
    expect(() => fit(given, to)).toThrow(new UsageError(message));
  });
});
