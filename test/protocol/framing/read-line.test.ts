import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readLine } from '../../../src/protocol/framing/read-line.ts';
import { proves } from '../../support/proves.ts';

type Found =
  | { message: unknown }
  | { noise: string }
  | { unreadable: readonly (string | number)[] };

function read(text: string): Found[] {
  const found: Found[] = [];
  readLine(text, {
    message: (message) => found.push({ message }),
    noise: (noise) => found.push({ noise }),
    unreadable: (unreadable) => found.push({ unreadable }),
  });
  return found;
}

const answer = { jsonrpc: '2.0', id: 3, result: { a: '}{"' } };
const other = { jsonrpc: '2.0', id: 4, error: { code: -32601, message: 'no' } };
const note = { jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info' } };
const ask = { jsonrpc: '2.0', id: 0, method: 'roots/list' };
const [a, o, n, q] = [answer, other, note, ask].map((each) => JSON.stringify(each));

const clean: readonly { why: string; text: string; found: Found[] }[] = [
  { why: 'an answer', text: `${a}`, found: [{ message: answer }] },
  { why: 'a notification', text: `${n}`, found: [{ message: note }] },
  { why: 'a request', text: `${q}`, found: [{ message: ask }] },
  { why: 'blanks around it', text: ` \t${a} \r`, found: [{ message: answer }] },
  {
    why: 'an id without a version is for the engine to judge',
    text: '{"id":3}',
    found: [{ message: { id: 3 } }],
  },
  {
    why: 'a version and nothing else too',
    text: '{"jsonrpc":"1.0"}',
    found: [{ message: { jsonrpc: '1.0' } }],
  },
  { why: 'a batch', text: `[${a},${n}]`, found: [{ message: [answer, note] }] },
  { why: 'an empty batch', text: '[]', found: [{ message: [] }] },
];

const noise: readonly { why: string; text: string }[] = [
  { why: 'a banner', text: 'Server listening on stdio' },
  { why: 'a log line', text: '[12:00:01] INFO {start} "ready"' },
  { why: 'a log line of JSON', text: '{"level":30,"msg":"started","pid":1}' },
  { why: 'a number', text: '3000' },
  { why: 'a word of JSON', text: 'null' },
  { why: 'a string of JSON', text: '"ready"' },
  { why: 'an object as Node prints it', text: "{ id: 3, name: 'x' }" },
  { why: 'the start of one', text: '{' },
  { why: 'a loose part of a message', text: '"id": 3,' },
  { why: 'a header of another protocol', text: 'Content-Length: 42' },
  { why: 'terminal colours', text: '\u001b[32mready\u001b[0m' },
];

const glued: readonly { why: string; text: string; found: Found[] }[] = [
  { why: 'text in front', text: `DEBUG ${a}`, found: [{ noise: 'DEBUG' }, { message: answer }] },
  {
    why: 'text in front without a blank',
    text: `x=1${a}`,
    found: [{ noise: 'x=1' }, { message: answer }],
  },
  {
    why: 'text behind',
    text: `${a} took 3 ms`,
    found: [{ noise: 'took 3 ms' }, { message: answer }],
  },
  { why: 'text on both sides', text: `<${a}>`, found: [{ noise: '<>' }, { message: answer }] },
  {
    why: 'quotation marks and braces in the text',
    text: `it's "x { [ ${a}`,
    found: [{ noise: `it's "x { [` }, { message: answer }],
  },
  {
    why: 'an object in front',
    text: `{"level":30}${a}`,
    found: [{ noise: '{"level":30}' }, { message: answer }],
  },
  { why: 'an open brace in front', text: `{ ${a}`, found: [{ noise: '{' }, { message: answer }] },
  { why: 'a notification', text: `DEBUG ${n}`, found: [{ noise: 'DEBUG' }, { message: note }] },
  {
    why: 'blanks in the message',
    text: `DEBUG { "jsonrpc" : "2.0", "id":3, "result":{}}`,
    found: [{ noise: 'DEBUG' }, { message: { jsonrpc: '2.0', id: 3, result: {} } }],
  },
  {
    why: 'the version last, with text behind',
    text: '{"result":{},"id":3,"jsonrpc":"2.0"} ok',
    found: [{ noise: 'ok' }, { message: { result: {}, id: 3, jsonrpc: '2.0' } }],
  },
  {
    why: 'lost line feeds',
    text: `${a}${n} ${q}`,
    found: [{ message: answer }, { message: note }, { message: ask }],
  },
  {
    why: 'a message in a message',
    text: `DEBUG {"jsonrpc":"2.0","id":3,"result":${a}}`,
    found: [{ noise: 'DEBUG' }, { message: { jsonrpc: '2.0', id: 3, result: answer } }],
  },
];

const unreadable: readonly { why: string; text: string; ids: (string | number)[] }[] = [
  { why: 'a message that breaks off', text: '{"jsonrpc":"2.0","id":3,"result":{"a', ids: [3] },
  {
    why: 'a message that breaks off right after its id',
    text: '{"jsonrpc":"2.0","id":3,"res',
    ids: [3],
  },
  {
    why: 'a value that is not JSON',
    text: '{"jsonrpc":"2.0","result":{"a":NaN},"id":3}',
    ids: [3],
  },
  {
    why: 'a stray mark in a text',
    text: '{"jsonrpc":"2.0","id":3,"result":{"a":"say "hi""}}',
    ids: [3],
  },
  {
    why: 'a comma too many, version last',
    text: '{"result":{},"id":3,"jsonrpc":"2.0",}',
    ids: [3],
  },
  {
    why: 'text in front of a broken one',
    text: 'DEBUG {"jsonrpc":"2.0","id":3,"result":{"a',
    ids: [3],
  },
  {
    why: 'a broken one in front of another',
    text: `{"jsonrpc":"2.0","id":2,"res${a}`,
    ids: [2, 3],
  },
  { why: 'two answers in other text', text: `DEBUG ${a} ${o}`, ids: [3, 4] },
  {
    why: 'what was received, then what is sent',
    text: `got {"jsonrpc":"2.0","id":3,"method":"tools/call"} ${a}`,
    ids: [3],
  },
  {
    why: 'an answer that another breaks into',
    text: `{"jsonrpc":"2.0","id":2,"result":{"x":1${a}}}`,
    ids: [2, 3],
  },
  { why: 'a request beside other text may be an echo of ours', text: `got ${q}`, ids: [] },
  { why: 'a broken request', text: '{"jsonrpc":"2.0","id":3,"method":"ping",}', ids: [] },
  { why: 'a broken message without an id', text: '{"jsonrpc":"2.0",', ids: [] },
  {
    why: 'another version in other text',
    text: 'x {"jsonrpc":"1.0","id":3,"result":{}}',
    ids: [3],
  },
  { why: 'a batch that breaks off', text: `[${a},{"jsonrpc"`, ids: [3] },
];

describe('lines that are JSON', () => {
  for (const { why, text, found } of clean) {
    proves('W-20', why, () => expect(read(text)).toEqual(found));
  }
});

describe('noise', () => {
  for (const { why, text } of noise) {
    proves(['W-20', 'STD-06'], why, () => expect(read(text)).toEqual([{ noise: text }]));
  }

  test('a line of blanks is nothing', () => {
    expect(read(' \t\r')).toEqual([]);
  });
});

describe('messages with other text on their line', () => {
  for (const { why, text, found } of glued) {
    proves('W-21', `found: ${why}`, () => expect(read(text)).toEqual(found));
  }
  for (const { why, text, ids } of unreadable) {
    proves(['W-21', 'G-23'], `not found, and the call can fail: ${why}`, () => {
      expect(read(text)).toEqual([{ unreadable: ids }]);
    });
  }

  test('the reason says what is wrong and shows the start of the line, in quotation marks', () => {
    const details: string[] = [];
    const reader = {
      message: (): void => {},
      noise: (): void => {},
      unreadable: (_: unknown, detail: string): void => void details.push(detail),
    };
    readLine(`DEBUG\u0007 ${a} ${o}`, reader);
    readLine(`{"jsonrpc":"2.0","id":3,"x":"${'y'.repeat(500)}`, reader);
    readLine(`got ${q}`, reader);
    expect(details).toEqual([
      `several messages with other text on the line; the line begins ${JSON.stringify(`DEBUG\u0007 ${a} ${o}`.slice(0, 120))}`,
      `a message that is not JSON; the line begins ${JSON.stringify(`{"jsonrpc":"2.0","id":3,"x":"${'y'.repeat(500)}`.slice(0, 120))}`,
      `a request with other text on the line; the line begins ${JSON.stringify(`got ${q}`)}`,
    ]);
  });
});

describe('properties', () => {
  const message = fc.record({ jsonrpc: fc.constant('2.0'), id: fc.nat(), result: fc.object() });
  const plain = fc.string().filter((text) => !text.includes('{') && !text.includes('['));

  proves('W-21', 'any text without braces around any answer leaves the answer found', () => {
    fc.assert(
      fc.property(plain, message, plain, (before, value, after) => {
        const found = read(before + JSON.stringify(value) + after);
        expect(found.at(-1)).toEqual({ message: JSON.parse(JSON.stringify(value)) });
      }),
      { numRuns: 1000 },
    );
  });

  proves('W-20', 'no text throws', () => {
    const pieces = fc.constantFrom(
      `${a}`,
      `${q}`,
      '{',
      '}',
      '[',
      '"',
      ',',
      '{"jsonrpc"',
      '"id":3',
      ' ',
      'x',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(pieces, { maxLength: 12 }).map((all) => all.join('')),
        ),
        (text) => {
          for (const found of read(text)) expect(Object.keys(found)).toHaveLength(1);
        },
      ),
      { numRuns: 2000 },
    );
  });

  test.each([
    { why: 'openings that never close', text: '{"jsonrpc":'.repeat(100_000) },
    { why: 'braces between messages', text: `{ ${a}`.repeat(30_000) },
    { why: 'blanks', text: `x${' '.repeat(1_000_000)}"jsonrpc"` },
    { why: 'backslashes', text: `{"jsonrpc":"${'\\'.repeat(1_000_000)}` },
    { why: 'marks', text: `{"jsonrpc":${'"'.repeat(1_000_000)}` },
  ])('a megabyte of $why is read before the test times out', ({ text }) => {
    expect(read(text)).toHaveLength(1);
  });
});
