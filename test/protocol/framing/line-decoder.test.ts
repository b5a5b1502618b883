import { Buffer } from 'node:buffer';
import * as fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { BytePieces } from '../../../src/protocol/framing/byte-pieces.ts';
import { HeldLine } from '../../../src/protocol/framing/held-line.ts';
import { LineDecoder } from '../../../src/protocol/framing/line-decoder.ts';
import { proves } from '../../support/proves.ts';
import { chunksOf, cut, decodeUtf8 } from './bytes.ts';

type LineEvent = string | { head: string; tail: string };

function decode(chunks: Iterable<Uint8Array>, maxLineBytes = 1000, keptBytes = 4): LineEvent[] {
  const events: LineEvent[] = [];
  const decoder = new LineDecoder(
    {
      line: (text) => events.push(text),
      overlong: (head, tail) => events.push({ head, tail }),
    },
    { maxLineBytes, keptBytes, decodeUtf8 },
  );
  for (const chunk of chunks) decoder.push(chunk);
  decoder.end();
  return events;
}

const lines: readonly { why: string; text: string; max?: number; events: LineEvent[] }[] = [
  { why: 'nothing', text: '', events: [] },
  { why: 'one line', text: 'a\n', events: ['a'] },
  { why: 'two lines', text: 'a\nb\n', events: ['a', 'b'] },
  { why: 'a last line without its end', text: 'a\nb', events: ['a', 'b'] },
  { why: 'CRLF', text: 'a\r\nb\r\n', events: ['a', 'b'] },
  { why: 'one CR of two is dropped', text: 'a\r\r\n', events: ['a\r'] },
  { why: 'a CR within a line stays', text: 'a\rb\n', events: ['a\rb'] },
  { why: 'empty lines', text: '\n\r\n\na\n\n', events: ['a'] },
  { why: 'a byte-order mark at the start', text: '\ufeffa\n', events: ['a'] },
  { why: 'a byte-order mark on a later line', text: 'a\n\ufeffb\n', events: ['a', 'b'] },
  { why: 'a byte-order mark and nothing else', text: '\ufeff\r\na\n', events: ['a'] },
  { why: 'a second byte-order mark stays', text: '\ufeff\ufeffa\n', events: ['\ufeffa'] },
  { why: 'text of several bytes a character', text: 'é€😀\n', events: ['é€😀'] },
  { why: 'line separators of Unicode', text: 'a\u2028b\u0085c\n', events: ['a\u2028b\u0085c'] },
  { why: 'exactly the limit', text: '12345678\n', max: 8, events: ['12345678'] },
  { why: 'the limit with CR', text: '12345678\r\n', max: 8, events: ['12345678'] },
  { why: 'the limit with a mark', text: '\ufeff12345678\r\n', max: 8, events: ['12345678'] },
  {
    why: 'one over the limit',
    text: 'a\n123456789\nb\n',
    max: 8,
    events: ['a', { head: '1234', tail: '6789' }, 'b'],
  },
  {
    why: 'far over the limit',
    text: `<<<<${'x'.repeat(500)}>>>>\nb\n`,
    max: 8,
    events: [{ head: '<<<<', tail: '>>>>' }, 'b'],
  },
  {
    why: 'over the limit and never ended',
    text: `a\n<<<<${'x'.repeat(500)}>>>>`,
    max: 8,
    events: ['a', { head: '<<<<', tail: '>>>>' }],
  },
];

describe('lines', () => {
  for (const { why, text, max, events } of lines) {
    const bytes = Buffer.from(text);
    proves(['W-20', 'STD-02'], `${why}, in one chunk`, () => {
      expect(decode([bytes], max)).toEqual(events);
    });
    proves(['W-20', 'STD-02'], `${why}, byte by byte`, () => {
      expect(decode(chunksOf(bytes, 1), max)).toEqual(events);
    });
  }

  test('bytes that are no UTF-8 become U+FFFD', () => {
    expect(decode([Uint8Array.of(0x61, 0xff, 0x62, 10)])).toEqual(['a\ufffdb']);
  });

  test('a line too long for a string of this engine is an overlong line', () => {
    const events: LineEvent[] = [];
    const decoder = new LineDecoder(
      { line: (text) => events.push(text), overlong: (head, tail) => events.push({ head, tail }) },
      {
        maxLineBytes: 1000,
        keptBytes: 2,
        decodeUtf8: (bytes) => {
          if (bytes.length > 3) throw new RangeError('string too long');
          return decodeUtf8(bytes);
        },
      },
    );
    decoder.push(Buffer.from('1234567\nabc\n'));
    expect(events).toEqual([{ head: '12', tail: '67' }, 'abc']);
  });
});

