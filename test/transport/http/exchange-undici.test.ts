import { createServer as createTlsServer } from 'node:https';
import { createServer as createRawServer } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { Agent, MockAgent } from 'undici';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import type { ExchangeOptions } from '../../../src/transport/http/exchange.ts';
import { openExchange } from '../../../src/transport/http/exchange-undici.ts';
import { makeAuthority } from '../../fixtures/http/exchange-certificates.ts';
import { buildProgram, run, writeFixture } from '../../fixtures/http/exchange-program.ts';
import { bodyOf, send, type Sent } from '../../fixtures/http/exchange-send.ts';
import { listen, serve } from '../../fixtures/http/exchange-serve.ts';
import { proves } from '../../support/proves.ts';

function opened(options: ExchangeOptions) {
  const way = openExchange(options);
  return { exchange: way.exchange, [Symbol.asyncDispose]: () => way.close() };
}

const kinds = (sent: Sent) => sent.told.map(({ kind }) => kind);

describe('connections', () => {
  proves('W-07', 'many exchanges leave no listener and no connection behind', async () => {
    const warnings: string[] = [];
    const onWarning = ({ name }: Error) => warnings.push(name);
    process.on('warning', onWarning);
    const listens = vi.spyOn(EventTarget.prototype, 'addEventListener');
    await using server = await serve((_request, response) => response.end('{}'));
    await using way = opened({ url: server.url });
    for (let index = 0; index < 500; index += 1) {
      expect(await send(way.exchange, { url: server.url }).over).toEqual({ kind: 'end' });
    }
    process.off('warning', onWarning);
    expect(listens).not.toHaveBeenCalled();
    expect(warnings).toEqual([]);
    expect(server.sockets.length).toBeLessThanOrEqual(2);
    listens.mockRestore();
  });

  test('an exchange that is aborted while it connects leaves the connection to the next', async () => {
    await using server = await serve((_request, response) => response.end('{}'));
    await using way = opened({ url: server.url });
    await send(way.exchange, { url: server.url }).over;
    const sent = Array.from({ length: 3 }, () => send(way.exchange, { url: server.url }));
    // Two turns on, undici is connecting, and nothing is written yet.
    await Promise.resolve();
    await Promise.resolve();
    for (const { handle } of sent) handle.abort();
    expect(await send(way.exchange, { url: server.url }).over).toEqual({ kind: 'end' });
    expect(sent.flatMap(kinds)).toEqual([]);
  });

  test('a connection that the server has closed meanwhile is not certain to be unused', async () => {
    await using server = await serve((request, response) => {
      if (request.url === '/gone') request.socket.destroy();
      else response.end('{}');
    });
    await using way = opened({ url: server.url });
    await send(way.exchange, { url: server.url }).over;
    const { fault } = await send(way.exchange, { url: new URL('/gone', server.url) }).until(
      'broke',
    );
    expect(fault).toEqual({
      systemCode: 'ECONNRESET',
      detail: `127.0.0.1:${server.port} closed the connection before its reply was complete`,
      beforeSent: false,
    });
  });

  test('the way leads to its own origin only', async () => {
    await using server = await serve((_request, response) => response.end('{}'));
    await using other = await serve((_request, response) => response.end('{}'));
    await using way = opened({ url: server.url });
    const { fault } = await send(way.exchange, { url: other.url }).until('broke');
    expect(fault).toEqual({
      systemCode: undefined,
      detail: `this way leads to ${server.url.origin} only`,
      beforeSent: true,
    });
    expect(other.sockets).toEqual([]);
  });
});

