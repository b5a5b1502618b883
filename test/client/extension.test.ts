import { expect } from 'vitest';
import type { Extension } from '../../src/client/index.ts';
import type { JsonObject } from '../../src/protocol/index.ts';
import { connected, declaredIn, paramsOf, failureOf } from '../support/connected.ts';
import { proves } from '../support/proves.ts';

const heard: JsonObject[] = [];
const later: Extension = {
  id: 'com.example/later',
  settings: { max: 3 },
  methods: { 'later/get': { nameMember: 'key' } },
  resultTypes: {
    later: {
      methods: ['tools/call'],
      follow: async ({ key }, { request, answer, subject }) => {
        const { roots } = await answer({ roots: { method: 'roots/list' } });
        return await request('later/get', { key, subject, roots });
      },
    },
  },
  notifications: {
    'notifications/later': (params) => {
      heard.push(params);
    },
  },
};

for (const revision of ['2026-07-28', '2025-11-25'] as const) {
  proves(
    ['CAP-08', 'CAP-10'],
    `${revision}: what is spoken is declared, with its settings`,
    async () => {
      const other: Extension = { id: 'com.example/other' };
      const { declared } = await connected(revision, { extensions: [later, other], tasks: false });
      expect(declared).toEqual({
        extensions: { 'com.example/later': { max: 3 }, 'com.example/other': {} },
      });
    },
  );
}

proves(
  ['RPC-10', 'CAP-08'],
  'a result of an extension leads to the result of the method',
  async () => {
    const { client, next, answer } = await connected('2026-07-28', {
      extensions: [later],
      onListRoots: () => [{ uri: 'file:///work' }],
    });
    const result = client.callTool('a');
    const call = await next();
    expect(declaredIn(call)).toHaveProperty('extensions');
    await answer(call, { resultType: 'later', key: 'k' });
    const get = await next();
    expect(get['method']).toBe('later/get');
    expect(paramsOf(get)).toEqual({
      key: 'k',
      subject: 'a',
      roots: { roots: [{ uri: 'file:///work' }] },
    });
    await answer(get, { content: [{ type: 'text', text: 'done' }] });
    await expect(result).resolves.toMatchObject({ content: [{ type: 'text', text: 'done' }] });
  },
);

proves(
  ['RPC-10', 'RPC-12'],
  'for another method, and without the extension, it is no result',
  async () => {
    const { client, next, answer } = await connected('2026-07-28', { extensions: [later] });
    const reading = failureOf(client.readResource('a'));
    await answer(await next(), { resultType: 'later', key: 'k' });
    expect(await reading).toMatchObject({
      code: 'INVALID_RESULT',
      message: expect.stringContaining('resultType'),
    });
    const bare = await connected('2026-07-28');
    const calling = failureOf(bare.client.callTool('a'));
    await bare.answer(await bare.next(), { resultType: 'later', key: 'k' });
    expect(await calling).toMatchObject({
      code: 'INVALID_RESULT',
    });
  },
);

proves('CAP-09', 'a server that lacks the extension refuses, and that is the error', async () => {
  const { client, next, refuse } = await connected('2026-07-28', { extensions: [later] });
  const failed = failureOf(client.request('later/get', { key: 'k' }));
  await refuse(await next(), { code: -32601 });
  expect(await failed).toMatchObject({
    code: -32601,
    method: 'later/get',
  });
});

proves('CAP-08', 'its notifications reach it, those of others are reported', async () => {
  const { say, reports } = await connected('2026-07-28', { extensions: [later] });
  await say({ method: 'notifications/later', params: { a: 1 } });
  await say({ method: 'notifications/unheard', params: {} });
  expect(heard).toEqual([{ a: 1 }]);
  expect(reports).toEqual([{ kind: 'unknown-notification', method: 'notifications/unheard' }]);
});

for (const id of [
  '',
  'thing',
  'com.example',
  '/thing',
  'com.example/',
  '1com/x',
  'com-/x',
  'a/b/c',
  'com.example/-x',
]) {
  proves(['CAP-08', 'META-07'], `${JSON.stringify(id)} is no id`, async () => {
    await expect(connected('2026-07-28', { extensions: [{ id }] })).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: expect.stringContaining('com.example/thing'),
    });
  });
}

for (const id of ['com.example/thing', 'io.modelcontextprotocol/ui', 'a/b', 'x-1.y/a_b.c-d']) {
  proves(['CAP-08', 'META-07'], `${JSON.stringify(id)} is an id`, async () => {
    const { declared } = await connected('2026-07-28', { extensions: [{ id }], tasks: false });
    expect(declared).toEqual({ extensions: { [id]: {} } });
  });
}

proves('CAP-08', 'the same extension twice is a mistake', async () => {
  await expect(connected('2026-07-28', { extensions: [later, later] })).rejects.toMatchObject({
    code: 'INVALID_ARGUMENT',
    message: expect.stringContaining('twice'),
  });
});
