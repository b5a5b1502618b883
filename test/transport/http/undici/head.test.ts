import { expect, test } from 'vitest';
import { readFields, readHead } from '../../../../src/transport/http/undici/head.ts';

const bytes = (text: string) => Buffer.from(text, 'latin1');

test.each([
  {
    why: 'bytes',
    raw: [bytes('Content-Type'), bytes('text/plain')],
    fields: [['content-type', 'text/plain']],
  },
  { why: 'text', raw: ['A', 'x'], fields: [['a', 'x']] },
  {
    why: 'several fields of one name',
    raw: ['A', 'x', 'b', 'y', 'a', 'z'],
    fields: [
      ['a', 'x, z'],
      ['b', 'y'],
    ],
  },
  { why: 'several values of one field', raw: ['a', [bytes('x'), 'y']], fields: [['a', 'x, y']] },
  { why: 'an empty value, and a second one', raw: ['a', '', 'a', 'x'], fields: [['a', ', x']] },
  { why: 'bytes beyond ASCII', raw: ['a', bytes('caf\u00e9')], fields: [['a', 'caf\u00e9']] },
  {
    why: 'names that objects have',
    raw: ['__proto__', 'x', 'constructor', 'y'],
    fields: [['constructor', 'y']],
  },
  { why: 'a name without a value', raw: ['a', 'x', 'b'], fields: [['a', 'x']] },
  { why: 'nothing', raw: [], fields: [] },
])('$why', ({ raw, fields }) => {
  expect(Object.entries(readHead(raw))).toEqual(fields);
});

test('fields by name', () => {
  const fields = readFields({
    'content-type': 'text/plain',
    'set-cookie': ['a', 'b'],
    gone: undefined,
  });
  expect({ ...fields }).toEqual({ 'content-type': 'text/plain', 'set-cookie': 'a, b', gone: '' });
});
