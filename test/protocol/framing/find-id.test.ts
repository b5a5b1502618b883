import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findAnsweredId } from '../../../src/protocol/framing/find-id.ts';
import { proves } from '../../support/proves.ts';

type Id = string | number | undefined;

const heads: readonly { why: string; head: string; id: Id }[] = [
  { why: 'id in front', head: '{"jsonrpc":"2.0","id":7,"result":{"text":"cut h', id: 7 },
  { why: 'a string id', head: '{"jsonrpc":"2.0","id":"call-7","result":{"x', id: 'call-7' },
  { why: 'an escaped string id', head: String.raw`{"id":"a\"b\u0041","result":{`, id: 'a"bA' },
  { why: 'id 0', head: '{"jsonrpc":"2.0","id":0,"error":{', id: 0 },
  { why: 'a negative id', head: '{"jsonrpc":"2.0","id":-3,"error":{', id: -3 },
  { why: 'blanks everywhere', head: ' { "jsonrpc" : "2.0" ,\t"id" :\t7 , "result" : {', id: 7 },
  { why: 'id after a whole result', head: '{"result":{"a":[1,{"id":9}]},"id":7,', id: 7 },
  { why: 'id after a broken value', head: '{"result":{"a":NaN,"b":+1},"id":7}', id: 7 },
  { why: 'behind debug text', head: 'DEBUG sent {"jsonrpc":"2.0","id":7,"result":{"a', id: 7 },
  {
    why: 'an id only in the result',
    head: '{"jsonrpc":"2.0","result":{"id":9,"x":[',
    id: undefined,
  },
  { why: 'an id only in an array', head: '{"jsonrpc":"2.0","result":[{"id":9},', id: undefined },
  { why: 'an id in a text', head: String.raw`{"result":{"t":"\"id\":9,`, id: undefined },
  {
    why: 'an id in a text after braces',
    head: String.raw`{"a":"}}\",\"id\":9,","b":{`,
    id: undefined,
  },
  { why: 'a value that is the word id', head: '{"kind":"id","result":{', id: undefined },
  { why: 'a number that is cut', head: '{"jsonrpc":"2.0","id":12', id: undefined },
  { why: 'a string that is cut', head: '{"jsonrpc":"2.0","id":"12', id: undefined },
  { why: 'a null id', head: '{"jsonrpc":"2.0","id":null,"error":{', id: undefined },
  { why: 'a fraction', head: '{"jsonrpc":"2.0","id":1.5,"result":{', id: undefined },
  { why: 'a list as id', head: '{"jsonrpc":"2.0","id":[7],"result":{', id: undefined },
  { why: 'an object as id', head: '{"jsonrpc":"2.0","id":{"id":7},"result":{', id: undefined },
  {
    why: 'a request of the peer',
    head: '{"jsonrpc":"2.0","id":7,"method":"ping","params":{',
    id: undefined,
  },
  { why: 'a request, method first', head: '{"method":"ping","id":7,"params":{', id: undefined },
  { why: 'the first of a batch, lost with it', head: '[{"jsonrpc":"2.0","id":7,"result":{', id: 7 },
  { why: 'no JSON at all', head: 'id: 7, "id":7', id: undefined },
  { why: 'nothing', head: '', id: undefined },
];

