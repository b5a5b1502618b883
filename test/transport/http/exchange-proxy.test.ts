import { createServer, type IncomingMessage } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { openExchange } from '../../../src/transport/http/exchange-undici.ts';
import { makeAuthority } from '../../fixtures/http/exchange-certificates.ts';
import { buildProgram, run, writeFixture } from '../../fixtures/http/exchange-program.ts';
import { bodyOf, send } from '../../fixtures/http/exchange-send.ts';
import { closed, listen, read, serve, serveRaw } from '../../fixtures/http/exchange-serve.ts';
import { proves } from '../../support/proves.ts';

function opened(url: URL) {
  const way = openExchange({ url });
  return { exchange: way.exchange, [Symbol.asyncDispose]: () => way.close() };
}

/** A proxy that gives tunnels, all of them to one port of this machine. */
function tunnelTo(port: number, asked: IncomingMessage[]) {
  const server = createServer();
  server.on('connect', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    asked.push(request);
    const far = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      far.write(head);
      far.pipe(socket).pipe(far);
    });
    socket.on('error', () => far.destroy());
    far.on('error', () => socket.destroy());
  });
  return listen(server);
}

beforeEach(() => {
  for (const name of ['http_proxy', 'https_proxy', 'all_proxy', 'no_proxy']) {
    vi.stubEnv(name, undefined);
    vi.stubEnv(name.toUpperCase(), undefined);
  }
});
afterEach(() => {
  vi.unstubAllEnvs();
});

describe('a server with TLS behind a proxy', () => {
  const authority = makeAuthority('A private authority');
  let program = '';
  let file = '';
  beforeAll(async () => {
    program = await buildProgram('exchange-posts-once');
    file = await writeFixture('proxy-authority.pem', authority.cert);
  });

  proves(
    'W-09',
    'is reached through a tunnel, by its own certificate',
    async () => {
      const seen: unknown[] = [];
      const asked: IncomingMessage[] = [];
      const tls = createTlsServer(authority.certify('mcp.test'), (request, response) => {
        seen.push([request.method, request.url, request.headers.host]);
        response.end('from afar');
      });
      await using server = await listen(tls, 'https');
      await using proxy = await tunnelTo(server.port, asked);
      const env = {
        NODE_EXTRA_CA_CERTS: file,
        HTTPS_PROXY: `http://user:p%40ss@127.0.0.1:${proxy.port}`,
      };
      const printed = await run(program, ['https://mcp.test/mcp?a=b'], env).printed;
      expect(printed.slice(1)).toEqual([{ kind: 'chunk', text: 'from afar' }, { kind: 'end' }]);
      expect(seen).toEqual([['POST', '/mcp?a=b', 'mcp.test']]);
      expect(asked.map(({ method, url, headers }) => [method, url, headers.host])).toEqual([
        ['CONNECT', 'mcp.test:443', 'mcp.test:443'],
      ]);
      const pair = Buffer.from('user:p@ss').toString('base64');
      expect(asked[0]?.headers['proxy-authorization']).toBe(`Basic ${pair}`);
    },
    20_000,
  );

  proves(
    'W-09',
    'is not reached where its certificate is for another name',
    async () => {
      const tls = createTlsServer(authority.certify('other.test'), (_request, response) =>
        response.end(),
      );
      await using server = await listen(tls, 'https');
      await using proxy = await tunnelTo(server.port, []);
      const env = { NODE_EXTRA_CA_CERTS: file, HTTPS_PROXY: `http://127.0.0.1:${proxy.port}` };
      const printed = await run(program, ['https://mcp.test/'], env).printed;
      const fault = { systemCode: 'ERR_TLS_CERT_ALTNAME_INVALID', beforeSent: true };
      expect(printed).toMatchObject([{ kind: 'broke', fault }]);
    },
    20_000,
  );
});

proves('W-09', 'a server without TLS is asked for at the proxy itself', async () => {
  const seen: unknown[] = [];
  await using proxy = await serve((request, response) => {
    const { method, url, headers } = request;
    void read(request).then((body) => {
      seen.push([method, url, headers.host, headers['proxy-authorization'], headers['x-a'], body]);
      response.end('through');
    });
  });
  vi.stubEnv('http_proxy', `user:pass@127.0.0.1:${proxy.port}`);
  const url = new URL('http://mcp.test:8080/mcp?a=b');
  await using way = opened(url);
  const sent = [1, 2].map(() => send(way.exchange, { url, headers: { 'x-a': 'b' }, body: '{}' }));
  await Promise.all(sent.map(({ over }) => over));
  expect(sent.map(({ told }) => bodyOf(told))).toEqual(['through', 'through']);
  const authorization = `Basic ${Buffer.from('user:pass').toString('base64')}`;
  const asked = ['POST', 'http://mcp.test:8080/mcp?a=b', 'mcp.test:8080', authorization, 'b', '{}'];
  expect(seen).toEqual([asked, asked]);
});