/** Text of lines with all that can stand at their ends, some over the limit of 40 bytes. */
const stream = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.constantFrom('\n', '\r\n', '\r', '\ufeff', '{"id":1}\n', 'x'.repeat(70)),
    ),
    { maxLength: 20 },
  )
  .map((parts) => Buffer.from(parts.join('')));

describe('properties', () => {
  proves(['W-20', 'W-22'], 'cut points do not matter', () => {
    fc.assert(
      fc.property(stream, fc.array(fc.nat(600), { maxLength: 30 }), (bytes, places) => {
        const whole = decode([bytes], 40);
        expect(decode(cut(bytes, places), 40)).toEqual(whole);
        expect(decode(chunksOf(bytes, 1), 40)).toEqual(whole);
      }),
      { numRuns: 500 },
    );
  });

  proves('W-20', 'bytes of any kind never throw, however they are cut', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 400 }),
        fc.array(fc.nat(400), { maxLength: 20 }),
        (bytes, places) => {
          expect(decode(cut(bytes, places), 40)).toEqual(decode([bytes], 40));
        },
      ),
      { numRuns: 500 },
    );
  });

  proves('A-02', 'lines come out in the order in which they went in', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer(), { minLength: 1, maxLength: 50 }),
        fc.array(fc.nat(500), { maxLength: 20 }),
        (numbers, places) => {
          const bytes = Buffer.from(numbers.map((n) => `${n}\n`).join(''));
          expect(decode(cut(bytes, places))).toEqual(numbers.map(String));
        },
      ),
    );
  });

  test('a reader that keeps a chunk sees it unchanged by what comes later', () => {
    fc.assert(
      fc.property(stream, fc.integer({ min: 1, max: 9 }), (bytes, size) => {
        const chunks = [...chunksOf(bytes, size)];
        const before = chunks.map((chunk) => chunk.join());
        decode(chunks, 40);
        expect(chunks.map((chunk) => chunk.join())).toEqual(before);
      }),
    );
  });
});

