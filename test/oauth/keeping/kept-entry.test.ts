import { expect, test } from 'vitest';
import { KeptEntry } from '../../../src/oauth/keeping/kept-entry.ts';
import { memoryStore } from '../../../src/oauth/keeping/memory-store.ts';
import type { Store } from '../../../src/oauth/keeping/store.ts';
import { issuer, serverKey, someEntry, someTokens } from './some-entry.ts';

test('an entry that is not there is empty', async () => {
  expect(await new KeptEntry(memoryStore(), serverKey).read()).toEqual({ version: 1, issuers: {} });
});

test('an entry comes back as it was kept, members of others included', async () => {
  const kept = new KeptEntry(memoryStore(), serverKey);
  const entry = { ...someEntry(), discovery: { of: ['somebody', null] } };
  expect(await kept.update(() => entry)).toEqual(entry);
  expect(await kept.read()).toEqual(entry);
  const tokens = someTokens({ scope: 'a', askedScope: 'a b', dpopKey: { kty: 'EC' } });
  await kept.update((was) => ({ ...was, issuers: { [issuer]: { tokens } } }));
  expect(await kept.read()).toEqual({ ...entry, issuers: { [issuer]: { tokens } } });
});

test('a change that changes nothing writes nothing', async () => {
  const store = memoryStore();
  const kept = new KeptEntry(store, serverKey);
  expect(await kept.update(() => undefined)).toEqual({ version: 1, issuers: {} });
  expect(await store.read(serverKey)).toBeUndefined();
});

test('changes of many at once are all made', async () => {
  const store = memoryStore();
  const count = async (): Promise<unknown> =>
    new KeptEntry(store, serverKey).update((entry) => ({
      ...entry,
      issuers: { ...entry.issuers, [`https://${Object.keys(entry.issuers).length}.example`]: {} },
    }));
  await Promise.all(Array.from({ length: 50 }, count));
  expect(Object.keys((await new KeptEntry(store, serverKey).read()).issuers)).toHaveLength(50);
});

test('a change that others always overtake ends', async () => {
  const store = memoryStore();
  const overtaken: Store = {
    read: (key) => store.read(key),
    lock: (key, signal) => store.lock(key, signal),
    compareAndSwap: async (key) => {
      const generation = (await store.read(key))?.generation ?? 0;
      await store.compareAndSwap(key, generation, JSON.stringify(someEntry()));
      return false;
    },
  };
  let asked = 0;
  const kept = new KeptEntry(overtaken, serverKey);
  const change = kept.update((entry) => {
    asked += 1;
    return entry;
  });
  await expect(change).rejects.toMatchObject({ code: 'STORE_FAILED' });
  expect(asked).toBe(100);
  await expect(kept.remove()).rejects.toMatchObject({ code: 'STORE_FAILED' });
});

test('what is removed is gone for everyone, and removing it again does nothing', async () => {
  const store = memoryStore();
  const kept = new KeptEntry(store, serverKey);
  await kept.update(() => someEntry());
  await kept.remove();
  await kept.remove();
  expect(await store.read(serverKey)).toBeUndefined();
});

test.each([
  { why: 'no JSON', text: '{"accessToken":"hidden-secret', names: 'it is not JSON' },
  { why: 'no object', text: '["hidden-secret"]', names: 'it is not an object' },
  { why: 'a newer version', text: '{"version":2,"issuers":{}}', names: 'version is not 1' },
  { why: 'no issuers', text: '{"version":1}', names: 'issuers is not an object' },
  {
    why: 'a list of issuers',
    text: '{"version":1,"issuers":["hidden-secret"]}',
    names: 'issuers is not an object',
  },
  {
    why: 'an issuer that is none',
    text: '{"version":1,"issuers":{"hidden-secret":null}}',
    names: 'issuers.* is not an object',
  },
  {
    why: 'a token that is none',
    text: JSON.stringify(someEntry({ ...someTokens(), accessToken: 7 } as never)),
    names: 'issuers.*.tokens.accessToken is not of the kind string',
  },
  {
    why: 'a token type that is not known',
    text: JSON.stringify(someEntry(someTokens({ tokenType: 'hidden-secret' as never }))),
    names: 'issuers.*.tokens.tokenType is not Bearer or DPoP',
  },
  {
    why: 'a time that is none',
    text: JSON.stringify(someEntry(someTokens({ expiresAt: null as never }))),
    names: 'issuers.*.tokens.expiresAt is not of the kind number',
  },
  {
    why: 'a key that is none',
    text: JSON.stringify(someEntry(someTokens({ dpopKey: 'hidden-secret' as never }))),
    names: 'issuers.*.tokens.dpopKey is not of the kind object',
  },
  {
    why: 'a client without an id',
    text: '{"version":1,"issuers":{"a":{"client":{"from":"person"}}}}',
    names: 'issuers.*.client.clientId is not of the kind string',
  },
  {
    why: 'a client from nowhere',
    text: '{"version":1,"issuers":{"a":{"client":{"clientId":"a","clientSecret":"hidden-secret"}}}}',
    names: 'issuers.*.client.from is not configuration or metadata-url or registration or person',
  },
])('$why is told by its place alone, and left until it is removed', async ({ text, names }) => {
  const store = memoryStore();
  const kept = new KeptEntry(store, serverKey);
  await store.compareAndSwap(serverKey, 0, text);
  for (const use of [() => kept.read(), () => kept.update(() => someEntry())]) {
    const error: unknown = await use().catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: 'OAuthError', code: 'STORE_FAILED' });
    expect(String(error)).toContain(names);
    expect(String(error)).not.toContain('hidden-secret');
    expect((error as Error).cause).toBeUndefined();
  }
  expect((await store.read(serverKey))?.value).toBe(text);
  await kept.remove();
  expect(await kept.update(() => someEntry())).toEqual(someEntry());
});
