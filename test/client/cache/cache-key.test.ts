import { expect, test } from 'vitest';
import { cacheKeys, type CacheSubject } from '../../../src/client/cache/cache-key.ts';
import { proves } from '../../support/proves.ts';

const subject: CacheSubject = {
  server: 'https://mcp.example.com/mcp',
  partition: 'ada',
  revision: '2026-07-28',
  method: 'resources/read',
  params: { uri: 'note://1', more: { a: 1, b: [2, 3] } },
  capabilities: { elicitation: { form: {}, url: {} } },
};
const keys = cacheKeys(subject);

for (const { why, other } of [
  { why: 'another server', other: { server: 'https://mcp.example.com/other' } },
  { why: 'another revision', other: { revision: '2025-11-25' } },
  { why: 'another method', other: { method: 'tools/list' } },
  { why: 'other params', other: { params: { uri: 'note://2', more: { a: 1, b: [2, 3] } } } },
  { why: 'params within', other: { params: { uri: 'note://1', more: { a: 2, b: [2, 3] } } } },
  {
    why: 'another order in a list',
    other: { params: { uri: 'note://1', more: { a: 1, b: [3, 2] } } },
  },
  { why: 'no params', other: { params: undefined } },
  { why: 'other capabilities', other: { capabilities: { elicitation: { form: {} } } } },
  { why: 'an extension', other: { capabilities: { extensions: { 'com.example/thing': {} } } } },
] satisfies { why: string; other: Partial<CacheSubject> }[]) {
  proves('CCH-03', `${why} is another key`, () => {
    const others = cacheKeys({ ...subject, ...other });
    expect(others.private).not.toBe(keys.private);
    expect(others.public).not.toBe(keys.public);
  });
}

proves('CCH-03', 'what is written in another order is the same', () => {
  const params = { more: { b: [2, 3], a: 1 }, uri: 'note://1' };
  const capabilities = { elicitation: { url: {}, form: {} } };
  expect(cacheKeys({ ...subject, params, capabilities })).toEqual(keys);
});

proves('CCH-03', 'no cursor and the empty one are two', () => {
  const first = cacheKeys({ ...subject, params: undefined });
  expect(cacheKeys({ ...subject, params: {} })).toEqual(first);
  expect(cacheKeys({ ...subject, params: { cursor: '' } }).private).not.toBe(first.private);
});

proves(['CCH-04', 'TOL-12'], 'a partition has keys of its own, and one key is for all', () => {
  const others = cacheKeys({ ...subject, partition: 'bob' });
  expect(others.private).not.toBe(keys.private);
  expect(others.public).toBe(keys.public);
  expect(keys.public).not.toBe(keys.private);
  // No name that a user could have is that of everybody.
  for (const partition of ['', 'null', 'undefined', 'public'])
    expect(cacheKeys({ ...subject, partition }).private).not.toBe(keys.public);
});

proves('CCH-04', 'for nobody known there is no private key', () => {
  expect(cacheKeys({ ...subject, partition: undefined })).toEqual({
    private: undefined,
    public: keys.public,
  });
});

test('parts cannot be shifted from one to the next', () => {
  const one = cacheKeys({ ...subject, server: 'a","b', partition: 'c' });
  const other = cacheKeys({ ...subject, server: 'a', partition: 'b","c' });
  expect(one.private).not.toBe(other.private);
});

test('a member of any name is one', () => {
  const params = JSON.parse('{"__proto__":{"a":1},"uri":"note://1"}') as object;
  const plain = cacheKeys({ ...subject, params: { uri: 'note://1' } });
  expect(cacheKeys({ ...subject, params: { ...params } }).public).not.toBe(plain.public);
});
