import { expect, test } from 'vitest';
import { TransportError } from '../../src/protocol/index.ts';
import { http, type HttpOptions } from '../../src/transport/http.ts';
import { bearerToken } from '../../src/transport/index.ts';
import { OpenChannel } from '../fixtures/http/channel-open.ts';
import {
  answerEvent,
  answerJson,
  beginEvents,
  FixtureServer,
  type Arrived,
} from '../fixtures/http/channel-server.ts';
import { proves } from '../support/proves.ts';

const ways: readonly { way: string; options: HttpOptions }[] = [
  { way: 'over undici', options: {} },
  { way: 'over fetch', options: { fetch: globalThis.fetch } },
];

const answer = (id: number): object => ({ jsonrpc: '2.0', id, result: {} });

test.each([
  { url: 'nonsense', says: 'expected an absolute URL' },
  { url: 'ftp://example.com/', says: 'got ftp:' },
  { url: 'https://u:hunter22@example.com/', says: 'user name or password' },
  { url: 'https://example.com/mcp#x', says: 'fragment' },
  { url: 'http://example.com/mcp?key=hunter22', says: 'allowInsecureHttp' },
])('the address $url is refused at once', ({ url, says }) => {
  let error: unknown;
  try {
    http(url, { label: 'mine' });
  } catch (thrown) {
    error = thrown;
  }
  expect(error).toBeInstanceOf(TransportError);
  expect(error).toMatchObject({ code: 'UNSENDABLE', server: 'mine' });
  expect(String(error)).toContain(says);
  expect(String(error)).not.toContain('hunter22');
});

test('a target has a label without secrets, and an older one beside it', () => {
  expect(http('https://example.com/mcp?key=hunter22')).toMatchObject({
    label: 'example.com/mcp',
    kind: 'http',
    older: { label: 'example.com/mcp', kind: 'http' },
  });
  expect(http('http://example.com/', { allowInsecureHttp: true, label: 'x' }).label).toBe('x');
});

proves(['W-08', 'HTTP-09'], 'JSON and events, however their type is spelled', async () => {
  const types = [
    'application/json',
    'Application/JSON; charset=utf-8',
    'TEXT/Event-Stream;x=y',
    undefined,
  ];
  await using server = await FixtureServer.start((request, response) => {
    const type = types[(request.json?.id ?? 1) - 1];
    if (type === undefined) response.end(JSON.stringify(answer(request.json?.id ?? 0)));
    else if (!type.startsWith('TEXT')) answerJson(request, response, type);
    else response.writeHead(200, { 'content-type': type }).end(answerEvent(request));
  });
  await using open = OpenChannel.at(server.url);
  for (const [at] of types.entries()) open.request(at + 1);
  await open.recorder.until('message', types.length);
  expect(open.recorder.of('message').map(({ via }) => via)).toHaveLength(types.length);
  expect(open.recorder.failures).toStrictEqual([]);
});

proves(['W-08', 'W-43'], 'a page where a gateway put one, by its type', async () => {
  await using server = await FixtureServer.start((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end('<h1>hello</h1>');
  });
  await using open = OpenChannel.at(server.url);
  open.request(1);
  await open.recorder.until('failed');
  const detail =
    'expected the Content-Type application/json or text/event-stream, got "text/html; charset=utf-8"';
  expect(open.recorder.failures).toStrictEqual([{ kind: 'unusable-reply', status: 200, detail }]);
});

const accepting: readonly { status: number; type?: string; body?: string }[] = [
  { status: 200, type: 'application/json', body: '{"ok":true}' },
  { status: 200, type: 'text/html', body: '<p>fine</p>' },
  { status: 200 },
  { status: 202, body: 'Accepted' },
  { status: 204 },
];
for (const { status, type, body } of accepting) {
  proves(
    'W-08',
    `a notification is accepted by ${status} ${type ?? ''} ${body ?? ''}`,
    async () => {
      await using server = await FixtureServer.start((_request, response) => {
        response.writeHead(status, type === undefined ? {} : { 'content-type': type }).end(body);
      });
      await using open = OpenChannel.at(server.url);
      open.notify('notifications/x');
      await open.recorder.until('delivered');
      expect(open.recorder.told).toStrictEqual([{ kind: 'delivered', failure: undefined }]);
    },
  );
}

