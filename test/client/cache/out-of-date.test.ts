import { describe, expect, test } from 'vitest';
import { connected, failureOf, paramsOf } from '../../support/connected.ts';
import { settle } from '../../support/fake-clock.ts';
import { proves } from '../../support/proves.ts';
import { asks, cached, minute, names, read, tools, type Cached } from './cached.ts';

const changed = {
  tools: { method: 'notifications/tools/list_changed' },
  prompts: { method: 'notifications/prompts/list_changed' },
  resources: { method: 'notifications/resources/list_changed' },
  updated: (uri: string) => ({ method: 'notifications/resources/updated', params: { uri } }),
};

/** Tells the client something, a moment later than all before and before all that follows. */
async function tell(open: Cached, message: object): Promise<void> {
  await open.clock.advance(1);
  await open.say(message);
  await open.clock.advance(1);
}

/** Everything that can be kept, each asked for in turn; the methods that the server was asked. */
async function askedFor(open: Cached): Promise<readonly string[]> {
  const asked: string[] = [];
  const answers: Readonly<Record<string, object>> = {
    'tools/list': tools('a'),
    'prompts/list': { prompts: [], ...minute },
    'resources/list': { resources: [], ...minute },
    'resources/templates/list': { resourceTemplates: [], ...minute },
    'resources/read': read('text'),
  };
  const { client } = open;
  const asking = [
    (): Promise<unknown> => client.listTools(),
    (): Promise<unknown> => client.listPrompts(),
    (): Promise<unknown> => client.listResources(),
    (): Promise<unknown> => client.listResourceTemplates(),
    (): Promise<unknown> => client.readResource('folder://a'),
    (): Promise<unknown> => client.readResource('folder://a/b.md'),
  ];
  for (const ask of asking) {
    const result = ask();
    await settle();
    for (const request of open.peer.channel.unread.splice(0)) {
      const method = String(request['method']);
      asked.push(method === 'resources/read' ? String(paramsOf(request)['uri']) : method);
      await open.answer(request, answers[method] ?? {});
    }
    await result;
  }
  return asked;
}

const all = [
  'tools/list',
  'prompts/list',
  'resources/list',
  'resources/templates/list',
  'folder://a',
  'folder://a/b.md',
];

describe('notifications', () => {
  for (const { change, drops } of [
    { change: changed.tools, drops: ['tools/list'] },
    { change: changed.prompts, drops: ['prompts/list'] },
    { change: changed.resources, drops: ['resources/list', 'resources/templates/list'] },
    { change: changed.updated('folder://a/b.md'), drops: ['folder://a', 'folder://a/b.md'] },
    { change: changed.updated('folder://a/c.md'), drops: ['folder://a'] },
    { change: changed.updated('folder://ab'), drops: [] },
    { change: { method: 'notifications/message', params: { level: 'info', data: 1 } }, drops: [] },
  ]) {
    proves('CCH-07', `${JSON.stringify(change)} drops what it is about`, async () => {
      const open = await cached();
      expect(await askedFor(open)).toEqual(all);
      expect(await askedFor(open)).toEqual([]);
      await tell(open, change);
      expect(await askedFor(open)).toEqual(drops);
      expect(await askedFor(open)).toEqual([]);
    });
  }

  proves('CCH-07', 'an answer that was under way when the list changed is not kept', async () => {
    const open = await cached();
    const listing = names(open.client.listTools());
    const request = await asks(open, 'tools/list');
    await tell(open, changed.tools);
    await open.answer(request, tools('a'));
    expect(await listing).toBe('a');
    expect(await open.asked(tools('b'))).toBe('b');
    expect(await open.kept()).toBe('b');
  });

  proves('CCH-07', 'one that was asked for in the moment of the change is not kept', async () => {
    const open = await cached();
    await open.say(changed.tools);
    expect(await open.asked(tools('a'))).toBe('a');
    expect(await open.asked(tools('b'))).toBe('b');
  });

  proves('CCH-10', 'in the legacy era there is nothing that could be dropped', async () => {
    const open = await connected('2025-11-25');
    await open.say(changed.tools);
    const listing = names(open.client.listTools());
    await open.answer(await asks(open, 'tools/list'), tools('a'));
    expect(await listing).toBe('a');
    expect(open.reports).toEqual([]);
  });

  test('a watch that was out of sight drops what it watches', async () => {
    const open = await cached();
    const filter = { tools: true, resourceList: true, resources: ['folder://a'] };
    const watch = open.client.watch(filter);
    const { id, params } = await asks(open, 'subscriptions/listen');
    const { notifications } = params as { readonly notifications: object };
    const about = { _meta: { 'io.modelcontextprotocol/subscriptionId': id } };
    await open.say({
      method: 'notifications/subscriptions/acknowledged',
      params: { ...about, notifications },
    });
    await askedFor(open);
    expect(await askedFor(open)).toEqual([]);
    await open.say({ id, result: { resultType: 'complete' } });
    await open.clock.advance(1_000);
    const first = await watch.next();
    expect(first.value).toEqual({ kind: 'missed' });
    await open.answer(await asks(open, 'subscriptions/listen'), {});
    await open.clock.advance(1);
    expect(await askedFor(open)).toEqual(all.filter((what) => what !== 'prompts/list'));
    await watch.return();
    await open.client.close();
  });

  test('a watch of prompts alone drops those', async () => {
    const open = await cached();
    const watch = open.client.watch({ prompts: true });
    await open.say({ id: (await asks(open, 'subscriptions/listen'))['id'], result: {} });
    await askedFor(open);
    await open.clock.advance(1_000);
    await open.answer(await asks(open, 'subscriptions/listen'), {});
    await open.clock.advance(1);
    expect(await askedFor(open)).toEqual(['prompts/list']);
    await watch.return();
    await open.client.close();
  });
});

