import { afterEach, describe, expect, test, vi } from 'vitest';
import { openExchange } from '../../../src/transport/http/exchange-fetch.ts';
import { bodyOf, send, type Sent } from '../../fixtures/http/exchange-send.ts';
import { serve } from '../../fixtures/http/exchange-serve.ts';
import { proves } from '../../support/proves.ts';

type Fetch = typeof globalThis.fetch;

const url = new URL('https://mcp.test/mcp');
const kinds = (sent: Sent) => sent.told.map(({ kind }) => kind);

/** A response with properties that no program can give one. */
const response = (properties: object, body: BodyInit | null = null) =>
  Object.defineProperties(new Response(body), Object.getOwnPropertyDescriptors(properties));

function sendOver(fetch: Fetch) {
  const way = openExchange({ url, fetch });
  return {
    way,
    sent: send(way.exchange, { url, headers: { authorization: 'secret' }, body: '{}' }),
  };
}

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('what a fetch is asked for', () => {
  const initOf = async () => {
    let seen: RequestInit | undefined;
    const { sent } = sendOver(async (_input, init) => {
      seen = init;
      return new Response();
    });
    await sent.over;
    const { signal, ...init } = seen ?? {};
    expect(signal?.aborted).toBe(false);
    return init;
  };
  const request = { method: 'POST', headers: { authorization: 'secret' }, body: '{}' };

  proves(['W-05', 'W-06'], 'no redirect, no cookie, no cache, no limit', async () => {
    const settings = { redirect: 'manual', credentials: 'omit', cache: 'no-store', timeout: false };
    expect(await initOf()).toEqual({ ...request, ...settings });
  });

  test('only the settings that the run-time knows', async () => {
    vi.stubGlobal('Request', function AnOlderRequest() {});
    expect(await initOf()).toEqual({ ...request, redirect: 'manual', timeout: false });
    vi.stubGlobal('Request', undefined);
    expect(await initOf()).toEqual({ ...request, redirect: 'manual', timeout: false });
  });
});

describe('a redirect', () => {
  proves('W-05', 'that a browser hides is shown without its target', async () => {
    const { sent } = sendOver(async () => response({ type: 'opaqueredirect', status: 0 }));
    await sent.over;
    expect(sent.told).toEqual([{ kind: 'head', status: 302, headers: {} }, { kind: 'end' }]);
  });

  proves('W-05', 'that the fetch has followed breaks the exchange', async () => {
    const { sent } = sendOver(async () => response({ redirected: true }, 'stolen'));
    const detail = 'the fetch that was given followed a redirect of mcp.test';
    await sent.over;
    expect(sent.told).toMatchObject([{ kind: 'broke', fault: { detail, beforeSent: false } }]);
  });
});

proves('W-07', 'each exchange has a signal of its own, on which nothing stays', async () => {
  await using server = await serve((_request, reply) => reply.end('{}'));
  const signals = new Set<AbortSignal | null | undefined>();
  const way = openExchange({
    url: server.url,
    fetch: (input, init) => {
      signals.add(init?.signal);
      return fetch(input, init);
    },
  });
  for (let index = 0; index < 100; index += 1) await send(way.exchange, { url: server.url }).over;
  expect(signals.size).toBe(100);
  expect(signals.has(undefined)).toBe(false);
});

describe('a fetch that', () => {
  const faults: { does: string; fetch: Fetch; code: string | undefined; beforeSent: boolean }[] = [
    {
      does: 'throws',
      fetch: () => {
        throw new TypeError('secret');
      },
      code: undefined,
      beforeSent: false,
    },
    {
      does: 'rejects',
      fetch: () => Promise.reject(new TypeError('secret')),
      code: undefined,
      beforeSent: false,
    },
    {
      does: 'rejects with a cause that has a code, as Node.js does',
      fetch: () => Promise.reject(new TypeError('secret', { cause: { code: 'ENOTFOUND' } })),
      code: 'ENOTFOUND',
      beforeSent: true,
    },
    {
      does: 'rejects with a code of its own, as Bun does',
      fetch: () =>
        Promise.reject(Object.assign(new Error('secret'), { code: 'ConnectionRefused' })),
      code: 'ECONNREFUSED',
      beforeSent: true,
    },
    {
      does: 'loses its connection, as in Node.js',
      fetch: () => Promise.reject(new TypeError('secret', { cause: { code: 'UND_ERR_SOCKET' } })),
      code: 'ECONNRESET',
      beforeSent: false,
    },
    {
      does: 'rejects with nothing',
      fetch: () => Promise.reject(undefined),
      code: undefined,
      beforeSent: false,
    },
    {
      does: 'answers with an error',
      fetch: async () => Response.error(),
      code: undefined,
      beforeSent: false,
    },
  ];
  test.each(faults)('$does breaks the exchange', async ({ fetch, code, beforeSent }) => {
    const { sent } = sendOver(fetch);
    await sent.over;
    expect(sent.told).toMatchObject([{ kind: 'broke', fault: { systemCode: code, beforeSent } }]);
    expect(JSON.stringify(sent.told)).toContain('mcp.test');
    expect(JSON.stringify(sent.told)).not.toContain('secret');
    expect(sent.toldEarly).toBe(false);
  });

  test('knows of no signal has its body cancelled', async () => {
    const cancelled: string[] = [];
    const endless = (name: string) =>
      new Response(
        new ReadableStream({
          start: (controller) => controller.enqueue(new TextEncoder().encode(name)),
          cancel: () => void cancelled.push(name),
        }),
      );
    const running = sendOver(async () => endless('running'));
    await running.sent.until('chunk');
    running.sent.handle.abort();
    let answer = (_response: Response) => {};
    const late = sendOver(() => new Promise((resolve) => (answer = resolve)));
    await Promise.resolve();
    late.sent.handle.abort();
    answer(endless('late'));
    await vi.waitUntil(() => cancelled.length === 2);
    expect([kinds(running.sent), kinds(late.sent)]).toEqual([['head', 'chunk'], []]);
  });

  test('never settles does not hold up the end', async () => {
    const { way, sent } = sendOver(() => new Promise(() => {}));
    await Promise.resolve();
    await way.close();
    expect(kinds(sent)).toEqual(['broke']);
  });

  test('breaks its body breaks the exchange', async () => {
    const { sent } = sendOver(
      async () =>
        new Response(
          new ReadableStream({
            pull: (controller) =>
              controller.error(Object.assign(new Error('secret'), { code: 'ECONNRESET' })),
          }),
        ),
    );
    await sent.over;
    expect(kinds(sent)).toEqual(['head', 'broke']);
    expect(sent.told[1]).toMatchObject({ fault: { systemCode: 'ECONNRESET', beforeSent: false } });
  });

  test('answers without a body', async () => {
    const { sent } = sendOver(
      async () => new Response(null, { status: 204, headers: { 'X-A': 'b' } }),
    );
    await sent.over;
    expect(sent.told).toEqual([
      { kind: 'head', status: 204, headers: { 'x-a': 'b' } },
      { kind: 'end' },
    ]);
    expect(bodyOf(sent.told)).toBe('');
  });
});
