import { Buffer } from 'node:buffer';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { StderrTail } from '../../../src/transport/stdio/stderr-tail.ts';
import { chunksOf, cut } from '../../protocol/framing/bytes.ts';

function tail(chunks: Iterable<Uint8Array>, maxLines = 3, maxLength = 5): readonly string[] {
  const kept = new StderrTail(maxLines, maxLength);
  for (const chunk of chunks) kept.push(Buffer.from(chunk));
  return kept.lines();
}

const cases = [
  { why: 'nothing', text: '', lines: [] },
  { why: 'a line without its end', text: 'a', lines: ['a'] },
  { why: 'lines', text: 'a\nb\n', lines: ['a', 'b'] },
  { why: 'CRLF', text: 'a\r\nb\r\n', lines: ['a', 'b'] },
  { why: 'only the last lines', text: '1\n2\n3\n4\n5\n', lines: ['3', '4', '5'] },
  { why: 'an open line counts', text: '1\n2\n3\n4', lines: ['2', '3', '4'] },
  { why: 'a long line is cut', text: '1234567\nb', lines: ['12345', 'b'] },
  { why: 'several bytes a character', text: 'é€😀é€\n', lines: ['é€😀é'] },
  { why: 'not in the middle of a character', text: '1234😀\n', lines: ['1234'] },
  { why: 'empty lines', text: '\n\na\n', lines: ['', '', 'a'] },
];

describe('the last lines', () => {
  test.each(cases)('$why', ({ text, lines }) => {
    const bytes = Buffer.from(text);
    expect(tail([bytes])).toEqual(lines);
    expect(tail(chunksOf(bytes, 1))).toEqual(lines);
  });

  test('none can be kept', () => {
    expect(tail([Buffer.from('a\nb')], 0)).toEqual([]);
  });

  test('bytes that are no UTF-8 are shown as such', () => {
    expect(tail([Uint8Array.of(0x61, 0xff, 10)])).toEqual(['a\ufffd']);
  });

  test('cut points do not matter', () => {
    const text = fc.array(fc.oneof(fc.string({ unit: 'binary', maxLength: 8 }), fc.constant('\n')));
    fc.assert(
      fc.property(text, fc.array(fc.nat(100)), (parts, places) => {
        const bytes = Buffer.from(parts.join(''));
        expect(tail(cut(bytes, places))).toEqual(tail([bytes]));
      }),
      { numRuns: 500 },
    );
  });
});
