import type { ServerResponse } from 'node:http';
import { describe, expect } from 'vitest';
import { connect, type Client, type ConnectOptions } from '../../src/client/index.ts';
import type { LoggingMessage } from '../../src/protocol/index.ts';
import { http, type HttpOptions } from '../../src/transport/http.ts';
import { bearerToken } from '../../src/transport/index.ts';
import { answerTo } from '../fixtures/client/answers.mjs';
import { HttpMcp, type HttpMcpOptions } from '../fixtures/client/http-mcp.ts';
import { Reports } from '../fixtures/client/reports.ts';
import { eventually } from '../support/eventually.ts';
import { proves } from '../support/proves.ts';

const me = { name: 'legacy', version: '1.0.0' };
const events = { 'content-type': 'text/event-stream' };

type Instead = NonNullable<HttpMcpOptions['instead']>;

const ways: readonly { way: string; options: HttpOptions }[] = [
  { way: 'undici', options: {} },
  { way: 'fetch', options: { fetch: globalThis.fetch } },
];

function event(response: ServerResponse, message: object): void {
  response.write(`data: ${JSON.stringify({ jsonrpc: '2.0', ...message })}\n\n`);
}

const said = (text: string): object => answerTo('tools/call', { arguments: { text } }, 'legacy');

/** A legacy server whose streams are in the hands of a test: that by GET, and those of calls. */
class Streams {
  standing: ServerResponse | undefined;
  readonly calls: { readonly id: number; readonly response: ServerResponse }[] = [];
  readonly answers: {
    readonly id: unknown;
    readonly result?: unknown;
    readonly error?: unknown;
  }[] = [];

  readonly instead: Instead = (request, response, { id = 0, method }) => {
    if (request.method === 'GET') {
      response.writeHead(200, events).flushHeaders();
      this.standing = response;
      return true;
    }
    if (request.method === 'POST' && method === undefined) {
      this.answers.push(JSON.parse(request.body) as (typeof this.answers)[number]);
      response.writeHead(202).end();
      return true;
    }
    if (method !== 'tools/call') return false;
    response.writeHead(200, events).flushHeaders();
    this.calls.push({ id, response });
    return true;
  };

  /** Resolves once the stream by GET is open, and so many of calls. */
  async until(calls: number): Promise<void> {
    await eventually(() => this.standing).toBeDefined();
    await eventually(() => this.calls.length).toBe(calls);
  }
}

interface Stage {
  readonly server: HttpMcp;
  readonly client: Client;
  readonly streams: Streams;
  readonly reports: Reports;
}

async function onStage(
  options: ConnectOptions & { readonly http: HttpOptions },
  act: (stage: Stage) => Promise<void>,
): Promise<void> {
  const streams = new Streams();
  await using server = await HttpMcp.start({ instead: streams.instead });
  const reports = new Reports();
  const all = { revision: 'legacy', onReport: reports.take, ...options } as const;
  await using client = await connect(http(server.url, options.http), me, all);
  await act({ server, client, streams, reports });
}

