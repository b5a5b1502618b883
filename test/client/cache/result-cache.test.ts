import { describe, expect, test, vi } from 'vitest';
import type { ReadResult } from '../../../src/client/attempt.ts';
import { ResultCache } from '../../../src/client/cache/result-cache.ts';
import {
  MemoryCache,
  type CacheEntry,
  type CacheStore,
  type Report,
} from '../../../src/client/index.ts';
import { settingsFrom } from '../../../src/client/settings.ts';
import { ScriptedPeer } from 'garuda-mcp/testing';
import { connected, failureOf, paramsOf } from '../../support/connected.ts';
import { settle } from '../../support/fake-clock.ts';
import { proves } from '../../support/proves.ts';
import { asks, cached, minute, names, read, shared, tool, tools } from './cached.ts';

describe('freshness', () => {
  proves(
    ['CCH-02', 'CCH-05'],
    'a list is fresh for its time, counted from its arrival',
    async () => {
      const open = await cached();
      const listing = names(open.client.listTools());
      const request = await asks(open, 'tools/list');
      await open.clock.advance(10_000);
      await open.answer(request, tools('ab'));
      expect(await listing).toBe('ab');
      await open.clock.advance(59_999);
      expect(await open.kept()).toBe('ab');
      await open.clock.advance(1);
      // What ends asks for nothing by itself, at no time.
      await open.sentNothing();
      await open.clock.advance(500_000);
      await open.sentNothing();
      expect(open.clock.waiting).toBe(0);
      expect(await open.asked(tools('c'))).toBe('c');
      expect(await open.kept()).toBe('c');
    },
  );

  for (const [why, hint] of Object.entries({
    'no time': { cacheScope: 'private' },
    'the time 0': { ttlMs: 0, cacheScope: 'private' },
    'a negative time': { ttlMs: -5, cacheScope: 'private' },
    'a time in words': { ttlMs: '60000', cacheScope: 'private' },
  })) {
    proves('CCH-02', `${why} is not kept`, async () => {
      const open = await cached();
      expect(await open.asked(tools('a', hint))).toBe('a');
      expect(await open.asked(tools('b', hint))).toBe('b');
    });
  }

  proves('CCH-02', 'a time without end is one day', async () => {
    const open = await cached();
    await open.asked(tools('a', { ttlMs: Number.MAX_SAFE_INTEGER, cacheScope: 'private' }));
    await open.clock.advance(86_399_999);
    expect(await open.kept()).toBe('a');
    await open.clock.advance(1);
    expect(await open.asked(tools('b'))).toBe('b');
  });

  test('the longest time is a limit that can be set', async () => {
    const open = await cached({ limits: { maxCacheMs: 5_000 } });
    await open.asked(tools('a'));
    await open.clock.advance(5_000);
    expect(await open.asked(tools('b'))).toBe('b');
  });

  const kinds = [
    { list: 'listTools', method: 'tools/list', entries: { tools: [tool('a')] } },
    { list: 'listPrompts', method: 'prompts/list', entries: { prompts: [{ name: 'a' }] } },
    {
      list: 'listResources',
      method: 'resources/list',
      entries: { resources: [{ uri: 'note://1', name: 'a' }] },
    },
    {
      list: 'listResourceTemplates',
      method: 'resources/templates/list',
      entries: { resourceTemplates: [{ uriTemplate: 'note://{a}', name: 'a' }] },
    },
  ] as const;
  for (const { list, method, entries } of kinds) {
    proves(['CCH-01', 'CCH-03'], `${method} is kept, and for no other list`, async () => {
      const open = await cached();
      const first = names(open.client[list]());
      await open.answer(await asks(open, method), { ...entries, ...minute });
      expect(await first).toBe('a');
      expect(await names(open.client[list]())).toBe('a');
      await open.sentNothing();
      for (const other of kinds) {
        if (other.list === list) continue;
        const listing = open.client[other.list]();
        await open.answer(await asks(open, other.method), { ...other.entries, ttlMs: 0 });
        await listing;
      }
    });
  }

  proves(['CCH-01', 'CCH-03'], 'a resource that was read is kept, by its URI', async () => {
    const open = await cached();
    const reading = open.client.readResource('note://1');
    await open.answer(await asks(open, 'resources/read'), read('one'));
    const first = await reading;
    expect(await open.client.readResource('note://1', { timeoutMs: 1_000 })).toEqual(first);
    await open.sentNothing();
    const other = open.client.readResource('note://2');
    const request = await asks(open, 'resources/read');
    expect(paramsOf(request)).toEqual({ uri: 'note://2' });
    await open.answer(request, read('two'));
    expect(await other).toMatchObject({ contents: [{ text: 'two' }] });
  });

  proves('CCH-01', 'discovery is asked for when it is needed, whatever it allows', async () => {
    const open = await cached();
    for (let count = 0; count < 2; count += 1) {
      const alive = open.client.ping();
      const result = { supportedVersions: ['2026-07-28'], capabilities: {}, ...shared };
      await open.answer(await asks(open, 'server/discover'), result);
      expect(await alive).toBeUndefined();
    }
  });

  test('no other result is kept, whatever it says', async () => {
    const open = await cached();
    for (let count = 0; count < 2; count += 1) {
      const call = open.client.callTool('a');
      await open.answer(await asks(open, 'tools/call'), { content: [], ...minute });
      const prompt = open.client.getPrompt('a');
      await open.answer(await asks(open, 'prompts/get'), { messages: [], ...minute });
      const raw = open.client.request('tools/list');
      await open.answer(await asks(open, 'tools/list'), tools('a'));
      expect(await Promise.all([call, prompt, raw])).toHaveLength(3);
    }
  });

  proves('CCH-10', 'a legacy server has no say in it: nothing is kept', async () => {
    const open = await connected('2025-11-25');
    for (const name of ['a', 'b']) {
      const listing = names(open.client.listTools());
      await open.answer(await asks(open, 'tools/list'), { ...tools(name), resultType: 'complete' });
      expect(await listing).toBe(name);
      const reading = open.client.readResource('note://1');
      await open.answer(await asks(open, 'resources/read'), read(name));
      expect(await reading).toMatchObject({ contents: [{ text: name }] });
    }
  });

  test('a result that does not say of what kind it is is not kept', async () => {
    const open = await cached();
    for (const name of ['a', 'b']) {
      const listing = names(open.client.listTools());
      const { id } = await asks(open, 'tools/list');
      await open.say({ id, result: tools(name) });
      expect(await listing).toBe(name);
    }
  });

  proves('CCH-11', 'tools keep the order of the server, kept or not', async () => {
    const open = await cached();
    expect(await open.asked(tools('zebra'))).toBe('zebra');
    expect(await open.kept()).toBe('zebra');
  });

  test('what a caller does with a list is no matter of the next one', async () => {
    const open = await cached();
    await open.asked(tools('ab'));
    const first = (await open.client.listTools()) as unknown as { name: string }[];
    for (const entry of first) entry.name = 'spoiled';
    expect(await open.kept()).toBe('ab');
  });

  test('an entry that is left out is left out of what is kept, and reported', async () => {
    const open = await cached();
    const page = { tools: [tool('a'), { name: 'no schema' }], ...minute };
    expect(await open.asked(page)).toBe('a');
    expect(await open.kept()).toBe('a');
    expect(open.reports.map(({ kind }) => kind)).toEqual(['entry-left-out', 'entry-left-out']);
  });

  test('a result that is none is not kept', async () => {
    const open = await cached();
    const failing = failureOf(open.client.listTools());
    await open.answer(await asks(open, 'tools/list'), { ...minute, tools: 'none' });
    expect(await failing).toMatchObject({ code: 'INVALID_RESULT' });
    expect(await open.asked(tools('a'))).toBe('a');
  });

  test('a result that is nested too deeply to be written again is given, and not kept', async () => {
    const reports: Report[] = [];
    const settings = settingsFrom(new ScriptedPeer(), { onReport: (told) => reports.push(told) });
    const cache = new ResultCache({ options: {}, settings, capabilities: {} });
    const depth = 100_000;
    const text = `{"resultType":"complete","ttlMs":9000,"deep":${'['.repeat(depth)}${']'.repeat(depth)}}`;
    const request = { method: 'tools/list', options: {}, repeatable: true, progress: false };
    const server = {
      era: 'modern',
      revision: '2026-07-28',
      name: '',
      version: '',
      capabilities: {},
    } as const;
    let asked = 0;
    const ask = async <T>(readOn: ReadResult<T>): Promise<T> => {
      asked += 1;
      return await readOn(JSON.parse(text) as object, request);
    };
    for (let count = 0; count < 2; count += 1)
      expect(await cache.answer(request, server, { read: () => 'read', ask })).toBe('read');
    expect(asked).toBe(2);
    expect(reports).toMatchObject([{ kind: 'cache-failed', error: { name: 'RangeError' } }]);
  });
});

