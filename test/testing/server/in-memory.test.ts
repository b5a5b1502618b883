import { connect, PeerError, type Client, type ConnectOptions, type Revision } from 'garuda-mcp';
import { FakeClock, Refusal, scriptedServer, type ScriptedServer } from 'garuda-mcp/testing';
import { describe, expect, test } from 'vitest';
import { settle } from '../../support/fake-clock.ts';

const me = { name: 'me', version: '1.0.0' };

const revisions: readonly Revision[] = [
  '2024-11-05',
  '2025-03-26',
  '2025-06-18',
  '2025-11-25',
  '2026-07-28',
];

function open(server: ScriptedServer, options: ConnectOptions = {}): Promise<Client> {
  return connect(server.inMemory(), me, { clock: new FakeClock(), strict: true, ...options });
}

for (const revision of revisions) {
  test(`a client of ${revision} finds what the script offers`, async () => {
    const server = scriptedServer({
      revision,
      instructions: 'Be kind.',
      pageSize: 1,
      tools: [
        { tool: { name: 'add' }, call: ({ a, b }) => String(Number(a) + Number(b)) },
        { tool: { name: 'nothing' } },
      ],
      resources: [{ resource: { uri: 'note://1', name: 'one' }, read: () => 'a note' }],
      resourceTemplates: [
        {
          resourceTemplate: { uriTemplate: 'user://{id}', name: 'user' },
          read: ({ uri }) => `about ${String(uri)}`,
        },
      ],
      prompts: [{ prompt: { name: 'greet' }, get: ({ who }) => `Greet ${String(who)}.` }],
      complete: ({ value }) => ['blue', 'black'].filter((colour) => colour.startsWith(value)),
    });
    await using client = await open(server);
    expect(client.server).toMatchObject({ revision, name: 'scripted', instructions: 'Be kind.' });
    expect((await client.listTools()).map(({ name }) => name)).toEqual(['add', 'nothing']);
    const { content } = await client.callTool('add', { a: 1, b: 2 });
    expect(content).toEqual([{ type: 'text', text: '3' }]);
    expect((await client.callTool('nothing')).content).toEqual([]);
    expect(await client.listResources()).toEqual([{ uri: 'note://1', name: 'one' }]);
    expect(await client.listResourceTemplates()).toMatchObject([{ uriTemplate: 'user://{id}' }]);
    expect((await client.readResource('note://1')).contents).toMatchObject([{ text: 'a note' }]);
    const { contents } = await client.readResource('user://7');
    expect(contents).toMatchObject([{ uri: 'user://7', text: 'about user://7' }]);
    const { messages } = await client.getPrompt('greet', { who: 'Ada' });
    expect(messages).toMatchObject([{ role: 'user', content: { text: 'Greet Ada.' } }]);
    const argument = { name: 'colour', value: 'bl' };
    const { completion } = await client.complete({ type: 'ref/prompt', name: 'greet' }, argument);
    expect(completion.values).toEqual(['blue', 'black']);
    for (const missing of [
      client.callTool('no'),
      client.readResource('no'),
      client.getPrompt('no'),
    ]) {
      await expect(missing).rejects.toBeInstanceOf(PeerError);
    }
    await client.ping();
  });
}

