import { expect } from 'vitest';
import { BodyCollector } from '../../src/transport/http/body-collector.ts';
import { proves } from '../support/proves.ts';

proves('W-22', 'a body in single bytes, each in a buffer of its own, is not kept as that', () => {
  const before = process.memoryUsage().arrayBuffers;
  const body = new BodyCollector(1_000_000);
  const letter = 'x'.codePointAt(0) ?? 0;
  // A kilobyte stands behind each byte, as the buffer of a read from a socket does.
  for (let at = 0; at < 300_000; at += 1)
    body.add(new Uint8Array(1_024).fill(letter).subarray(0, 1));
  const grown = process.memoryUsage().arrayBuffers - before;
  expect(body.text()).toBe('x'.repeat(300_000));
  // Without that, three hundred megabytes.
  expect(grown).toBeLessThan(150_000_000);
});
