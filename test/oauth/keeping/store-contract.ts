import { describe, expect, test } from 'vitest';
import type { Store } from '../../../src/oauth/keeping/store.ts';
import { settle } from '../../support/fake-clock.ts';

/**
 * What every store does.
 *
 * @param open - opens the same empty store twice, as two clients of a program do
 */
export function storeContract(name: string, open: () => Promise<readonly [Store, Store]>): void {
  describe(`a ${name} store`, () => {
    test('has nothing at first, and gives back what was put in, byte by byte', async () => {
      const [store, other] = await open();
      expect(await store.read('key')).toBeUndefined();
      const values = [
        '{"a":1,"b":{"c":"é😀\\u0000"}}',
        '{ "a": 1 }',
        '"text"',
        'text',
        '',
        '[1]',
        'null',
        '{"b":1,"1":2}',
        '{"1":2,"__proto__":{"x":1}}',
        '{"a":1,"a":2}',
        '{"big":12345678901234567890}',
      ];
      for (const value of values) {
        const generation = (await store.read('key'))?.generation ?? 0;
        expect(await store.compareAndSwap('key', generation, value)).toBe(true);
        expect((await store.read('key'))?.value).toBe(value);
        expect(await other.read('key')).toEqual(await store.read('key'));
      }
    });

    test('takes any text as a key', async () => {
      const [store, other] = await open();
      const keys = [
        '',
        '__proto__',
        'constructor',
        '../../x',
        'a::b::https://c/?d#e',
        '\u0000',
        '😀',
      ];
      for (const key of keys) {
        expect(await store.read(key), key).toBeUndefined();
        expect(await store.compareAndSwap(key, 0, `of ${key}`)).toBe(true);
        const lock = await store.lock(key);
        await lock.release();
      }
      for (const key of keys) expect((await other.read(key))?.value).toBe(`of ${key}`);
    });

    test('swaps for the generation that is there and no other', async () => {
      const [store, other] = await open();
      expect(await store.compareAndSwap('key', 1, 'early')).toBe(false);
      expect(await store.compareAndSwap('key', 0, 'first')).toBe(true);
      const { generation } = (await store.read('key'))!;
      expect(generation).toBeGreaterThan(0);
      expect(await other.compareAndSwap('key', 0, 'late')).toBe(false);
      expect(await other.compareAndSwap('key', generation + 1, 'wrong')).toBe(false);
      expect(await other.compareAndSwap('key', generation, 'second')).toBe(true);
      expect(await store.compareAndSwap('key', generation, 'late')).toBe(false);
      expect(await store.compareAndSwap('key', generation, undefined)).toBe(false);
      expect((await store.read('key'))?.value).toBe('second');
    });

    test('never repeats a generation, also after a removal', async () => {
      const [store, other] = await open();
      const seen: number[] = [];
      for (let times = 0; times < 5; times += 1) {
        expect(await store.compareAndSwap('key', 0, 'here')).toBe(true);
        const { generation } = (await other.read('key'))!;
        seen.push(generation);
        expect(await other.compareAndSwap('key', generation, undefined)).toBe(true);
        expect(await store.read('key')).toBeUndefined();
        expect(await store.compareAndSwap('key', generation, 'back')).toBe(false);
      }
      expect(seen).toEqual([...new Set(seen)].toSorted((a, b) => a - b));
    });

    test('removes what is not there, and leaves other keys alone', async () => {
      const [store] = await open();
      await store.compareAndSwap('other', 0, 'stays');
      expect(await store.compareAndSwap('key', 0, undefined)).toBe(true);
      expect(await store.read('key')).toBeUndefined();
      expect((await store.read('other'))?.value).toBe('stays');
    });

    test('gives the lock of a key to one at a time, in the order of asking', async () => {
      const [store, other] = await open();
      const order: number[] = [];
      let holders = 0;
      const work = async (index: number): Promise<void> => {
        const lock = await (index % 2 === 0 ? store : other).lock('key');
        holders += 1;
        expect(holders).toBe(1);
        order.push(index);
        await settle();
        holders -= 1;
        await lock.release();
      };
      await Promise.all(Array.from({ length: 12 }, (_, index) => work(index)));
      expect(order).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    });

    test('has a lock for each key', async () => {
      const [store, other] = await open();
      const [one, two] = await Promise.all([store.lock('one'), other.lock('two')]);
      await Promise.all([one.release(), two.release()]);
      await expect(store.lock('one')).resolves.toBeDefined();
    });

    test('reads and writes under the key whose lock is held', async () => {
      const [store, other] = await open();
      const lock = await store.lock('key');
      expect(await other.compareAndSwap('key', 0, 'written')).toBe(true);
      expect((await store.read('key'))?.value).toBe('written');
      await lock.release();
    });

    test('ends the wait for a lock with its signal, and nothing else', async () => {
      const [store, other] = await open();
      const held = await store.lock('key');
      const leaves = new AbortController();
      const left = other.lock('key', leaves.signal);
      const stays = store.lock('key', new AbortController().signal);
      const reason = new Error('no more');
      leaves.abort(reason);
      await expect(left).rejects.toMatchObject({ code: 'CANCELLED', cause: reason });
      await expect(other.lock('key', leaves.signal)).rejects.toMatchObject({ code: 'CANCELLED' });
      await held.release();
      await (await stays).release();
      await expect(other.lock('key')).resolves.toBeDefined();
    });

    test('takes a lock back once', async () => {
      const [store, other] = await open();
      const first = await store.lock('key');
      await first.release();
      const second = await other.lock('key');
      await first.release();
      const abort = new AbortController();
      const third = store.lock('key', abort.signal);
      await settle();
      abort.abort();
      await expect(third).rejects.toMatchObject({ code: 'CANCELLED' });
      await second.release();
    });
  });
}