describe.each(['2025-11-25', '2026-07-28'] as const)('a function of a script, %s', (revision) => {
  test('tells of progress and logs, and refuses', async () => {
    const server = scriptedServer({
      revision,
      tools: [
        {
          tool: { name: 'work' },
          call: (_args, context) => {
            context.progress(1, 2, 'half');
            context.log('debug', 'not wanted');
            context.log('warning', { hot: true }, 'oven');
            throw new Refusal(-32_050, 'too hot', { degrees: 300 });
          },
        },
      ],
    });
    const told: unknown[] = [];
    const take = (what: unknown): void => void told.push(what);
    await using client = await open(server, { onLog: take, logLevel: 'info' });
    const refused = client.callTool('work', {}, { onProgress: take });
    await expect(refused).rejects.toMatchObject({ code: -32_050, data: { degrees: 300 } });
    expect(told).toMatchObject([
      { progress: 1, total: 2, message: 'half' },
      { level: 'warning', data: { hot: true }, logger: 'oven' },
    ]);
  });

  test('is told when its request is cancelled', async () => {
    let aborted = 0;
    const server = scriptedServer({
      revision,
      tools: [
        {
          tool: { name: 'long' },
          call: (_args, { signal }) =>
            new Promise((resolve) => {
              signal.addEventListener('abort', () => {
                aborted += 1;
                resolve('too late');
              });
            }),
        },
      ],
    });
    await using client = await open(server);
    const controller = new AbortController();
    const call = client.callTool('long', {}, { signal: controller.signal });
    await server.until('tools/call');
    controller.abort();
    await expect(call).rejects.toMatchObject({ code: 'CANCELLED' });
    await server.until('notifications/cancelled');
    expect(aborted).toBe(1);
  });

  test('changes are told to who wants to hear of them', async () => {
    const server = scriptedServer({ revision, tools: [], resources: [], prompts: [] });
    await using client = await open(server);
    await using watch = client.watch({ tools: true, resources: ['note://1'] });
    await settle();
    server.changed('prompts');
    server.changed({ resource: 'note://2' });
    server.changed({ resource: 'note://1' });
    server.changed('tools');
    const first = await watch.next();
    const second = await watch.next();
    expect([first.value, second.value]).toEqual([
      { kind: 'resource', uri: 'note://1' },
      { kind: 'tools' },
    ]);
    expect(server.subscriptions).toHaveLength(revision === '2026-07-28' ? 1 : 0);
  });
});

test('an answer of one’s own stands in the place of any other', async () => {
  const server = scriptedServer({
    on: { 'tools/list': () => ({ tools: [{ name: 'own', inputSchema: { type: 'object' } }] }) },
    capabilities: { tools: {} },
  });
  await using client = await open(server);
  expect(await client.listTools()).toMatchObject([{ name: 'own' }]);
});

test('a result that no JSON can hold is an error, and the server lives', async () => {
  const server = scriptedServer({ on: { 'x/y': () => ({ much: 1n }) } });
  await using client = await open(server);
  await expect(client.request('x/y')).rejects.toMatchObject({ code: -32_603 });
  await client.ping();
});

test('a legacy server asks, within a call and by itself', async () => {
  const server = scriptedServer({
    revision: '2025-11-25',
    tools: [
      {
        tool: { name: 'roots' },
        call: async (_args, { ask }) => JSON.stringify(await ask('roots/list')),
      },
    ],
  });
  const roots = [{ uri: 'file:///work' }];
  await using client = await open(server, { onListRoots: () => roots });
  const { content } = await client.callTool('roots');
  expect(content).toEqual([{ type: 'text', text: JSON.stringify({ roots }) }]);
  const held = server.misbehave({ on: 'tools/call' }, { kind: 'hold' });
  const call = client.callTool('roots');
  await held.until();
  expect(await server.ask('roots/list')).toEqual({ roots });
  const refused = server.ask('sampling/createMessage', { messages: [], maxTokens: 1 });
  await expect(refused).rejects.toMatchObject({ code: -32_601 });
  held.release();
  await call;
  const hanging = server.ask('roots/list');
  await client.close();
  await expect(hanging).rejects.toBeInstanceOf(Refusal);
  await expect(server.ask('roots/list')).rejects.toThrow('no client of the legacy era');
});

test('a modern server asks in its results', async () => {
  const server = scriptedServer({
    revision: '2026-07-28',
    tools: [
      {
        tool: { name: 'roots' },
        call: (_args, { params }) =>
          params['requestState'] === 'the state'
            ? JSON.stringify(params['inputResponses'])
            : {
                resultType: 'input_required',
                inputRequests: { r: { method: 'roots/list' } },
                requestState: 'the state',
              },
      },
    ],
  });
  const roots = [{ uri: 'file:///work' }];
  await using client = await open(server, { onListRoots: () => roots });
  const { content } = await client.callTool('roots');
  expect(content).toEqual([{ type: 'text', text: JSON.stringify({ r: { roots } }) }]);
});

test('a subscription that the server ends is over', async () => {
  const server = scriptedServer({ revision: '2026-07-28', tools: [] });
  await using client = await open(server);
  await using watch = client.watch({ tools: true });
  await server.until('subscriptions/listen');
  await settle();
  server.endSubscriptions();
  expect(server.subscriptions).toEqual([]);
  expect((await client.listTools()).length).toBe(0);
  await watch.return();
});
