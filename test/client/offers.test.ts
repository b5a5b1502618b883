import { expect } from 'vitest';
import type { Client } from '../../src/client/index.ts';
import { connected, failureOf } from '../support/connected.ts';
import { proves } from '../support/proves.ts';

const asks: Readonly<Record<string, (client: Client) => Promise<unknown>>> = {
  'tools/list': (client) => client.listTools(),
  'tools/call': (client) => client.callTool('a'),
  'resources/list': (client) => client.listResources(),
  'resources/templates/list': (client) => client.listResourceTemplates(),
  'resources/read': (client) => client.readResource('a'),
  'prompts/list': (client) => client.listPrompts(),
  'prompts/get': (client) => client.getPrompt('a'),
  'completion/complete': (client) =>
    client.complete({ type: 'ref/prompt', name: 'p' }, { name: 'a', value: '' }),
  'logging/setLevel': (client) => client.setLogLevel('info'),
};

for (const [method, ask] of Object.entries(asks)) {
  proves(
    ['CAP-01', 'CMP-01'],
    `${method} is not asked of a legacy server that does not offer it`,
    async () => {
      const { client, next } = await connected('2025-11-25', {}, {});
      await expect(ask(client)).rejects.toMatchObject({
        code: 'NOT_SUPPORTED',
        message: expect.stringContaining('did not declare'),
      });
      await expect(next()).rejects.toThrow('nothing');
    },
  );

  if (method === 'logging/setLevel') continue;
  proves('CAP-02', `${method} is asked of a modern server whatever is known of it`, async () => {
    const { client, next, refuse } = await connected('2026-07-28', {}, {});
    const failed = failureOf(ask(client));
    const request = await next();
    expect(request['method']).toBe(method);
    await refuse(request, { code: -32601 });
    expect(await failed).toMatchObject({ code: -32601 });
  });
}

proves(['CMP-01', 'CAP-01'], 'a server of 2024-11-05 may complete without saying so', async () => {
  const { client, next, answer } = await connected('2024-11-05', {}, {});
  const result = client.complete({ type: 'ref/prompt', name: 'p' }, { name: 'a', value: '' });
  await answer(await next(), { completion: { values: ['x'] } });
  await expect(result).resolves.toMatchObject({ completion: { values: ['x'] } });
});

proves(['RES-06', 'CAP-01'], 'a legacy server without subscriptions gets none', async () => {
  const { client, next } = await connected('2025-11-25', {}, { resources: { subscribe: false } });
  const watch = client.watch({ resources: ['a'] });
  await expect(watch.next()).rejects.toMatchObject({ code: 'NOT_SUPPORTED' });
  await expect(next()).rejects.toThrow('nothing');
});
