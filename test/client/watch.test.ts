import { getEventListeners } from 'node:events';
import { describe, expect, test } from 'vitest';
import { connect, type Change, type Watch } from '../../src/client/index.ts';
import { ProtocolError, type ChannelFailure } from '../../src/protocol/index.ts';
import { http } from '../../src/transport/http.ts';
import { stdio } from '../../src/transport/stdio.ts';
import { HttpMcp } from '../fixtures/client/http-mcp.ts';
import { LocalServers } from '../fixtures/client/local-server.ts';
import { Reports } from '../fixtures/client/reports.ts';
import { ScriptedClient } from '../fixtures/client/scripted-client.ts';
import { startHttpServer } from '../referee/start-http-server.mjs';
import { servers } from '../referee/reference-servers.mjs';
import { eventually } from '../support/eventually.ts';
import { FakeClock, settle } from '../support/fake-clock.ts';
import type { SentMessage } from 'garuda-mcp/testing';
import { proves } from '../support/proves.ts';

const me = { name: 'watcher', version: '1.0.0' };
const tools = 'notifications/tools/list_changed';
const prompts = 'notifications/prompts/list_changed';
const resources = 'notifications/resources/list_changed';
const updated = 'notifications/resources/updated';

const everything = {
  tools: true,
  prompts: true,
  resourceList: true,
  resources: ['note://1', 'folder://a'],
};

const asked = new WeakMap<Watch, ReturnType<Watch['next']>>();

/** What the watch says next, or `undefined` where it says nothing yet; that is then asked for no more. */
async function nextOf(watch: Watch): Promise<IteratorResult<Change, undefined> | undefined> {
  const next = asked.get(watch) ?? watch.next();
  asked.set(watch, next);
  const said = await Promise.race([next, settle().then(() => undefined)]);
  if (said !== undefined) asked.delete(watch);
  return said;
}

/** The changes that are waiting to be read. */
async function read(watch: Watch): Promise<readonly Change[]> {
  const changes: Change[] = [];
  for (;;) {
    const next = await nextOf(watch);
    if (next === undefined || next.done === true) return changes;
    changes.push(next.value);
  }
}

async function hasEnded(watch: Watch): Promise<boolean> {
  return (await nextOf(watch))?.done === true;
}

/** Takes the subscription that a modern client opened, and acknowledges it. */
async function acknowledge(open: ScriptedClient): Promise<SentMessage> {
  const listen = open.sent('subscriptions/listen');
  const { notifications } = listen['params'] as { notifications: object };
  open.say('notifications/subscriptions/acknowledged', { ...about(listen), notifications });
  await settle();
  return listen;
}

function httpStatus(status: number): Extract<ChannelFailure, { kind: 'http-status' }> {
  const more = { inSession: false, withCredentials: false };
  return { kind: 'http-status', status, headers: {}, body: '', json: undefined, ...more };
}

const about = ({ id }: SentMessage): object => ({
  _meta: { 'io.modelcontextprotocol/subscriptionId': id },
});