const endings: readonly {
  why: string;
  how: string;
  end: (response: Parameters<typeof answerJson>[1]) => void;
}[] = [
  { why: 'ends', how: 'ended', end: (response) => response.end() },
  { why: 'is reset', how: 'broken', end: (response) => response.socket?.resetAndDestroy() },
  {
    why: 'is cut in an event',
    how: 'broken',
    end: (response) => void response.write('data: {"js', () => response.destroy()),
  },
];
for (const { way, options } of ways) {
  for (const { why, how, end } of endings) {
    proves(
      'W-01',
      `a reply stream that ${why} fails its call at once, and no other: ${way}`,
      async () => {
        await using server = await FixtureServer.start((request, response) => {
          if (request.json?.id === 2) return answerJson(request, response);
          beginEvents(response);
          response.write('data: {"jsonrpc":"2.0","method":"notifications/message"}\n\n', () =>
            end(response),
          );
        });
        await using open = OpenChannel.at(server.url, options);
        open.channel.adopt({ era: 'modern', revision: '2026-07-28' });
        open.request(1);
        open.request(2);
        await Promise.all([open.recorder.until('failed'), open.recorder.until('message', 2)]);
        expect(open.recorder.of('failed')).toMatchObject([
          { id: 1, failure: { kind: 'stream-ended', how } },
        ]);
      },
    );
  }
}

proves(
  ['W-01', 'HTL-14', 'HTL-15'],
  'a legacy stream is gone on with by GET, not before the time that the server set',
  async () => {
    let endedAtMs = Infinity;
    await using server = await FixtureServer.start((request, response) => {
      if (request.json?.method === 'tools/call') {
        beginEvents(response);
        response.end('id: p1\nretry: 500\ndata:\n\n', () => (endedAtMs = performance.now()));
      } else if (request.method === 'GET') {
        beginEvents(response);
        response.write('id: p2\ndata: {"jsonrpc":"2.0","id":1,"result":{}}\n\n');
      } else {
        response.setHeader('mcp-session-id', 'session-1');
        answerJson(request, response);
      }
    });
    await using open = OpenChannel.at(server.url);
    await open.shakeHands();
    open.request(1);
    await open.recorder.until('message');
    expect(open.recorder.told).toStrictEqual([{ kind: 'message', value: answer(1), via: 1 }]);
    const [resumed] = server.of('GET');
    expect((resumed?.atMs ?? 0) - endedAtMs).toBeGreaterThanOrEqual(500);
    expect(resumed?.headers).toMatchObject({
      'last-event-id': 'p1',
      'mcp-session-id': 'session-1',
      'mcp-protocol-version': '2025-11-25',
    });
    await resumed?.gone;
  },
);

proves(
  'W-03',
  'a standing stream that is closed at once, for ever, is opened nine times and given up',
  async () => {
    await using server = await FixtureServer.start((request, response) => {
      if (request.method === 'POST') return answerJson(request, response);
      beginEvents(response);
      response.end('retry: 50\n\n');
    });
    await using open = OpenChannel.at(server.url);
    await open.shakeHands();
    open.channel.listen();
    await open.recorder.until('report');
    expect(server.of('GET')).toHaveLength(9);
    expect(open.recorder.told).toMatchObject([
      { kind: 'report', notice: { kind: 'listening-ended', failure: { kind: 'stream-ended' } } },
    ]);
  },
  20_000,
);

