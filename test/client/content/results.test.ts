import { expect } from 'vitest';
import {
  modelContent,
  mustSucceed,
  textOf,
  ToolError,
  type ModelContent,
} from '../../../src/client/index.ts';
import { McpError, type CallToolResult } from '../../../src/protocol/index.ts';
import { proves } from '../../support/proves.ts';

const said = (text: string): object => ({ type: 'text', text });

const texts: readonly { why: string; content: readonly object[]; text: string }[] = [
  { why: 'nothing', content: [], text: '' },
  { why: 'one text', content: [said('a')], text: 'a' },
  {
    why: 'texts, an empty one among them',
    content: [said('a'), said(''), said('b')],
    text: 'a\n\nb',
  },
  {
    why: 'texts between others',
    content: [
      { type: 'image', data: 'AA==', mimeType: 'image/png' },
      said('a'),
      { type: 'resource', resource: { uri: 'a://b', text: 'embedded' } },
      { type: 'hologram', text: 'no text of ours' },
      said('b'),
    ],
    text: 'a\nb',
  },
];

for (const { why, content, text } of texts) {
  proves('A-03', `the text of ${why}`, () => {
    expect(textOf(resultOf({ content }))).toBe(text);
  });
}

proves('A-03', 'a result of a tool that did its work is given back as it is', () => {
  for (const isError of [{}, { isError: false }]) {
    const result = resultOf({ content: [said('a')], ...isError });
    expect(mustSucceed(result, { server: 'far' })).toBe(result);
  }
});

proves('A-03', 'a tool that failed becomes an error with its text', () => {
  const result = resultOf({ content: [said('no such\nday'), said('try 1')], isError: true });
  const error = failure(() => mustSucceed(result, { server: 'far', subject: 'book' }));
  expect(error).toBeInstanceOf(ToolError);
  expect(error).toBeInstanceOf(McpError);
  expect(error).toMatchObject({
    name: 'ToolError',
    code: 'TOOL_FAILED',
    server: 'far',
    method: 'tools/call',
    text: 'no such\nday\ntry 1',
    message: String.raw`far: tools/call "book" ran and failed: "no such\nday\ntry 1" [TOOL_FAILED]`,
  });
  expect((error as ToolError).result).toBe(result);
});

proves('A-03', 'the error of a tool that failed without a word says so', () => {
  const error = failure(() => mustSucceed(resultOf({ isError: true }), { server: 'far' }));
  expect(error).toMatchObject({
    text: '',
    message: 'far: tools/call ran and failed: no text says why [TOOL_FAILED]',
  });
});

proves('A-03', 'the error is one line of bounded length, however much a tool says', () => {
  const result = resultOf({ content: [said('\u001b[2J\n\u202e'.repeat(10_000))], isError: true });
  const { message, text } = failure(() => mustSucceed(result, { server: 'far' })) as ToolError;
  expect(message).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u);
  expect(message.length).toBeLessThan(5_000);
  expect(text).toHaveLength(60_000);
});

const contents: readonly {
  why: string;
  result: Readonly<Record<string, unknown>>;
  content: readonly (string | ModelContent)[];
}[] = [
  { why: 'nothing', result: {}, content: [] },
  { why: 'texts, as they are', result: { content: [said('a\n'), said('')] }, content: ['a\n', ''] },
  {
    why: 'an image, without what else is on it',
    result: {
      content: [{ type: 'image', data: 'AA==', mimeType: 'image/png', annotations: {}, _meta: {} }],
    },
    content: [{ type: 'image', data: 'AA==', mimeType: 'image/png' }],
  },
  {
    why: 'audio, named',
    result: { content: [{ type: 'audio', data: 'AA==', mimeType: 'audio/"x"' }] },
    content: [String.raw`[audio "audio/\"x\"" left out]`],
  },
  {
    why: 'links, named',
    result: {
      content: [
        { type: 'resource_link', uri: 'a://b', name: 'b' },
        { type: 'resource_link', uri: 'a://c', name: 'c', title: 'See\nhere' },
      ],
    },
    content: ['[resource "a://b": "b"]', String.raw`[resource "a://c": "See\nhere"]`],
  },
  {
    why: 'audio and links of a server whose revision knows neither',
    result: { content: [{ type: 'audio' }, { type: 'resource_link', uri: 5, title: null }] },
    content: ['[audio "" left out]', '[resource "": ""]'],
  },
  {
    why: 'embedded resources: text, an image, another, one of no type',
    result: {
      content: [
        { uri: 'a://1', text: 'words' },
        { uri: 'a://2', blob: 'AA==', mimeType: 'image/webp' },
        { uri: 'a://3', blob: 'AA==', mimeType: 'application/pdf' },
        { uri: 'a://4', blob: 'AA==' },
        { uri: 'a://5', text: '', mimeType: 'image/svg+xml' },
      ].map((resource) => ({ type: 'resource', resource })),
    },
    content: [
      'words',
      { type: 'image', data: 'AA==', mimeType: 'image/webp' },
      '[resource "a://3" of the type "application/pdf" left out]',
      '[resource "a://4" of the type "" left out]',
      '',
    ],
  },
  {
    why: 'blocks of unknown types',
    result: { content: [{ type: 'holo\ngram' }, {}, { type: { deep: 1 } }, said('a')] },
    content: [
      String.raw`[content of the unknown type "holo\ngram" left out]`,
      '[content of the unknown type "" left out]',
      '[content of the unknown type "" left out]',
      'a',
    ],
  },
  ...[{ a: [1] }, null, false, 0, ''].map((structuredContent) => ({
    why: `${JSON.stringify(structuredContent)} that no text tells`,
    result: {
      content: [{ type: 'image', data: 'AA==', mimeType: 'image/png' }],
      structuredContent,
    },
    content: [
      { type: 'image', data: 'AA==', mimeType: 'image/png' },
      JSON.stringify(structuredContent),
    ] as const,
  })),
  {
    why: 'structure that a text tells too, once',
    result: { content: [said('{"a":1}')], structuredContent: { a: 1 } },
    content: ['{"a":1}'],
  },
  {
    why: 'structure that cannot be written',
    result: { structuredContent: nested(100_000) },
    content: ['[structured content left out: it is nested too deeply]'],
  },
  {
    why: 'a tool that failed, like any other',
    result: { content: [said('no')], isError: true },
    content: ['no'],
  },
];

for (const { why, result, content } of contents) {
  proves('H-09', `for a model: ${why}`, () => {
    const expected = content.map((entry) => (typeof entry === 'string' ? said(entry) : entry));
    expect(modelContent(resultOf(result))).toEqual(expected);
  });
}

function resultOf(members: object): CallToolResult {
  return { content: [], ...members };
}

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let n = 0; n < depth; n += 1) value = [value];
  return value;
}

function failure(act: () => unknown): unknown {
  try {
    return act();
  } catch (error) {
    return error;
  }
}
