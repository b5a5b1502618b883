import { expect, test } from 'vitest';
import { OAuthError } from '../../../src/oauth/errors.ts';
import type { TokenSet } from '../../../src/oauth/keeping/entry.ts';
import { KeptEntry } from '../../../src/oauth/keeping/kept-entry.ts';
import { memoryStore } from '../../../src/oauth/keeping/memory-store.ts';
import { refreshOnce, type RefreshOrder } from '../../../src/oauth/keeping/refresh-once.ts';
import type { Store } from '../../../src/oauth/keeping/store.ts';
import { settle } from '../../support/fake-clock.ts';
import { proves } from '../../support/proves.ts';
import { issuer, serverKey, someEntry, someTokens } from './some-entry.ts';

const held = someTokens();
const fresh = someTokens({ accessToken: 'access-2', refreshToken: 'refresh-2', issuedAt: 3_000 });
const others = someTokens({ accessToken: 'access-9', refreshToken: 'refresh-9', issuedAt: 9_000 });

/** A server whose answer the test gives, and a store that has an expired set. */
class Stage {
  readonly store: Store;
  /** The refresh tokens that were sent. */
  readonly asked: (string | undefined)[] = [];
  #answer: (tokens: TokenSet) => void = () => {};
  #refuse: (error: Error) => void = () => {};

  constructor(store: Store = memoryStore()) {
    this.store = store;
  }

  static async open(): Promise<Stage> {
    const stage = new Stage();
    await stage.kept().update(() => someEntry(held));
    return stage;
  }

  /** As each client has one of its own. */
  kept(): KeptEntry {
    return new KeptEntry(this.store, serverKey);
  }

  refresh(over: Partial<RefreshOrder> = {}): Promise<TokenSet | undefined> {
    const refresh = (tokens: TokenSet): Promise<TokenSet> => {
      this.asked.push(tokens.refreshToken);
      return new Promise((resolve, reject) => {
        this.#answer = resolve;
        this.#refuse = reject;
      });
    };
    return refreshOnce({ kept: this.kept(), issuer, held, refresh, signal: undefined, ...over });
  }

  async answer(tokens: TokenSet): Promise<void> {
    await settle();
    this.#answer(tokens);
  }

  async refuse(error: Error): Promise<void> {
    await settle();
    this.#refuse(error);
  }

  async tokens(): Promise<TokenSet | undefined> {
    return (await this.kept().read()).issuers[issuer]?.tokens;
  }

  /** Whether nobody has the lock. */
  async isIdle(): Promise<boolean> {
    const lock = await this.store.lock(serverKey, AbortSignal.timeout(1_000));
    await lock.release();
    return true;
  }
}

const spent = new OAuthError('TOKEN_REFUSED', 'refused', { oauthError: 'invalid_grant' });

proves(['W-50', 'AUTH-65'], 'a hundred calls of many clients cause one refresh', async () => {
  const stage = await Stage.open();
  const calls = Array.from({ length: 100 }, () => stage.refresh());
  await stage.answer(fresh);
  for (const tokens of await Promise.all(calls)) expect(tokens).toEqual(fresh);
  expect(stage.asked).toEqual(['refresh-1']);
  expect(await stage.tokens()).toEqual(fresh);
  expect((await stage.kept().read()).issuers[issuer]?.client?.clientId).toBe('client-1');
  expect(await stage.isIdle()).toBe(true);
});

proves(
  ['W-50', 'AUTH-65'],
  'another store object of the same place waits and is given the result',
  async () => {
    const stage = await Stage.open();
    const { store } = stage;
    const same = new Stage({
      read: (key) => store.read(key),
      compareAndSwap: (...swap) => store.compareAndSwap(...swap),
      lock: (key, signal) => store.lock(key, signal),
    });
    const calls = [stage.refresh(), same.refresh()];
    await stage.answer(fresh);
    expect(await Promise.all(calls)).toEqual([fresh, fresh]);
    expect([stage.asked, same.asked]).toEqual([['refresh-1'], []]);
  },
);

test('what somebody else put there meanwhile is given, and nothing is asked', async () => {
  const stage = await Stage.open();
  await stage.kept().update(() => someEntry(others));
  expect(await stage.refresh()).toEqual(others);
  expect(stage.asked).toEqual([]);
});

