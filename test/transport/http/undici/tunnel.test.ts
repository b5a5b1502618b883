import { createServer as createRawServer } from 'node:net';
import { buildConnector } from 'undici';
import { beforeAll, expect, test, vi } from 'vitest';
import {
  type BuildConnector,
  Connecting,
} from '../../../../src/transport/http/undici/connector.ts';
import { tunnel } from '../../../../src/transport/http/undici/tunnel.ts';
import { listen } from '../../../fixtures/http/exchange-serve.ts';

// undici keeps one timer for all of its clocks, so this file has a fake clock from first to last.
beforeAll(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});

test('a proxy that does not answer is given up after ten seconds', async () => {
  const silent = createRawServer();
  const asked = new Promise<void>((resolve) => {
    silent.once('connection', (socket) => socket.once('data', () => resolve()));
  });
  await using proxy = await listen(silent);
  const connect = tunnel({
    proxy: proxy.url,
    authorization: undefined,
    server: 'mcp.test:443',
    connecting: new Connecting(buildConnector as BuildConnector),
  });
  const target = { hostname: 'mcp.test', host: 'mcp.test', protocol: 'https:', port: '443' };
  const failure = new Promise<Error | null>((resolve) => {
    connect(target, (...[error]) => resolve(error));
  });
  await asked;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await failure).toMatchObject({
    peer: `the proxy 127.0.0.1:${proxy.port}`,
    detail: `the proxy 127.0.0.1:${proxy.port} has not answered for 10 s`,
  });
});
