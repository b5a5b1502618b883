import type { ServerResponse } from 'node:http';
import { describe, expect } from 'vitest';
import { connect } from '../../src/client/index.ts';
import type { Revision } from '../../src/protocol/index.ts';
import { http, type HttpOptions } from '../../src/transport/http.ts';
import { bearerToken } from '../../src/transport/index.ts';
import { answerTo } from '../fixtures/client/answers.mjs';
import { busySession, hardText } from '../fixtures/client/busy-session.ts';
import { HttpMcp, type Arrived, type HttpMcpOptions } from '../fixtures/client/http-mcp.ts';
import type { RowId } from '../requirements/index.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { proves } from '../support/proves.ts';
import { faultsOf } from '../support/wire-invariants.ts';

const me = { name: 'on-the-wire', version: '1.0.0' };

const spoken: readonly { revision: Revision; rows: readonly RowId[] }[] = [
  { revision: '2025-03-26', rows: ['BAT-02', 'BAT-03', 'BAT-04', 'HTL-01', 'HTL-21'] },
  { revision: '2025-06-18', rows: ['HTL-01', 'HTL-04', 'HTL-21'] },
  { revision: '2025-11-25', rows: ['HTL-01', 'HTL-04', 'HTL-21', 'VER-19', 'HTL-13'] },
  {
    revision: '2026-07-28',
    rows: ['HTTP-01', 'HTTP-02', 'HTTP-03', 'HTTP-04', 'HTTP-16', 'HTTP-21', 'VER-01', 'CAN-02'],
  },
];

const ways: readonly { way: string; options: HttpOptions }[] = [
  { way: 'undici', options: {} },
  { way: 'fetch', options: { fetch: globalThis.fetch } },
];

const subscription = 'io.modelcontextprotocol/subscriptionId';

function event(response: ServerResponse, message: object): void {
  response.write(`data: ${JSON.stringify({ jsonrpc: '2.0', ...message })}\n\n`);
}

/** Answers as a good server does, and here and there in an unusual way. */
function unusual(era: 'legacy' | 'modern'): NonNullable<HttpMcpOptions['instead']> {
  return (request, response, { id, method, params }) => {
    if (request.method !== 'POST') return false;
    // A modern server that has a legacy half may send an id of a session all the same.
    if (era === 'modern') response.setHeader('Mcp-Session-Id', 'of-the-other-half');
    if (method === undefined) return response.writeHead(202).end() !== undefined;
    if (method === 'subscriptions/listen') {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const { notifications } = params as { notifications: object };
      const acknowledged = { _meta: { [subscription]: id }, notifications };
      event(response, {
        method: 'notifications/subscriptions/acknowledged',
        params: acknowledged,
      });
      return true;
    }
    if (method !== 'tools/call') return false;
    if (params?.['name'] === 'never') return true;
    if (params?.['name'] !== 'asks') return false;
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    event(response, { id: 'q', method: 'ping' });
    event(response, { id: 0, method: 'roots/list' });
    event(response, { id, ...answerTo(method, params, era) });
    response.end();
    return true;
  };
}

/** What the header of a request must be, whatever the request. */
function checkHeader({ method, headers, json }: Arrived, revision: Revision): void {
  expect(headers.authorization).toBe('Bearer t0ken');
  expect(headers['last-event-id']).toBeUndefined();
  if (method !== 'POST') return;
  expect(headers).toMatchObject({ 'content-type': 'application/json' });
  expect(headers.accept?.split(', ').toSorted()).toEqual(['application/json', 'text/event-stream']);
  if (revision === '2026-07-28') {
    expect(headers).toMatchObject({
      'mcp-protocol-version': revision,
      'mcp-method': json?.method,
    });
    expect(headers['mcp-session-id']).toBeUndefined();
  } else {
    const isFirst = json?.method === 'initialize';
    expect(headers['mcp-method']).toBeUndefined();
    expect(headers['mcp-protocol-version']).toBe(isFirst ? undefined : revision);
    expect(headers['mcp-session-id']).toBe(isFirst ? undefined : 'session-1');
  }
}

for (const { way, options } of ways) {
  describe(`a server on a socket, over ${way}`, () => {
    for (const { revision, rows } of spoken) {
      const era = revision === '2026-07-28' ? 'modern' : 'legacy';
      const title = `${revision}: gets one message a POST, with all that its header must say`;
      proves(['RPC-01', 'RPC-02', 'RPC-13', ...rows], title, async () => {
        await using server = await HttpMcp.start({ speaks: [era], instead: unusual(era) });
        const clock = new FakeClock();
        const until = (method: string, count: number): Promise<unknown> =>
          server.until(method, count);
        const credentials = bearerToken('t0ken');
        const client = await connect(http(server.url, { ...options, credentials }), me, {
          revision,
          clock,
          onListRoots: () => [],
        });
        const content = await busySession(client, { clock, until });
        expect(content).toEqual([{ type: 'text', text: `${hardText}!` }]);
        await client.close();

        for (const each of server.arrived) checkHeader(each, revision);
        const posts = server.arrived.filter(({ method }) => method === 'POST');
        const verbs = new Set(server.arrived.map(({ method }) => method));
        expect(verbs).toEqual(new Set(era === 'modern' ? ['POST'] : ['POST', 'GET', 'DELETE']));
        expect(new Set(server.arrived.map(({ path }) => path))).toEqual(new Set(['/mcp']));
        const sent = posts.map(({ body }) => JSON.parse(body) as { readonly method?: string });
        expect(sent.filter((each) => Array.isArray(each))).toEqual([]);
        expect(faultsOf(sent as never, era)).toEqual([]);
        const cancelled = sent.filter(({ method }) => method === 'notifications/cancelled');
        expect(cancelled).toHaveLength(era === 'modern' ? 0 : 2);
        const answers = sent.filter(({ method }) => method === undefined);
        expect(answers).toHaveLength(era === 'modern' ? 0 : 2);
        // A call that is given up ends its exchange: in the modern era that tells the server.
        const held = server.of('tools/call').filter(({ body }) => body.includes('"never"'));
        await Promise.all(held.map(({ gone }) => gone));
        expect(held).toHaveLength(2);
      });
    }
  });
}