describe('a dispatcher that is given', () => {
  /** The dispatcher of Node's own fetch is another copy of undici, and another version in most. */
  const copyInNode = async () => {
    await fetch('data:,');
    return Reflect.get(globalThis, Symbol.for('undici.globalDispatcher.1')) as object;
  };
  const bareNew = (agent: Agent) => ({
    // A dispatcher of undici 8 knows the newer methods of a handler only.
    dispatch: (options: Agent.DispatchOptions, all: object) =>
      agent.dispatch(
        options,
        Object.fromEntries(
          Object.entries(all).filter(([name]) => /^on(?:Request|Response)/.test(name)),
        ),
      ),
  });
  const bareOld = (agent: Agent) => ({
    dispatch: (options: Agent.DispatchOptions, all: object) =>
      agent.dispatch(
        options,
        Object.fromEntries(
          Object.entries(all).filter(([name]) => !/^on(?:Request|Response)/.test(name)),
        ),
      ),
  });

  test.each([
    { which: 'of this undici', make: async () => new Agent() },
    { which: 'of the undici in Node.js', make: copyInNode },
    { which: 'with the newer handlers only', make: async () => bareNew(new Agent()) },
    { which: 'with the older handlers only', make: async () => bareOld(new Agent()) },
  ])('$which carries replies, aborts and faults', async ({ make }) => {
    const dispatcher = await make();
    await using server = await serve((request, response) => {
      request.resume();
      if (request.url === '/gone') return void request.socket.destroy();
      response
        .writeHead(200, { 'content-type': 'text/event-stream', 'x-a': ['b', 'c'] })
        .write('first');
      if (request.url !== '/stream') response.end();
    });
    const url = new URL('/reply', server.url);
    await using way = opened({ url, dispatcher });
    const reply = send(way.exchange, { url, headers: { 'x-empty': '' }, body: '{}' });
    await reply.over;
    expect(kinds(reply)).toEqual(['head', 'chunk', 'end']);
    const head = await reply.until('head');
    expect(head).toMatchObject({
      status: 200,
      headers: { 'content-type': 'text/event-stream', 'x-a': 'b, c' },
    });
    const stream = send(way.exchange, { url: new URL('/stream', url) }, ({ kind }, handle) => {
      if (kind === 'chunk') handle.abort();
    });
    await stream.until('chunk');
    const gone = send(way.exchange, { url: new URL('/gone', url) });
    expect(await gone.over).toMatchObject({
      kind: 'broke',
      fault: { systemCode: 'ECONNRESET', beforeSent: false },
    });
    const never = send(way.exchange, { url });
    never.handle.abort();
    await send(way.exchange, { url }).over;
    expect(kinds(stream)).toEqual(['head', 'chunk']);
    expect(kinds(never)).toEqual([]);
  });

  test('is left open', async () => {
    await using server = await serve((_request, response) => response.end('{}'));
    const dispatcher = new Agent();
    const way = openExchange({ url: server.url, dispatcher });
    await send(way.exchange, { url: server.url }).over;
    await way.close();
    expect(dispatcher.closed).toBe(false);
    await dispatcher.close();
  });

  test('that replies in the same turn is told of only when the exchange has returned', async () => {
    const url = new URL('http://mcp.test/mcp');
    const dispatcher = new MockAgent();
    dispatcher.disableNetConnect();
    dispatcher.get(url.origin).intercept({ path: '/mcp', method: 'POST' }).reply(200, 'mocked');
    await using way = opened({ url, dispatcher });
    const sent = send(way.exchange, { url });
    await sent.over;
    expect([bodyOf(sent.told), sent.toldEarly]).toEqual(['mocked', false]);
  });

  test('that is closed, or none', async () => {
    const url = new URL('http://127.0.0.1:9/');
    const ended = new Agent();
    await ended.destroy();
    await using one = opened({ url, dispatcher: ended });
    expect((await send(one.exchange, { url }).until('broke')).fault.detail).toBe(
      'the dispatcher is closed',
    );
    await using other = opened({ url, dispatcher: { fetch } });
    expect((await send(other.exchange, { url }).until('broke')).fault).toEqual({
      systemCode: undefined,
      detail: 'the dispatcher that was given has no method dispatch, as those of undici have',
      beforeSent: true,
    });
  });
});

test('a fetch that is given is used', async () => {
  const seen: string[] = [];
  const url = new URL('http://mcp.test/mcp');
  const way = openExchange({
    url,
    fetch: async (input, init) => {
      seen.push(JSON.stringify([init?.method, input, init?.redirect]));
      return new Response('{}');
    },
  });
  await send(way.exchange, { url }).over;
  expect(seen).toEqual(['["POST","http://mcp.test/mcp","manual"]']);
});

