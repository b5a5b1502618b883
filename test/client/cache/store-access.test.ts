import { getEventListeners } from 'node:events';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { StoreAccess } from '../../../src/client/cache/store-access.ts';
import type { CacheEntry, CacheStore, Report } from '../../../src/client/index.ts';
import { FakeClock, settle } from '../../support/fake-clock.ts';

const entry: CacheEntry = { text: '{}', askedAt: 1, until: 2 };

/** A store that does what a test says, in the place of each of its functions. */
function access(act: () => unknown): {
  readonly store: StoreAccess;
  readonly clock: FakeClock;
  readonly reports: Report[];
  readonly used: () => number;
} {
  let count = 0;
  const each = (): never => {
    count += 1;
    return act() as never;
  };
  const clock = new FakeClock();
  const reports: Report[] = [];
  const store: CacheStore = { get: each, set: each, delete: each };
  const report = (told: Report): void => {
    reports.push(told);
  };
  return { store: new StoreAccess({ store, clock, report }), clock, reports, used: () => count };
}

const never = (): Promise<never> => new Promise(() => {});

for (const { why, act } of [
  { why: 'at once', act: () => entry },
  { why: 'later', act: () => Promise.resolve(entry) },
  {
    why: 'by a promise of another realm',
    act: () => runInNewContext('Promise.resolve(entry)', { entry }) as unknown,
  },
]) {
  test(`gives what a store gives ${why}`, async () => {
    const { store, clock, reports } = access(act);
    expect(await store.get('a', undefined)).toEqual(entry);
    expect(clock.waiting).toBe(0);
    expect(reports).toEqual([]);
  });
}

for (const given of [
  undefined,
  null,
  'text',
  {},
  { ...entry, text: 1 },
  { ...entry, askedAt: '1' },
  { text: '', askedAt: 1 },
]) {
  test(`${JSON.stringify(given)} is nothing`, async () => {
    const { store } = access(() => given);
    expect(await store.get('a', undefined)).toBeUndefined();
  });
}

for (const { why, act } of [
  {
    why: 'throws',
    act: () => {
      throw new Error('full');
    },
  },
  { why: 'rejects', act: () => Promise.reject(new Error('full')) },
]) {
  for (const use of ['get', 'set', 'delete'] as const) {
    test(`a store that ${why} at ${use} is reported once, and left alone for a minute`, async () => {
      const { store, clock, reports, used } = access(act);
      const given = use === 'get' ? undefined : entry;
      expect(await store[use]('a', given as never)).toBeUndefined();
      await settle();
      expect(reports).toMatchObject([{ kind: 'cache-failed', error: { message: 'full' } }]);
      expect(await store.get('a', undefined)).toBeUndefined();
      await clock.advance(59_999);
      store.set('a', entry);
      expect(used()).toBe(1);
      await clock.advance(1);
      store.set('a', entry);
      await settle();
      expect(used()).toBe(2);
      expect(reports).toHaveLength(1);
    });
  }
}

test('a store that hangs is waited for a second', async () => {
  const { store, clock, reports } = access(never);
  let given: unknown = 'waits';
  void store.get('a', undefined).then((value) => (given = value));
  store.set('b', entry);
  await clock.advance(999);
  expect([given, reports]).toEqual(['waits', []]);
  await clock.advance(1);
  expect(given).toBeUndefined();
  expect(reports).toMatchObject([
    { kind: 'cache-failed', error: { message: expect.stringContaining('1000 ms') } },
  ]);
  expect(clock.waiting).toBe(0);
});

test('whoever gives up does not wait for it, and it is no fault of the store', async () => {
  const { store, clock, reports, used } = access(never);
  const controller = new AbortController();
  const waiting = store.get('a', controller.signal);
  controller.abort();
  expect(await waiting).toBeUndefined();
  expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
  expect([clock.waiting, reports]).toEqual([0, []]);
  void store.get('a', undefined);
  expect(used()).toBe(2);
  store.close();
  await settle();
  expect([clock.waiting, reports]).toEqual([0, []]);
});

test('a store that fails after all patience is over troubles nobody', async () => {
  let fail: (error: Error) => void = () => {};
  const { store, clock, reports } = access(
    () =>
      new Promise((_resolve, reject) => {
        fail = reject;
      }),
  );
  const waiting = store.get('a', undefined);
  await clock.advance(1_000);
  expect(await waiting).toBeUndefined();
  fail(new Error('late'));
  await settle();
  expect(reports).toHaveLength(1);
});
