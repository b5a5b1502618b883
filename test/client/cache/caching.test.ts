import { expect } from 'vitest';
import type { CacheEntry, CacheStore, Client, ConnectOptions } from '../../../src/client/index.ts';
import { connected, failureOf, paramsOf, type Connected } from '../../support/connected.ts';
import { settle } from '../../support/fake-clock.ts';
import { proves } from '../../support/proves.ts';

const modern = '2026-07-28';
type Ask = (client: Client, cache?: 'use' | 'refresh' | 'bypass') => Promise<unknown>;

/** What can be kept: how it is asked for, a result, another one, and how the two look. */
const kinds: Readonly<Record<string, { ask: Ask; first: object; second: object }>> = {
  'tools/list': {
    ask: (client, cache) => client.listTools(cache && { cache }),
    first: { tools: [{ name: 'a', inputSchema: { type: 'object' } }] },
    second: { tools: [{ name: 'b', inputSchema: { type: 'object' } }] },
  },
  'prompts/list': {
    ask: (client, cache) => client.listPrompts(cache && { cache }),
    first: { prompts: [{ name: 'a' }] },
    second: { prompts: [{ name: 'b' }] },
  },
  'resources/list': {
    ask: (client, cache) => client.listResources(cache && { cache }),
    first: { resources: [{ uri: 'a:a', name: 'a' }] },
    second: { resources: [{ uri: 'a:b', name: 'b' }] },
  },
  'resources/templates/list': {
    ask: (client, cache) => client.listResourceTemplates(cache && { cache }),
    first: { resourceTemplates: [{ uriTemplate: 'a:{x}', name: 'a' }] },
    second: { resourceTemplates: [{ uriTemplate: 'b:{x}', name: 'b' }] },
  },
  'resources/read': {
    ask: (client, cache) => client.readResource('a:a', cache && { cache }),
    first: { contents: [{ uri: 'a:a', text: 'a' }] },
    second: { contents: [{ uri: 'a:a', text: 'b' }] },
  },
};

/** Asks, and answers if the question reaches the server. */
async function ask(
  { client, next, answer, peer }: Connected,
  how: (client: Client) => Promise<unknown>,
  result: object,
): Promise<{ readonly value: unknown; readonly asked: boolean }> {
  const outcome = how(client);
  await settle();
  const asked = peer.channel.unread.length > 0;
  if (asked) await answer(await next(), result);
  return { value: await outcome, asked };
}

for (const [method, { ask: how, first, second }] of Object.entries(kinds)) {
  proves(
    ['CCH-02', 'CCH-01', 'CCH-05'],
    `${method}: used while it is fresh, and not a moment longer`,
    async () => {
      const server = await connected(modern);
      const kept = { ...first, ttlMs: 1_000, cacheScope: 'private' };
      const one = await ask(server, how, kept);
      await server.clock.advance(999);
      const two = await ask(server, how, second);
      expect(two).toEqual({ value: one.value, asked: false });
      await server.clock.advance(1);
      // Nothing is asked for by itself.
      await expect(server.next()).rejects.toThrow('nothing');
      const three = await ask(server, how, second);
      expect(three.asked).toBe(true);
      expect(three.value).not.toEqual(one.value);
    },
  );

  for (const hints of [
    {},
    { ttlMs: 0 },
    { ttlMs: -1 },
    { ttlMs: '1000' },
    { ttlMs: Number.NaN },
    { ttlMs: null },
  ]) {
    proves('CCH-02', `${method}: ${JSON.stringify(hints)} is stale at once`, async () => {
      const server = await connected(modern);
      await ask(server, how, { ...first, ...hints, cacheScope: 'public' });
      expect((await ask(server, how, second)).asked).toBe(true);
    });
  }

  proves('CCH-02', `${method}: a day is long enough`, async () => {
    const server = await connected(modern);
    await ask(server, how, { ...first, ttlMs: Number.MAX_SAFE_INTEGER, cacheScope: 'public' });
    await server.clock.advance(24 * 60 * 60 * 1_000);
    expect((await ask(server, how, second)).asked).toBe(true);
  });

  proves('CCH-10', `${method}: a legacy server gives no word, and nothing is kept`, async () => {
    const server = await connected('2025-11-25');
    await ask(server, how, { ...first, ttlMs: 1_000, cacheScope: 'public' });
    expect((await ask(server, how, second)).asked).toBe(true);
  });

  proves('CCH-06', `${method}: refresh asks and keeps, bypass asks and keeps nothing`, async () => {
    const server = await connected(modern);
    const kept = { ttlMs: 1_000, cacheScope: 'private' };
    const one = await ask(server, how, { ...first, ...kept });
    const bypassed = await ask(server, (client) => how(client, 'bypass'), { ...second, ...kept });
    expect(bypassed.asked).toBe(true);
    expect(await ask(server, how, second)).toEqual({ value: one.value, asked: false });
    const refreshed = await ask(server, (client) => how(client, 'refresh'), { ...second, ...kept });
    expect(refreshed.asked).toBe(true);
    expect(await ask(server, how, first)).toEqual({ value: refreshed.value, asked: false });
  });

  proves('CCH-03', `${method}: false keeps nothing`, async () => {
    const server = await connected(modern, { cache: false });
    await ask(server, how, { ...first, ttlMs: 1_000, cacheScope: 'public' });
    expect((await ask(server, how, second)).asked).toBe(true);
  });
}

