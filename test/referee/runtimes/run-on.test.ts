import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ensureInstalled } from '../ensure-installed.mjs';
import { startHttpServer, type RunningServer } from '../start-http-server.mjs';
import { runOn, runtimes } from './run-on.mjs';

let server: RunningServer;
beforeAll(async () => {
  await ensureInstalled();
  server = await startHttpServer('both-eras');
}, 600_000);
afterAll(() => server.close());

describe('the built root door connects, lists and calls', () => {
  test.each(runtimes)('on %s', { timeout: 90_000 }, async (runtime) => {
    const tools = ['echo', 'add', 'slow'];
    expect(await runOn(runtime, server.url)).toEqual([
      { revision: '2026-07-28', tools, said: 'from auto: 你好' },
      { revision: '2025-11-25', tools, said: 'from legacy: 你好' },
    ]);
  });
});
