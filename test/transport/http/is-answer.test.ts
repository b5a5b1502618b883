import { expect, test } from 'vitest';
import { answeredIds, isAnswer } from '../../../src/transport/http/is-answer.ts';

const result = { jsonrpc: '2.0', id: 0, result: {} };
const error = { code: -32_600, message: 'no' };

test.each([
  { why: 'the result', value: result, is: true },
  { why: 'its error', value: { jsonrpc: '2.0', id: 0, error }, is: true },
  { why: 'an error with a null id', value: { jsonrpc: '2.0', id: null, error }, is: true },
  { why: 'an error without id', value: { jsonrpc: '2.0', error }, is: true },
  { why: 'a broken answer with its id', value: { id: 0 }, is: true },
  { why: 'both result and error', value: { ...result, error }, is: true },
  { why: 'a batch with it', value: [{ jsonrpc: '2.0', method: 'm' }, result], is: true },
  { why: 'another result', value: { ...result, id: 1 }, is: false },
  { why: 'the id as text', value: { ...result, id: '0' }, is: false },
  { why: 'a result with a null id', value: { ...result, id: null }, is: false },
  { why: 'a request with the same id', value: { jsonrpc: '2.0', id: 0, method: 'm' }, is: false },
  { why: 'a notification', value: { jsonrpc: '2.0', method: 'm' }, is: false },
  { why: 'an empty batch', value: [], is: false },
  { why: 'a batch in a batch', value: [[result]], is: false },
  { why: 'null', value: null, is: false },
  { why: 'text', value: 'x', is: false },
  { why: 'a number', value: 0, is: false },
])('$why', ({ value, is }) => {
  expect(isAnswer(value, 0)).toBe(is);
});

test('the ids that a value answers', () => {
  expect(answeredIds([result, { id: 'a' }, { id: 3, method: 'm' }, 7])).toStrictEqual([0, 'a']);
  expect(answeredIds(result)).toStrictEqual([0]);
  expect(answeredIds({ method: 'm' })).toStrictEqual([]);
});
