import type { ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import { connect, type Client, type ConnectOptions } from '../../src/client/index.ts';
import { McpError, ProtocolError, TransportError } from '../../src/protocol/index.ts';
import { http } from '../../src/transport/http.ts';
import { HttpMcp, type HttpMcpOptions } from '../fixtures/client/http-mcp.ts';
import { LocalServers } from '../fixtures/client/local-server.ts';
import { eventually } from '../support/eventually.ts';
import { proves } from '../support/proves.ts';

const me = { name: 'errors', version: '1.0.0' };

async function errorOf(outcome: Promise<unknown>): Promise<unknown> {
  return await outcome.then(
    (value) => expect.fail(`expected an error, got ${JSON.stringify(value)}`),
    (met: unknown) => met,
  );
}

/** What every failure of the way to a server has. */
function isTransportFailure(met: unknown, code: string, words: readonly RegExp[] = []): void {
  expect(met).toBeInstanceOf(TransportError);
  expect(met).toBeInstanceOf(McpError);
  const { name, server, method, message, failure } = met as TransportError;
  expect((met as TransportError).code, message).toBe(code);
  expect({ name, server, method }).toEqual({
    name: 'TransportError',
    server: 'far',
    method: 'tools/call',
  });
  expect(message.startsWith('far: ')).toBe(true);
  expect(message.endsWith(`[${code}]`)).toBe(true);
  expect(message).toContain('tools/call "odd"');
  expect(failure.kind).toBeTypeOf('string');
  for (const word of words) expect(message).toMatch(word);
}

describe('over HTTP', () => {
  type Reply = (response: ServerResponse) => void;
  const plain =
    (status: number, headers: Record<string, string> = {}, body = ''): Reply =>
    (response) =>
      void response.writeHead(status, headers).end(body);
  const events = { 'content-type': 'text/event-stream' };
  const json = { 'content-type': 'application/json' };

  const cases: readonly { why: string; reply: Reply; code: string; words?: readonly RegExp[] }[] = [
    {
      why: 'a status',
      reply: plain(503, {}, 'busy'),
      code: 'HTTP_STATUS',
      words: [/503/, /"busy"/],
    },
    { why: 'a 401', reply: plain(401), code: 'CREDENTIALS_MISSING', words: [/401/] },
    { why: 'a lost session', reply: plain(404), code: 'SESSION_LOST', words: [/not repeated/] },
    {
      why: 'a redirect',
      reply: plain(307, { location: '/a' }),
      code: 'REDIRECTED',
      words: [/307/],
    },
    {
      why: 'a page',
      reply: plain(200, { 'content-type': 'text/html' }, '<p>'),
      code: 'UNUSABLE_REPLY',
      words: [/text\/html/],
    },
    { why: 'nothing', reply: plain(200, json), code: 'UNUSABLE_REPLY' },
    { why: 'no JSON', reply: plain(200, json, '{"a'), code: 'UNREADABLE_MESSAGE' },
    {
      why: 'too much',
      reply: plain(200, json, `"${'x'.repeat(70_000)}"`),
      code: 'MESSAGE_TOO_LARGE',
      words: [/65536 bytes \(limits.maxMessageBytes\)/],
    },
    { why: 'a stream that ends', reply: plain(200, events, ': hello\n\n'), code: 'STREAM_ENDED' },
    {
      why: 'a stream that breaks',
      reply: (response) => {
        response.writeHead(200, events);
        response.write(': hello\n\n', () => response.destroy());
      },
      code: 'STREAM_ENDED',
    },
    {
      why: 'a connection that breaks',
      reply: (response) => void response.destroy(),
      code: 'UNREACHABLE',
    },
  ];
  for (const { why, reply, code, words = [] } of cases) {
    proves('A-09', `${why} is ${code}`, async () => {
      const instead: HttpMcpOptions['instead'] = (_, response, { method }) => {
        if (method !== 'tools/call') return false;
        reply(response);
        return true;
      };
      await using server = await HttpMcp.start({ instead });
      const options = { revision: 'legacy', limits: { maxMessageBytes: 65_536 } } as const;
      await using client = await connect(http(server.url, { label: 'far' }), me, options);
      isTransportFailure(await errorOf(client.callTool('odd')), code, words);
      expect(server.count('tools/call')).toBe(1);
      // One call failed, not the connection.
      expect(await client.listTools()).toHaveLength(1);
    });
  }

  proves('A-09', 'a server that is gone is CONNECTION_REFUSED', async () => {
    const server = await HttpMcp.start();
    await using client = await connect(http(server.url, { label: 'far' }), me);
    await client.listTools();
    await server[Symbol.asyncDispose]();
    // This one may meet the connection that is just being closed.
    await errorOf(client.ping());
    isTransportFailure(await errorOf(client.callTool('odd')), 'CONNECTION_REFUSED');
  });

  proves(['A-09', 'H-05'], 'a client that is closed is CLOSED, and reports no loss', async () => {
    await using server = await HttpMcp.start({
      instead: (_, __, { method }) => method === 'tools/call',
    });
    const reported: unknown[] = [];
    const onReport = (report: unknown): void => void reported.push(report);
    const client = await connect(http(server.url, { label: 'far' }), me, { onReport });
    const waiting = errorOf(client.callTool('odd'));
    await server.until('tools/call');
    await Promise.all([client.close(), client.close()]);
    isTransportFailure(await waiting, 'CLOSED');
    isTransportFailure(await errorOf(client.callTool('odd')), 'CLOSED');
    expect(server.count('DELETE')).toBe(1);
    expect(server.sessions).toBe(0);
    expect(await client.closed).toEqual({ kind: 'closed' });
    expect(reported).toEqual([]);
  });

  for (const status of [200, 204, 404, 405, 500]) {
    proves(['H-05', 'A-07'], `DELETE that is answered with ${status} is a close`, async () => {
      await using server = await HttpMcp.start({
        instead: ({ method }, response) => {
          if (method !== 'DELETE') return false;
          response.writeHead(status).end();
          return true;
        },
      });
      const client = await connect(http(server.url), me);
      await client.close();
      expect(server.count('DELETE')).toBe(1);
      expect(await client.closed).toEqual({ kind: 'closed' });
      await eventually(() => server.connections()).toBe(0);
    });
  }

  for (const { why, url } of [
    { why: 'no URL', url: 'mcp.example.com' },
    { why: 'another scheme', url: 'ftp://mcp.example.com/' },
    { why: 'no TLS', url: 'http://mcp.example.com/' },
  ]) {
    proves('A-09', `an address that is ${why} is UNSENDABLE`, () => {
      expect(() => http(url)).toThrow(TransportError);
      expect(() => http(url)).toThrow(/\[UNSENDABLE\]$/);
    });
  }
});

describe('over stdio', () => {
  const options: ConnectOptions = { revision: 'legacy', limits: { maxMessageBytes: 65_536 } };

  const cases = [
    {
      why: 'a server that exits',
      tool: 'exit',
      code: 'SERVER_EXITED',
      words: [/exited with code 7/, /out of wool/],
    },
    { why: 'a server that is killed', tool: 'kill', code: 'SERVER_EXITED', words: [/SIGKILL/] },
    {
      why: 'an answer over the limit',
      tool: 'large',
      code: 'MESSAGE_TOO_LARGE',
      words: [/65536 bytes \(limits.maxMessageBytes\)/],
    },
  ];
  for (const { why, tool, code, words } of cases) {
    proves('A-09', `${why} is ${code}`, async () => {
      await using servers = await LocalServers.prepare();
      const target = servers.target('odd-tools', [], { label: 'far' });
      await using client = await connect(target, me, options);
      const met = (await errorOf(client.callTool(tool))) as TransportError;
      expect(met).toBeInstanceOf(TransportError);
      expect(met).toMatchObject({ code, server: 'far', method: 'tools/call' });
      for (const word of words) expect(met.message).toMatch(word);
      if (code === 'MESSAGE_TOO_LARGE') {
        expect(await client.listTools()).toHaveLength(1);
      } else {
        expect(await client.closed).toMatchObject({ kind: 'exited' });
        expect(await errorOf(client.listTools())).toMatchObject({ code, server: 'far' });
        expect(await servers.living()).toEqual([]);
      }
    });
  }

  proves('A-09', 'a server that reads nothing is PEER_NOT_READING', async () => {
    await using servers = await LocalServers.prepare();
    const target = servers.target('never-reads', [], { label: 'far', stopGraceMs: 50 });
    const limits = { maxUnsentBytes: 100_000 };
    await using client = await connect(target, me, { revision: 'legacy', limits });
    const text = 'x'.repeat(300_000);
    const outcomes = [1, 2].map(() => errorOf(client.callTool('odd', { text })));
    isTransportFailure(await Promise.race(outcomes), 'PEER_NOT_READING');
    await client.close();
    await Promise.all(outcomes);
  });

  proves(['A-09', 'H-05'], 'a client that is closed is CLOSED', async () => {
    await using servers = await LocalServers.prepare();
    const client = await connect(servers.target('odd-tools', [], { label: 'far' }), me, options);
    const waiting = errorOf(client.callTool('never'));
    await client.ping();
    await client.close();
    expect(await waiting).toMatchObject({ name: 'TransportError', code: 'CLOSED', server: 'far' });
    expect(await client.closed).toEqual({ kind: 'closed' });
    expect(await servers.living()).toEqual([]);
  });
});

describe('a call that is given up', () => {
  proves(['W-31', 'H-16'], 'before it is sent, over stdio: nothing goes out', async () => {
    await using servers = await LocalServers.prepare();
    await using client = await connect(servers.target('odd-tools'), me, { revision: 'legacy' });
    const signal = AbortSignal.abort();
    expect(await errorOf(client.callTool('never', {}, { signal }))).toMatchObject({
      name: 'ProtocolError',
      code: 'CANCELLED',
      server: 'odd-tools',
    });
    await client.ping();
    expect((await servers.asked()).slice(2)).toEqual(['ping']);
  });

  proves(
    ['W-31', 'H-16'],
    'while it runs, over stdio: told, and the late answer dropped',
    async () => {
      await using servers = await LocalServers.prepare();
      const reported: unknown[] = [];
      const target = servers.target('odd-tools');
      const onReport = (report: unknown): void => void reported.push(report);
      await using client = await connect(target, me, { revision: 'legacy', onReport });
      const controller = new AbortController();
      const outcome = errorOf(client.callTool('hold', {}, { signal: controller.signal }));
      await client.ping();
      controller.abort();
      expect(await outcome).toBeInstanceOf(ProtocolError);
      expect(await outcome).toMatchObject({ code: 'CANCELLED' });
      await client.callTool('release');
      expect(await servers.asked()).toContain('notifications/cancelled');
      expect(reported).toEqual([]);
    },
  );

  for (const era of ['legacy', 'modern'] as const) {
    proves(
      ['W-31', 'H-16'],
      `while it runs, over HTTP, ${era}: in the way of the era`,
      async () => {
        const left: Promise<void>[] = [];
        const instead: HttpMcpOptions['instead'] = (request, _, { method }) => {
          if (method !== 'tools/call') return false;
          left.push(request.gone);
          return true;
        };
        await using server = await HttpMcp.start({ speaks: [era], instead });
        await using client = await connect(http(server.url), me);
        const controller = new AbortController();
        const outcome = errorOf(client.callTool('echo', {}, { signal: controller.signal }));
        await server.until('tools/call');
        controller.abort();
        expect(await outcome).toMatchObject({ code: 'CANCELLED' });
        if (era === 'legacy') await server.until('notifications/cancelled');
        await left[0];
        expect(await client.listTools()).toHaveLength(1);
        expect(server.count('notifications/cancelled')).toBe(era === 'legacy' ? 1 : 0);
      },
    );
  }

  test('a call that timed out is told to the server too', async () => {
    await using servers = await LocalServers.prepare();
    await using client = await connect(servers.target('odd-tools'), me, { revision: 'legacy' });
    const met = await errorOf(client.callTool('never', {}, { timeoutMs: 50 }));
    expect(met).toMatchObject({ code: 'TIMED_OUT', server: 'odd-tools' });
    await client.ping();
    expect(await servers.asked()).toContain('notifications/cancelled');
  });
});

/** A client of each kind of server, to whom the same is done. */
const ways: readonly {
  way: string;
  use: (act: (client: Client) => Promise<void>) => Promise<void>;
}[] = (['legacy', 'modern'] as const).flatMap((era) => [
  {
    way: `${era}, stdio`,
    use: async (act): Promise<void> => {
      await using servers = await LocalServers.prepare();
      await using client = await connect(servers.target('speaks', [era]), me);
      await act(client);
    },
  },
  {
    way: `${era}, HTTP`,
    use: async (act): Promise<void> => {
      await using server = await HttpMcp.start({ speaks: [era] });
      await using client = await connect(http(server.url), me);
      await act(client);
    },
  },
]);

describe.each(ways)('$way', ({ use }) => {
  proves('A-05', 'a ping, of a server that lives and of one that does not', async () => {
    await use(async (client) => {
      await expect(client.ping()).resolves.toBeUndefined();
      await client.close();
      await expect(client.ping()).rejects.toMatchObject({ code: 'CLOSED' });
    });
  });

  proves(
    'A-04',
    'a tool has its name, description, schema as it came, and annotations',
    async () => {
      await use(async (client) => {
        const [tool] = await client.listTools();
        expect(tool).toEqual({
          name: 'echo',
          description: 'Says the text back.',
          inputSchema: {
            type: 'object',
            properties: { text: { type: 'string' } },
            required: ['text'],
          },
          annotations: { readOnlyHint: true, title: 'Echo' },
        });
      });
    },
  );
});
