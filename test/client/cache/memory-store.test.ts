import { expect } from 'vitest';
import { canonical } from '../../../src/client/cache/canonical.ts';
import { MemoryStore } from '../../../src/client/cache/cache-store.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { proves } from '../../support/proves.ts';

proves(['CCH-02', 'SEC-07'], 'what was used longest ago goes first', () => {
  const store = new MemoryStore(new FakeClock());
  for (let entry = 0; entry < 1_000; entry += 1) store.set(`k${entry}`, 'x', 1_000);
  expect(store.get('k0')).toBe('x');
  store.set('one more', 'x', 1_000);
  expect(store.get('k0')).toBe('x');
  expect(store.get('k1')).toBeUndefined();
  expect(store.get('one more')).toBe('x');
});

proves(
  ['CCH-02', 'SEC-07'],
  'all entries together have a bound, and one that is larger is not kept',
  () => {
    const store = new MemoryStore(new FakeClock());
    const quarter = 'x'.repeat(8 * 1024 * 1024);
    for (const key of ['a', 'b', 'c', 'd', 'e']) store.set(key, quarter, 1_000);
    expect(store.get('a')).toBeUndefined();
    expect(store.get('b')).toBe(quarter);
    store.set('huge', quarter.repeat(5), 1_000);
    expect(store.get('huge')).toBeUndefined();
    expect(store.get('b')).toBe(quarter);
    store.set('b', 'y', 1_000);
    store.delete('c');
    expect(store.get('b')).toBe('y');
    expect(store.get('c')).toBeUndefined();
  },
);

proves(
  'CCH-03',
  'the order of members does not matter, that of items does, and metadata is left out',
  () => {
    const one = canonical({ b: [1, { d: 1, c: 2 }], a: 'x', _meta: { p: 1 } });
    const same = canonical({ a: 'x', _meta: { p: 2 }, b: [1, { c: 2, d: 1 }] });
    expect(JSON.stringify(one)).toBe(JSON.stringify(same));
    expect(JSON.stringify(canonical({ b: [{ c: 2 }, 1] }))).not.toBe(
      JSON.stringify(canonical({ b: [1, { c: 2 }] })),
    );
    expect(JSON.stringify(canonical({ a: 1 }))).not.toBe(
      JSON.stringify(canonical([['a', 1]].slice(0, 0))),
    );
  },
);