describe('TLS', () => {
  const authority = makeAuthority('A private authority');
  const tls = { ...authority.certify('localhost', ['127.0.0.1']), ca: authority.cert };

  test.each([
    {
      why: 'an unknown authority',
      make: () => tls,
      detail: /is not trusted; NODE_EXTRA_CA_CERTS can name/,
    },
    {
      why: 'no certificate',
      make: () => ({}),
      detail: /^no TLS connection to 127\.0\.0\.1:\d+ came about$/,
    },
  ])('$why breaks before anything is sent', async ({ make, detail }) => {
    await using server = await listen(createTlsServer(make()), 'https');
    await using way = opened({ url: server.url });
    const { fault } = await send(way.exchange, { url: server.url }).until('broke');
    expect(fault.detail).toMatch(detail);
    expect(fault.beforeSent).toBe(true);
    expect(fault.systemCode).toMatch(/^[A-Z0-9_]+$/);
  });

  test('a certificate for other names', async () => {
    const other = makeAuthority('Another');
    const dispatcher = new Agent({ connect: { ca: other.cert } });
    await using server = await listen(createTlsServer(other.certify('other.test')), 'https');
    await using way = opened({ url: server.url, dispatcher });
    const { fault } = await send(way.exchange, { url: server.url }).until('broke');
    expect(fault).toEqual({
      systemCode: 'ERR_TLS_CERT_ALTNAME_INVALID',
      detail: `the certificate of 127.0.0.1:${server.port} is for other names`,
      beforeSent: true,
    });
  });

  proves('W-09', 'a client certificate is shown through a dispatcher', async () => {
    const client = authority.certify('the client');
    await using server = await listen(
      createTlsServer(
        { ...tls, requestCert: true, rejectUnauthorized: true },
        (request, response) => {
          const socket = request.socket as TLSSocket;
          response.end(socket.getPeerCertificate().subject.CN);
        },
      ),
      'https',
    );
    const dispatcher = new Agent({ connect: { ...client, ca: authority.cert } });
    await using way = opened({ url: server.url, dispatcher });
    const sent = send(way.exchange, { url: server.url });
    await sent.over;
    expect(bodyOf(sent.told)).toBe('the client');
    await dispatcher.destroy();
  });
});

describe('in a program of its own', () => {
  let program = '';
  beforeAll(async () => {
    program = await buildProgram('exchange-posts-once');
  });

  proves(
    'W-09',
    'NODE_EXTRA_CA_CERTS is trusted',
    async () => {
      const authority = makeAuthority('A private authority');
      const file = await writeFixture('authority.pem', authority.cert);
      await using server = await listen(
        createTlsServer(authority.certify('localhost', ['127.0.0.1']), (_request, response) =>
          response.end('{}'),
        ),
        'https',
      );
      const trusting = run(program, [server.url.href], { NODE_EXTRA_CA_CERTS: file });
      expect((await trusting.printed).at(-1)).toEqual({ kind: 'end' });
      const other = run(program, [server.url.href]);
      expect((await other.printed).at(-1)).toMatchObject({ kind: 'broke' });
    },
    20_000,
  );

  test('an idle connection does not hold it', async () => {
    await using server = await serve((_request, response) => response.end('{}'));
    const { printed } = run(program, [server.url.href]);
    expect((await printed).at(-1)).toEqual({ kind: 'end' });
  }, 20_000);

  test('nothing holds it once the way is closed', async () => {
    await using server = await serve((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write('first');
    });
    const { printed } = run(program, [server.url.href, 'close-at', 'chunk']);
    expect((await printed).at(-1)).toBe('closed');
  }, 20_000);

  test('a connection that is coming about does not hold it either', async () => {
    const silent = createRawServer();
    const accepted = new Promise<void>((resolve) => {
      silent.once('connection', (socket) => {
        socket.once('data', () => resolve());
        socket.on('error', () => {});
      });
    });
    await using server = await listen(silent, 'https');
    const { child, printed } = run(program, [server.url.href, 'close-at', 'start']);
    await accepted;
    child.stdin?.write('now');
    const started = performance.now();
    expect((await printed).at(-1)).toBe('closed');
    expect(performance.now() - started).toBeLessThan(8_000);
  }, 20_000);
});
