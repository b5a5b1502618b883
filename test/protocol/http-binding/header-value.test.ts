import { Buffer } from 'node:buffer';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encodeHeaderValue } from '../../../src/protocol/http-binding/header-value.ts';
import { proves } from '../../support/proves.ts';

const table: readonly { why: string; value: string; field: string | undefined }[] = [
  // As it is.
  { why: 'plain text', value: 'us-west1', field: 'us-west1' },
  { why: 'inner spaces', value: 'us west 1', field: 'us west 1' },
  {
    why: 'all visible ASCII',
    value: `!"#$%&'()*+,-./09:;<=>?@AZ[\\]^_\`az{|}~`,
    field: `!"#$%&'()*+,-./09:;<=>?@AZ[\\]^_\`az{|}~`,
  },
  { why: 'an empty value stays empty', value: '', field: '' },
  {
    why: 'a URI',
    value: 'file:///path/to/file%20name.txt',
    field: 'file:///path/to/file%20name.txt',
  },
  { why: 'only the opening marker', value: '=?base64?abc', field: '=?base64?abc' },
  { why: 'only the closing marker', value: 'really?=', field: 'really?=' },
  { why: 'markers in capitals are no markers', value: '=?BASE64?YQ==?=', field: '=?BASE64?YQ==?=' },
  { why: 'markers in the middle', value: 'x=?base64?YQ==?=x', field: 'x=?base64?YQ==?=x' },
  // Encoded.
  { why: 'other scripts', value: 'Hello, 世界', field: '=?base64?SGVsbG8sIOS4lueVjA==?=' },
  { why: 'spaces at both ends', value: ' padded ', field: '=?base64?IHBhZGRlZCA=?=' },
  { why: 'a space in front', value: ' a', field: '=?base64?IGE=?=' },
  { why: 'a space behind', value: 'a ', field: '=?base64?YSA=?=' },
  { why: 'a space alone', value: ' ', field: '=?base64?IA==?=' },
  { why: 'a line feed', value: 'line1\nline2', field: '=?base64?bGluZTEKbGluZTI=?=' },
  { why: 'a header injection', value: 'a\r\nX-Evil: 1', field: '=?base64?YQ0KWC1FdmlsOiAx?=' },
  { why: 'a tab inside', value: 'a\tb', field: '=?base64?YQli?=' },
  { why: 'NUL', value: '\0', field: '=?base64?AA==?=' },
  { why: 'DEL', value: '\x7f', field: '=?base64?fw==?=' },
  { why: 'Latin-1', value: 'é', field: '=?base64?w6k=?=' },
  { why: 'three bytes', value: '€', field: '=?base64?4oKs?=' },
  { why: 'a pair of surrogates', value: '😀', field: '=?base64?8J+YgA==?=' },
  { why: 'the alphabet is not the URL-safe one', value: '\u{3ffff}', field: '=?base64?8L+/vw==?=' },
  {
    why: 'what looks encoded',
    value: '=?base64?literal?=',
    field: '=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?=',
  },
  {
    why: 'what looks encoded and is empty',
    value: '=?base64??=',
    field: '=?base64?PT9iYXNlNjQ/Pz0=?=',
  },
  {
    why: 'both markers in one question mark',
    value: '=?base64?=',
    field: '=?base64?PT9iYXNlNjQ/PQ==?=',
  },
  // No text at all.
  { why: 'a high surrogate alone', value: 'a\ud83d', field: undefined },
  { why: 'a low surrogate alone', value: '\ude00a', field: undefined },
  { why: 'surrogates in the wrong order', value: '\ude00\ud83d', field: undefined },
  { why: 'a high surrogate before another pair', value: '\ud83d😀', field: undefined },
];

describe('encodeHeaderValue', () => {
  for (const { why, value, field } of table) {
    proves('HTTP-06', why, () => {
      expect(encodeHeaderValue(value)).toBe(field);
    });
  }

  test('property: a decoder of another make finds the value again', () => {
    fc.assert(
      fc.property(anyText, (value) => {
        const field = encodeHeaderValue(value);
        const found = field === undefined ? undefined : decode(field);
        expect(found).toBe(isText(value) ? value : undefined);
      }),
      { numRuns: 2_000 },
    );
  });

  test('property: a field value is printable ASCII without a space at its ends', () => {
    fc.assert(
      fc.property(anyText, (value) => {
        expect(encodeHeaderValue(value) ?? '').toMatch(/^(?:[!-~](?:[ -~]*[!-~])?)?$/);
      }),
      { numRuns: 2_000 },
    );
  });

  test('a value of a million characters', () => {
    const value = '世'.repeat(1_000_000);
    expect(encodeHeaderValue(value)).toBe(`=?base64?${Buffer.from(value).toString('base64')}?=`);
  });
});

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  // Code units, so that lone surrogates occur.
  fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units)),
  fc.string().map((inner) => `=?base64?${inner}?=`),
  fc.constantFrom(' ', '\t', '').chain((end) => fc.string().map((inner) => end + inner + end)),
);

function isText(value: string): boolean {
  return Buffer.from(value, 'utf8').toString('utf8') === value;
}

function decode(field: string): string {
  const encoded = /^=\?base64\?(.*)\?=$/.exec(field)?.[1];
  return encoded === undefined ? field : Buffer.from(encoded, 'base64').toString('utf8');
}