describe('work and memory', () => {
  afterEach(() => vi.restoreAllMocks());

  const megabyte = 1024 * 1024;
  const work: readonly { lineBytes: number; chunkBytes: number }[] = [
    { lineBytes: 12 * megabyte, chunkBytes: 4096 },
    { lineBytes: 64 * megabyte, chunkBytes: 4096 },
    { lineBytes: 16 * megabyte, chunkBytes: 65_536 },
    { lineBytes: megabyte, chunkBytes: 7 },
    { lineBytes: 200, chunkBytes: 1 },
  ];
  for (const { lineBytes, chunkBytes } of work) {
    for (const over of [false, true]) {
      const what = `${lineBytes} bytes in chunks of ${chunkBytes}${over ? ', over the limit' : ''}`;
      proves('W-22', `each byte is searched once and copied at most twice: ${what}`, () => {
        const counted = countWork();
        const line = new CountedBytes(lineBytes + 1).fill(0x61);
        line[lineBytes] = 10;
        let decoded = 0;
        let overlong = 0;
        const decoder = new LineDecoder(
          { line: () => {}, overlong: () => (overlong += 1) },
          {
            maxLineBytes: over ? Math.floor(lineBytes / 2) : lineBytes,
            keptBytes: 16,
            decodeUtf8: (bytes) => {
              decoded += bytes.length;
              return '';
            },
          },
        );
        for (const chunk of chunksOf(line, chunkBytes)) decoder.push(chunk);
        expect(CountedBytes.searched).toBe(line.length);
        expect(counted.copied()).toBeLessThanOrEqual(2.1 * line.length);
        expect(decoded).toBeLessThanOrEqual((over ? 0.5 : 1) * lineBytes + 32);
        expect(overlong).toBe(over ? 1 : 0);
      });
    }
  }

  const options = { maxBytes: 4 * megabyte, keptBytes: 16, decodeUtf8 };

  test('a line of single bytes is kept in few pieces', () => {
    const held = new BytePieces();
    const byte = Uint8Array.of(0x61);
    for (let at = 0; at < megabyte; at += 1) held.add(byte);
    const joins = vi.spyOn(Uint8Array.prototype, 'set');
    expect(held.join()).toHaveLength(megabyte);
    expect(joins.mock.calls.length).toBeLessThanOrEqual(megabyte / 16_384);
  });

  test('over the limit only the ends are kept', () => {
    const held = new HeldLine(options);
    const chunk = new Uint8Array(100_000);
    for (let at = 0; at < 1000; at += 1) held.add(chunk);
    expect(held.size).toBe(100_000_000);
    const kept = held.take();
    if (kept.kind !== 'ends') throw new Error(`ends expected, not ${kept.kind}`);
    expect(kept.head.buffer.byteLength).toBe(16);
    expect(kept.tail.buffer.byteLength).toBe(32);
  });

  proves(['W-20', 'W-22'], 'a long line is decoded in parts as it is as a whole', () => {
    const filler = 'é€😀a'.repeat(megabyte / 10);
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 12 }),
        fc.integer({ min: 30_000, max: 300_000 }),
        (odd, size) => {
          // The odd bytes stand on both sides of where a part may end.
          const middle = Buffer.concat(Array.from({ length: 10 }, () => odd)).filter(
            (b) => b !== 10,
          );
          const text = Buffer.from(filler);
          const line = Buffer.concat([text, middle, text, Buffer.from('\r\n')]);
          const at = megabyte - text.length;
          const shifted = line.subarray(Math.max(0, -at - middle.length / 2));
          expect(decode(chunksOf(shifted, size), 8 * megabyte)).toEqual(
            decode([shifted], 8 * megabyte),
          );
        },
      ),
      { numRuns: 10 },
    );
  });

  test.each([
    { why: 'at the limit', over: 0 },
    { why: 'one over', over: 1 },
    { why: 'far over', over: megabyte },
  ])('a long line $why is judged in parts as it is as a whole', ({ over }) => {
    const max = 3 * megabyte;
    const line = Buffer.from(`\ufeff<<<${'x'.repeat(max - 6 + over)}>>>\r\nb\n`);
    const whole = decode([line], max);
    expect(typeof whole[0]).toBe(over === 0 ? 'string' : 'object');
    expect(whole).toHaveLength(2);
    expect(decode(chunksOf(line, 65_536), max)).toEqual(whole);
  });

  test('a line that gets too long for a string while it comes is an overlong line', () => {
    let calls = 0;
    const held = new HeldLine({
      ...options,
      decodeUtf8: (bytes) => {
        calls += 1;
        if (calls > 1) throw new RangeError('string too long');
        return decodeUtf8(bytes);
      },
    });
    held.add(Buffer.from(`<<${'x'.repeat(1.5 * megabyte)}`));
    held.add(Buffer.from(`${'x'.repeat(1.5 * megabyte)}>>`));
    const kept = held.take();
    if (kept.kind !== 'ends') throw new Error(`ends expected, not ${kept.kind}`);
    expect(decodeUtf8(kept.head)).toBe(`<<${'x'.repeat(14)}`);
    expect(decodeUtf8(kept.tail)).toBe(`${'x'.repeat(14)}>>`);
    expect(held.size).toBe(0);
  });
});

/** Counts the bytes that a search has passed. */
class CountedBytes extends Uint8Array {
  static searched = 0;

  override indexOf(value: number, from = 0): number {
    const found = super.indexOf(value, from);
    CountedBytes.searched += (found === -1 ? this.length : found + 1) - from;
    return found;
  }
}

function countWork(): { copied(): number } {
  CountedBytes.searched = 0;
  const set = vi.spyOn(Uint8Array.prototype, 'set');
  const move = vi.spyOn(Uint8Array.prototype, 'copyWithin');
  return {
    copied: () => {
      const joined = set.mock.calls.reduce((sum, [bytes]) => sum + bytes.length, 0);
      return joined + move.mock.calls.reduce((sum, [, from, to = 0]) => sum + to - from, 0);
    },
  };
}