describe('errors', () => {
  for (const { method, code, drops } of [
    { method: 'tools/call', code: -32602, drops: ['tools/list'] },
    { method: 'tools/call', code: -32601, drops: ['tools/list'] },
    { method: 'tools/call', code: -32020, drops: ['tools/list'] },
    { method: 'tools/call', code: -32603, drops: [] },
    { method: 'prompts/get', code: -32602, drops: ['prompts/list'] },
    { method: 'completion/complete', code: -32602, drops: [] },
  ]) {
    proves('CCH-06', `${code} on ${method} drops: ${drops.join() || 'nothing'}`, async () => {
      const open = await cached();
      await askedFor(open);
      await open.clock.advance(1);
      const failing = failureOf(
        method === 'tools/call'
          ? open.client.callTool('gone')
          : method === 'prompts/get'
            ? open.client.getPrompt('gone')
            : open.client.complete({ type: 'ref/prompt', name: 'gone' }, { name: 'a', value: '' }),
      );
      await open.refuse(await asks(open, method), { code });
      expect(await failing).toMatchObject({ code });
      await open.clock.advance(1);
      expect(await askedFor(open)).toEqual(drops);
    });
  }

  proves('CCH-06', 'a resource that is read anew and is gone is not given again', async () => {
    const open = await cached();
    await askedFor(open);
    await open.clock.advance(1);
    const failing = failureOf(open.client.readResource('folder://a/b.md', { cache: 'refresh' }));
    await open.refuse(await asks(open, 'resources/read'), { code: -32602 });
    expect(await failing).toMatchObject({ code: -32602 });
    await open.clock.advance(1);
    expect(await askedFor(open)).toEqual(['resources/list', 'folder://a', 'folder://a/b.md']);
  });

  proves('CCH-06', 'what is stale is not given in the place of an error', async () => {
    const open = await cached();
    await open.asked(tools('a'));
    await open.clock.advance(60_000);
    const failing = failureOf(open.client.listTools());
    await open.refuse(await asks(open, 'tools/list'), { code: -32603 });
    expect(await failing).toMatchObject({ code: -32603 });
  });
});

describe('round trips', () => {
  const question = {
    resultType: 'input_required',
    inputRequests: { where: { method: 'roots/list' } },
    requestState: 's',
    ...minute,
  };

  proves(
    ['CCH-09', 'MRT-11'],
    'what rests on input is not kept, and neither is the question',
    async () => {
      const open = await cached({ onListRoots: () => [] });
      for (const text of ['one', 'two']) {
        const reading = open.client.readResource('note://1');
        await open.answer(await asks(open, 'resources/read'), question);
        const retry = await asks(open, 'resources/read');
        expect(paramsOf(retry)).toMatchObject({ requestState: 's', inputResponses: {} });
        await open.answer(retry, read(text));
        expect(await reading).toMatchObject({ contents: [{ text }] });
      }
      const reading = open.client.readResource('note://1');
      await open.answer(await asks(open, 'resources/read'), read('plain'));
      await reading;
      expect(await open.client.readResource('note://1')).toMatchObject({
        contents: [{ text: 'plain' }],
      });
      await open.sentNothing();
    },
  );

  proves(['CCH-09', 'MRT-11'], 'what an extension led to is not kept', async () => {
    const extension = {
      id: 'com.example/later',
      resultTypes: {
        later: {
          methods: ['resources/read'],
          follow: () => ({ resultType: 'x', ...read('late') }),
        },
      },
    };
    const open = await cached({ extensions: [extension] });
    for (let count = 0; count < 2; count += 1) {
      const reading = open.client.readResource('note://1');
      await open.answer(await asks(open, 'resources/read'), { resultType: 'later', ...minute });
      expect(await reading).toMatchObject({ contents: [{ text: 'late' }] });
    }
  });
});