proves(
  ['W-05', 'SEC-04'],
  'a redirect is refused by default, and what it points to is never asked',
  async () => {
    await using stranger = await FixtureServer.start(answerJson);
    await using server = await FixtureServer.start((request, response) => {
      const location = request.json?.id === 1 ? `${stranger.origin}/?token=hunter22` : '/v2';
      response.writeHead(307, { location }).end();
    });
    await using open = OpenChannel.at(server.url, { credentials: bearerToken('t') });
    open.request(1);
    await open.recorder.until('failed', 1);
    open.request(2);
    await open.recorder.until('failed', 2);
    expect(open.recorder.failures).toStrictEqual([
      {
        kind: 'redirected',
        status: 307,
        detail: `it points to another origin, ${stranger.origin}`,
      },
      {
        kind: 'redirected',
        status: 307,
        detail: `it points to the same origin, ${server.origin}, and followRedirects is not set`,
      },
    ]);
    expect(server.arrived).toHaveLength(2);
    expect(stranger.arrived).toHaveLength(0);
  },
);

proves(
  'W-05',
  '307 and 308 on the same origin are followed where set, with all that the request had',
  async () => {
    await using stranger = await FixtureServer.start(answerJson);
    await using server = await FixtureServer.start((request, response) => {
      if (request.path === '/mcp') response.writeHead(308, { location: '/v2' }).end();
      else if (request.path === '/v2' && request.json?.id === 1) answerJson(request, response);
      else response.writeHead(307, { location: `${stranger.origin}/v3` }).end();
    });
    await using open = OpenChannel.at(server.url, {
      credentials: bearerToken('t'),
      followRedirects: 'same-origin',
    });
    open.request(1);
    await open.recorder.until('message');
    const [, second] = server.arrived;
    expect(second).toMatchObject({
      method: 'POST',
      path: '/v2',
      headers: { authorization: 'Bearer t' },
    });
    expect(second?.body).toBe(server.arrived[0]?.body);
    open.request(2);
    await open.recorder.until('failed');
    expect(open.recorder.failures).toMatchObject([{ kind: 'redirected', status: 307 }]);
    expect(stranger.arrived).toHaveLength(0);
  },
);

proves(
  'W-06',
  'our own connections have no idle limit; the limit is that of the call',
  async () => {
    const limits: unknown[] = [];
    await using server = await FixtureServer.start(answerJson);
    const { Agent } = await import('undici');
    const agent = new Agent().compose((dispatch) => (options, handler) => {
      limits.push({ headers: options.headersTimeout, body: options.bodyTimeout });
      return dispatch(options, handler);
    });
    {
      await using open = OpenChannel.at(server.url, { dispatcher: agent });
      open.request(1);
      await open.recorder.until('message');
    }
    await agent.close();
    expect(limits).toStrictEqual([{ headers: 0, body: 0 }]);
  },
);

proves('A-08', 'static headers, a bearer token and an own dispatcher', async () => {
  let dispatched = 0;
  await using server = await FixtureServer.start(answerJson);
  const { Agent } = await import('undici');
  const dispatcher = new Agent().compose((dispatch) => (options, handler) => {
    dispatched += 1;
    return dispatch(options, handler);
  });
  {
    await using open = OpenChannel.at(server.url, {
      headers: { 'X-Team': 'blue', Accept: 'text/html' },
      credentials: bearerToken(() => Promise.resolve('t0ken')),
      dispatcher,
    });
    open.request(1);
    await open.recorder.until('message');
  }
  await dispatcher.close();
  expect(dispatched).toBe(1);
  expect(server.arrived[0]?.headers).toMatchObject({
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
    'x-team': 'blue',
    authorization: 'Bearer t0ken',
  });
});

proves('A-08', 'an own fetch', async () => {
  const asked: unknown[] = [];
  await using server = await FixtureServer.start(answerJson);
  await using open = OpenChannel.at(server.url, {
    headers: { 'X-Team': 'blue' },
    fetch: async (input, init) => {
      asked.push(String(input instanceof Request ? input.url : input));
      return await fetch(input, init);
    },
  });
  open.request(1);
  await open.recorder.until('message');
  expect(asked).toStrictEqual([server.url]);
  expect(server.arrived[0]?.headers['x-team']).toBe('blue');
});

