import { describe, expect, test } from 'vitest';
import {
  readerOf,
  revisions,
  strictReaderOf,
  type Parsed,
} from '../../../src/protocol/revisions/registry.ts';
import { proves } from '../../support/proves.ts';

const latest = readerOf('2025-11-25');
const modern = readerOf('2026-07-28');
const text = { type: 'text', text: 'hello' };

describe('what is forgiven, and what comes of it', () => {
  test.each([
    {
      why: 'null is absent',
      parsed: latest
        .list('tools/list')
        ?.entry({ name: 'a', description: null, inputSchema: { type: 'object' } }),
      value: { name: 'a', inputSchema: { type: 'object' } },
    },
    {
      why: 'one ill-formed icon of two is left out',
      parsed: latest
        .list('resources/list')
        ?.entry({ uri: 'x:y', name: 'a', icons: [{ src: 'data:,', sizes: '48x48' }, {}] }),
      value: { uri: 'x:y', name: 'a', icons: [{ src: 'data:,' }] },
    },
    {
      why: 'annotations of the wrong type are left out',
      parsed: latest
        .list('tools/list')
        ?.entry({ name: 'a', annotations: 'safe', inputSchema: { type: 'object' } }),
      value: { name: 'a', inputSchema: { type: 'object' } },
    },
    {
      why: 'a schema without a type is one of an object',
      parsed: latest
        .list('tools/list')
        ?.entry({ name: 'a', inputSchema: { $ref: 'https://example.com/x', required: 'a' } }),
      value: {
        name: 'a',
        inputSchema: { $ref: 'https://example.com/x', required: 'a', type: 'object' },
      },
    },
    {
      why: 'structured content alone is enough',
      parsed: latest.result('tools/call')?.({ structuredContent: { sum: 3 } }),
      value: { structuredContent: { sum: 3 }, content: [] },
    },
    {
      why: 'a block of an unknown type stays',
      parsed: latest.result('tools/call')?.({ content: [{ type: 'video', frames: [1] }, text] }),
      value: { content: [{ type: 'video', frames: [1] }, text] },
    },
    {
      why: 'an unusable cache hint is the careful one',
      parsed: modern.result('resources/read')?.({
        resultType: 'complete',
        contents: [],
        ttlMs: -1,
        cacheScope: 'all',
      }),
      value: { resultType: 'complete', contents: [], ttlMs: 0, cacheScope: 'private' },
    },
    {
      why: 'the place of a server name in drafts',
      parsed: modern.result('server/discover')?.({
        supportedVersions: [],
        capabilities: {},
        serverInfo: { name: 's', version: '1' },
      }),
      value: {
        resultType: 'complete',
        supportedVersions: [],
        capabilities: {},
        serverInfo: { name: 's', version: '1' },
        ttlMs: 0,
        cacheScope: 'private',
      },
    },
  ])('$why', ({ parsed, value }) => {
    expect(parsed).toEqual({ ok: true, value });
  });

  proves('RPC-11', 'a result without a type is complete', () => {
    expect(modern.result('tools/call')?.({ content: [] })).toEqual({
      ok: true,
      value: { content: [], resultType: 'complete' },
    });
  });

  proves(
    'META-09',
    'an ill-formed value at a reserved key is left out, and the others stay',
    () => {
      const _meta = { 'io.modelcontextprotocol/serverInfo': 'me', 'com.example/a': 1 };
      expect(modern.result('tools/call')?.({ resultType: 'complete', content: [], _meta })).toEqual(
        {
          ok: true,
          value: { resultType: 'complete', content: [], _meta: { 'com.example/a': 1 } },
        },
      );
    },
  );

  proves('RPC-18', 'members that nobody knows are kept, at every depth', () => {
    const inputSchema = {
      type: 'object',
      properties: { a: { 'x-b': 1 } },
      $defs: { c: {} },
      'x-d': null,
    };
    const tool = {
      name: 'a',
      inputSchema,
      annotations: { 'x-e': 1 },
      _meta: { 'x-f': 1 },
      'x-g': null,
    };
    const capabilities = { tools: { 'x-h': 1 }, 'x-i': {} };
    const initialized = {
      protocolVersion: 'x',
      capabilities,
      serverInfo: { name: 's', version: '1', 'x-j': 1 },
      'x-k': 1,
    };
    for (const revision of revisions) {
      expect(readerOf(revision).list('tools/list')?.entry(tool)).toEqual({ ok: true, value: tool });
      expect(
        readerOf(revision).result('tools/call')?.({
          resultType: 'complete',
          content: [{ ...text, 'x-l': 1 }],
        }),
      ).toEqual({
        ok: true,
        value: { resultType: 'complete', content: [{ ...text, 'x-l': 1 }] },
      });
    }
    expect(latest.result('initialize')?.(initialized)).toEqual({ ok: true, value: initialized });
  });

  test('what is in normal form is not copied', () => {
    const result = { content: [text], structuredContent: { big: true } };
    const parsed = latest.result('tools/call')?.(result);
    expect(parsed?.ok === true && parsed.value).toBe(result);
  });

  test('what comes from the wire is never changed', () => {
    const result = Object.freeze({
      content: Object.freeze([Object.freeze({ ...text, annotations: null })]),
      isError: null,
    });
    expect(latest.result('tools/call')?.(result)).toEqual({ ok: true, value: { content: [text] } });
  });
});

