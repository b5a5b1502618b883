import { expect } from 'vitest';
import { MessageDecoder } from '../../src/protocol/index.ts';
import { proves } from '../support/proves.ts';

proves(
  ['W-21', 'W-22'],
  'a megabyte of messages on one line, their ids first, is read at once',
  () => {
    const message = '{"id":1,"jsonrpc":"2.0","result":{}}';
    const count = Math.floor(1_000_000 / message.length);
    let found = 0;
    const decoder = new MessageDecoder(
      { message: () => (found += 1), failed: () => {}, report: () => {} },
      { maxMessageBytes: 2_000_000, decodeUtf8: (bytes) => new TextDecoder().decode(bytes) },
    );
    const before = performance.now();
    decoder.push(new TextEncoder().encode(`${message.repeat(count)}\n`));
    expect(found).toBe(count);
    // A pass over the rest of the line for each message takes a minute here.
    expect(performance.now() - before).toBeLessThan(5_000);
  },
);