describe.each(['legacy', 'modern'] as const)('%s', (era) => {
  /** A watch of everything, and how the server tells it something. */
  async function watching(
    open: ScriptedClient,
    signal?: AbortSignal,
  ): Promise<{ watch: Watch; tell: (method: string, params?: object) => void }> {
    const watch = open.client.watch(everything, signal === undefined ? {} : { signal });
    await settle();
    if (era === 'modern') {
      const listen = await acknowledge(open);
      const tell = (method: string, params = {}): void =>
        open.say(method, { ...params, ...about(listen) });
      return { watch, tell };
    }
    for (const uri of everything.resources) {
      const ask = open.sent('resources/subscribe');
      expect(ask).toMatchObject({ params: { uri } });
      open.answer(ask);
    }
    await settle();
    return { watch, tell: (method, params) => open.say(method, params) };
  }

  proves(
    ['H-01', 'SUB-11'],
    'the owner learns of each kind of change, and of a part of a resource',
    async () => {
      await using open = await ScriptedClient.open(era);
      const { watch, tell } = await watching(open);
      tell(tools);
      tell(prompts);
      tell(resources);
      tell(updated, { uri: 'note://1' });
      tell(updated, { uri: 'folder://a/b.md' });
      tell(updated, { uri: 'note://12' });
      expect(await read(watch)).toEqual([
        { kind: 'tools' },
        { kind: 'prompts' },
        { kind: 'resources' },
        { kind: 'resource', uri: 'note://1' },
        { kind: 'resource', uri: 'folder://a/b.md' },
      ]);
      expect(open.reports.all).toEqual([]);
    },
  );

  test('a change that waits is told once, one that comes later again', async () => {
    await using open = await ScriptedClient.open(era);
    const { watch, tell } = await watching(open);
    for (let times = 0; times < 5; times += 1) tell(tools);
    expect(await read(watch)).toEqual([{ kind: 'tools' }]);
    tell(tools);
    expect(await read(watch)).toEqual([{ kind: 'tools' }]);
  });

  test('a reader that waits gets the change, as do two that wait together', async () => {
    await using open = await ScriptedClient.open(era);
    const { watch, tell } = await watching(open);
    const both = [watch.next(), watch.next()];
    await settle();
    tell(tools);
    tell(prompts);
    const values = (await Promise.all(both)).map(({ value }) => value);
    expect(values).toEqual([{ kind: 'tools' }, { kind: 'prompts' }]);
  });

  proves('H-15', 'a change that came before anybody watched is told first, once', async () => {
    const early = era === 'legacy' ? [tools, tools, resources] : [];
    const notes = early.map((method) => ({ jsonrpc: '2.0', method }));
    await using open = await ScriptedClient.open(era, {}, notes);
    open.say(tools);
    open.say(updated, { uri: 'note://1' });
    const first = open.client.watch({ tools: true });
    expect(await read(first)).toEqual([{ kind: 'tools' }]);
    const second = open.client.watch({ tools: true, resourceList: true });
    expect(await read(second)).toEqual(era === 'legacy' ? [{ kind: 'resources' }] : []);
    await settle();
    const third = open.client.watch({ resources: ['note://1'] });
    expect(await read(third)).toEqual([{ kind: 'resource', uri: 'note://1' }]);
    expect(open.reports.all).toEqual([]);
  });

  proves(
    'H-15',
    'what nobody watches for is kept within a bound, and then told as missed',
    async () => {
      await using open = await ScriptedClient.open(era);
      for (let at = 0; at < 3_000; at += 1) open.say(updated, { uri: `note://${at}` });
      const watch = open.client.watch({ resources: ['note://1'] });
      expect(await read(watch)).toEqual([
        { kind: 'resource', uri: 'note://1' },
        { kind: 'missed' },
      ]);
    },
  );

  const ends = [
    { how: 'leaving the loop', unsubscribes: true },
    { how: 'its signal', unsubscribes: true },
    { how: 'disposing of it', unsubscribes: true },
    { how: 'close', unsubscribes: false },
    { how: 'the end of the server', unsubscribes: false },
  ];
  for (const { how, unsubscribes } of ends) {
    proves('H-01', `a watch ends by ${how}, and nothing is left of it`, async () => {
      await using open = await ScriptedClient.open(era);
      const controller = new AbortController();
      const { watch, tell } = await watching(open, controller.signal);
      const loop = (async () => {
        for await (const change of watch) {
          if (how === 'leaving the loop' && change.kind === 'tools') break;
        }
      })();
      await settle();
      tell(tools);
      if (how === 'its signal') controller.abort();
      if (how === 'disposing of it') await watch[Symbol.asyncDispose]();
      if (how === 'close') await open.client.close();
      if (how === 'the end of the server')
        open.peer.channel.end({ kind: 'exited', exitCode: 3, signal: null, stderr: [] });
      await loop;
      await settle();
      expect(await hasEnded(watch)).toBe(true);
      if (!unsubscribes) open.sentNothing();
      else if (era === 'modern') open.sent('notifications/cancelled');
      else {
        for (let at = 0; at < 2; at += 1) open.answer(open.sent('resources/unsubscribe'));
      }
      await settle();
      open.sentNothing();
      expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
      expect(open.clock.waiting, 'timers of an idle client').toBe(0);
      // What is told now goes to nobody; a later watch gets it.
      if (unsubscribes) {
        tell(prompts);
        expect(await read(open.client.watch({ prompts: true }))).toEqual([{ kind: 'prompts' }]);
      }
    });
  }

  test('a signal that is aborted already, or a client that is closed: the watch is over', async () => {
    const open = await ScriptedClient.open(era);
    const aborted = open.client.watch(everything, { signal: AbortSignal.abort() });
    expect(await hasEnded(aborted)).toBe(true);
    await settle();
    open.sentNothing();
    await open.client.close();
    expect(await hasEnded(open.client.watch(everything))).toBe(true);
    expect(open.clock.waiting).toBe(0);
  });

  test('a watch that is left before the server has answered is taken back all the same', async () => {
    await using open = await ScriptedClient.open(era);
    const watch = open.client.watch({ resources: ['note://1'] });
    await settle();
    const ask = open.sent(era === 'modern' ? 'subscriptions/listen' : 'resources/subscribe');
    await watch.return();
    await settle();
    if (era === 'legacy') {
      open.answer(ask);
      await settle();
      open.answer(open.sent('resources/unsubscribe'));
    } else {
      open.sent('notifications/cancelled');
    }
    await settle();
    open.sentNothing();
    expect(open.clock.waiting).toBe(0);
  });

  proves('SUB-09', 'a refusal is thrown once', async () => {
    await using open = await ScriptedClient.open(era);
    const watch = open.client.watch({ resources: ['note://1'] });
    await settle();
    const ask = open.sent(era === 'modern' ? 'subscriptions/listen' : 'resources/subscribe');
    open.answer(ask, { error: { code: -32_601, message: 'no subscriptions here' } });
    await expect(watch.next()).rejects.toMatchObject({ code: -32_601, server: 'scripted' });
    expect(await hasEnded(watch)).toBe(true);
    expect(open.clock.waiting).toBe(0);
  });

  proves('H-01', 'closed tells why: our own close, or the loss', async () => {
    const first = await ScriptedClient.open(era);
    await first.client.close();
    await first.client.close();
    expect(await first.client.closed).toEqual({ kind: 'closed' });
    const second = await ScriptedClient.open(era);
    const failure = { kind: 'exited', exitCode: 7, signal: null, stderr: ['out of wool'] } as const;
    second.peer.channel.end(failure);
    expect(await second.client.closed).toEqual(failure);
    await expect(second.client.listTools()).rejects.toThrow('out of wool');
    await second.client.close();
    expect(await second.client.closed).toEqual(failure);
  });
});