test('where the tokens were removed there is nothing to refresh', async () => {
  const stage = await Stage.open();
  await stage.kept().remove();
  expect(await stage.refresh()).toBeUndefined();
  expect(await stage.refresh({ issuer: 'constructor' })).toBeUndefined();
  expect(stage.asked).toEqual([]);
});

test('a set that expired after that one has a refresh of its own', async () => {
  const stage = await Stage.open();
  const first = stage.refresh();
  await stage.answer(fresh);
  await first;
  const second = stage.refresh({ held: fresh });
  await stage.answer(others);
  expect(await second).toEqual(others);
  expect(stage.asked).toEqual(['refresh-1', 'refresh-2']);
});

proves('AUTH-63', 'the tokens of another issuer are of no concern', async () => {
  const stage = await Stage.open();
  await stage.kept().update((entry) => ({
    ...entry,
    issuers: { ...entry.issuers, 'https://else.example': { tokens: others } },
  }));
  const refresh = stage.refresh();
  await stage.answer(fresh);
  await refresh;
  expect((await stage.kept().read()).issuers['https://else.example']).toEqual({ tokens: others });
});

proves('W-51', 'a failure that passes is told to all and costs no token', async () => {
  const stage = await Stage.open();
  const calls = [stage.refresh(), stage.refresh()];
  const later = new OAuthError('TRY_AGAIN', 'busy');
  await stage.refuse(later);
  for (const outcome of await Promise.allSettled(calls)) {
    expect(outcome).toEqual({ status: 'rejected', reason: later });
  }
  expect(await stage.tokens()).toEqual(held);
  const again = stage.refresh();
  await stage.answer(fresh);
  expect(await again).toEqual(fresh);
});

test.each([
  {
    why: 'a refused client',
    error: new OAuthError('TOKEN_REFUSED', 'no', { oauthError: 'invalid_client' }),
  },
  { why: 'a fault', error: new TypeError('no') },
])('$why costs no token', async ({ error }) => {
  const stage = await Stage.open();
  const refresh = stage.refresh();
  await stage.refuse(error);
  await expect(refresh).rejects.toBe(error);
  expect(await stage.tokens()).toEqual(held);
  expect(await stage.isIdle()).toBe(true);
});

proves('AUTH-65', 'a spent refresh token takes its own set with it and nothing else', async () => {
  const stage = await Stage.open();
  await stage.kept().update((entry) => ({
    ...entry,
    issuers: { ...entry.issuers, 'https://else.example': { tokens: others } },
  }));
  const calls = [stage.refresh(), stage.refresh()];
  await stage.refuse(spent);
  for (const outcome of await Promise.allSettled(calls)) {
    expect(outcome).toEqual({ status: 'rejected', reason: spent });
  }
  const { client } = someEntry().issuers[issuer]!;
  expect(await stage.kept().read()).toEqual({
    ...someEntry(),
    issuers: { [issuer]: { client }, 'https://else.example': { tokens: others } },
  });
});

proves(
  'AUTH-65',
  'a refused set that somebody replaced meanwhile takes nothing with it',
  async () => {
    const stage = await Stage.open();
    const refresh = stage.refresh();
    await settle();
    await stage.kept().update(() => someEntry(others));
    await stage.refuse(spent);
    expect(await refresh).toEqual(others);
    expect(await stage.tokens()).toEqual(others);
  },
);

test.each([
  { why: 'a log-out', during: (kept: KeptEntry) => kept.remove(), left: undefined },
  {
    why: 'a new sign-in',
    during: async (kept: KeptEntry) => void (await kept.update(() => someEntry(others))),
    left: others,
  },
])('$why during a refresh stands, and its outcome is not kept', async ({ during, left }) => {
  const stage = await Stage.open();
  const refresh = stage.refresh();
  await settle();
  await during(stage.kept());
  await stage.answer(fresh);
  expect(await refresh).toEqual(left);
  expect(await stage.tokens()).toEqual(left);
});

test('a caller that leaves ends its own wait', async () => {
  const stage = await Stage.open();
  const leaves = new AbortController();
  const left = stage.refresh({ signal: leaves.signal });
  const stays = stage.refresh();
  await settle();
  const reason = new Error('enough');
  leaves.abort(reason);
  await expect(left).rejects.toMatchObject({ code: 'CANCELLED', cause: reason });
  await expect(stage.refresh({ signal: leaves.signal })).rejects.toMatchObject({
    code: 'CANCELLED',
  });
  await stage.answer(fresh);
  expect(await stays).toEqual(fresh);
  expect(stage.asked).toEqual(['refresh-1']);
});

