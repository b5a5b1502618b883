import { Buffer } from 'node:buffer';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MessageDecoder } from '../../../src/protocol/framing/message-decoder.ts';
import { proves } from '../../support/proves.ts';
import { chunksOf, cut, decodeUtf8 } from './bytes.ts';

function decode(chunks: Iterable<Uint8Array>, maxMessageBytes = 1000): unknown[] {
  const events: unknown[] = [];
  const decoder = new MessageDecoder(
    {
      message: (value) => events.push(value),
      failed: (id, failure) => events.push([id, failure.kind]),
      report: (notice) =>
        events.push(notice.kind === 'unreadable-message' ? [notice.failure.kind] : notice),
    },
    { maxMessageBytes, decodeUtf8 },
  );
  for (const chunk of chunks) decoder.push(chunk);
  decoder.end();
  return events;
}

const big = (id: number): string =>
  JSON.stringify({ jsonrpc: '2.0', result: { text: 'é'.repeat(9000) }, id });

const streams: readonly { why: string; text: string; events: unknown[] }[] = [
  {
    why: 'noise is reported once',
    text: 'banner\nlog 1\n{"jsonrpc":"2.0","id":1,"result":{}}\nlog 2\n',
    events: [
      { kind: 'noise', text: 'banner' },
      { jsonrpc: '2.0', id: 1, result: {} },
    ],
  },
  {
    why: 'noise is cut to 200 characters',
    text: `  ${'x'.repeat(300)}\n`,
    events: [{ kind: 'noise', text: 'x'.repeat(200) }],
  },
  {
    why: 'the call of a message over the limit fails, id last, and the next line is read',
    text: `${big(7)}\n{"id":8}\n`,
    events: [[7, 'message-too-large'], { id: 8 }],
  },
  {
    why: 'a notification over the limit is reported',
    text: `{"jsonrpc":"2.0","method":"notifications/message","params":"${'x'.repeat(2000)}"}\n{"id":8}\n`,
    events: [['message-too-large'], { id: 8 }],
  },
  {
    why: 'a request over the limit is reported, since its id is the peer’s own',
    text: `{"jsonrpc":"2.0","id":7,"method":"sampling/createMessage","params":"${'x'.repeat(2000)}"}\n`,
    events: [['message-too-large']],
  },
  {
    why: 'the call of an unreadable message fails',
    text: '{"jsonrpc":"2.0","id":7,"result":{"a":NaN}}\n{"id":8}\n',
    events: [[7, 'unreadable-message'], { id: 8 }],
  },
  {
    why: 'an unreadable message that answers nothing is reported, each time',
    text: '{"jsonrpc":\n{"jsonrpc":\n',
    events: [['unreadable-message'], ['unreadable-message']],
  },
  {
    why: 'a last message without its line end counts',
    text: '{"id":7}\n{"id":8}',
    events: [{ id: 7 }, { id: 8 }],
  },
  {
    why: 'a last message that breaks off is left to the end of the stream',
    text: '{"id":7}\n{"jsonrpc":"2.0","id":8,"res',
    events: [{ id: 7 }],
  },
  { why: 'so is one over the limit', text: big(7), events: [] },
];

describe('streams', () => {
  for (const { why, text, events } of streams) {
    for (const size of [1, 7, 100_000]) {
      proves(['W-20', 'W-21', 'W-22', 'G-23'], `${why} (chunks of ${size})`, () => {
        expect(decode(chunksOf(Buffer.from(text), size))).toEqual(events);
      });
    }
  }
});

describe('properties', () => {
  const line = fc.oneof(
    fc
      .record({ jsonrpc: fc.constant('2.0'), id: fc.nat(), result: fc.jsonValue() })
      .map((value) => JSON.stringify(value)),
    fc.string(),
    fc.constantFrom('', '\r', 'banner', '{"jsonrpc":"2.0","id":5,"result":', big(6)),
  );
  const text = fc.array(line, { maxLength: 15 }).map((all) => all.join('\n'));

  proves(['A-02', 'W-20'], 'cut points do not matter, and nothing throws', () => {
    fc.assert(
      fc.property(text, fc.array(fc.nat(20_000), { maxLength: 20 }), (all, places) => {
        const bytes = Buffer.from(all);
        expect(decode(cut(bytes, places))).toEqual(decode([bytes]));
      }),
      { numRuns: 300 },
    );
  });

  proves('A-02', 'messages come out in wire order with noise between them', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { maxLength: 30 }), fc.nat(50), (ids, size) => {
        const bytes = Buffer.from(ids.map((id) => `noise\n{"id":${id}}\n\n`).join(''));
        const messages = decode(chunksOf(bytes, size + 1)).filter((each) =>
          Object.hasOwn(each as object, 'id'),
        );
        expect(messages).toEqual(ids.map((id) => ({ id })));
      }),
    );
  });

  test('the same call can be named twice, by two broken answers', () => {
    const broken = '{"jsonrpc":"2.0","id":5,"result":\n';
    expect(decode([Buffer.from(broken + broken)])).toEqual([
      [5, 'unreadable-message'],
      [5, 'unreadable-message'],
    ]);
  });
});

test('a line over a limit that is very small costs the same call, however it is cut', () => {
  const bytes = Buffer.from(`{"jsonrpc":"2s":{"name":"${'x'.repeat(80)}"},"id":2\r\n`);
  const whole = decode([bytes], 91);
  expect(whole).toEqual([[2, 'message-too-large']]);
  for (let at = 1; at < bytes.length; at += 1) expect(decode(cut(bytes, [at]), 91)).toEqual(whole);
});
