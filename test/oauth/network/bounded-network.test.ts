import type { RequestListener } from 'node:http';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { OAuthError, type OAuthErrorCode } from '../../../src/oauth/errors.ts';
import { BoundedNetwork } from '../../../src/oauth/network/bounded-network.ts';
import type { OAuthFetch } from '../../../src/oauth/network/network.ts';
import { closed, read, serve, serveRaw } from '../../fixtures/http/exchange-serve.ts';
import { FakeClock, settle } from '../../support/fake-clock.ts';
import { proves } from '../../support/proves.ts';

const own: OAuthFetch = (url, init) => fetch(url, init);

function networkOver(
  fetchOver: OAuthFetch,
  options: { timeoutMs?: number; maxBodyBytes?: number } = {},
) {
  const clock = new FakeClock();
  const network = new BoundedNetwork({
    fetch: fetchOver,
    allowInsecureLoopback: true,
    clock,
    ...options,
  });
  return { clock, network };
}

async function fault(promise: Promise<unknown>): Promise<OAuthError> {
  const error: unknown = await promise.then(
    () => 'nothing was wrong',
    (reason: unknown) => reason,
  );
  if (error instanceof OAuthError) return error;
  throw new Error('no OAuthError', { cause: error });
}

function deferred<T>() {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

const get = { method: 'GET' } as const;

describe('a request', () => {
  test('goes out as it is, and its answer comes whole', async () => {
    await using server = await serve((request, response) => {
      void read(request).then((body) => {
        response.writeHead(400, { 'content-type': 'application/json', 'x-more': 'yes' });
        const { method, url, headers } = request;
        response.end(JSON.stringify({ method, url, accept: headers.accept, body }));
      });
    });
    const { network } = networkOver(own);
    const response = await network.fetch(`${server.url.origin}/token?a=1`, {
      method: 'POST',
      headers: { accept: 'application/json' },
      body: new URLSearchParams({ grant: 'x y' }),
    });
    expect([response.status, response.headers.get('x-more')]).toEqual([400, 'yes']);
    expect(await response.json()).toEqual({
      method: 'POST',
      url: '/token?a=1',
      accept: 'application/json',
      body: 'grant=x+y',
    });
  });

  test.each([204, 205, 304])('an answer %d has no body', async (status) => {
    await using server = await serve((_request, response) => response.writeHead(status).end());
    const { network } = networkOver(own);
    const response = await network.fetch(server.url.href, get);
    expect([response.status, response.body]).toEqual([status, null]);
  });

  test.each(['PUT', 'DELETE', 'CONNECT'])('has no method %s', async (method) => {
    const { network } = networkOver(() => Promise.reject(new Error('sent')));
    const error = await fault(network.fetch('https://as.example/', { method }));
    expect(error.code).toBe('INVALID_ARGUMENT');
  });

  proves(
    ['AUTH-15', 'W-59', 'SEC-01'],
    'an address that the policy refuses is not asked',
    async () => {
      const asked: string[] = [];
      const { network } = networkOver(async (url) => {
        asked.push(url);
        return new Response();
      });
      const error = await fault(network.fetch('http://as.example/token?secret', get));
      expect(error.message).toBe(
        'the address of a request: expected an https: address, got http://as.example/token [URL_REFUSED]',
      );
      expect(asked).toEqual([]);
    },
  );
});

describe('redirects', () => {
  for (const status of [301, 302, 303, 307, 308]) {
    proves(['AUTH-06', 'W-59'], `a redirect ${status} is refused`, async () => {
      const paths: (string | undefined)[] = [];
      await using server = await serve((request, response) => {
        paths.push(request.url);
        response.writeHead(status, { location: 'https://evil.example/x?secret' }).end();
      });
      const { network } = networkOver(own);
      const error = await fault(network.fetch(server.url.href, get));
      expect(error.message).toBe(
        `GET ${server.url.href}: the answer is a redirect to https://evil.example/x [URL_REFUSED]`,
      );
      expect(paths).toEqual(['/mcp']);
    });
  }

  test('one that a fetch followed all the same is refused', async () => {
    await using server = await serve((request, response) => {
      if (request.url === '/mcp') response.writeHead(307, { location: '/other' });
      response.end('{}');
    });
    const { network } = networkOver((url, { signal }) => fetch(url, { signal }));
    const error = await fault(network.fetch(server.url.href, get));
    expect(error.message).toBe(`GET ${server.url.href}: the answer is a redirect [URL_REFUSED]`);
  });
});

const endless: RequestListener = (_request, response) => {
  const more = () => {
    while (!response.destroyed && response.write('x'.repeat(65_536)));
  };
  response.on('drain', more);
  more();
};

describe('bounds', () => {
  const bodies: readonly { why: string; answer: RequestListener }[] = [
    { why: 'a body without an end', answer: endless },
    {
      why: 'a body of 100 MB that is announced',
      answer: (request, response) => {
        response.writeHead(200, { 'content-length': 100_000_000 });
        endless(request, response);
      },
    },
    {
      why: 'a little gzip that becomes 30 MB',
      answer: (_request, response) => {
        response.writeHead(200, { 'content-encoding': 'gzip' });
        response.end(gzipSync(Buffer.alloc(30_000_000)));
      },
    },
    {
      why: 'one byte too many',
      answer: (_request, response) => response.end('x'.repeat(1_048_577)),
    },
  ];
  for (const { why, answer } of bodies) {
    proves(['AUTH-06', 'W-59'], `${why} is given up`, async () => {
      await using server = await serve(answer);
      const { network } = networkOver(own);
      const error = await fault(network.fetch(server.url.href, get));
      expect(error.message).toBe(
        `GET ${server.url.href}: the answer is over 1048576 bytes [UNUSABLE_ANSWER]`,
      );
    });
  }

  test('a connection whose body was given up is closed', async () => {
    await using server = await serve(endless);
    const { network } = networkOver(own, { maxBodyBytes: 10 });
    await fault(network.fetch(server.url.href, get));
    await closed(server.sockets[0]);
    expect(server.sockets[0]?.destroyed).toBe(true);
  });

  test('a body of just the bound is whole', async () => {
    await using server = await serve((_request, response) => response.end('x'.repeat(1_048_576)));
    const { network } = networkOver(own);
    expect(await (await network.fetch(server.url.href, get)).text()).toHaveLength(1_048_576);
  });

  proves(['AUTH-06', 'W-59'], 'an answer that never begins ends in time', async () => {
    const asked = deferred<void>();
    await using server = await serve(() => asked.resolve());
    const { network, clock } = networkOver(own);
    const failing = fault(network.fetch(server.url.href, get));
    await asked.promise;
    await clock.advance(29_999);
    expect(clock.waiting).toBe(1);
    await clock.advance(1);
    expect((await failing).message).toBe(
      `GET ${server.url.href}: no whole answer within 30000 ms [TRY_AGAIN]`,
    );
    await closed(server.sockets[0]);
  });

  proves(['AUTH-06', 'W-59'], 'a body that drips ends in time', async () => {
    const begun = deferred<void>();
    await using server = await serve((_request, response) => {
      response.write('{');
      begun.resolve();
    });
    const { network, clock } = networkOver(own, { timeoutMs: 500 });
    const failing = fault(network.fetch(server.url.href, get));
    await begun.promise;
    await clock.advance(500);
    expect((await failing).code).toBe('TRY_AGAIN');
  });

  test('a fetch that heeds no signal ends in time, and its late answer is let go', async () => {
    const cancels: string[] = [];
    const late = deferred<Response>();
    const { network, clock } = networkOver(() => late.promise);
    const failing = fault(network.fetch('https://as.example/', get));
    await clock.advance(30_000);
    expect((await failing).code).toBe('TRY_AGAIN');
    const body = new ReadableStream({ cancel: () => void cancels.push('cancelled') });
    late.resolve(new Response(body));
    await settle();
    expect(cancels).toEqual(['cancelled']);
  });

  test('a body that heeds no signal ends in time', async () => {
    const { network, clock } = networkOver(async () => new Response(new ReadableStream()));
    const failing = fault(network.fetch('https://as.example/', get));
    await settle();
    await clock.advance(30_000);
    expect((await failing).code).toBe('TRY_AGAIN');
  });

  test('nothing is left of a request that is over', async () => {
    await using server = await serve((_request, response) => response.end('{}'));
    const { network, clock } = networkOver(own);
    const { signal } = new AbortController();
    await network.fetch(server.url.href, { ...get, signal });
    expect(clock.waiting).toBe(0);
  });
});

describe('failures', () => {
  test('a request is cancelled before it is sent', async () => {
    const { network } = networkOver(() => Promise.reject(new Error('sent')));
    const signal = AbortSignal.abort(new Error('enough'));
    const error = await fault(network.fetch('https://as.example/', { ...get, signal }));
    expect([error.code, error.cause]).toEqual(['CANCELLED', new Error('enough')]);
  });

  test('a request is cancelled on its way', async () => {
    const asked = deferred<void>();
    await using server = await serve(() => asked.resolve());
    const { network, clock } = networkOver(own);
    const stopping = new AbortController();
    const failing = fault(network.fetch(server.url.href, { ...get, signal: stopping.signal }));
    await asked.promise;
    stopping.abort();
    expect((await failing).message).toBe(`GET ${server.url.href}: cancelled [CANCELLED]`);
    expect(clock.waiting).toBe(0);
  });

  test('a connection that nobody takes is told by its code', async () => {
    const server = await serve(() => {});
    await server.close();
    const { network } = networkOver(own);
    const error = await fault(network.fetch(`${server.url.href}?token=secret`, get));
    expect(error.message).toBe(`GET ${server.url.href}: no answer came (ECONNREFUSED) [TRY_AGAIN]`);
  });

  test.each(['', 'SSH-2.0-x\r\n', 'HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{'])(
    'what is no whole answer of HTTP is to be tried again: %j',
    async (bytes) => {
      await using server = await serveRaw((socket) => socket.end(bytes));
      const { network } = networkOver(own);
      const error = await fault(network.fetch(server.url.href, get));
      expect(error.code).toBe('TRY_AGAIN');
    },
  );

  test('the words of a foreign error are not told', async () => {
    const secret = new TypeError('invalid header value "Bearer hunter2"', {
      cause: Object.assign(new Error('hunter2'), { code: 'hunter2' }),
    });
    const { network } = networkOver(() => Promise.reject(secret));
    const error = await fault(network.fetch('https://as.example/', get));
    expect(error.message).toBe('GET https://as.example/: no answer came [TRY_AGAIN]');
    expect(error.cause).toBeUndefined();
  });

  const codes: readonly OAuthErrorCode[] = ['URL_REFUSED', 'STORE_FAILED'];
  test.each(codes)('an error of ours below one of the fetch comes through: %s', async (code) => {
    const ours = new OAuthError(code, 'as it is');
    const { network } = networkOver(() => Promise.reject(new TypeError('failed', { cause: ours })));
    expect(await fault(network.fetch('https://as.example/', get))).toBe(ours);
  });
});
