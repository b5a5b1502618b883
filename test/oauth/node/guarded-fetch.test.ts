import { createServer as createTlsServer } from 'node:https';
import type { TLSSocket } from 'node:tls';
import { describe, expect, test } from 'vitest';
import { OAuthError } from '../../../src/oauth/errors.ts';
import { BoundedNetwork } from '../../../src/oauth/network/bounded-network.ts';
import type { OAuthFetchInit } from '../../../src/oauth/network/network.ts';
import { guardedFetch, type GuardedFetchOptions } from '../../../src/oauth/node/guarded-fetch.ts';
import { openExchange } from '../../../src/transport/http/exchange-undici.ts';
import { makeAuthority } from '../../fixtures/http/exchange-certificates.ts';
import { bodyOf, send } from '../../fixtures/http/exchange-send.ts';
import { closed, listen, read, serve } from '../../fixtures/http/exchange-serve.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { proves } from '../../support/proves.ts';

const get = (more: Partial<OAuthFetchInit> = {}): OAuthFetchInit => ({
  method: 'GET',
  headers: {},
  redirect: 'manual',
  signal: new AbortController().signal,
  ...more,
});

/** Names lead to these addresses, each answer in its turn; the last one stays. */
function guarded(options: Partial<GuardedFetchOptions> & { readonly answers?: string[][] } = {}) {
  const { answers = [['127.0.0.1']], ...more } = options;
  const names: string[] = [];
  const way = guardedFetch({
    level: 'ordinary',
    lookup: async (name) => {
      names.push(name);
      return (answers.length > 1 ? answers.shift() : answers[0]) ?? [];
    },
    ...more,
  });
  return { ...way, names };
}

async function fault(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => 'nothing was wrong',
    (error: unknown) => error,
  );
}

describe('a request', () => {
  test('goes out as it is, and its answer comes back', async () => {
    await using server = await serve((request, response) => {
      void read(request).then((body) => {
        const { method, url, headers } = request;
        response.writeHead(201, { 'x-twice': ['a', 'b'], 'content-type': 'application/json' });
        response.end(JSON.stringify({ method, url, headers, body }));
      });
    });
    await using way = guarded();
    const url = `http://as.example:${server.port}/token?x=1`;
    const body = new URLSearchParams({ grant: 'x y' });
    const headers = { Accept: 'application/json' };
    const response = await way.fetch(url, get({ method: 'POST', headers, body }));
    expect([response.status, response.headers.get('x-twice')]).toEqual([201, 'a, b']);
    expect(await response.json()).toEqual({
      method: 'POST',
      url: '/token?x=1',
      headers: {
        host: `as.example:${server.port}`,
        connection: 'keep-alive',
        accept: 'application/json',
        'accept-encoding': 'identity',
        'content-length': '9',
        'content-type': 'application/x-www-form-urlencoded;charset=UTF-8',
        'user-agent': 'garuda-mcp',
      },
      body: 'grant=x+y',
    });
    expect(way.names).toEqual(['as.example']);
  });

  test.each([204, 304])('an answer %d has no body', async (status) => {
    await using server = await serve((_request, response) => response.writeHead(status).end());
    await using way = guarded();
    const response = await way.fetch(server.url.href, get());
    expect([response.status, response.body]).toEqual([status, null]);
  });

  proves(['W-59', 'SEC-03'], 'a redirect is not followed', async () => {
    const paths: (string | undefined)[] = [];
    await using server = await serve((request, response) => {
      paths.push(request.url);
      response.writeHead(307, { location: '/other' }).end();
    });
    await using way = guarded();
    expect((await way.fetch(server.url.href, get())).status).toBe(307);
    expect(paths).toEqual(['/mcp']);
  });

  test('a body is read no faster than it is wanted, and given up when it is not', async () => {
    let written = 0;
    await using server = await serve((_request, response) => {
      const more = () => {
        while (!response.destroyed && written < 100_000_000 && response.write('x'.repeat(65_536))) {
          written += 65_536;
        }
      };
      response.on('drain', more);
      more();
    });
    await using way = guarded();
    const response = await way.fetch(server.url.href, get());
    const reader = response.body?.getReader();
    expect((await reader?.read())?.value?.length).toBeGreaterThan(0);
    await reader?.cancel();
    await closed(server.sockets[0]);
    expect(written).toBeLessThan(50_000_000);
  });

  test('a long body comes whole', async () => {
    const text = 'x'.repeat(3_000_000);
    await using server = await serve((_request, response) => response.end(text));
    await using way = guarded();
    const response = await way.fetch(server.url.href, get());
    const whole = await response.text();
    expect(whole).toHaveLength(text.length);
    expect(whole === text).toBe(true);
  });

  test('is ended by its signal, before the answer and within', async () => {
    await using server = await serve((request, response) => {
      if (request.url === '/begins') response.write('x');
    });
    await using way = guarded();
    const stopping = new AbortController();
    const { signal } = stopping;
    const begun = await way.fetch(new URL('/begins', server.url).href, get({ signal }));
    const silent = fault(way.fetch(server.url.href, get({ signal })));
    stopping.abort(new Error('enough'));
    expect(await silent).toEqual(new Error('enough'));
    expect(await fault(begun.text())).toEqual(new Error('enough'));
    expect(await fault(way.fetch(server.url.href, get({ signal })))).toEqual(new Error('enough'));
    for (const socket of server.sockets) await closed(socket);
  });

  test('a connection that breaks is told', async () => {
    await using server = await serve((request, response) => {
      if (request.url === '/begins') response.writeHead(200, { 'content-length': 9 }).write('x');
      response.destroy();
    });
    await using way = guarded();
    expect(await fault(way.fetch(server.url.href, get()))).toMatchObject({
      code: 'UND_ERR_SOCKET',
    });
    const begun = fault(
      way.fetch(new URL('/begins', server.url).href, get()).then((response) => response.text()),
    );
    expect(await begun).toBeInstanceOf(Error);
  });
});

