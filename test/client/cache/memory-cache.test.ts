import { expect, test } from 'vitest';
import { MemoryCache, type CacheEntry } from '../../../src/client/index.ts';

const entry = (text: string): CacheEntry => ({ text, askedAt: 1, until: 2 });

/** Which of these keys are there; looking changes nothing that this test asks for. */
function heldOf(cache: MemoryCache, keys: string): string {
  return keys
    .split('')
    .filter((key) => cache.get(key) !== undefined)
    .join('');
}

test('gives back what was put in, until it is taken out', () => {
  const cache = new MemoryCache();
  expect(cache.get('a')).toBeUndefined();
  cache.set('a', entry('one'));
  expect(cache.get('a')).toEqual(entry('one'));
  cache.set('a', entry('two'));
  expect(cache.get('a')).toEqual(entry('two'));
  cache.delete('a');
  cache.delete('a');
  expect(cache.get('a')).toBeUndefined();
});

test('of too many entries the one goes that was not used for longest', () => {
  const cache = new MemoryCache({ maxCacheEntries: 3 });
  for (const key of 'abc') cache.set(key, entry(''));
  cache.get('a');
  cache.set('b', entry('again'));
  cache.set('d', entry(''));
  expect(heldOf(cache, 'abcd')).toBe('abd');
  cache.set('e', entry(''));
  cache.set('f', entry(''));
  expect(heldOf(cache, 'abdef')).toBe('def');
});

test('of too many bytes as many entries go as it takes; two bytes a character, keys too', () => {
  const cache = new MemoryCache({ maxCacheBytes: 40 });
  for (const key of 'abcd') cache.set(key, entry('1234'));
  expect(heldOf(cache, 'abcd')).toBe('abcd');
  cache.set('e', entry('123456'));
  expect(heldOf(cache, 'abcde')).toBe('cde');
  // What was taken out, or replaced, counts no longer.
  cache.delete('c');
  cache.set('d', entry(''));
  cache.set('f', entry('12345678'));
  expect(heldOf(cache, 'def')).toBe('def');
});

test('what fits in no case is not kept, and costs nothing else its place', () => {
  const cache = new MemoryCache({ maxCacheBytes: 20 });
  cache.set('a', entry('1234'));
  cache.set('b', entry('1234567890'));
  expect(heldOf(cache, 'ab')).toBe('a');
  cache.set('a', entry('1234567890'));
  expect(heldOf(cache, 'a')).toBe('');
});

test('by default it has the bounds that are written down', () => {
  const cache = new MemoryCache();
  for (let count = 0; count <= 1_000; count += 1) cache.set(String(count), entry(''));
  expect([cache.get('0'), cache.get('1')]).toEqual([undefined, entry('')]);
  cache.set('large', entry('x'.repeat(8 * 1024 * 1024 - 5)));
  expect(cache.get('large')).toBeDefined();
  expect(cache.get('1000')).toBeUndefined();
  cache.set('large', entry('x'.repeat(8 * 1024 * 1024 - 4)));
  expect(cache.get('large')).toBeUndefined();
});
