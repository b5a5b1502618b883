import { expect, test } from 'vitest';
import { BodyCollector } from '../../../src/transport/http/body-collector.ts';

const bytes = new TextEncoder().encode('\uFEFF{"a":"é€😀"}');

test('cut points do not matter, and the byte-order mark is left out', () => {
  for (let size = 1; size <= bytes.length; size += 1) {
    const body = new BodyCollector(100);
    for (let at = 0; at < bytes.length; at += size) body.add(bytes.slice(at, at + size));
    expect(body.text()).toBe('{"a":"é€😀"}');
  }
});

test('nothing at all is an empty text', () => {
  expect(new BodyCollector(10).text()).toBe('');
});

test('the bound is exact, and what is past it is left out', () => {
  const body = new BodyCollector(4);
  expect(body.add(new TextEncoder().encode('abcd'))).toBe(true);
  expect(body.add(new TextEncoder().encode('e'))).toBe(false);
  expect(body.text()).toBe('abcd');
  expect(new BodyCollector(4).add(new TextEncoder().encode('abcde'))).toBe(false);
});
