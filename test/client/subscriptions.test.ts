import { describe, expect } from 'vitest';
import { connect, type Change, type Watch, type WatchFilter } from '../../src/client/index.ts';
import type { LoggingMessage } from '../../src/protocol/index.ts';
import type { SentMessage } from 'garuda-mcp/testing';
import { LocalServers } from '../fixtures/client/local-server.ts';
import { event, onStage, type Instead } from '../fixtures/client/modern-stage.ts';
import { ScriptedClient } from '../fixtures/client/scripted-client.ts';
import { settle } from '../support/fake-clock.ts';
import { eventually } from '../support/eventually.ts';
import { proves } from '../support/proves.ts';

const me = { name: 'subscriber', version: '1.0.0' };
const key = 'io.modelcontextprotocol/subscriptionId';
const acknowledged = 'notifications/subscriptions/acknowledged';
const toolsChanged = 'notifications/tools/list_changed';
const updated = 'notifications/resources/updated';
const everything: WatchFilter = {
  tools: true,
  prompts: true,
  resourceList: true,
  resources: ['note://1', 'note://2'],
};
const onTheWire = {
  toolsListChanged: true,
  promptsListChanged: true,
  resourcesListChanged: true,
  resourceSubscriptions: ['note://1', 'note://2'],
};

const about = (id: unknown): object => ({ _meta: { [key]: id } });

/** What the watch has to say at this moment. */
async function read(watch: Watch): Promise<readonly Change[]> {
  await settle();
  const changes: Change[] = [];
  // What is said to a watch that has ended can still be read.
  await watch.return();
  for await (const change of watch) changes.push(change);
  return changes;
}

/** Opens a watch, and acknowledges it with this. */
async function opened(
  open: ScriptedClient,
  filter: WatchFilter,
  notifications?: unknown,
): Promise<{ readonly watch: Watch; readonly listen: SentMessage }> {
  const watch = open.client.watch(filter);
  await settle();
  const listen = open.sent('subscriptions/listen');
  const asked = (listen['params'] as { readonly notifications: object }).notifications;
  const params = { ...about(listen['id']), notifications: notifications ?? asked };
  open.say(acknowledged, params);
  await settle();
  return { watch, listen };
}

describe('what is asked for', () => {
  const filters: readonly { filter: WatchFilter; asks: object }[] = [
    { filter: everything, asks: onTheWire },
    { filter: { tools: true }, asks: { toolsListChanged: true } },
    { filter: { prompts: true, tools: false }, asks: { promptsListChanged: true } },
    { filter: { resources: ['note://1'] }, asks: { resourceSubscriptions: ['note://1'] } },
  ];
  for (const { filter, asks } of filters) {
    proves('SUB-02', `${JSON.stringify(filter)}, and nothing else is told`, async () => {
      await using open = await ScriptedClient.open('modern');
      const { watch, listen } = await opened(open, filter);
      expect(listen['params']).toMatchObject({ notifications: asks });
      expect(Object.keys((listen['params'] as { notifications: object }).notifications)).toEqual(
        Object.keys(asks),
      );
      const { id } = listen;
      for (const list of ['tools', 'prompts', 'resources'])
        open.say(`notifications/${list}/list_changed`, about(id));
      open.say(updated, { ...about(id), uri: 'note://1' });
      open.say(updated, { ...about(id), uri: 'other://1' });
      const kinds = (await read(watch)).map(({ kind }) => kind);
      expect(kinds).toEqual([
        ...(filter.tools === true ? ['tools'] : []),
        ...(filter.prompts === true ? ['prompts'] : []),
        ...(filter.resourceList === true ? ['resources'] : []),
        ...(filter.resources === undefined ? [] : ['resource']),
      ]);
      open.sent('notifications/cancelled');
    });
  }
});