proves('W-09', 'this machine and what NO_PROXY names are reached directly', async () => {
  await using server = await serve((_request, response) => response.end('direct'));
  await using proxy = await serve((_request, response) => response.end('proxied'));
  vi.stubEnv('ALL_PROXY', proxy.url.origin);
  vi.stubEnv('NO_PROXY', 'other.test');
  // This address leads to this machine, but does not say so.
  const url = new URL(`http://0.0.0.0:${server.port}/`);
  const ask = async (asked: URL) => {
    await using way = opened(asked);
    const sent = send(way.exchange, { url: asked });
    await sent.over;
    return bodyOf(sent.told);
  };
  expect(await ask(server.url)).toBe('direct');
  expect(await ask(url)).toBe('proxied');
  vi.stubEnv('NO_PROXY', 'other.test,0.0.0.0');
  expect(await ask(url)).toBe('direct');
});

describe('a proxy that', () => {
  const url = new URL('https://mcp.test/mcp');
  const at = (port: number) => `the proxy 127.0.0.1:${port}`;
  const cases: {
    does: string;
    answer: (socket: Socket) => void;
    code: string | undefined;
    detail: (proxy: string) => string;
  }[] = [
    {
      does: 'wants a password',
      answer: (socket) =>
        socket.end('HTTP/1.1 407 Proxy Authentication Required\r\ncontent-length: 0\r\n\r\n'),
      code: undefined,
      detail: (proxy) => `${proxy} gave no way to mcp.test:443, but the status 407`,
    },
    {
      does: 'is not allowed to go there',
      answer: (socket) => socket.end('HTTP/1.1 403 Forbidden\r\ncontent-length: 6\r\n\r\nsecret'),
      code: undefined,
      detail: (proxy) => `${proxy} gave no way to mcp.test:443, but the status 403`,
    },
    {
      does: 'closes the connection',
      answer: (socket) => socket.end(),
      code: 'ECONNRESET',
      detail: (proxy) => `${proxy} closed the connection`,
    },
    {
      does: 'resets the connection',
      answer: (socket) => socket.resetAndDestroy(),
      code: 'ECONNRESET',
      detail: (proxy) => `${proxy} closed the connection`,
    },
    {
      does: 'speaks something else',
      answer: (socket) => socket.end('SSH-2.0-OpenSSH\r\n\r\n'),
      code: undefined,
      detail: (proxy) => `what came from ${proxy} is not HTTP (HPE_INVALID_CONSTANT)`,
    },
    {
      does: 'closes its tunnel before the TLS handshake',
      answer: (socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n'),
      code: 'ECONNRESET',
      detail: () => 'mcp.test:443 closed the connection',
    },
    {
      does: 'has no TLS at the end of its tunnel',
      answer: (socket) => socket.end('HTTP/1.1 200 OK\r\n\r\nHTTP/1.1 400 Bad Request\r\n\r\n'),
      code: 'ERR_SSL_WRONG_VERSION_NUMBER',
      detail: () => 'no TLS connection to mcp.test:443 came about',
    },
  ];
  test.each(cases)(
    '$does breaks the exchange once, before anything is sent',
    async ({ answer, code, detail }) => {
      let asked = 0;
      await using proxy = await serveRaw((socket, request) => {
        asked += request.startsWith('CONNECT ') ? 1 : 0;
        answer(socket);
      });
      vi.stubEnv('HTTPS_PROXY', `http://user:secret@127.0.0.1:${proxy.port}`);
      await using way = opened(url);
      const { fault } = await send(way.exchange, { url }).until('broke');
      expect(fault).toEqual({ systemCode: code, detail: detail(at(proxy.port)), beforeSent: true });
      expect(asked).toBe(1);
      await closed(proxy.sockets[0]);
    },
  );

  test('is not there', async () => {
    const gone = await serve(() => {});
    await gone.close();
    vi.stubEnv('HTTPS_PROXY', gone.url.origin);
    await using way = opened(url);
    const { fault } = await send(way.exchange, { url }).until('broke');
    expect(fault).toEqual({
      systemCode: 'ECONNREFUSED',
      detail: `${at(gone.port)} refused the connection`,
      beforeSent: true,
    });
  });

  test('is silent holds nothing once the way is closed', async () => {
    const asked = new Promise<void>((resolve) => {
      wake = resolve;
    });
    await using proxy = await serveRaw(() => wake());
    vi.stubEnv('HTTPS_PROXY', proxy.url.origin);
    const way = openExchange({ url });
    const sent = send(way.exchange, { url });
    await asked;
    await way.close();
    await closed(proxy.sockets[0]);
    expect(sent.told).toMatchObject([{ kind: 'broke', fault: { beforeSent: true } }]);
  });
  let wake = () => {};

  test('cannot be used is told without its address', async () => {
    vi.stubEnv('HTTPS_PROXY', 'socks5://user:secret@127.0.0.1:1080');
    await using way = opened(url);
    const { fault } = await send(way.exchange, { url }).until('broke');
    expect(fault.detail).toBe(
      'the environment variable HTTPS_PROXY names a proxy of the kind socks5:; http: and https: are known',
    );
  });
});