describe('modes', () => {
  proves('CCH-06', 'refresh asks, and keeps the answer', async () => {
    const open = await cached();
    await open.asked(tools('a'));
    const listing = names(open.client.listTools({ cache: 'refresh' }));
    await open.answer(await asks(open, 'tools/list'), tools('b'));
    expect(await listing).toBe('b');
    expect(await open.kept()).toBe('b');
  });

  proves('CCH-06', 'bypass asks, and changes nothing', async () => {
    const open = await cached();
    await open.asked(tools('a'));
    const listing = names(open.client.listTools({ cache: 'bypass' }));
    await open.answer(await asks(open, 'tools/list'), tools('b'));
    expect(await listing).toBe('b');
    expect(await open.kept()).toBe('a');
  });

  test('a newer answer takes the place of an older one, also where it is not kept', async () => {
    for (const hint of [{ ttlMs: 0, cacheScope: 'private' }, shared]) {
      const open = await cached();
      await open.asked(tools('a'));
      const listing = names(open.client.listTools({ cache: 'refresh' }));
      await open.answer(await asks(open, 'tools/list'), tools('b', hint));
      expect(await listing).toBe('b');
      if (hint === shared) expect(await open.kept()).toBe('b');
      else expect(await open.asked(tools('c'))).toBe('c');
    }
  });

  test('with `cache: false` nothing is kept', async () => {
    const open = await cached({ cache: false });
    expect(await open.asked(tools('a'))).toBe('a');
    expect(await open.asked(tools('b'))).toBe('b');
  });

  test('a mode that is none is refused', async () => {
    const open = await cached();
    await open.asked(tools('a'));
    const error = await failureOf(open.client.listTools({ cache: 'always' as never }));
    expect(error).toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: expect.stringContaining("'use', 'refresh' or 'bypass'"),
    });
    await open.sentNothing();
  });

  test('what could not be asked is not answered from here either', async () => {
    const open = await cached();
    await open.asked(tools('a'));
    const gone = AbortSignal.abort();
    expect(await failureOf(open.client.listTools({ signal: gone }))).toMatchObject({
      code: 'CANCELLED',
    });
    expect(await failureOf(open.client.listTools({ timeoutMs: -1 }))).toMatchObject({
      code: 'INVALID_ARGUMENT',
    });
    expect(await failureOf(open.client.listTools(null as never))).toMatchObject({
      code: 'INVALID_ARGUMENT',
    });
    await open.client.close();
    expect(await failureOf(open.client.listTools())).toMatchObject({ code: 'CLOSED' });
  });

  proves('CCH-03', 'other capabilities than before are another question', async () => {
    const open = await cached();
    await open.asked(tools('a'));
    const listing = names(open.client.listTools({ capabilities: { roots: {} } }));
    await open.answer(await asks(open, 'tools/list'), tools('b'));
    expect(await listing).toBe('b');
    expect(await open.kept()).toBe('a');
    expect(await names(open.client.listTools({ capabilities: { roots: {} } }))).toBe('b');
  });

  test('two that ask for the same at the same time ask twice', async () => {
    const open = await cached();
    const listings = [names(open.client.listTools()), names(open.client.listTools())];
    const requests = [await asks(open, 'tools/list'), await asks(open, 'tools/list')];
    await open.answer(requests[0] ?? {}, tools('a'));
    await open.answer(requests[1] ?? {}, tools('b'));
    expect(await Promise.all(listings)).toEqual(['a', 'b']);
    expect(await open.kept()).toBe('b');
  });
});