const stale: Readonly<Record<string, readonly string[]>> = {
  'notifications/tools/list_changed': ['tools/list'],
  'notifications/prompts/list_changed': ['prompts/list'],
  'notifications/resources/list_changed': ['resources/list', 'resources/templates/list'],
  'notifications/resources/updated': ['resources/read'],
};

for (const [notification, methods] of Object.entries(stale)) {
  proves(
    'CCH-07',
    `${notification} makes ${methods.join(' and ')} stale and nothing else`,
    async () => {
      const server = await connected(modern);
      for (const { ask: how, first } of Object.values(kinds))
        await ask(server, how, { ...first, ttlMs: 1_000, cacheScope: 'private' });
      await server.say({ method: notification, params: { uri: 'a:a' } });
      const asked: string[] = [];
      for (const [method, { ask: how, second }] of Object.entries(kinds)) {
        if ((await ask(server, how, second)).asked) asked.push(method);
      }
      expect(asked).toEqual(methods);
    },
  );
}

for (const [uri, isStale] of [
  ['a:a/part', true],
  ['a:a#x', true],
  ['a:ab', false],
  ['a:', false],
] as const) {
  proves(
    ['CCH-07', 'SUB-11'],
    `an update of ${uri} makes a:a ${isStale ? 'stale' : 'no staler'}`,
    async () => {
      const server = await connected(modern);
      const how = (client: Client): Promise<unknown> => client.readResource('a:a');
      await ask(server, how, { contents: [], ttlMs: 1_000, cacheScope: 'private' });
      await server.say({ method: 'notifications/resources/updated', params: { uri } });
      expect((await ask(server, how, { contents: [] })).asked).toBe(isStale);
    },
  );
}

proves('CCH-07', 'what was asked for before a change and comes after it is not kept', async () => {
  const server = await connected(modern);
  const listing = server.client.listTools();
  const request = await server.next();
  await server.say({ method: 'notifications/tools/list_changed' });
  await server.answer(request, { tools: [], ttlMs: 1_000, cacheScope: 'private' });
  await listing;
  expect((await ask(server, (client) => client.listTools(), { tools: [] })).asked).toBe(true);
});

proves('CCH-03', 'other parameters are other results, whatever their order', async () => {
  const server = await connected(modern);
  const read =
    (uri: string) =>
    (client: Client): Promise<unknown> =>
      client.readResource(uri);
  const result = { contents: [], ttlMs: 1_000, cacheScope: 'private' };
  await ask(server, read('a:a'), result);
  expect((await ask(server, read('a:b'), result)).asked).toBe(true);
  expect((await ask(server, read('a:a'), result)).asked).toBe(false);
});

for (const [title, options] of [
  ['capabilities of its own', { capabilities: { roots: {} } }],
  ['metadata of its own', { meta: { 'com.example/x': 1 } }],
] as const) {
  proves('CCH-03', `a request with ${title} is not answered from what was kept`, async () => {
    const server = await connected(modern);
    const kept = { tools: [], ttlMs: 1_000, cacheScope: 'private' };
    await ask(server, (client) => client.listTools(), kept);
    expect((await ask(server, (client) => client.listTools(options), kept)).asked).toBe(true);
  });
}

class Shared implements CacheStore {
  readonly entries = new Map<string, CacheEntry>();
  get = (key: string): Promise<CacheEntry | undefined> => Promise.resolve(this.entries.get(key));
  set = (key: string, entry: CacheEntry): void => {
    this.entries.set(key, entry);
  };
  delete = (key: string): void => {
    this.entries.delete(key);
  };
}

for (const [title, scope, one, two, isShared] of [
  ['private, one user', 'private', 'ada', 'ada', true],
  ['private, two users', 'private', 'ada', 'bob', false],
  ['public, two users', 'public', 'ada', 'bob', true],
  ['without a scope, two users', undefined, 'ada', 'bob', false],
  ['with a scope that is none, two users', 'everyone', 'ada', 'bob', false],
] as const) {
  proves(
    ['CCH-04', 'TOL-12'],
    `${title}: ${isShared ? 'found' : 'not found'} by the other client`,
    async () => {
      const store = new Shared();
      const cacheOf = (partition: string): ConnectOptions => ({
        cache: { store, server: 's', partition: () => partition },
      });
      const kept = { tools: [], ttlMs: 1_000, ...(scope && { cacheScope: scope }) };
      await ask(await connected(modern, cacheOf(one)), (client) => client.listTools(), kept);
      const other = await connected(modern, cacheOf(two));
      expect((await ask(other, (client) => client.listTools(), kept)).asked).toBe(!isShared);
    },
  );
}

