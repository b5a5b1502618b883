import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../src/protocol/index.ts';
import { ScriptedClient } from '../fixtures/client/scripted-client.ts';
import { proves } from '../support/proves.ts';

const keys: readonly { key: string; fits: boolean }[] = [
  ...[
    'name',
    'n',
    '0',
    'progressToken',
    'traceparent',
    'a.b_c-d',
    'com.example/name',
    'com.example/',
    'com.example.mcp/Name.1',
    'io.modelcontextprotocol/related-task',
    'a/b',
    'A-1.b2/c',
    '',
  ].map((key) => ({ key, fits: true })),
  ...[
    ' ',
    'a b',
    '-a',
    'a-',
    '.a',
    'a_',
    'é',
    'a/b/c',
    '/name',
    '1a/name',
    'com.1example/name',
    'com..example/name',
    '.example/name',
    'com.example./name',
    'com.example-/name',
    'com.exam_ple/name',
    'com.example/-name',
    'com.example/name.',
    'com.example/na\nme',
    'name\n',
  ].map((key) => ({ key, fits: false })),
];

describe('a key that a caller puts into _meta', () => {
  for (const { key, fits } of keys) {
    proves('META-07', `${JSON.stringify(key)} is ${fits ? 'sent' : 'refused here'}`, async () => {
      await using open = await ScriptedClient.open('modern');
      const outcome = open.client.callTool('echo', { text: 'a' }, { meta: { [key]: 1 } });
      if (fits) {
        const call = open.sent('tools/call');
        const { _meta } = call['params'] as { readonly _meta: object };
        expect(Object.keys(_meta)).toContain(key);
        open.answer(call);
        await outcome;
      } else {
        await expect(outcome).rejects.toMatchObject({
          name: 'ProtocolError',
          code: 'INVALID_ARGUMENT',
          message: expect.stringContaining(JSON.stringify(key)),
        });
        open.sentNothing();
      }
    });
  }

  proves('META-07', 'the same goes for every request', async () => {
    await using open = await ScriptedClient.open('legacy');
    const { client } = open;
    const options = { meta: { 'a b': 1 } };
    const outcomes = await Promise.allSettled([
      client.listTools(options),
      client.readResource('note://1', options),
      client.getPrompt('greet', {}, options),
      client.complete({ type: 'ref/prompt', name: 'a' }, { name: 'a', value: '' }, {}, options),
      client.ping(options),
    ]);
    const reason = { code: 'INVALID_ARGUMENT' };
    expect(outcomes).toMatchObject(outcomes.map(() => ({ status: 'rejected', reason })));
    open.sentNothing();
  });
});

test.each([null, 5, 'text', []])('%j is no _meta', async (meta) => {
  await using open = await ScriptedClient.open('legacy');
  await expect(
    open.client.callTool('echo', {}, { meta: meta as unknown as JsonObject }),
  ).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  open.sentNothing();
});