for (const { way, options } of ways) {
  proves(
    'H-17',
    `a bad header value never leaves, and is nowhere in the error: ${way}`,
    async () => {
      await using server = await FixtureServer.start(answerJson);
      for (const value of ['hunter22\r\nx-injected: 1', 'hunter22\n', 'hunter22\0', 'hunter22😀']) {
        await using open = OpenChannel.at(server.url, {
          ...options,
          headers: { 'X-Api-Key': value },
        });
        open.request(1);
        await open.recorder.until('failed');
        const [failure] = open.recorder.failures;
        expect(failure).toMatchObject({ kind: 'unsendable' });
        expect(JSON.stringify(failure)).toContain('x-api-key');
        expect(JSON.stringify(failure)).not.toContain('hunter22');
        expect(failure).not.toHaveProperty('cause');
      }
      expect(server.arrived).toHaveLength(0);
    },
  );
}

const closers: readonly { status: number }[] = [
  { status: 200 },
  { status: 204 },
  { status: 404 },
  { status: 405 },
];
for (const { status } of closers) {
  proves(
    ['A-07', 'H-05'],
    `session and revision are tracked, and DELETE answered with ${status} is closed`,
    async () => {
      await using server = await FixtureServer.start((request, response) => {
        if (request.method === 'DELETE')
          response.writeHead(status).end(status === 204 ? undefined : 'no');
        else {
          if (request.json?.method === 'initialize')
            response.setHeader('Mcp-Session-Id', 'session-1');
          answerJson(request, response);
        }
      });
      const open = OpenChannel.at(server.url);
      await open.shakeHands();
      open.request(1);
      await open.recorder.until('message');
      await Promise.all([open.channel.close(), open.channel.close()]);
      expect(open.recorder.of('closed')).toStrictEqual([
        { kind: 'closed', failure: { kind: 'closed' } },
      ]);
      const seen = server.arrived.map(({ method, headers }) => [
        method,
        headers['mcp-session-id'],
        headers['mcp-protocol-version'],
      ]);
      expect(seen).toStrictEqual([
        ['POST', undefined, undefined],
        ['POST', 'session-1', '2025-11-25'],
        ['POST', 'session-1', '2025-11-25'],
        ['DELETE', 'session-1', '2025-11-25'],
      ]);
    },
  );
}

test('a message over the limit fails its own call; the channel lives', async () => {
  await using server = await FixtureServer.start((request, response) => {
    const pad = request.json?.id === 3 ? '' : 'x'.repeat(100_000);
    const text = JSON.stringify({ ...answer(request.json?.id ?? 0), pad });
    if (request.json?.id !== 2)
      response.writeHead(200, { 'content-type': 'application/json' }).end(text);
    else response.writeHead(200, { 'content-type': 'text/event-stream' }).end(`data: ${text}\n\n`);
  });
  await using open = OpenChannel.at(server.url, {}, { maxMessageBytes: 65_536 });
  for (const id of [1, 2, 3]) open.request(id);
  await Promise.all([open.recorder.until('failed', 2), open.recorder.until('message')]);
  expect(open.recorder.failures).toStrictEqual([
    { kind: 'message-too-large', maxBytes: 65_536 },
    { kind: 'message-too-large', maxBytes: 65_536 },
  ]);
  expect(open.recorder.of('message')).toMatchObject([{ via: 3 }]);
});

test.each(ways)(
  '$way: what is abandoned frees its connection, also while nothing was answered',
  async ({ options }) => {
    await using server = await FixtureServer.start((request, response) => {
      if (request.json?.id === 2) beginEvents(response);
    });
    await using open = OpenChannel.at(server.url, options);
    open.request(1);
    open.request(2);
    await server.until('POST', 2);
    open.channel.abandon(1);
    open.channel.abandon(2);
    await Promise.all(server.arrived.map(({ gone }) => gone));
    expect(open.recorder.told).toStrictEqual([]);
  },
);