describe('addresses', () => {
  const refusedByAll = [
    '169.254.169.254',
    '0.0.0.0',
    '[::]',
    '224.0.0.1',
    '[fe80::1]',
    '[::ffff:a9fe:a9fe]',
  ];
  for (const host of refusedByAll) {
    proves('W-59', `https://${host} is refused before a connection`, async () => {
      for (const level of ['public', 'ordinary'] as const) {
        await using way = guarded({ level });
        expect(await fault(way.fetch(`https://${host}/`, get()))).toMatchObject({
          code: 'URL_REFUSED',
        });
        expect(way.names).toEqual([]);
      }
    });
  }

  for (const host of ['127.0.0.1', '[::1]', '2130706433', '0x7f.1', '10.0.0.1', '[fd00::1]']) {
    proves(
      ['W-59', 'SEC-03'],
      `https://${host} is refused where public ones are wanted`,
      async () => {
        await using way = guarded({ level: 'public' });
        const error = await fault(way.fetch(`https://${host}/`, get()));
        expect(error).toMatchObject({ code: 'URL_REFUSED' });
      },
    );
  }

  for (const [name, answers] of [
    ['a name of this machine', [['127.0.0.1']]],
    ['a name with two addresses', [['8.8.8.8', '127.0.0.1']]],
    ['a name with a mapped address', [['::ffff:7f00:1']]],
  ] as const) {
    proves('W-59', `${name} is refused where public ones are wanted`, async () => {
      await using server = await serve((_request, response) => response.end('secret'));
      await using way = guarded({ level: 'public', answers: answers.map((one) => [...one]) });
      const error = await fault(way.fetch(`https://as.example:${server.port}/`, get()));
      expect(error).toBeInstanceOf(OAuthError);
      expect(error).toMatchObject({ code: 'URL_REFUSED' });
      expect(server.sockets).toEqual([]);
    });
  }

  proves(
    'W-59',
    'a name is looked up once for a connection, and again for the next one',
    async () => {
      await using server = await serve((_request, response) => {
        response.writeHead(200, { connection: 'close' }).end('{}');
      });
      await using way = guarded({ answers: [['127.0.0.1'], ['169.254.169.254'], ['127.0.0.1']] });
      const url = `http://rebinding.example:${server.port}/`;
      expect(await (await way.fetch(url, get())).text()).toBe('{}');
      expect(server.sockets).toHaveLength(1);
      expect(way.names).toEqual(['rebinding.example']);
      expect(await fault(way.fetch(url, get()))).toMatchObject({ code: 'URL_REFUSED' });
      expect(way.names).toHaveLength(2);
      expect(server.sockets).toHaveLength(1);
    },
  );

  test('the system looks up where nothing else is given', async () => {
    await using server = await serve((_request, response) => response.end('{}'));
    await using way = guardedFetch({ level: 'ordinary' });
    const response = await way.fetch(`http://localhost:${server.port}/`, get());
    expect(await response.text()).toBe('{}');
  });

  proves(['AUTH-15', 'W-59'], 'http leads to this machine only', async () => {
    await using way = guarded({ answers: [['10.0.0.1']] });
    expect(await fault(way.fetch('http://as.example/', get()))).toMatchObject({
      message:
        'the host "as.example": expected this machine, for a connection without TLS, got "10.0.0.1", which is private [URL_REFUSED]',
    });
  });

  test('an error of the look-up is told, and by its code where a network is over it', async () => {
    const gone = Object.assign(new Error('no such name'), { code: 'ENOTFOUND' });
    await using way = guardedFetch({ level: 'public', lookup: () => Promise.reject(gone) });
    expect(await fault(way.fetch('https://as.example/', get()))).toBe(gone);
    const network = new BoundedNetwork({
      fetch: way.fetch,
      allowInsecureLoopback: true,
      clock: new FakeClock(),
    });
    expect(
      await fault(network.fetch('https://as.example/?secret', { method: 'GET' })),
    ).toMatchObject({
      message: 'GET https://as.example/: no answer came (ENOTFOUND) [TRY_AGAIN]',
    });
    expect(await fault(network.fetch('https://[::1]/', { method: 'GET' }))).toMatchObject({
      message:
        'the host "::1": expected public addresses, got "::1", which is loopback [URL_REFUSED]',
    });
  });

  test('a port that nobody listens at is told', async () => {
    const server = await serve(() => {});
    await server.close();
    await using way = guarded();
    expect(await fault(way.fetch(server.url.href, get()))).toMatchObject({ code: 'ECONNREFUSED' });
  });
});

