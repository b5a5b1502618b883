import { expect } from 'vitest';
import type { Client } from '../../../src/client/index.ts';
import { connected, failureOf } from '../../support/connected.ts';
import { proves } from '../../support/proves.ts';

const icons = [
  { src: 'https://mcp.example.com/i.png', mimeType: 'image/png', sizes: ['48x48'], theme: 'dark' },
  { src: 'data:image/svg+xml;base64,AA==', sizes: ['any'], 'x-of-a-vendor': 1 },
];
const annotations = { audience: ['user'], priority: 0.8, lastModified: '2025-01-12T15:00:58Z' };
const _meta = { 'com.example/a': { deep: [1, null] } };

const entries = {
  tools: {
    ask: (client: Client) => client.listTools(),
    entry: {
      name: 'a',
      title: 'A',
      inputSchema: { type: 'object' },
      annotations: { title: 'B', readOnlyHint: true },
      icons,
      _meta,
    },
  },
  prompts: {
    ask: (client: Client) => client.listPrompts(),
    entry: {
      name: 'a',
      title: 'A',
      arguments: [{ name: 'b', title: 'B', description: 'c', required: true }],
      icons,
      _meta,
    },
  },
  resources: {
    ask: (client: Client) => client.listResources(),
    entry: { uri: 'a://b', name: 'b', title: 'B', size: 5, annotations, icons, _meta },
  },
  resourceTemplates: {
    ask: (client: Client) => client.listResourceTemplates(),
    entry: { uriTemplate: 'a://{b}', name: 'b', title: 'B', annotations, icons, _meta },
  },
} as const;

const blocks = [
  { type: 'text', text: 'a', annotations, _meta },
  { type: 'image', data: 'AA==', mimeType: 'image/png', annotations, _meta },
  { type: 'audio', data: 'AA==', mimeType: 'audio/wav', annotations, _meta },
  { type: 'resource_link', uri: 'a://b', name: 'b', title: 'B', icons, annotations, _meta },
  { type: 'resource', resource: { uri: 'a://b', text: 'c', _meta }, annotations, _meta },
  { type: 'resource', resource: { uri: 'a://b', blob: 'AA==', mimeType: 'image/png' } },
  { type: 'com.example/hologram', beam: 7, annotations, _meta },
];

for (const revision of ['2025-11-25', '2026-07-28'] as const) {
  for (const [list, { ask, entry }] of Object.entries(entries)) {
    const rows = ['ICO-04', 'TOL-04', ...('size' in entry ? (['RES-05'] as const) : [])] as const;
    proves(rows, `${revision}: ${list} come with icons, titles, annotations, _meta`, async () => {
      const { client, next, answer, reports } = await connected(revision);
      const all = ask(client);
      await answer(await next(), { [list]: [entry] });
      expect(await all).toEqual([entry]);
      expect(reports).toEqual([]);
    });
  }

  proves(
    ['TOL-11', 'RES-05'],
    `${revision}: blocks of every kind, known or not, come whole and in order`,
    async () => {
      const { client, next, answer, reports } = await connected(revision);
      const result = client.callTool('a');
      await answer(await next(), { content: blocks, _meta });
      expect(await result).toMatchObject({ content: blocks, _meta });
      expect((await result).content).toEqual(blocks);
      expect(reports).toEqual([]);
    },
  );

  proves('TOL-11', `${revision}: a known block that is malformed is an error`, async () => {
    const { client, next, answer } = await connected(revision);
    const failed = failureOf(client.callTool('a'));
    await answer(await next(), { content: [blocks[0], { type: 'image', data: 5 }] });
    expect(await failed).toMatchObject({
      code: 'INVALID_RESULT',
      message: expect.stringContaining('content[1]'),
    });
  });

  proves('RES-05', `${revision}: annotations that make no sense cost only themselves`, async () => {
    const { client, next, answer } = await connected(revision);
    const list = client.listResources();
    const odd = { audience: ['user', 'everyone'], priority: 7, lastModified: 5 };
    await answer(await next(), {
      resources: [
        { uri: 'a://b', name: 'b', annotations: odd },
        { uri: 'a://c', name: 'c', annotations: 'important' },
      ],
    });
    const [first, second] = await list;
    expect(first?.annotations).toEqual({ audience: ['user'] });
    expect(second).toEqual({ uri: 'a://c', name: 'c' });
  });
}
