import { getEventListeners } from 'node:events';
import { expect } from 'vitest';
import { connect } from '../../src/index.ts';
import { stdio } from '../../src/transport/stdio.ts';
import { proves } from '../support/proves.ts';
import { attackServer, me } from './server.ts';

proves(
  'W-07',
  'thousands of calls under one signal put one listener on it, and all end with it',
  async () => {
    await using client = await connect(stdio(attackServer('silent')), me);
    const controller = new AbortController();
    const { signal } = controller;
    const before = performance.now();
    const calls = Array.from({ length: 20_000 }, () =>
      client.callTool('wait', {}, { signal }).catch((error: unknown) => error),
    );
    expect(getEventListeners(signal, 'abort')).toHaveLength(1);
    controller.abort();
    const ends = await Promise.all(calls);
    expect(ends.every((end) => (end as { code?: unknown }).code === 'CANCELLED')).toBe(true);
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
    // With a listener for each call this takes half a minute.
    expect(performance.now() - before).toBeLessThan(10_000);
  },
  60_000,
);