describe('TLS', () => {
  const authority = makeAuthority('an authority');
  const { cert, key } = authority.certify('as.example');

  async function serveTls() {
    const seen: { servername: unknown; host: unknown; client: unknown }[] = [];
    const options = { cert, key, ca: authority.cert, requestCert: true, rejectUnauthorized: false };
    const tls = createTlsServer(options, (request, response) => {
      const socket = request.socket as TLSSocket & { readonly servername?: unknown };
      const client = socket.getPeerCertificate().subject as { CN?: string } | undefined;
      seen.push({
        servername: socket.servername,
        host: request.headers.host,
        client: client?.CN,
      });
      response.end('{}');
    });
    const server = await listen(tls, 'https');
    return { server, seen, [Symbol.asyncDispose]: () => server.close() };
  }

  test('the name stays the one that was asked for', async () => {
    await using served = await serveTls();
    const { server, seen } = served;
    await using way = guarded({ tls: { ca: authority.cert } });
    await way.fetch(`https://as.example:${server.port}/`, get());
    expect(seen).toEqual([
      { servername: 'as.example', host: `as.example:${server.port}`, client: undefined },
    ]);
  });

  test('a certificate of another name is refused', async () => {
    await using served = await serveTls();
    const { server } = served;
    await using way = guarded({ tls: { ca: authority.cert } });
    const error = await fault(way.fetch(`https://other.example:${server.port}/`, get()));
    expect(error).toMatchObject({ code: 'ERR_TLS_CERT_ALTNAME_INVALID' });
  });

  test('a certificate of an unknown authority is refused', async () => {
    await using served = await serveTls();
    const { server } = served;
    await using way = guarded();
    const error = await fault(way.fetch(`https://as.example:${server.port}/`, get()));
    expect(error).toMatchObject({ code: 'SELF_SIGNED_CERT_IN_CHAIN' });
  });

  test('a certificate of this client is shown', async () => {
    await using served = await serveTls();
    const { server, seen } = served;
    const own = authority.certify('this client');
    await using way = guarded({ tls: { ca: authority.cert, ...own } });
    await way.fetch(`https://as.example:${server.port}/`, get());
    expect(seen.map(({ client }) => client)).toEqual(['this client']);
  });
});

describe('the dispatcher', () => {
  test('carries the requests of a transport, and checks for them', async () => {
    await using server = await serve((_request, response) => response.end('{"x":1}'));
    await using way = guarded({ answers: [['127.0.0.1'], ['10.0.0.1']] });
    const dispatcher = await way.dispatcher();
    const url = new URL(`http://mcp.example:${server.port}/mcp`);
    const exchange = openExchange({ url, dispatcher });
    const sent = send(exchange.exchange, { url });
    expect(await sent.over).toEqual({ kind: 'end' });
    expect(bodyOf(sent.told)).toBe('{"x":1}');
    await exchange.close();
    const elsewhere = openExchange({ url: new URL('http://other.example/'), dispatcher });
    const refused = send(elsewhere.exchange, { url: new URL('http://other.example/') });
    expect((await refused.until('broke')).fault).toMatchObject({
      systemCode: 'URL_REFUSED',
      beforeSent: true,
    });
    await elsewhere.close();
  });
});

describe('the end', () => {
  test('closes idle connections, and is the same twice', async () => {
    await using server = await serve((_request, response) => response.end('{}'));
    const way = guarded();
    await (await way.fetch(server.url.href, get())).text();
    await Promise.all([way.close(), way.close()]);
    await closed(server.sockets[0]);
    expect(await fault(way.fetch(server.url.href, get()))).toEqual(
      new Error('closed by this side'),
    );
    expect(await fault(way.dispatcher())).toEqual(new Error('closed by this side'));
  });

  test('ends what runs, and what is looked up', async () => {
    await using server = await serve(() => {});
    let asked = () => {};
    const isAsked = new Promise<void>((resolve) => {
      asked = resolve;
    });
    const way = guardedFetch({
      level: 'ordinary',
      lookup: () => {
        asked();
        return new Promise(() => {});
      },
    });
    const running = fault(way.fetch(server.url.href, get()));
    const looking = fault(way.fetch(`http://as.example:${server.port}/`, get()));
    await isAsked;
    await way.close();
    expect(await running).toBeInstanceOf(Error);
    expect(await looking).toBeInstanceOf(Error);
  });

  test('of one that was never used is at once', async () => {
    const way = guarded();
    await way.close();
    expect(way.names).toEqual([]);
  });
});
