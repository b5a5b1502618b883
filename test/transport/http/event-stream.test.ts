import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { EventStreamDecoder } from '../../../src/transport/http/event-stream.ts';

type Seen =
  | { event: string; data: string; id: string | undefined }
  | { position: string }
  | { retry: number }
  | { dropped: string; id: string | undefined; head: string; tail: string };

function decode(chunks: readonly Uint8Array[], maxMessageBytes = 1_000_000): Seen[] {
  const seen: Seen[] = [];
  const decoder = new EventStreamDecoder(
    {
      event: ({ event, data, id }) => seen.push({ event, data, id }),
      position: (id) => seen.push({ position: id }),
      retry: (afterMs) => seen.push({ retry: afterMs }),
      tooLarge: ({ event, id, head, tail }) => seen.push({ dropped: event, id, head, tail }),
    },
    maxMessageBytes,
  );
  for (const chunk of chunks) decoder.push(chunk);
  return seen;
}

const bytes = (text: string) => new TextEncoder().encode(text);
const message = (data: string, id?: string) => ({ event: 'message', data, id });
const each = (all: Uint8Array) => Array.from(all, (byte) => Uint8Array.of(byte));

describe('what a stream holds', () => {
  const cases: { why: string; text: string; seen: Seen[] }[] = [
    { why: 'one event', text: 'data: {"a":1}\n\n', seen: [message('{"a":1}')] },
    { why: 'exactly one space is dropped', text: 'data:  x \n\n', seen: [message(' x ')] },
    { why: 'no space', text: 'data:x\n\n', seen: [message('x')] },
    { why: 'CRLF', text: 'data: x\r\n\r\ndata: y\r\n\r\n', seen: [message('x'), message('y')] },
    { why: 'CR', text: 'data: x\r\rdata: y\r\r', seen: [message('x'), message('y')] },
    {
      why: 'mixed line ends',
      text: 'data: x\r\n\ndata: y\n\r\n',
      seen: [message('x'), message('y')],
    },
    { why: 'lines are joined', text: 'data: a\ndata\ndata: c\n\n', seen: [message('a\n\nc')] },
    {
      why: 'a named event',
      text: 'event: ping\ndata: x\n\ndata: y\n\n',
      seen: [{ event: 'ping', data: 'x', id: undefined }, message('y')],
    },
    {
      why: 'an empty name is a message',
      text: 'event: a\nevent\ndata: x\n\n',
      seen: [message('x')],
    },
    {
      why: 'an id',
      text: 'id: 7\ndata: x\n\ndata: y\n\n',
      seen: [message('x', '7'), message('y')],
    },
    {
      why: 'a priming event with an empty data field',
      text: 'id: 7\ndata:\n\n',
      seen: [{ position: '7' }],
    },
    { why: 'a position without data', text: 'id: 7\n\n', seen: [{ position: '7' }] },
    { why: 'an empty id forgets', text: 'id\n\n', seen: [{ position: '' }] },
    { why: 'an id with NUL is ignored', text: 'id: 7\nid: 8\0\n\n', seen: [{ position: '7' }] },
    { why: 'empty data', text: 'data\n\ndata:\n\ndata: \n\n', seen: [] },
    { why: 'a name without data', text: 'event: x\n\ndata: y\n\n', seen: [message('y')] },
    { why: 'digits of retry', text: 'retry: 1500\n\n', seen: [{ retry: 1500 }] },
    { why: 'a retry holds before its block ends', text: 'retry:0\n', seen: [{ retry: 0 }] },
    {
      why: 'other retries',
      text: 'retry: 1.5\nretry: -1\nretry\nretry: 1e3\nretry: ٣\n\n',
      seen: [],
    },
    {
      why: 'endless digits',
      text: `retry: ${'9'.repeat(400)}\n`,
      seen: [{ retry: Number.MAX_SAFE_INTEGER }],
    },
    { why: 'comments', text: ': ping\n:\ndata: x\n: more\n\n', seen: [message('x')] },
    {
      why: 'unknown fields, and names are exact',
      text: 'dat: 1\ndatas: 2\nDATA: 3\n data: 4\n\n',
      seen: [],
    },
    { why: 'a colon in the value', text: 'data: a:b: c\n\n', seen: [message('a:b: c')] },
    { why: 'one byte-order mark', text: '\uFEFFdata: x\n\n', seen: [message('x')] },
    {
      why: 'a byte-order mark before a blank line',
      text: '\uFEFF\ndata: x\n\n',
      seen: [message('x')],
    },
    { why: 'no second byte-order mark', text: '\uFEFF\uFEFFdata: x\n\n', seen: [] },
    {
      why: 'byte-order marks in data',
      text: 'data: \uFEFFx\n\ndata: \uFEFF\n\n',
      seen: [message('\uFEFFx'), message('\uFEFF')],
    },
    { why: 'an unterminated block', text: 'data: x\n\nid: 9\ndata: y\n', seen: [message('x')] },
    { why: 'an unterminated line', text: 'data: x\n\ndata: y', seen: [message('x')] },
    {
      why: 'characters of every length',
      text: 'data: é漢🙂\nid: 漢\n\n',
      seen: [message('é漢🙂', '漢')],
    },
    { why: 'nothing', text: '', seen: [] },
  ];
  test.each(cases)('$why', ({ text, seen }) => {
    expect(decode([bytes(text)])).toEqual(seen);
    expect(decode(each(bytes(text)))).toEqual(seen);
  });

  test('bytes that are no UTF-8 become replacement characters', () => {
    const broken = Uint8Array.of(...bytes('data: a'), 0xff, 0xe6, 0xbc, ...bytes('b\n\n'));
    expect(decode([broken])).toEqual([message('a\uFFFD\uFFFDb')]);
    expect(decode(each(broken))).toEqual([message('a\uFFFD\uFFFDb')]);
  });

  test('a byte-order mark is one in front of the stream only, also behind a comment in pieces', () => {
    const all = bytes(':\n\ufeffdata: x\n\ndata: y\n\n');
    expect(decode([all])).toEqual([message('y')]);
    expect(decode(each(all))).toEqual([message('y')]);
  });

  test('an event is told with the byte that ends it, even a carriage return', () => {
    const seen: string[] = [];
    const decoder = new EventStreamDecoder(
      { event: ({ data }) => seen.push(data), position() {}, retry() {}, tooLarge() {} },
      100,
    );
    decoder.push(bytes('data: x\r\n\r'));
    expect(seen).toEqual(['x']);
    decoder.push(bytes('\n'));
    decoder.push(bytes('data: y\n\n'));
    expect(seen).toEqual(['x', 'y']);
  });
});