describe('a modern subscription', () => {
  proves(['SUB-06', 'SUB-10'], 'one that breaks is opened again, later each time', async () => {
    await using open = await ScriptedClient.open('modern');
    const watch = open.client.watch({ tools: true });
    await settle();
    let listen = await acknowledge(open);
    for (const waitMs of [1_000, 2_000, 5_000, 15_000, 30_000, 30_000]) {
      const failure = { kind: 'stream-ended', how: 'broken', detail: 'cut' } as const;
      open.peer.channel.lose(listen['id'] as number, failure);
      await settle();
      await open.clock.advance(waitMs - 1);
      open.sentNothing();
      await open.clock.advance(1);
      listen = await acknowledge(open);
      expect(await read(watch)).toEqual([{ kind: 'missed' }]);
    }
  });

  proves(['CAN-09', 'SUB-06'], 'one that the server cancels is opened again as well', async () => {
    await using open = await ScriptedClient.open('modern');
    const watch = open.client.watch({ tools: true });
    await settle();
    const listen = await acknowledge(open);
    open.peer.channel.say({
      jsonrpc: '2.0',
      method: 'notifications/cancelled',
      params: { requestId: listen['id'], reason: 'going away' },
    });
    await settle();
    await open.clock.advance(1_000);
    const again = await acknowledge(open);
    expect(again['id']).not.toBe(listen['id']);
    expect(await read(watch)).toEqual([{ kind: 'missed' }]);
  });

  test('one that the server ends well is opened again as well', async () => {
    await using open = await ScriptedClient.open('modern');
    const watch = open.client.watch({ tools: true });
    await settle();
    const listen = await acknowledge(open);
    open.answer(listen, { result: { resultType: 'complete', ...about(listen) } });
    await settle();
    await open.clock.advance(1_000);
    await acknowledge(open);
    expect(await read(watch)).toEqual([{ kind: 'missed' }]);
  });

  const away: readonly ChannelFailure[] = [
    { kind: 'unreachable', systemCode: 'ECONNREFUSED', detail: 'nobody' },
    { ...httpStatus(503), headers: { 'retry-after': '1' } },
    httpStatus(502),
  ];
  for (const failure of away) {
    const what = failure.kind === 'http-status' ? failure.status : failure.kind;
    proves(
      'SUB-10',
      `a server that is away (${what}) is asked again, once it was heard`,
      async () => {
        await using open = await ScriptedClient.open('modern');
        const first = open.client.watch({ tools: true });
        await settle();
        const refused = open.sent('subscriptions/listen');
        open.peer.channel.lose(refused['id'] as number, failure);
        await expect(first.next()).rejects.toMatchObject({ name: 'TransportError' });
        const watch = open.client.watch({ tools: true });
        await settle();
        let { id } = await acknowledge(open);
        open.peer.channel.lose(id as number, {
          kind: 'stream-ended',
          how: 'broken',
          detail: 'cut',
        });
        await settle();
        for (const waitMs of [1_000, 2_000]) {
          await open.clock.advance(waitMs);
          ({ id } = open.sent('subscriptions/listen'));
          open.peer.channel.lose(id as number, failure);
          await settle();
        }
        await open.clock.advance(5_000);
        await acknowledge(open);
        expect(await read(watch)).toEqual([{ kind: 'missed' }]);
      },
    );
  }

  for (const status of [401, 403, 404]) {
    test(`a refusal (${status}) ends it, though it was heard`, async () => {
      await using open = await ScriptedClient.open('modern');
      const watch = open.client.watch({ tools: true });
      await settle();
      const { id } = await acknowledge(open);
      open.peer.channel.lose(id as number, httpStatus(status));
      await expect(watch.next()).rejects.toMatchObject({ failure: { status } });
      expect(open.clock.waiting).toBe(0);
    });
  }

  proves('SUB-03', 'one that is not acknowledged in time is an error', async () => {
    await using open = await ScriptedClient.open('modern', { timeoutMs: 5_000 });
    const watch = open.client.watch({ tools: true });
    const next = watch.next().catch((met: unknown) => met);
    await settle();
    open.sent('subscriptions/listen');
    await open.clock.advance(5_000);
    expect(await next).toBeInstanceOf(ProtocolError);
    expect(await next).toMatchObject({ code: 'TIMED_OUT', method: 'subscriptions/listen' });
    open.sent('notifications/cancelled');
  });

  test('close ends a watch that waits before it opens again', async () => {
    const open = await ScriptedClient.open('modern');
    const watch = open.client.watch({ tools: true });
    await settle();
    const { id } = await acknowledge(open);
    open.peer.channel.lose(id as number, { kind: 'stream-ended', how: 'ended', detail: 'bye' });
    await settle();
    expect(open.clock.waiting).toBe(1);
    await open.client.close();
    expect(await hasEnded(watch)).toBe(true);
    expect(open.clock.waiting).toBe(0);
  });

  proves('SUB-05', 'two watches have two subscriptions, and each its own changes', async () => {
    await using open = await ScriptedClient.open('modern');
    const one = open.client.watch({ tools: true });
    const other = open.client.watch({ prompts: true });
    await settle();
    const first = await acknowledge(open);
    const second = await acknowledge(open);
    open.say(prompts, about(second));
    open.say(tools, about(first));
    expect(await read(one)).toEqual([{ kind: 'tools' }]);
    expect(await read(other)).toEqual([{ kind: 'prompts' }]);
  });
});