test('connections serve one call after another, whatever the answers were', async () => {
  const kinds: ((request: Arrived, response: Parameters<typeof answerJson>[1]) => void)[] = [
    (request, response) => answerJson(request, response),
    (request, response) =>
      response.writeHead(200, { 'content-type': 'text/event-stream' }).end(answerEvent(request)),
    (_request, response) => response.writeHead(404).end('not here'),
    (_request, response) => response.writeHead(500).end('oops'),
    (_request, response) => response.writeHead(202).end(),
  ];
  await using server = await FixtureServer.start((request, response) => {
    kinds[(request.json?.id ?? 0) % kinds.length]?.(request, response);
  });
  await using open = OpenChannel.at(server.url);
  for (let id = 0; id < 20; id += 1) {
    const told = open.recorder.told.length;
    open.request(id);
    await Promise.race([
      open.recorder.until('message', open.recorder.of('message').length + 1),
      open.recorder.until('failed', open.recorder.of('failed').length + 1),
    ]);
    expect(open.recorder.told).toHaveLength(told + 1);
  }
  // The call after an event may leave before the end of the stream that brought it.
  expect(new Set(server.arrived.map(({ port }) => port)).size).toBeLessThanOrEqual(2);
});

test.each(ways)('$way: nobody there', async ({ options }) => {
  const gone = await FixtureServer.start(answerJson);
  const { url } = gone;
  await gone[Symbol.asyncDispose]();
  await using open = OpenChannel.at(url, options);
  open.request(1);
  await open.recorder.until('failed');
  expect(open.recorder.failures).toMatchObject([
    { kind: 'unreachable', systemCode: 'ECONNREFUSED' },
  ]);
});

test.each(ways)(
  '$way: closing leaves no connection behind, with streams open and calls under way',
  async ({ options }) => {
    await using server = await FixtureServer.start((request, response) => {
      if (request.method === 'GET') beginEvents(response);
      else if (request.json?.method === 'tools/call') beginEvents(response);
      else answerJson(request, response);
    });
    const open = OpenChannel.at(server.url, options);
    await open.shakeHands();
    open.channel.listen();
    for (let id = 1; id <= 5; id += 1) open.request(id);
    await Promise.all([server.until('GET'), server.until('POST', 7)]);
    await open.channel.close();
    await Promise.all(server.arrived.map(({ gone }) => gone));
    expect(open.recorder.told).toStrictEqual([{ kind: 'closed', failure: { kind: 'closed' } }]);
  },
);

proves(
  ['SSE-01', 'SSE-03', 'SSE-05'],
  'the deprecated transport, on a server that has only that',
  async () => {
    let stream: Parameters<typeof answerJson>[1] | undefined;
    await using server = await FixtureServer.start((request, response) => {
      if (request.method === 'GET') {
        stream = response;
        beginEvents(response);
        response.write('event: endpoint\ndata: /messages?sessionId=abc\n\n');
      } else if (request.path === '/messages?sessionId=abc') {
        response.writeHead(202).end('Accepted');
        stream?.write(`event: message\n${answerEvent(request)}`);
      } else response.writeHead(404).end();
    });
    const { older } = http(server.url);
    if (older === undefined) return expect.unreachable();
    await using open = new OpenChannel(older);
    open.request(1, 'initialize');
    open.request(2);
    await open.recorder.until('message', 2);
    expect(open.recorder.messages).toStrictEqual([answer(1), answer(2)]);
    open.request(3);
    await open.recorder.until('message', 3);
    stream?.end();
    await open.recorder.until('closed');
    expect(open.recorder.told.at(-1)).toMatchObject({
      failure: { kind: 'stream-ended', how: 'ended' },
    });
  },
);
