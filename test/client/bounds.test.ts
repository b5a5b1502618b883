import { expect, vi } from 'vitest';
import { connect, type Client, type ConnectOptions } from '../../src/client/index.ts';
import { http } from '../../src/transport/http.ts';
import { HttpMcp, type HttpMcpOptions } from '../fixtures/client/http-mcp.ts';
import { LocalServers } from '../fixtures/client/local-server.ts';
import { Reports } from '../fixtures/client/reports.ts';
import { proves } from '../support/proves.ts';

// Processes are started on machines that are busy with other tests.
vi.setConfig({ testTimeout: 30_000 });

const me = { name: 'bounds', version: '1.0.0' };
const json = { 'content-type': 'application/json' };
const events = { 'content-type': 'text/event-stream' };
const large = 'x'.repeat(200_000);

interface Bound {
  readonly of: string;
  readonly limits?: ConnectOptions['limits'];
  readonly replies: (...all: Parameters<NonNullable<HttpMcpOptions['instead']>>) => unknown;
  readonly is: object;
}

const overHttp: readonly Bound[] = [
  {
    of: 'a body',
    limits: { maxMessageBytes: 65_536 },
    replies: (_, response) => response.writeHead(200, json).end(`"${large}"`),
    is: { code: 'MESSAGE_TOO_LARGE' },
  },
  {
    of: 'an event',
    limits: { maxMessageBytes: 65_536 },
    replies: (_, response, { id }) => {
      const text = JSON.stringify({ jsonrpc: '2.0', id, result: { content: [], large } });
      return response.writeHead(200, events).end(`data: ${text}\n\n`);
    },
    is: { code: 'MESSAGE_TOO_LARGE' },
  },
  {
    of: 'the header of a reply',
    replies: (_, response) => response.writeHead(200, { ...json, 'x-large': large }).end('{}'),
    is: { name: 'TransportError' },
  },
  {
    of: 'the body of a refusal',
    limits: { maxErrorBodyBytes: 1_000 },
    replies: (_, response) => response.writeHead(500).end(large),
    is: { code: 'HTTP_STATUS', failure: { body: 'x'.repeat(1_000) } },
  },
  {
    of: 'calls that wait',
    limits: { maxPendingCalls: 3 },
    replies: () => true,
    is: { code: 'TOO_MANY_CALLS' },
  },
];

for (const { of, limits = {}, replies, is } of overHttp) {
  proves('SEC-07', `over HTTP: ${of}`, async () => {
    const instead: HttpMcpOptions['instead'] = (request, response, message) => {
      if (message.method !== 'tools/call') return false;
      replies(request, response, message);
      return true;
    };
    await using server = await HttpMcp.start({ speaks: ['modern'], instead });
    await using client = await connect(http(server.url), me, { limits });
    const outcomes = callOften(client, of === 'calls that wait' ? 4 : 1);
    await expect(Promise.race(outcomes)).rejects.toMatchObject(is);
    if (of !== 'calls that wait') await expect(client.listTools()).resolves.toHaveLength(1);
  });
}

/** So many calls at once; the ones that never end do so with the client. */
function callOften(client: Client, times: number): readonly Promise<unknown>[] {
  return Array.from({ length: times }, () => {
    const call = client.callTool('echo');
    call.catch(() => {});
    return call;
  });
}

proves('SEC-07', 'over stdio: a line, pages and their entries', async () => {
  await using local = await LocalServers.prepare();
  const reports = new Reports();
  const limits = { maxMessageBytes: 65_536, maxListPages: 7 };
  const options = { revision: 'legacy', limits, onReport: reports.take } as const;
  await using client = await connect(local.target('trying'), me, options);
  await expect(client.callTool('sized', { bytes: 70_000 })).rejects.toMatchObject({
    code: 'MESSAGE_TOO_LARGE',
  });
  await expect(client.callTool('sized', { bytes: 65_000 })).resolves.toBeDefined();
  await expect(client.listResourceTemplates()).resolves.toHaveLength(7);
  expect(reports.of('list-cut')).toMatchObject([{ entries: 7 }]);
});
