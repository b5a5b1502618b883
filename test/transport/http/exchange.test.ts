import type { ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import type { OpenExchange } from '../../../src/transport/http/exchange.ts';
import { openExchange as openFetch } from '../../../src/transport/http/exchange-fetch.ts';
import { openExchange as openUndici } from '../../../src/transport/http/exchange-undici.ts';
import { bodyOf, send } from '../../fixtures/http/exchange-send.ts';
import { closed, read, serve, serveRaw } from '../../fixtures/http/exchange-serve.ts';
import { proves } from '../../support/proves.ts';

const ways: readonly { name: string; open: OpenExchange }[] = [
  { name: 'undici', open: openUndici },
  { name: 'fetch', open: openFetch },
];

const gate = () => {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
};

describe.each(ways)('over $name', ({ name, open }) => {
  const opened = (url: URL) => {
    const way = open({ url });
    return { exchange: way.exchange, [Symbol.asyncDispose]: () => way.close() };
  };

  test('a reply is told in order: head, chunks, end', async () => {
    await using server = await serve((_request, response) => {
      response.writeHead(201, { 'Content-Type': 'application/json', 'X-Seen': ['a', 'b'] });
      response.end('{"id":1}');
    });
    await using way = opened(server.url);
    const sent = send(way.exchange, { url: server.url });
    await sent.over;
    expect(sent.told.map(({ kind }) => kind)).toEqual(['head', 'chunk', 'end']);
    const { status, headers } = await sent.until('head');
    expect(status).toBe(201);
    expect(headers).toMatchObject({ 'content-type': 'application/json', 'x-seen': 'a, b' });
    expect(bodyOf(sent.told)).toBe('{"id":1}');
  });

  test('method, path, fields and body arrive as they were given', async () => {
    const seen: unknown[] = [];
    await using server = await serve((request, response) => {
      const { method, url, headers } = request;
      const { accept, 'x-empty': empty, 'content-length': length } = headers;
      void read(request).then((body) => {
        seen.push({ method, url, accept, empty, length, body });
        response.end();
      });
    });
    const url = new URL('/a%20b?q=%C3%A9', server.url);
    await using way = opened(url);
    const headers = { Accept: 'text/event-stream', 'X-Empty': '' };
    await send(way.exchange, { url, headers, body: '{"é":"漢🙂"}' }).over;
    await send(way.exchange, { url, headers, method: 'GET' }).over;
    await send(way.exchange, { url, headers, method: 'DELETE' }).over;
    const same = { url: '/a%20b?q=%C3%A9', accept: 'text/event-stream', empty: '' };
    expect(seen).toEqual([
      { ...same, method: 'POST', length: '16', body: '{"é":"漢🙂"}' },
      { ...same, method: 'GET', length: undefined, body: '' },
      { ...same, method: 'DELETE', length: undefined, body: '' },
    ]);
  });

  test('a reply without a body, and one after an early hint', async () => {
    await using server = await serveRaw((socket) => {
      socket.write(
        'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\nHTTP/1.1 204 No Content\r\n__proto__: x\r\nconstructor: y\r\n\r\n',
      );
    });
    await using way = opened(server.url);
    const sent = send(way.exchange, { url: server.url });
    await sent.over;
    expect(sent.told.map(({ kind }) => kind)).toEqual(['head', 'end']);
    const { status, headers } = await sent.until('head');
    expect([status, Object.entries(headers)]).toEqual([204, [['constructor', 'y']]]);
  });

  test('chunks are told as they come', async () => {
    const replies: ServerResponse[] = [];
    await using server = await serve((_request, response) => {
      replies.push(response);
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.flushHeaders();
    });
    await using way = opened(server.url);
    const sent = send(way.exchange, { url: server.url }, (one) => {
      const [reply] = replies;
      if (one.kind === 'head') reply?.write('a');
      else if (one.kind === 'chunk' && one.text === 'a') reply?.write('b');
      else reply?.end();
    });
    await sent.over;
    expect(sent.told.slice(1)).toEqual([
      { kind: 'chunk', text: 'a' },
      { kind: 'chunk', text: 'b' },
      { kind: 'end' },
    ]);
  });

  test('nothing is told before the exchange has returned', async () => {
    await using server = await serve((_request, response) => response.end());
    await using way = opened(server.url);
    await send(way.exchange, { url: server.url }).over;
    const refused = [
      send(way.exchange, { url: server.url, headers: { 'x-a': 'b\nc' } }),
      send(way.exchange, { url: server.url }),
    ];
    await Promise.all(refused.map(({ over }) => over));
    expect(refused.map(({ toldEarly }) => toldEarly)).toEqual([false, false]);
  });

  proves('W-05', `a redirect is shown and never followed (${name})`, async () => {
    const followed: string[] = [];
    await using elsewhere = await serve((request, response) => {
      followed.push(request.url ?? '');
      response.end();
    });
    const location = new URL('/stolen', elsewhere.url).href;
    for (const status of [301, 302, 303, 307, 308]) {
      await using server = await serve((request, response) => {
        if (request.url !== '/mcp') followed.push(request.url ?? '');
        response
          .writeHead(status, { location: status === 308 ? '/same-origin' : location })
          .end('moved');
      });
      await using way = opened(server.url);
      const sent = send(way.exchange, {
        url: server.url,
        headers: { authorization: 'Bearer secret' },
        body: '{}',
      });
      await sent.over;
      expect(sent.told[0]).toMatchObject({ kind: 'head', status });
      expect(sent.told.at(-1)).toEqual({ kind: 'end' });
    }
    expect(followed).toEqual([]);
  });

  describe('a server that misbehaves', () => {
    const head = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';
    const cases: { why: string; bytes: string; reset?: boolean; told: string[] }[] = [
      { why: 'closes before the head', bytes: '', told: ['broke'] },
      { why: 'resets before the head', bytes: '', reset: true, told: ['broke'] },
      { why: 'closes in the head', bytes: head, told: ['broke'] },
      {
        why: 'closes after the head',
        bytes: `${head}content-length: 5\r\n\r\n`,
        told: ['head', 'broke'],
      },
      {
        why: 'closes before the announced length',
        bytes: `${head}content-length: 5\r\n\r\nab`,
        told: ['head', 'chunk', 'broke'],
      },
      {
        why: 'closes in a chunk',
        bytes: `${head}transfer-encoding: chunked\r\n\r\n5\r\nab`,
        told: ['head', 'chunk', 'broke'],
      },
      {
        why: 'closes before the last chunk',
        bytes: `${head}transfer-encoding: chunked\r\n\r\n2\r\nab\r\n`,
        told: ['head', 'chunk', 'broke'],
      },
      {
        why: 'resets after the head',
        bytes: `${head}content-length: 5\r\n\r\n`,
        reset: true,
        told: ['head', 'broke'],
      },
      { why: 'speaks something else', bytes: 'SSH-2.0-OpenSSH\r\n\r\n', told: ['broke'] },
      {
        why: 'ends by closing, as HTTP/1.0 does',
        bytes: `${head}connection: close\r\n\r\nab`,
        told: ['head', 'chunk', 'end'],
      },
    ];
    test.each(cases)('$why', async ({ bytes, reset, told }) => {
      const seen = gate();
      await using server = await serveRaw((socket) => {
        socket.write(bytes);
        const finish = () => (reset === true ? socket.resetAndDestroy() : socket.end());
        if (told[0] === 'head') void seen.opened.then(finish);
        else finish();
      });
      await using way = opened(server.url);
      const sent = send(way.exchange, { url: server.url, body: 'secret' }, () => seen.open());
      const over = await sent.over;
      expect(sent.told.map(({ kind }) => kind)).toEqual(told);
      if (over.kind === 'broke') {
        expect(over.fault.beforeSent).toBe(false);
        expect(over.fault.detail).toContain(`127.0.0.1:${server.port}`);
        expect(over.fault.detail).not.toContain('secret');
      }
    });

    test('refuses the connection', async () => {
      const server = await serve(() => {});
      await server.close();
      await using way = opened(server.url);
      const { fault } = await send(way.exchange, { url: server.url }).until('broke');
      expect(fault).toMatchObject({ systemCode: 'ECONNREFUSED', beforeSent: true });
      expect(fault.detail).toContain(`127.0.0.1:${server.port}`);
    });
  });

  test('a field that cannot be sent breaks the exchange, and its value is told to no one', async () => {
    await using server = await serve((_request, response) => response.end());
    await using way = opened(server.url);
    for (const headers of [{ 'x-a': 'se\ncret' }, { 'x-a': 'secret漢' }, { 'x a': 'secret' }]) {
      const { fault } = await send(way.exchange, { url: server.url, headers }).until('broke');
      expect(JSON.stringify(fault)).not.toMatch(/se.*cret/);
      expect(fault.systemCode).toBeUndefined();
    }
    expect(await send(way.exchange, { url: server.url }).over).toEqual({ kind: 'end' });
  });

  describe('an exchange that is aborted', () => {
    const stream = (arrived = () => {}) =>
      serve((request, response) => {
        request.resume();
        arrived();
        if (request.url === '/silent') return;
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        if (request.url === '/ends') response.end('first');
        else response.write('first');
      });
    const cases: {
      when: string;
      path: string;
      at: 'now' | 'head' | 'chunk' | 'end';
      told: string[];
    }[] = [
      { when: 'at once', path: '/mcp', at: 'now', told: [] },
      { when: 'while its head is told', path: '/mcp', at: 'head', told: ['head'] },
      {
        when: 'while its head is told and more is there',
        path: '/ends',
        at: 'head',
        told: ['head'],
      },
      { when: 'while a chunk is told', path: '/mcp', at: 'chunk', told: ['head', 'chunk'] },
      { when: 'while its last chunk is told', path: '/ends', at: 'chunk', told: ['head', 'chunk'] },
      { when: 'at its end', path: '/ends', at: 'end', told: ['head', 'chunk', 'end'] },
    ];
    test.each(cases)('$when tells nothing more', async ({ path, at, told }) => {
      await using server = await stream();
      const url = new URL(path, server.url);
      await using way = opened(url);
      const sent = send(way.exchange, { url }, ({ kind }, handle) => {
        if (kind !== at) return;
        handle.abort();
        handle.abort();
      });
      if (at === 'now') sent.handle.abort();
      else await sent.until(at);
      // What was on its way has come once a later exchange is through.
      await send(way.exchange, { url: new URL('/ends', url) }).over;
      if (path === '/mcp' && at !== 'now') await closed(server.sockets[0]);
      sent.handle.abort();
      expect(sent.told.map(({ kind }) => kind)).toEqual(told);
    });

    test('before its head closes its connection', async () => {
      const { open: arrive, opened: arrived } = gate();
      await using server = await stream(arrive);
      const url = new URL('/silent', server.url);
      await using way = opened(url);
      const sent = send(way.exchange, { url });
      await arrived;
      sent.handle.abort();
      await closed(server.sockets[0]);
      expect(sent.told).toEqual([]);
    });
  });

  describe('when it is closed', () => {
    test('what runs breaks, what comes later too, and it is closed once', async () => {
      await using server = await serve((_request, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write('first');
      });
      const way = open({ url: server.url });
      const running = send(way.exchange, { url: server.url });
      await running.until('chunk');
      const waiting = send(way.exchange, { url: server.url });
      const aborted = send(way.exchange, { url: server.url });
      aborted.handle.abort();
      await Promise.all([way.close(), way.close()]);
      await closed(server.sockets[0]);
      const later = send(way.exchange, { url: server.url });
      const detail = 'this side has closed the connection';
      for (const { over } of [running, waiting, later]) {
        expect(await over).toMatchObject({
          kind: 'broke',
          fault: { systemCode: undefined, detail },
        });
      }
      expect(running.told.map(({ kind }) => kind)).toEqual(['head', 'chunk', 'broke']);
      expect(later.toldEarly).toBe(false);
      expect(aborted.told).toEqual([]);
    });

    test('and was never used', async () => {
      await expect(open({ url: new URL('http://127.0.0.1:9/') }).close()).resolves.toBeUndefined();
    });
  });
});