proves(
  'CCH-04',
  'a user who changes within a client does not get the results of the one before',
  async () => {
    let user = 'ada';
    const server = await connected(modern, { cache: { partition: () => user } });
    const kept = { tools: [], ttlMs: 1_000, cacheScope: 'private' };
    await ask(server, (client) => client.listTools(), kept);
    user = 'bob';
    expect((await ask(server, (client) => client.listTools(), kept)).asked).toBe(true);
    user = 'ada';
    expect((await ask(server, (client) => client.listTools(), kept)).asked).toBe(false);
  },
);

proves(
  'CCH-04',
  'two servers in one store do not meet, and a store without a name is refused',
  async () => {
    const store = new Shared();
    const kept = { tools: [], ttlMs: 1_000, cacheScope: 'public' };
    const one = await connected(modern, { cache: { store, server: 'one' } });
    await ask(one, (client) => client.listTools(), kept);
    const two = await connected(modern, { cache: { store, server: 'two' } });
    expect((await ask(two, (client) => client.listTools(), kept)).asked).toBe(true);
    await expect(connected(modern, { cache: { store } })).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: expect.stringContaining('cache.server'),
    });
  },
);

proves(['CCH-09', 'MRT-11'], 'neither a question nor what its answer led to is kept', async () => {
  const server = await connected(modern, { onListRoots: () => [] });
  const read = (client: Client): Promise<unknown> => client.readResource('a:a');
  const outcome = read(server.client);
  await server.answer(await server.next(), {
    resultType: 'input_required',
    inputRequests: { r: { method: 'roots/list' } },
    ttlMs: 1_000,
    cacheScope: 'private',
  });
  await server.answer(await server.next(), { contents: [], ttlMs: 1_000, cacheScope: 'private' });
  await outcome;
  expect((await ask(server, read, { contents: [] })).asked).toBe(true);
});

const page = (name: string, more: object): object => ({
  tools: [{ name, inputSchema: { type: 'object' } }],
  cacheScope: 'private',
  ...more,
});

proves(
  ['CCH-08', 'CCH-11'],
  'each page has its own time, and is asked for again by its cursor',
  async () => {
    const server = await connected(modern);
    const listing = server.client.listTools();
    await server.answer(await server.next(), page('b', { ttlMs: 2_000, nextCursor: 'two' }));
    await server.answer(await server.next(), page('a', { ttlMs: 1_000 }));
    expect((await listing).map(({ name }) => name)).toEqual(['b', 'a']);
    await server.clock.advance(1_000);
    const again = server.client.listTools();
    const request = await server.next();
    expect(paramsOf(request)).toEqual({ cursor: 'two' });
    await server.answer(request, page('c', { ttlMs: 1_000 }));
    expect((await again).map(({ name }) => name)).toEqual(['b', 'c']);
  },
);

proves(
  'CCH-08',
  'a cursor of a kept page that is none any more: the list is read anew, once',
  async () => {
    const server = await connected(modern);
    const listing = server.client.listTools();
    await server.answer(await server.next(), page('a', { ttlMs: 2_000, nextCursor: 'two' }));
    await server.answer(await server.next(), page('b', { ttlMs: 1_000 }));
    await listing;
    await server.clock.advance(1_000);
    const again = server.client.listTools();
    await server.refuse(await server.next(), { code: -32602 });
    const restart = await server.next();
    expect(paramsOf(restart)).toEqual({});
    await server.answer(restart, page('new', { ttlMs: 0 }));
    expect((await again).map(({ name }) => name)).toEqual(['new']);

    const failed = failureOf(server.client.listTools());
    await server.refuse(await server.next(), { code: -32602 });
    expect(await failed).toMatchObject({ code: -32602 });
  },
);

for (const [title, store] of [
  [
    'throws',
    {
      get: () => {
        throw new Error('down');
      },
      set: () => {},
      delete: () => {},
    },
  ],
  ['rejects', { get: () => Promise.reject(new Error('down')), set: () => {}, delete: () => {} }],
  [
    'fails to keep',
    { get: () => undefined, set: () => Promise.reject(new Error('full')), delete: () => {} },
  ],
] as const satisfies readonly (readonly [string, CacheStore])[]) {
  proves('CCH-06', `a store that ${title} costs no call, and is told of once`, async () => {
    const server = await connected(modern, { cache: { store, server: 's', partition: 'ada' } });
    for (let time = 0; time < 2; time += 1) {
      const outcome = await ask(
        server,
        (client) => client.listTools(),
        page('a', { ttlMs: 1_000 }),
      );
      expect(outcome.asked).toBe(true);
    }
    await settle();
    expect(server.reports).toMatchObject([{ kind: 'cache-failed' }]);
  });
}

proves('CCH-06', 'a store that never answers holds a call up for a second, once', async () => {
  const store: CacheStore = { get: () => new Promise(() => {}), set: () => {}, delete: () => {} };
  const server = await connected(modern, { cache: { store, server: 's', partition: 'ada' } });
  const listing = server.client.listTools();
  await server.clock.advance(1_000);
  await server.answer(await server.next(), page('a', { ttlMs: 1_000 }));
  await listing;
  expect((await ask(server, (client) => client.listTools(), page('a', {}))).asked).toBe(true);
});