describe('whom it is for', () => {
  proves(['CCH-04', 'TOL-12'], 'a private list is for the user who asked for it', async () => {
    let user = 'ada';
    const open = await cached({ cache: { partition: () => user } });
    await open.asked(tools('a'));
    expect(await open.kept()).toBe('a');
    user = 'bob';
    expect(await open.asked(tools('b'))).toBe('b');
    expect(await open.kept()).toBe('b');
    user = 'ada';
    expect(await open.kept()).toBe('a');
  });

  proves('CCH-04', 'a public list is for every user', async () => {
    let user = 'ada';
    const open = await cached({ cache: { partition: () => user } });
    await open.asked(tools('a', shared));
    user = 'bob';
    expect(await open.kept()).toBe('a');
  });

  for (const cacheScope of [undefined, 'Public', 7, ['public']]) {
    proves('CCH-04', `the scope ${JSON.stringify(cacheScope)} is private`, async () => {
      let user = 'ada';
      const open = await cached({ cache: { partition: () => user } });
      await open.asked(tools('a', { ttlMs: 60_000, cacheScope }));
      expect(await open.kept()).toBe('a');
      user = 'bob';
      expect(await open.asked(tools('b'))).toBe('b');
    });
  }

  proves('CCH-04', 'an answer that arrives for another user than asked is not kept', async () => {
    let user = 'ada';
    const open = await cached({ cache: { partition: () => user } });
    const listing = names(open.client.listTools());
    const request = await asks(open, 'tools/list');
    user = 'bob';
    await open.answer(request, tools('a'));
    expect(await listing).toBe('a');
    expect(await open.asked(tools('b'))).toBe('b');
    user = 'ada';
    expect(await open.asked(tools('c'))).toBe('c');
  });

  proves('CCH-04', 'for nobody known only what is public is kept', async () => {
    const open = await cached({ cache: { partition: () => undefined } });
    await open.asked(tools('a'));
    expect(await open.asked(tools('b', shared))).toBe('b');
    expect(await open.kept()).toBe('b');
    expect(open.reports).toEqual([]);
  });

  for (const { why, partition } of [
    {
      why: 'throws',
      partition: () => {
        throw new Error('who?');
      },
    },
    { why: 'gives no text', partition: () => 7 as never },
  ]) {
    test(`a partition that ${why} is reported once, and is nobody`, async () => {
      const open = await cached({ cache: { partition } });
      expect(await open.asked(tools('a'))).toBe('a');
      expect(await open.asked(tools('b', shared))).toBe('b');
      expect(await open.kept()).toBe('b');
      expect(open.reports.map(({ kind }) => kind)).toEqual(['cache-failed']);
    });
  }

  proves(
    ['CCH-03', 'CCH-04'],
    'clients share a store by server and user, and what is public by server',
    async () => {
      const store = new MemoryCache();
      const open = (server: string, partition: string): ReturnType<typeof cached> =>
        cached({ cache: { store, server, partition } });
      const ada = await open('one', 'ada');
      await ada.asked(tools('a'));
      const again = await open('one', 'ada');
      expect(await again.kept()).toBe('a');
      const bob = await open('one', 'bob');
      expect(await bob.asked(tools('b', shared))).toBe('b');
      const eve = await open('one', 'eve');
      expect(await eve.kept()).toBe('b');
      const other = await open('two', 'ada');
      expect(await other.asked(tools('c'))).toBe('c');
    },
  );

  proves(
    'CCH-04',
    'a shared store holds nothing private of those who are not told apart',
    async () => {
      const store = new MemoryCache();
      const one = await cached({ cache: { store, server: 's' } });
      await one.asked(tools('a'));
      expect(await one.asked(tools('b'))).toBe('b');
      const other = await cached({ cache: { store, server: 's' } });
      expect(await other.asked(tools('c', shared))).toBe('c');
      expect(await one.kept()).toBe('c');
    },
  );

  test('in a shared store the time is that of the day, which may go back', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000 });
    try {
      const entries = new Map<string, CacheEntry>();
      const store = {
        get: (key: string) => entries.get(key),
        set: entries.set.bind(entries),
        delete: entries.delete.bind(entries),
      };
      const cache = { store, server: 's', partition: 'ada' };
      const open = await cached({ cache });
      await open.asked(tools('a'));
      const [[key, entry] = ['', undefined]] = entries;
      expect(entry).toMatchObject({ askedAt: 1_000_000, until: 1_060_000 });
      expect(JSON.parse(entry?.text ?? '')).toEqual({ resultType: 'complete', ...tools('a') });
      // The clock that waits go by has no say here.
      await open.clock.advance(500_000);
      vi.setSystemTime(1_059_999);
      const other = await cached({ cache });
      expect(await other.kept()).toBe('a');
      vi.setSystemTime(1_060_000);
      expect(await other.asked(tools('b'))).toBe('b');
      expect(entries.get(key)).toMatchObject({ askedAt: 1_060_000 });
      vi.setSystemTime(1_059_000);
      expect(await other.asked(tools('c'))).toBe('c');
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('stores', () => {
  const fits: CacheEntry = { text: '', askedAt: 0, until: Number.MAX_SAFE_INTEGER };
  for (const text of ['', 'no JSON', '[]', '{"tools":"none"}']) {
    test(`a store that gives ${JSON.stringify(text)} has nothing, and is told to forget it`, async () => {
      const forgotten: string[] = [];
      const store: CacheStore = {
        get: () => ({ ...fits, text }),
        set: () => {},
        delete: (key) => forgotten.push(key),
      };
      const open = await cached({ cache: { store, server: 's', partition: 'ada' } });
      expect(await open.asked(tools('a'))).toBe('a');
      expect(forgotten.length).toBeGreaterThanOrEqual(2);
      expect(open.reports).toEqual([]);
    });
  }

  test('a store that answers later is as good', async () => {
    const memory = new MemoryCache();
    const store: CacheStore = {
      get: async (key) => memory.get(key),
      set: async (key, entry) => memory.set(key, entry),
      delete: async (key) => memory.delete(key),
    };
    const open = await cached({ cache: { store, server: 's', partition: 'ada' } });
    await open.asked(tools('a'));
    expect(await open.kept()).toBe('a');
    expect(open.clock.waiting).toBe(0);
  });

  test('a store that hangs delays one call by a second, and none after it', async () => {
    const never = (): Promise<never> => new Promise(() => {});
    const store: CacheStore = { get: never, set: never, delete: never };
    const open = await cached({ cache: { store, server: 's', partition: 'ada' } });
    const listing = names(open.client.listTools());
    await open.sentNothing();
    await open.clock.advance(1_000);
    await open.answer(await asks(open, 'tools/list'), tools('a'));
    expect(await listing).toBe('a');
    expect(await open.asked(tools('b'))).toBe('b');
    expect(open.reports.map(({ kind }) => kind)).toEqual(['cache-failed']);
  });

  test('whoever gives up while the store is asked is told so at once', async () => {
    const never = (): Promise<never> => new Promise(() => {});
    const store: CacheStore = { get: never, set: never, delete: never };
    const open = await cached({ cache: { store, server: 's', partition: 'ada' } });
    const controller = new AbortController();
    const failing = failureOf(open.client.listTools({ signal: controller.signal }));
    await settle();
    controller.abort();
    expect(await failing).toMatchObject({ code: 'CANCELLED' });
    await open.sentNothing();
    void open.client.listTools().catch(() => {});
    await settle();
    await open.client.close();
    await settle();
    expect(open.clock.waiting).toBe(0);
  });

  test('as long as a server allows nothing to be kept, nobody is asked on whose behalf', async () => {
    const open = await cached({ limits: { maxCacheEntries: 0 } });
    await open.asked(tools('a'));
    expect(await open.asked(tools('b'))).toBe('b');
  });
});