describe.each(ways)('over $way', ({ options }) => {
  proves('HTL-10', 'what a server asks and tells is taken from any stream', async () => {
    const logs: LoggingMessage[] = [];
    const roots = [{ uri: 'file:///work' }];
    const more = {
      onLog: (message: LoggingMessage) => logs.push(message),
      onListRoots: () => roots,
    };
    await onStage({ http: options, ...more }, async ({ client, streams, server, reports }) => {
      const call = client.callTool('echo');
      await streams.until(1);
      const [first] = streams.calls;
      if (first === undefined || streams.standing === undefined) return expect.unreachable();
      event(first.response, { id: 'on the reply', method: 'roots/list' });
      event(streams.standing, { id: 'on the other', method: 'roots/list' });
      const params = { level: 'info', data: 'on the reply' };
      event(first.response, { method: 'notifications/message', params });
      const others = { level: 'info', data: 'on the other' };
      event(streams.standing, { method: 'notifications/message', params: others });
      await eventually(() => streams.answers.length).toBe(2);
      expect(streams.answers.toSorted((a, b) => String(a.id).localeCompare(String(b.id)))).toEqual([
        { jsonrpc: '2.0', id: 'on the other', result: { roots } },
        { jsonrpc: '2.0', id: 'on the reply', result: { roots } },
      ]);
      event(first.response, { id: first.id, ...said('done') });
      await expect(call).resolves.toMatchObject({ content: [{ text: 'done!' }] });
      await eventually(() => logs).toHaveLength(2);
      expect(server.arrived.filter(({ method }) => method === 'GET')).toHaveLength(1);
      expect(reports.all).toEqual([]);
    });
  });

  proves('HTL-11', 'a response is matched by its id, whichever stream it comes on', async () => {
    await onStage({ http: options }, async ({ client, streams }) => {
      const outcomes = ['a', 'b', 'c'].map((text) => client.callTool('echo', { text }));
      await streams.until(3);
      const [a, b, c] = streams.calls;
      if (a === undefined || b === undefined || c === undefined) return expect.unreachable();
      // Two are swapped, one comes on the stream that answers nothing.
      event(a.response, { id: b.id, ...said('b') });
      event(b.response, { id: a.id, ...said('a') });
      if (streams.standing !== undefined) event(streams.standing, { id: c.id, ...said('c') });
      const ids = streams.calls.map(({ id }) => id);
      expect(new Set(ids).size).toBe(3);
      const results = await Promise.all(outcomes);
      const texts = new Set(results.map(({ content }) => (content[0] as { text: string }).text));
      expect(texts).toEqual(new Set(['a!', 'b!', 'c!']));
    });
  });

  proves(['HTL-12', 'SUB-01'], 'each message of many streams is taken once', async () => {
    const logs: string[] = [];
    const onLog = (message: LoggingMessage): void => void logs.push(String(message.data));
    await onStage({ http: options, onLog }, async ({ client, streams, server, reports }) => {
      const watch = client.watch({ tools: true, resources: ['note://1'] });
      await server.until('resources/subscribe');
      const outcomes = Array.from({ length: 5 }, () => client.callTool('echo'));
      await streams.until(5);
      const all = [...streams.calls.map(({ response }) => response), streams.standing];
      for (const [at, stream] of all.entries()) {
        if (stream === undefined) return expect.unreachable();
        const params = { level: 'info', data: `message ${at}` };
        event(stream, { method: 'notifications/message', params });
      }
      if (streams.standing === undefined) return expect.unreachable();
      event(streams.standing, { method: 'notifications/tools/list_changed' });
      const params = { uri: 'note://1' };
      event(streams.standing, { method: 'notifications/resources/updated', params });
      event(streams.standing, { method: 'notifications/prompts/list_changed' });
      expect((await watch.next()).value).toEqual({ kind: 'tools' });
      expect((await watch.next()).value).toEqual({ kind: 'resource', uri: 'note://1' });
      for (const { id, response } of streams.calls) event(response, { id, ...said('done') });
      await Promise.all(outcomes);
      expect(logs.toSorted()).toEqual(all.map((_, at) => `message ${at}`));
      await watch.return();
      await server.until('resources/unsubscribe');
      expect(server.of('resources/unsubscribe')[0]?.json).toMatchObject({ params });
      expect(reports.all).toEqual([]);
    });
  });

  proves('HTL-13', 'a stream that drops cancels nothing', async () => {
    await onStage({ http: options }, async ({ client, streams, server }) => {
      const dropped = client.callTool('echo').catch((met: unknown) => met);
      const kept = client.callTool('echo');
      await streams.until(2);
      const [first, second] = streams.calls;
      if (first === undefined || second === undefined) return expect.unreachable();
      streams.standing?.destroy();
      first.response.destroy();
      expect(await dropped).toMatchObject({ code: 'STREAM_ENDED' });
      event(second.response, { id: second.id, ...said('done') });
      await expect(kept).resolves.toMatchObject({ content: [{ text: 'done!' }] });
      expect(server.count('notifications/cancelled')).toBe(0);
    });
  });

  proves(
    'HTTP-07',
    'names of header fields have any case, and their values their own',
    async () => {
      const sessions: unknown[] = [];
      const instead: Instead = (
        { method: verb, headers },
        response,
        { id = 0, method, params },
      ) => {
        if (method === 'initialize') {
          const { protocolVersion } = params as { readonly protocolVersion: string };
          const capabilities = { tools: {} };
          const result = { protocolVersion, capabilities, serverInfo: { name: 'a', version: '1' } };
          const json = JSON.stringify({ jsonrpc: '2.0', id, result });
          const head = { 'MCP-SESSION-ID': 'AbC-123', 'CONTENT-TYPE': 'APPLICATION/JSON' };
          response.writeHead(200, head).end(json);
          return true;
        }
        sessions.push(headers['mcp-session-id']);
        if (method === 'tools/list') {
          response.writeHead(200, { 'cOnTeNt-TyPe': 'Text/Event-Stream' });
          event(response, { id, ...answerTo(method, params, 'legacy') });
          response.end();
        } else response.writeHead(verb === 'GET' ? 405 : 202).end();
        return true;
      };
      await using server = await HttpMcp.start({ instead });
      const client = await connect(http(server.url, options), me, { revision: 'legacy' });
      await expect(client.listTools()).resolves.toHaveLength(1);
      await client.close();
      expect(sessions.length).toBeGreaterThan(2);
      expect(new Set(sessions)).toEqual(new Set(['AbC-123']));
    },
  );
});