const ends: readonly { why: string; tail: string; id: Id }[] = [
  { why: 'id last', tail: 'xxx"}]},"id":7}', id: 7 },
  { why: 'id last, then blanks', tail: 'xxx"}]} , "id" : 7 } \r', id: 7 },
  { why: 'a string id last', tail: 'xxx"}]},"id":"call-7"}', id: 'call-7' },
  { why: 'an id with marks in it', tail: String.raw`xxx"}]},"id":"a\"\\"}`, id: 'a"\\' },
  { why: 'id before the version', tail: 'xxx"}]},"id":7,"jsonrpc":"2.0"}', id: 7 },
  {
    why: 'small members around it',
    tail: 'xxx"}]},"_meta":{"id":1},"id":7,"x":[{"id":2}]}',
    id: 7,
  },
  { why: 'id right after a long string', tail: 'xxx","id":7}', id: 7 },
  { why: 'an id one level down', tail: 'xxx"}],"id":9}}', id: undefined },
  { why: 'an id in a list', tail: 'xxx"},{"id":9}]}', id: undefined },
  { why: 'an object that opens here', tail: 'xxx","structured":{"id":9}', id: undefined },
  { why: 'an id in a text', tail: String.raw`xxx \"id\":9}"}`, id: undefined },
  { why: 'an id in a text that is cut', tail: String.raw`"id\":9,\"a\":1}"}`, id: undefined },
  { why: 'a name that is cut', tail: 'id":7}', id: undefined },
  { why: 'a name whose start may be escaped', tail: '"id":7}', id: undefined },
  { why: 'marks behind backslashes that are cut', tail: String.raw`\"id":7}`, id: undefined },
  { why: 'two of them', tail: String.raw`\\"id":7}`, id: undefined },
  { why: 'another member that ends so', tail: 'xxx"}]},"taskid":9}', id: undefined },
  { why: 'a request of the peer', tail: 'xxx"},"method":"ping","id":7}', id: undefined },
  { why: 'a batch', tail: 'xxx"}]},"id":7}]', id: undefined },
  { why: 'text behind the message', tail: 'xxx"}]},"id":7} debug', id: undefined },
  { why: 'a null id', tail: 'xxx"}]},"id":null}', id: undefined },
  { why: 'nothing', tail: '', id: undefined },
];

describe('the id in the head', () => {
  for (const { why, head, id } of heads) {
    proves('G-23', why, () => {
      expect(findAnsweredId(head)).toBe(id);
    });
  }
});

describe('the id in the tail', () => {
  const head = '{"jsonrpc":"2.0","result":{"content":[{"text":"xxx';
  for (const { why, tail, id } of ends) {
    proves('G-23', why, () => {
      expect(findAnsweredId(head, tail)).toBe(id);
    });
  }

  test.each([
    {
      why: 'the head says it is a request',
      front: '{"jsonrpc":"2.0","method":"ping","params":{"a',
    },
    { why: 'the head is no JSON', front: 'Loading ... {' },
    { why: 'the object ends in the head', front: '{"level":30} and more text' },
  ])('is not believed where $why', ({ front }) => {
    expect(findAnsweredId(front, 'xxx"}]},"id":7}')).toBeUndefined();
  });

  test('an id in the head is not believed where the tail says that it is a request', () => {
    const tail = 'xxx"}]},"method":"sampling/createMessage"}';
    expect(findAnsweredId('{"jsonrpc":"2.0","id":7,"params":{"a', tail)).toBeUndefined();
    expect(findAnsweredId('{"jsonrpc":"2.0","id":7,"result":{"a', tail)).toBe(7);
  });

  test('the head has the last word', () => {
    expect(findAnsweredId('{"id":1,"result":{', '"}},"id":2}')).toBe(1);
  });
});

describe('properties', () => {
  const answer = fc.record({
    id: fc.oneof(fc.nat(), fc.string({ minLength: 1 })),
    before: fc.jsonValue(),
    after: fc.jsonValue(),
  });

  test('of any answer, wherever it is cut, the id that is found is the right one', () => {
    fc.assert(
      fc.property(answer, fc.nat(200), fc.nat(200), ({ id, before, after }, first, last) => {
        const text = JSON.stringify({ jsonrpc: '2.0', _meta: before, id, result: after });
        const found = findAnsweredId(text.slice(0, first), text.slice(-last));
        expect([id, undefined]).toContain(found);
      }),
      { numRuns: 2000 },
    );
  });

  test('an id at the end of a long answer is found in 200 characters', () => {
    fc.assert(
      fc.property(fc.nat(), fc.jsonValue(), (id, value) => {
        const text = JSON.stringify({ jsonrpc: '2.0', result: [value, 'x'.repeat(300)], id });
        expect(findAnsweredId(text.slice(0, 30), text.slice(-200))).toBe(id);
      }),
      { numRuns: 500 },
    );
  });

  test('no text throws', () => {
    const pieces = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      '"',
      ':',
      ',',
      '\\',
      '"id"',
      '7',
      '"jsonrpc"',
      ' ',
    );
    const text = fc.oneof(
      fc.string(),
      fc.array(pieces, { maxLength: 40 }).map((all) => all.join('')),
    );
    fc.assert(
      fc.property(text, text, (head, tail) => {
        const id = findAnsweredId(head, tail);
        expect(['undefined', 'number', 'string']).toContain(typeof id);
      }),
      { numRuns: 2000 },
    );
  });
});