describe('an event over the bound', () => {
  const whole = (length: number) => 'é'.repeat(length / 2 - 5) + '0123456789';
  const cases: { why: string; text: string; max: number; seen: Seen[] }[] = [
    { why: 'exactly at the bound', text: 'data: éé\n\n', max: 4, seen: [message('éé')] },
    {
      why: 'one byte over, and the stream goes on',
      text: 'id: 1\nevent: x\ndata: abcde\n\nid: 2\ndata: y\n\n',
      max: 4,
      seen: [{ dropped: 'x', id: '1', head: 'abcde', tail: 'abcde' }, message('y', '2')],
    },
    { why: 'line feeds count', text: 'data: a\ndata: b\n\n', max: 3, seen: [message('a\nb')] },
    {
      why: 'the sum of lines',
      text: 'data: a\ndata: b\ndata: c\n\ndata: d\n\n',
      max: 4,
      seen: [{ dropped: 'message', id: undefined, head: 'a\nb\nc', tail: 'a\nb\nc' }, message('d')],
    },
    {
      why: 'both ends of a long line',
      text: `\uFEFFdata: ${whole(100_000)}\n\ndata: d\n\n`,
      max: 20_000,
      seen: [
        { dropped: 'message', id: undefined, head: 'é'.repeat(1024), tail: whole(2038) },
        message('d'),
      ],
    },
    {
      why: 'other fields are ignored, not the event',
      text: `x: ${whole(100)}\nid: ${whole(100)}\ndata: y\n\n`,
      max: 20,
      seen: [message('y')],
    },
    {
      why: 'comments have no bound',
      text: `: ${whole(90_000)}\ndata: y\n:${whole(90_000)}\n\n`,
      max: 20,
      seen: [message('y')],
    },
    { why: 'cut off by the end', text: 'data: abcdef\n', max: 4, seen: [] },
  ];
  test.each(cases)('$why', ({ text, max, seen }) => {
    expect(decode([bytes(text)], max)).toEqual(seen);
    expect(decode(each(bytes(text)), max)).toEqual(seen);
    const middle = bytes(text).length >> 1;
    expect(decode([bytes(text).subarray(0, middle), bytes(text).subarray(middle)], max)).toEqual(
      seen,
    );
  });
});