describe('a 403 for an origin', () => {
  const error = { code: -32_000, message: 'Origin not allowed' };
  const bodies = [
    { what: 'in words', body: 'Origin not allowed', type: 'text/plain' },
    {
      what: 'as an error without an id',
      body: JSON.stringify({ jsonrpc: '2.0', error }),
      type: 'application/json',
    },
  ];
  for (const { what, body, type } of bodies) {
    for (const credentials of [undefined, bearerToken('t0ken')]) {
      const title = `${what}, ${credentials === undefined ? 'without' : 'with'} a token: says why`;
      proves('HTL-22', title, async () => {
        let isRefused = false;
        const instead: Instead = (_, response) => {
          if (!isRefused) return false;
          response.writeHead(403, { 'content-type': type }).end(body);
          return true;
        };
        await using server = await HttpMcp.start({ instead });
        const given = credentials === undefined ? {} : { credentials };
        const target = http(server.url, given);
        await using client = await connect(target, me, { revision: 'legacy' });
        await client.ping();
        isRefused = true;
        const before = server.arrived.length;
        await expect(client.callTool('echo')).rejects.toMatchObject({
          code: 'HTTP_STATUS',
          failure: { status: 403 },
          message: expect.stringContaining('Origin not allowed'),
        });
        expect(server.arrived).toHaveLength(before + 1);
        isRefused = false;
        await expect(client.listTools()).resolves.toHaveLength(1);
      });
    }
  }
});

proves('HTL-06', 'a new session is told what the old one was told', async () => {
  await using server = await HttpMcp.start();
  const options = { revision: 'legacy', logLevel: 'warning', onLog: () => {} } as const;
  await using client = await connect(http(server.url), me, options);
  await server.until('logging/setLevel');
  await client.listTools();
  server.forget();
  await client.listTools();
  await server.until('logging/setLevel', 2);
  const [first, second] = server.of('initialize');
  expect(first?.headers['mcp-session-id']).toBeUndefined();
  expect(second?.headers['mcp-session-id']).toBeUndefined();
  expect(server.of('logging/setLevel').map(({ headers }) => headers['mcp-session-id'])).toEqual([
    'session-1',
    'session-2',
  ]);
});
