import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { StderrLines } from '../../../src/testing/record/stderr-lines.ts';

const linesOf = (chunks: readonly Uint8Array[]): readonly string[] => {
  const told: string[] = [];
  const lines = new StderrLines((line) => told.push(line));
  for (const chunk of chunks) lines.push(chunk);
  lines.end();
  return told;
};

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

test.each([
  { why: 'nothing', text: '', lines: [] },
  { why: 'one without an end', text: 'a', lines: ['a'] },
  { why: 'an empty one', text: 'a\n\nb\n', lines: ['a', '', 'b'] },
  { why: 'as on Windows', text: 'a\r\nb', lines: ['a', 'b'] },
  {
    why: 'one that is cut',
    text: `${'x'.repeat(20_000)}\ny`,
    lines: ['x'.repeat(16_384), 'x'.repeat(3_616), 'y'],
  },
])('$why', ({ text, lines }) => {
  expect(linesOf([bytes(text)])).toEqual(lines);
});

test('it does not matter where the bytes are cut', () => {
  const text = fc.array(fc.constantFrom('a', 'é', '😀', '\n', '\r\n'), { maxLength: 30 });
  const property = fc.property(text, fc.array(fc.nat(80)), (characters, cuts) => {
    const all = bytes(characters.join(''));
    const at = [0, ...cuts.map((cut) => Math.min(cut, all.length)), all.length].toSorted(
      (a, b) => a - b,
    );
    const chunks = at.slice(1).map((end, index) => all.subarray(at[index], end));
    expect(linesOf(chunks)).toEqual(linesOf([all]));
  });
  fc.assert(property);
});

test('a line that never ends is not kept', () => {
  const told: string[] = [];
  const lines = new StderrLines((line) => told.push(line));
  for (let n = 0; n < 5; n += 1) lines.push(bytes('x'.repeat(10_000)));
  expect(told.join('')).toHaveLength(40_000);
});