describe('for any stream', () => {
  const line = fc.oneof(
    fc.constantFrom(
      '',
      '',
      'data',
      'data:',
      'data: x',
      'id: 7',
      'id',
      'event: e',
      'retry: 9',
      ':',
      '\uFEFF',
    ),
    fc.string({ unit: 'binary', maxLength: 12 }).map((value) => `data: ${value}`),
    fc.string({ unit: 'binary', maxLength: 30 }),
    fc.integer({ min: 500, max: 40_000 }).map((length) => `data: ${'漢x'.repeat(length / 4)}`),
    fc.integer({ min: 500, max: 40_000 }).map((length) => `other: ${'y'.repeat(length)}`),
    fc.integer({ min: 500, max: 40_000 }).map((length) => `:${'y'.repeat(length)}`),
  );
  const stream = fc
    .array(fc.tuple(line, fc.constantFrom('\n', '\r', '\r\n')), { maxLength: 40 })
    .map((lines) => bytes(lines.flat().join('')));
  const garbage = fc
    .array(
      fc.oneof(
        fc.uint8Array({ maxLength: 40 }),
        fc.constantFrom(...['data: ', '\n\n', '\r', 'id:', '漢'].map(bytes)),
      ),
      { maxLength: 40 },
    )
    .map((pieces) => Uint8Array.from(pieces.flatMap((piece) => [...piece])));

  function cut(all: Uint8Array, sizes: readonly number[]): Uint8Array[] {
    const chunks: Uint8Array[] = [];
    let start = 0;
    for (let index = 0; start < all.length; index += 1) {
      const size = sizes[index % sizes.length] ?? all.length;
      chunks.push(all.subarray(start, start + size));
      start += size;
    }
    return chunks;
  }

  test('cut points do not matter, and garbage never throws', () => {
    fc.assert(
      fc.property(
        fc.oneof(stream, garbage),
        fc.array(fc.oneof(fc.integer({ min: 1, max: 7 }), fc.integer({ min: 1, max: 20_000 })), {
          minLength: 1,
          maxLength: 20,
        }),
        fc.constantFrom(3, 40, 9_000, 1_000_000),
        (all, sizes, max) => {
          expect(decode(cut(all, sizes), max)).toEqual(decode([all], max));
        },
      ),
      { numRuns: 400 },
    );
  });

  test('events come out as they went in', () => {
    const text = fc
      .string({ unit: 'grapheme', minLength: 1 })
      .filter((value) => !/[\r\n\0]/.test(value));
    const event = fc.record({ event: text, data: text, id: fc.option(text, { nil: undefined }) });
    fc.assert(
      fc.property(fc.array(event), fc.constantFrom('\n', '\r', '\r\n'), (events, end) => {
        const lines = events.flatMap(({ event: name, data, id }) => [
          `event: ${name}`,
          ...(id === undefined ? [] : [`id: ${id}`]),
          `data: ${data}`,
          '',
        ]);
        expect(decode([bytes(lines.map((one) => one + end).join(''))])).toEqual(events);
      }),
    );
  });
});