test('what was sent is kept although nobody waits any longer', async () => {
  const stage = await Stage.open();
  const leaves = new AbortController();
  const left = stage.refresh({ signal: leaves.signal });
  await settle();
  leaves.abort();
  await expect(left).rejects.toMatchObject({ code: 'CANCELLED' });
  const joins = stage.refresh();
  await stage.answer(fresh);
  expect(await joins).toEqual(fresh);
  expect(stage.asked).toEqual(['refresh-1']);
  expect(await stage.tokens()).toEqual(fresh);
});

test('what has not been sent is not, once nobody waits for it', async () => {
  const stage = await Stage.open();
  const lock = await stage.store.lock(serverKey);
  const leaves = new AbortController();
  const left = stage.refresh({ signal: leaves.signal });
  await settle();
  leaves.abort();
  const next = stage.refresh();
  await expect(left).rejects.toMatchObject({ code: 'CANCELLED' });
  await lock.release();
  await stage.answer(fresh);
  expect(await next).toEqual(fresh);
  expect(stage.asked).toEqual(['refresh-1']);
});

test('whoever leaves before anything is sent does not take the others along', async () => {
  const stage = await Stage.open();
  const lock = await stage.store.lock(serverKey);
  const leaves = new AbortController();
  const left = stage.refresh({ signal: leaves.signal });
  const stays = stage.refresh();
  leaves.abort();
  await expect(left).rejects.toMatchObject({ code: 'CANCELLED' });
  await lock.release();
  await stage.answer(fresh);
  expect(await stays).toEqual(fresh);
});

test('nothing is sent for a caller that left while the store was read', async () => {
  const stage = await Stage.open();
  const { store } = stage;
  const leaves = new AbortController();
  const slow = new Stage({
    read: async (key) => {
      leaves.abort();
      return store.read(key);
    },
    compareAndSwap: (...swap) => store.compareAndSwap(...swap),
    lock: (key, signal) => store.lock(key, signal),
  });
  const left = slow.refresh({ signal: leaves.signal });
  await expect(left).rejects.toMatchObject({ code: 'CANCELLED' });
  await settle();
  expect(slow.asked).toEqual([]);
  expect(await stage.isIdle()).toBe(true);
});

test('who holds an older set and who holds a newer one wait for different things', async () => {
  const stage = await Stage.open();
  await stage.kept().update(() => someEntry(fresh));
  const lock = await stage.store.lock(serverKey);
  const older = stage.refresh();
  const newer = stage.refresh({ held: fresh });
  await lock.release();
  await stage.answer(others);
  expect(await Promise.all([older, newer])).toEqual([fresh, others]);
});

test('a hundred callers with one signal put one listener on it', async () => {
  const stage = await Stage.open();
  const { signal } = new AbortController();
  let listeners = 0;
  const add = signal.addEventListener.bind(signal);
  signal.addEventListener = (...given: Parameters<typeof add>): void => {
    listeners += 1;
    add(...given);
  };
  const calls = Array.from({ length: 100 }, () => stage.refresh({ signal }));
  await stage.answer(fresh);
  await Promise.all(calls);
  expect(listeners).toBe(1);
});

test('a store that fails is told, and the next refresh is another one', async () => {
  const stage = await Stage.open();
  const { store } = stage;
  const failure = new OAuthError('STORE_FAILED', 'full');
  let isFull = true;
  const failing = new Stage({
    read: (key) => store.read(key),
    compareAndSwap: async (...swap) => {
      if (isFull) throw failure;
      return store.compareAndSwap(...swap);
    },
    lock: async (key, signal) => {
      const lock = await store.lock(key, signal);
      return {
        release: async () => {
          await lock.release();
          throw failure;
        },
      };
    },
  });
  const refresh = failing.refresh();
  await failing.answer(fresh);
  await expect(refresh).rejects.toBe(failure);
  isFull = false;
  const again = failing.refresh();
  await failing.answer(fresh);
  expect(await again).toEqual(fresh);
});