describe('a legacy session that was renewed', () => {
  proves(
    ['H-01', 'W-02'],
    'is subscribed to again, and something may have been missed',
    async () => {
      await using server = await HttpMcp.start();
      const clock = new FakeClock();
      const reports = new Reports();
      const options = { revision: 'legacy', clock, onReport: reports.take } as const;
      const client = await connect(http(server.url), me, options);
      const watch = client.watch({ tools: true, resources: ['note://1'] });
      await server.until('resources/subscribe');
      await client.ping();
      server.forget();
      await client.listTools();
      await reports.until('session-renewed');
      expect(reports.of('session-renewed')).toMatchObject([{ error: { code: 'SESSION_LOST' } }]);
      await settle();
      await clock.advance(1_000);
      expect((await watch.next()).value).toEqual({ kind: 'missed' });
      await server.until('resources/subscribe', 2);
      await client.ping();
      await watch.return();
      await server.until('resources/unsubscribe');
      await client.close();
      expect(await client.closed).toEqual({ kind: 'closed' });
      expect(clock.waiting).toBe(0);
    },
  );
});

describe('a watch that comes first, where what is known of the server is out of date', () => {
  const stale = {
    era: 'modern',
    revision: '2026-07-28',
    name: 'modern',
    version: '1.0.0',
    capabilities: {},
  } as const;
  const uri = 'note://1';

  proves(['H-01', 'VER-10'], 'over HTTP', async () => {
    await using server = await HttpMcp.start({ speaks: ['legacy'] });
    const clock = new FakeClock();
    const client = await connect(http(server.url), me, { server: stale, clock });
    const watch = client.watch({ resources: [uri] });
    await server.until('notifications/initialized');
    await client.ping();
    await clock.advance(1_000);
    expect((await watch.next()).value).toEqual({ kind: 'missed' });
    await server.until('resources/subscribe');
    expect(client.server.era).toBe('legacy');
    await client.close();
    expect((await watch.next()).done).toBe(true);
    expect(clock.waiting).toBe(0);
  });

  proves(['H-01', 'VER-10'], 'over stdio, beside a list', async () => {
    await using local = await LocalServers.prepare();
    const clock = new FakeClock();
    const target = local.target('speaks', ['legacy']);
    const client = await connect(target, me, { server: stale, clock });
    const watch = client.watch({ resources: [uri] });
    expect(await client.listTools()).toHaveLength(1);
    await client.ping();
    await clock.advance(1_000);
    expect((await watch.next()).value).toEqual({ kind: 'missed' });
    await eventually(() => local.asked()).toContain('resources/subscribe');
    expect(client.server.era).toBe('legacy');
    await client.close();
    expect(clock.waiting).toBe(0);
  });
});

describe('the official server with everything', () => {
  const ways = [
    {
      way: 'stdio',
      open: () => Promise.resolve({ target: stdio(servers.everything), close: () => undefined }),
    },
    {
      way: 'HTTP',
      open: async () => {
        const { url, close } = await startHttpServer('everything');
        return { target: http(url), close };
      },
    },
  ];
  for (const { way, open } of ways) {
    proves(
      'H-01',
      `tells of a resource that changes, over ${way}`,
      async () => {
        const { target, close } = await open();
        try {
          const client = await connect(target, me);
          const uri = 'demo://resource/dynamic/text/1';
          const watch = client.watch({ resources: [uri] });
          await client.ping();
          await client.callTool('toggle-subscriber-updates');
          expect((await watch.next()).value).toEqual({ kind: 'resource', uri });
          await client.close();
          expect((await watch.next()).done).toBe(true);
        } finally {
          await close();
        }
      },
      30_000,
    );
  }
});