describe('what the server will not tell of', () => {
  const answers: readonly { honoured: unknown; lacks: WatchFilter | undefined }[] = [
    { honoured: onTheWire, lacks: undefined },
    { honoured: { ...onTheWire, more: true }, lacks: undefined },
    { honoured: 'all of it', lacks: undefined },
    { honoured: {}, lacks: everything },
    { honoured: { ...onTheWire, toolsListChanged: false }, lacks: { tools: true } },
    { honoured: { ...onTheWire, promptsListChanged: undefined }, lacks: { prompts: true } },
    { honoured: { ...onTheWire, resourcesListChanged: 'yes' }, lacks: { resourceList: true } },
    {
      honoured: { ...onTheWire, resourceSubscriptions: ['note://2'] },
      lacks: { resources: ['note://1'] },
    },
  ];
  for (const { honoured, lacks } of answers) {
    proves('SUB-04', `of everything, after ${JSON.stringify(honoured)}`, async () => {
      await using open = await ScriptedClient.open('modern');
      const { watch } = await opened(open, everything, honoured);
      expect(await read(watch)).toEqual(
        lacks === undefined ? [] : [{ kind: 'unsupported', filter: lacks }],
      );
      open.sent('notifications/cancelled');
    });
  }

  proves('SUB-04', 'in a legacy session too, where it is not declared', async () => {
    const capabilities = { tools: {}, prompts: { listChanged: true }, resources: {} };
    await using local = await LocalServers.prepare();
    const args = [JSON.stringify(capabilities)];
    await using client = await connect(local.target('declares', args), me, { revision: 'legacy' });
    const watch = client.watch({ tools: true, prompts: true, resourceList: true });
    expect((await watch.next()).value).toEqual({
      kind: 'unsupported',
      filter: { tools: true, resourceList: true },
    });
  });
});

describe('the id of a subscription', () => {
  proves(['META-11', 'SUB-05'], 'says whose a notification is', async () => {
    await using open = await ScriptedClient.open('modern');
    const one = await opened(open, { tools: true, resources: ['note://1'] });
    const other = await opened(open, { tools: true, resources: ['note://1'] });
    open.say(toolsChanged, about(one.listen['id']));
    open.say(updated, { ...about(other.listen['id']), uri: 'note://1' });
    expect(await read(one.watch)).toEqual([{ kind: 'tools' }]);
    expect(await read(other.watch)).toEqual([{ kind: 'resource', uri: 'note://1' }]);
    for (const { listen } of [one, other])
      expect(open.sent('notifications/cancelled')).toMatchObject({
        params: { requestId: listen['id'] },
      });
  });

  proves('META-11', 'of another type is another id', async () => {
    await using open = await ScriptedClient.open('modern', { timeoutMs: 5_000 });
    const watch = open.client.watch({ tools: true });
    const next = watch.next().catch((met: unknown) => met);
    await settle();
    const { id } = open.sent('subscriptions/listen');
    open.say(acknowledged, { ...about(String(id)), notifications: { toolsListChanged: true } });
    await open.clock.advance(5_000);
    expect(await next).toMatchObject({ code: 'TIMED_OUT' });
    open.sent('notifications/cancelled');
  });
});

proves('CAN-12', 'a subscription has no limit of time once it is acknowledged', async () => {
  await using open = await ScriptedClient.open('modern', { timeoutMs: 5_000, maxTotalMs: 9_000 });
  const { watch, listen } = await opened(open, { tools: true });
  const day = 24 * 60 * 60 * 1_000;
  await open.clock.advance(7 * day);
  open.sentNothing();
  open.say(toolsChanged, about(listen['id']));
  expect((await watch.next()).value).toEqual({ kind: 'tools' });
  await watch.return();
  open.sent('notifications/cancelled');
});

proves('SUB-12', 'progress and logs of a subscription are no changes', async () => {
  const logs: LoggingMessage[] = [];
  const onLog = (message: LoggingMessage): void => void logs.push(message);
  await using open = await ScriptedClient.open('modern', { onLog });
  const { watch, listen } = await opened(open, everything);
  const { id } = listen;
  open.say('notifications/progress', { ...about(id), progressToken: id, progress: 1 });
  open.say('notifications/message', { ...about(id), level: 'info', data: 'a word' });
  open.say('notifications/of/the-future', about(id));
  expect(await read(watch)).toEqual([]);
  expect(logs).toHaveLength(1);
  expect(open.reports.all).toMatchObject([{ kind: 'unknown-notification' }]);
  open.sent('notifications/cancelled');
});

