import { createServer as createRawServer } from 'node:net';
import { Agent, Pool } from 'undici';
import { beforeAll, expect, test, vi } from 'vitest';
import type { ExchangeOptions } from '../../../src/transport/http/exchange.ts';
import { openExchange } from '../../../src/transport/http/exchange-undici.ts';
import { send, type Sent } from '../../fixtures/http/exchange-send.ts';
import { closed, listen, serve } from '../../fixtures/http/exchange-serve.ts';
import { proves } from '../../support/proves.ts';

function opened(options: ExchangeOptions) {
  const way = openExchange(options);
  return { exchange: way.exchange, [Symbol.asyncDispose]: () => way.close() };
}

const kinds = (sent: Sent) => sent.told.map(({ kind }) => kind);

// undici keeps one timer for all of its clocks, so this file has a fake clock from first to last.
beforeAll(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});

const tenMinutesMs = 600_000;
const silent = () =>
  serve((request, response) => {
    request.resume();
    if (request.url === '/body') response.writeHead(200).write('first');
  });

proves('W-06', 'silence before a head and in a body ends no exchange', async () => {
  // The limits that undici has by itself do end one under this clock, or it would prove nothing.
  await using server = await silent();
  await using way = opened({ url: server.url });
  await using given = opened({ url: server.url, dispatcher: new Agent() });
  const [head, body] = [new URL('/head', server.url), new URL('/body', server.url)];
  const pool = new Pool(server.url.origin);
  const cut = pool
    .request({ method: 'POST', path: '/head' })
    .catch((error: Error) => error.message);
  const sent = [way, given].flatMap(({ exchange }) => [
    send(exchange, { url: head }),
    send(exchange, { url: body }),
  ]);
  const [, one, , other] = sent;
  await Promise.all([one?.until('chunk'), other?.until('chunk')]);
  await vi.waitUntil(() => server.sockets.length === 5);
  await vi.advanceTimersByTimeAsync(tenMinutesMs);
  expect(await cut).toBe('Headers Timeout Error');
  expect(sent.map(kinds)).toEqual([[], ['head', 'chunk'], [], ['head', 'chunk']]);
  await pool.destroy();
});

test('a connection that does not come about ends after ten seconds', async () => {
  const silentTls = createRawServer();
  const accepted = new Promise<void>((resolve) => {
    silentTls.once('connection', () => resolve());
  });
  await using server = await listen(silentTls, 'https');
  await using way = opened({ url: server.url });
  const sent = send(way.exchange, { url: server.url });
  await accepted;
  await vi.advanceTimersByTimeAsync(9_000);
  expect(sent.told).toEqual([]);
  await vi.advanceTimersByTimeAsync(3_000);
  const { fault } = await sent.until('broke');
  expect(fault).toEqual({
    systemCode: 'ETIMEDOUT',
    detail: `no connection to 127.0.0.1:${server.port} came about in time`,
    beforeSent: true,
  });
});
test('a request waits behind no event stream, however many are open', async () => {
  await using server = await serve((request, response) => {
    if (request.method === 'POST') return void response.end('{}');
    response.writeHead(200, { 'content-type': 'Text/Event-Stream; charset=utf-8' }).flushHeaders();
  });
  await using way = opened({ url: server.url });
  const streams = Array.from({ length: 150 }, () =>
    send(way.exchange, { url: server.url, method: 'GET' }),
  );
  await Promise.all(streams.map(({ until }) => until('head')));
  expect(await send(way.exchange, { url: server.url }).over).toEqual({ kind: 'end' });
});

test('sixty-four slow requests hold up others for half a second only', async () => {
  await using server = await serve((request, response) => {
    request.resume();
    if (request.url === '/fast') response.end('{}');
  });
  await using way = opened({ url: server.url });
  const slow = Array.from({ length: 64 }, () => send(way.exchange, { url: server.url }));
  const aborted = send(way.exchange, { url: server.url });
  const fast = send(way.exchange, { url: new URL('/fast', server.url) });
  aborted.handle.abort();
  await vi.waitUntil(() => server.sockets.length === 64);
  await vi.advanceTimersByTimeAsync(500);
  expect(await fast.over).toEqual({ kind: 'end' });
  slow.push(send(way.exchange, { url: server.url }));
  for (const { handle } of slow) handle.abort();
  await Promise.all(server.sockets.slice(0, 64).map(closed));
  expect([...slow, aborted].flatMap(kinds)).toEqual([]);
});