describe('what is wrong is told where it is', () => {
  test.each<{ parsed: Parsed<unknown> | undefined; path: string; message: string }>([
    { parsed: latest.result('tools/call')?.(7), path: '', message: 'expected object, got number' },
    {
      parsed: latest.result('tools/call')?.({ content: 'x' }),
      path: 'content',
      message: 'expected array, got string',
    },
    {
      parsed: latest.result('tools/call')?.({ content: [text, { type: 'text' }] }),
      path: 'content[1].text',
      message: 'expected string, got nothing',
    },
    {
      parsed: latest.result('tools/call')?.({ content: [{}] }),
      path: 'content[0]',
      message:
        'expected an object whose type is text, image, audio, resource_link, resource, got object',
    },
    {
      parsed: latest.result('tools/call')?.({
        content: [{ type: 'resource', resource: { uri: 'x:y' } }],
      }),
      path: 'content[0].resource',
      message: 'expected an object with text or blob, got object',
    },
    {
      parsed: modern.result('tools/call')?.({ resultType: 'partial', content: [] }),
      path: 'resultType',
      message: 'expected "complete", got "partial"',
    },
    {
      parsed: latest.params('notifications/message')?.({ level: 'l'.repeat(99), data: 1 }),
      path: 'level',
      message: `expected "debug" or "info" or "notice" or "warning" or "error" or "critical" or "alert" or "emergency", got "${'l'.repeat(60)}…"`,
    },
    {
      parsed: latest.params('notifications/message')?.({ level: 'info' }),
      path: 'data',
      message: 'expected a value, got nothing',
    },
    {
      parsed: latest.params('notifications/resources/updated')?.(undefined),
      path: 'uri',
      message: 'expected string, got nothing',
    },
    {
      parsed: strictReaderOf('2026-07-28').result('tools/call')?.({
        resultType: 'complete',
        content: [],
        _meta: { 'io.modelcontextprotocol/serverInfo': { name: 's' } },
      }),
      path: '_meta["io.modelcontextprotocol/serverInfo"].version',
      message: 'expected string, got nothing',
    },
    {
      parsed: latest.params('elicitation/create')?.({ mode: 'telepathy', message: '' }),
      path: '',
      message: 'expected an elicitation by form or by URL, got object',
    },
  ])('$path: $message', ({ parsed, path, message }) => {
    expect(parsed).toEqual({ ok: false, path, message });
  });
});

describe('a list is read in two steps', () => {
  test.each([
    ['tools/list', 'tools'],
    ['resources/list', 'resources'],
    ['resources/templates/list', 'resourceTemplates'],
    ['prompts/list', 'prompts'],
    ['tasks/list', 'tasks'],
  ] as const)('%s', (method, key) => {
    const list = latest.list(method);
    expect(list?.key).toBe(key);
    expect(list?.page({ [key]: [7, null], nextCursor: '' })).toEqual({
      ok: true,
      value: { [key]: [7, null], entries: [7, null], nextCursor: '' },
    });
    expect(list?.page({ [key]: [], nextCursor: null })).toEqual({
      ok: true,
      value: { [key]: [], entries: [] },
    });
    expect(list?.page({})).toMatchObject({ ok: false, path: key });
    expect(list?.entry(7)).toMatchObject({ ok: false });
  });
});

describe('what a revision does not have', () => {
  test('has no parser', () => {
    expect(readerOf('2024-11-05').params('elicitation/create')).toBeUndefined();
    expect(readerOf('2025-06-18').result('tasks/get')).toBeUndefined();
    expect(readerOf('2025-06-18').taskCreated('tools/call')).toBeUndefined();
    expect(latest.inputRequired('tools/call')).toBeUndefined();
    expect(latest.errorData(-32022)).toBeUndefined();
    expect(modern.result('ping')).toBeUndefined();
    expect(modern.list('tasks/list')).toBeUndefined();
    expect(modern.taskCreated('tools/call')).toBeUndefined();
    expect(modern.inputRequired('completion/complete')).toBeUndefined();
    expect(modern.params('roots/list')).toBeUndefined();
  });

  test('nor has a name that every object has', () => {
    expect(latest.result('constructor' as never)).toBeUndefined();
    expect(latest.params('__proto__' as never)).toBeUndefined();
    expect(latest.list('toString' as never)).toBeUndefined();
  });

  test('there is one reader a revision', () => {
    expect(readerOf('2025-11-25')).toBe(latest);
  });
});