proves('SUB-08', 'a new filter opens before the old one is closed', async () => {
  await using open = await ScriptedClient.open('modern');
  const old = await opened(open, { tools: true });
  const wider = await opened(open, { tools: true, prompts: true });
  open.sentNothing();
  open.say(toolsChanged, about(old.listen['id']));
  open.say('notifications/prompts/list_changed', about(wider.listen['id']));
  expect(await read(old.watch)).toEqual([{ kind: 'tools' }]);
  open.sent('notifications/cancelled');
  open.say(toolsChanged, about(wider.listen['id']));
  expect(await read(wider.watch)).toEqual([{ kind: 'prompts' }, { kind: 'tools' }]);
  open.sent('notifications/cancelled');
});

proves('RES-06', 'a resource that two watch is left by the last of them', async () => {
  await using open = await ScriptedClient.open('legacy');
  const watches = [0, 1].map(() => open.client.watch({ resources: ['note://1'] }));
  await settle();
  for (const _ of watches) open.answer(open.sent('resources/subscribe'));
  await settle();
  await watches[0]?.return();
  await settle();
  open.sentNothing();
  open.say(updated, { uri: 'note://1' });
  expect((await watches[1]?.next())?.value).toEqual({ kind: 'resource', uri: 'note://1' });
  await watches[1]?.return();
  await settle();
  open.answer(open.sent('resources/unsubscribe'));
  await settle();
});

proves(['STD-04', 'META-11'], 'on one pipe everything finds whom it is for', async () => {
  await using local = await LocalServers.prepare();
  const options = { revision: '2026-07-28' } as const;
  await using client = await connect(local.target('interleaves'), me, options);
  const tools = client.watch({ tools: true, resources: ['note://1'] });
  const note = client.watch({ tools: true, resources: ['note://1'] });
  await eventually(async () => (await local.asked()).length).toBe(3);
  const progress: (readonly [string, number])[] = [];
  const texts = await Promise.all(
    ['first', 'second'].map(async (text) => {
      const onProgress = (each: { readonly progress: number }): void =>
        void progress.push([text, each.progress]);
      const { content } = await client.callTool('echo', { text }, { onProgress });
      return content;
    }),
  );
  expect(texts).toMatchObject([[{ text: 'first!' }], [{ text: 'second!' }]]);
  expect(progress).toEqual([
    ['second', 2],
    ['first', 1],
    ['first', 3],
  ]);
  expect(await read(tools)).toEqual([{ kind: 'tools' }]);
  expect(await read(note)).toEqual([{ kind: 'resource', uri: 'note://1' }]);
});

proves(
  ['SUB-02', 'SUB-03', 'SUB-08', 'SUB-10', 'CAN-02'],
  'over sockets: opened, told, dropped, opened again, and ended by ending its exchange',
  async () => {
    const streams: { readonly id: number | undefined; readonly drop: () => void }[] = [];
    const instead: Instead = (_, response, { id, method, params }) => {
      if (method !== 'subscriptions/listen') return false;
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const { notifications } = params as { readonly notifications: object };
      event(response, { method: acknowledged, params: { ...about(id), notifications } });
      event(response, { method: toolsChanged, params: about(id) });
      streams.push({ id, drop: () => response.destroy() });
      return true;
    };
    await onStage(instead, async ({ client, server, clock }) => {
      const watch = client.watch({ tools: true });
      expect((await watch.next()).value).toEqual({ kind: 'tools' });
      streams[0]?.drop();
      await eventually(() => clock.waiting).toBe(1);
      await clock.advance(1_000);
      expect((await watch.next()).value).toEqual({ kind: 'missed' });
      expect((await watch.next()).value).toEqual({ kind: 'tools' });
      expect(new Set(streams.map(({ id }) => id)).size).toBe(2);
      await watch.return();
      await Promise.all(server.of('subscriptions/listen').map(({ gone }) => gone));
      expect(server.count('notifications/cancelled')).toBe(0);
    });
  },
);
