import { describe, expect, test } from 'vitest';
import { connect, type Client, type ConnectOptions } from '../../src/client/index.ts';
import { McpError, type Revision } from '../../src/protocol/index.ts';
import { http, type HttpOptions } from '../../src/transport/http.ts';
import { Gateway, without, type GatewayRules } from '../fixtures/client/gateway.ts';
import { HttpMcp, respond, type HttpMcpOptions } from '../fixtures/client/http-mcp.ts';
import { Reports } from '../fixtures/client/reports.ts';
import { SseServer } from '../fixtures/client/sse-server.ts';
import { startHttpServer } from '../referee/start-http-server.mjs';
import type { HttpServerName } from '../referee/reference-servers.mjs';
import { eventually } from '../support/eventually.ts';
import { FakeClock, settle } from '../support/fake-clock.ts';
import { proves } from '../support/proves.ts';

const me = { name: 'negotiator', version: '1.0.0' };
const probe = 'server/discover';

async function errorOf(outcome: Promise<Client>): Promise<McpError> {
  const met = await outcome.then(
    () => expect.fail('expected an error, got a connection'),
    (error: unknown) => error,
  );
  expect(met).toBeInstanceOf(McpError);
  return met as McpError;
}

/** How a server answers the probe that does not know it. */
interface ProbeReply {
  readonly status: number;
  readonly type?: string;
  readonly body?: string;
  /** The code of an error of the protocol. */
  readonly code?: number;
  readonly data?: unknown;
}

function replying(reply: ProbeReply): NonNullable<HttpMcpOptions['instead']> {
  return (_, response, { id = 0, method }) => {
    if (method !== probe) return false;
    const { status, code, data, type = 'text/plain', body = '' } = reply;
    if (code !== undefined) {
      respond(response, status, id, { error: { code, message: 'no', data } });
    } else {
      response.writeHead(status, { 'content-type': type, location: '/elsewhere' }).end(body);
    }
    return true;
  };
}

const page = { type: 'text/html', body: '<!doctype html><title>Welcome</title>' };

describe('a legacy server that answers the probe', () => {
  const replies: readonly ProbeReply[] = [
    ...[400, 404, 405, 406, 410, 415, 422].map((status) => ({ status })),
    ...[400, 404, 405, 406].map((status) => ({ status, ...page })),
    ...[200, 400, 404, 405, 406, 500, 501].flatMap((status) =>
      [-32_000, -32_600, -32_601].map((code) => ({ status, code })),
    ),
    { status: 200, ...page },
    { status: 200, type: 'application/json', body: '' },
    { status: 204 },
    { status: 400, code: -32_022, data: { supported: ['2025-11-25'], requested: '2026-07-28' } },
  ];
  for (const reply of replies) {
    const { status, code, type } = reply;
    const what = code === undefined ? `${status} ${type ?? ''}` : `${status} with error ${code}`;
    proves(['W-42', 'VER-08', 'VER-09'], `with ${what}: the handshake follows`, async () => {
      await using server = await HttpMcp.start({ instead: replying(reply) });
      await using client = await connect(http(server.url), me);
      expect(client.server.era).toBe('legacy');
      await client.ping();
      const asked = server.asked.filter((each) => each !== 'GET');
      expect(asked).toEqual([probe, 'initialize', 'notifications/initialized', 'ping']);
    });
  }
});

describe('an answer to the probe that says nothing of an era', () => {
  const replies = [
    { reply: { status: 401 }, code: 'CREDENTIALS_MISSING' },
    { reply: { status: 401, code: -32_601 }, code: 'CREDENTIALS_MISSING' },
    { reply: { status: 401, ...page }, code: 'CREDENTIALS_MISSING' },
    { reply: { status: 403 }, code: 'HTTP_STATUS' },
    { reply: { status: 403, code: -32_000 }, code: 'HTTP_STATUS' },
    { reply: { status: 407 }, code: 'HTTP_STATUS' },
    { reply: { status: 301 }, code: 'REDIRECTED' },
    { reply: { status: 302 }, code: 'REDIRECTED' },
    { reply: { status: 307 }, code: 'REDIRECTED' },
    { reply: { status: 308 }, code: 'REDIRECTED' },
  ];
  for (const { reply, code } of replies) {
    const { status } = reply;
    proves(['W-42', 'VER-11', 'A-09'], `${JSON.stringify(reply)}: no handshake`, async () => {
      await using server = await HttpMcp.start({ instead: replying(reply) });
      const met = await errorOf(connect(http(server.url, { label: 'far' }), me));
      expect(met).toMatchObject({ name: 'TransportError', code, server: 'far' });
      expect(met.message).toContain(String(status));
      expect(server.asked).toEqual([probe]);
      await eventually(() => server.connections()).toBe(0);
    });
  }

  proves('W-42', 'an HTML page everywhere is no server, and the error says so', async () => {
    const instead: HttpMcpOptions['instead'] = (_, response) => {
      response.writeHead(200, { 'content-type': page.type }).end(page.body);
      return true;
    };
    await using server = await HttpMcp.start({ instead });
    const met = await errorOf(connect(http(server.url), me));
    expect(met).toMatchObject({ code: 'UNUSABLE_REPLY' });
    expect(met.message).toContain('text/html');
    expect(server.asked.slice(0, 2)).toEqual([probe, 'initialize']);
    await eventually(() => server.connections()).toBe(0);
  });

  for (const followRedirects of ['never', 'same-origin'] as const) {
    const does = followRedirects === 'never' ? 'is not followed' : 'is followed where that is set';
    test(`a redirect on the same origin ${does}`, async () => {
      const instead: HttpMcpOptions['instead'] = ({ path }, response) => {
        if (path !== '/mcp') return false;
        response.writeHead(308, { location: '/moved' }).end();
        return true;
      };
      await using server = await HttpMcp.start({ speaks: ['modern'], instead });
      const outcome = connect(http(server.url, { followRedirects }), me);
      if (followRedirects === 'never') {
        expect(await errorOf(outcome)).toMatchObject({ code: 'REDIRECTED' });
      } else {
        await using client = await outcome;
        expect(client.server.era).toBe('modern');
      }
    });
  }
});

describe('a server that wants a sign-in', () => {
  function guarded(speaks: readonly ('legacy' | 'modern')[]): HttpMcpOptions {
    return {
      speaks,
      instead: ({ headers }, response) => {
        if (headers.authorization === 'Bearer good') return false;
        response.writeHead(401, { 'www-authenticate': 'Bearer' }).end();
        return true;
      },
    };
  }

  for (const era of ['legacy', 'modern'] as const) {
    proves(['W-42', 'VER-11'], `${era}: the sign-in comes first, then the same probe`, async () => {
      await using server = await HttpMcp.start(guarded([era]));
      const refusals: number[] = [];
      let token = 'stale';
      const credentials: HttpOptions['credentials'] = {
        headers: () => ({ Authorization: `Bearer ${token}` }),
        refused: ({ status }) => {
          refusals.push(status);
          token = 'good';
          return { kind: 'retry' };
        },
      };
      await using client = await connect(http(server.url, { credentials }), me);
      expect(client.server.era).toBe(era);
      expect(server.asked.slice(0, 3)).toEqual(
        era === 'modern' ? [probe, probe] : [probe, probe, 'initialize'],
      );
      expect(refusals).toEqual([401]);
    });
  }

  const signIns: readonly { why: string; more: HttpOptions; code: string }[] = [
    { why: 'nothing is set', more: {}, code: 'CREDENTIALS_MISSING' },
    {
      why: 'a header is refused',
      more: { headers: { Authorization: 'Bearer sk-wrong' } },
      code: 'CREDENTIALS_REFUSED',
    },
    {
      why: 'the credentials are refused',
      more: { credentials: { headers: () => ({ Authorization: 'Bearer sk-wrong' }) } },
      code: 'CREDENTIALS_REFUSED',
    },
    {
      why: 'the credentials give up',
      more: {
        credentials: {
          headers: () => ({ Authorization: 'Bearer sk-wrong' }),
          refused: () => ({ kind: 'fail', error: new Error('the window was closed') }),
        },
      },
      code: 'CREDENTIALS_FAILED',
    },
  ];
  for (const { why, more, code } of signIns) {
    proves(['H-04', 'A-09'], `${why}: an error of its own kind`, async () => {
      await using server = await HttpMcp.start(guarded(['modern']));
      const met = await errorOf(connect(http(server.url, { label: 'far', ...more }), me));
      expect(met).toMatchObject({ name: 'TransportError', code, server: 'far' });
      expect(met.message).not.toContain('sk-wrong');
      expect(server.asked).toEqual([probe]);
    });
  }
});

describe('what stands between', () => {
  const other =
    (name: string): NonNullable<GatewayRules['request']> =>
    (headers) =>
      headers[name] === undefined ? headers : { ...headers, [name]: 'another' };

  const meddling: readonly {
    why: string;
    server: HttpServerName;
    rules: GatewayRules;
    named: string;
  }[] = [
    {
      why: 'strips the method',
      server: 'modern-only',
      rules: { request: without('mcp-method') },
      named: 'Mcp-Method',
    },
    {
      why: 'rewrites the method',
      server: 'both-eras',
      rules: { request: other('mcp-method') },
      named: 'Mcp-Method',
    },
    {
      why: 'strips the version',
      server: 'both-eras',
      rules: { request: without('mcp-protocol-version') },
      named: 'MCP-Protocol-Version',
    },
    {
      why: 'rewrites the version',
      server: 'modern-only',
      rules: { request: other('mcp-protocol-version') },
      named: 'MCP-Protocol-Version',
    },
    {
      why: 'strips the name',
      server: 'modern-only',
      rules: { request: without('mcp-name') },
      named: 'Mcp-Name',
    },
    {
      why: 'rewrites the name',
      server: 'modern-only',
      rules: { request: other('mcp-name') },
      named: 'Mcp-Name',
    },
    {
      why: 'rewrites the version of a legacy session',
      server: 'legacy-only',
      rules: { request: other('mcp-protocol-version') },
      named: 'MCP-Protocol-Version',
    },
    {
      why: 'strips the session from what is sent',
      server: 'legacy-only',
      rules: { request: without('mcp-session-id') },
      named: 'Mcp-Session-Id',
    },
    {
      why: 'rewrites the session',
      server: 'legacy-only',
      rules: { request: other('mcp-session-id') },
      named: 'Mcp-Session-Id',
    },
    {
      why: 'strips the session from what comes back',
      server: 'legacy-only',
      rules: { reply: without('mcp-session-id') },
      named: 'Mcp-Session-Id',
    },
  ];
  for (const { why, server, rules, named } of meddling) {
    proves(
      'W-43',
      `${why}, before ${server}: the error names ${named}`,
      async () => {
        const upstream = await startHttpServer(server);
        try {
          await using gateway = await Gateway.before(upstream.url, rules);
          const use = async (): Promise<void> => {
            await using client = await connect(http(gateway.url, { label: 'far' }), me);
            await client.callTool('echo', { message: 'here' });
          };
          const met = await use().catch((error: unknown) => error);
          expect(met).toBeInstanceOf(McpError);
          expect((met as McpError).message).toContain(named);
          expect((met as McpError).server).toBe('far');
        } finally {
          await upstream.close();
        }
      },
      30_000,
    );
  }

  test('a gateway that leaves the fields alone is not noticed', async () => {
    await using upstream = await HttpMcp.start({ speaks: ['modern', 'legacy'] });
    await using gateway = await Gateway.before(upstream.url, {});
    for (const revision of ['legacy', '2026-07-28'] as const) {
      await using client = await connect(http(gateway.url), me, { revision });
      expect(await client.listTools()).toHaveLength(1);
    }
  });
});

describe('a wish', () => {
  interface Wish {
    readonly speaks: readonly ('legacy' | 'modern')[];
    readonly revision: NonNullable<ConnectOptions['revision']>;
    readonly gets?: Revision;
    readonly asked: readonly string[];
  }
  const wishes: readonly Wish[] = [
    { speaks: ['legacy', 'modern'], revision: 'auto', gets: '2026-07-28', asked: [probe] },
    {
      speaks: ['legacy', 'modern'],
      revision: 'legacy',
      gets: '2025-11-25',
      asked: ['initialize', 'notifications/initialized'],
    },
    {
      speaks: ['legacy', 'modern'],
      revision: '2025-03-26',
      gets: '2025-03-26',
      asked: ['initialize', 'notifications/initialized'],
    },
    { speaks: ['legacy', 'modern'], revision: '2026-07-28', gets: '2026-07-28', asked: [probe] },
    { speaks: ['legacy'], revision: '2026-07-28', asked: [probe] },
    { speaks: ['modern'], revision: 'legacy', asked: ['initialize'] },
    { speaks: ['modern'], revision: '2025-06-18', asked: ['initialize'] },
  ];
  for (const { speaks, revision, gets, asked } of wishes) {
    proves(
      ['VER-04', 'VER-15'],
      `${revision} of ${speaks.join()}: ${gets ?? 'an error'}`,
      async () => {
        await using server = await HttpMcp.start({ speaks });
        const outcome = connect(http(server.url), me, { revision });
        if (gets === undefined) {
          expect(await errorOf(outcome)).toMatchObject({ code: 'NO_COMMON_REVISION' });
        } else {
          await using client = await outcome;
          expect(client.server.revision).toBe(gets);
        }
        const seen = server.asked.filter((each) => each !== 'GET' && each !== 'DELETE');
        expect(seen).toEqual(asked);
      },
    );
  }
});

describe('a server of 2024-11-05', () => {
  for (const status of [400, 404, 405]) {
    proves(
      ['VER-20', 'SSE-01', 'SSE-06'],
      `that refuses a POST with ${status} is found`,
      async () => {
        await using server = await SseServer.start(status);
        const reports = new Reports();
        const client = await connect(http(server.url), me, { onReport: reports.take });
        expect(client.server.era).toBe('legacy');
        expect((await client.listTools()).map(({ name }) => name)).toEqual(['echo']);
        const { content } = await client.callTool('echo', { text: 'here' });
        expect(content).toMatchObject([{ text: 'here!' }]);
        await client.ping();
        const watch = client.watch({ tools: true });
        server.say({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' });
        expect((await watch.next()).value).toEqual({ kind: 'tools' });
        expect(server.asked.slice(0, 5)).toEqual([
          'POST /sse',
          'POST /sse',
          'GET /sse',
          'initialize',
          'notifications/initialized',
        ]);
        await client.close();
        await server.untilLeft();
        expect(await client.closed).toEqual({ kind: 'closed' });
        expect(reports.all).toEqual([]);
      },
    );
  }

  proves('SSE-05', 'whose stream is lost is another session', async () => {
    await using server = await SseServer.start(405);
    const lost = await connect(http(server.url), me);
    await lost.callTool('echo', { text: 'a' });
    server.drop();
    expect(await lost.closed).toMatchObject({ kind: 'stream-ended' });
    await expect(lost.callTool('echo', { text: 'b' })).rejects.toMatchObject({
      code: 'STREAM_ENDED',
    });
    const before = server.asked.length;
    await using client = await connect(http(server.url), me, { server: lost.server });
    await client.callTool('echo', { text: 'c' });
    expect(server.asked.slice(before)).toContain('initialize');
    expect(server.endpoints[0]).toBe('/messages?session=1');
    expect(server.endpoints.at(-1)).toBe('/messages?session=2');
    await lost.close();
  });

  test('where it is none either, the error is that of the current transport', async () => {
    const instead: HttpMcpOptions['instead'] = (_, response) => {
      response.writeHead(404).end('no such page');
      return true;
    };
    await using server = await HttpMcp.start({ instead });
    const met = await errorOf(connect(http(server.url), me));
    expect(met).toMatchObject({ code: 'HTTP_STATUS' });
    expect(met.message).toContain('no such page');
    expect(met.cause).toBeInstanceOf(AggregateError);
    expect(server.asked).toEqual([probe, 'initialize', 'GET']);
    await eventually(() => server.connections()).toBe(0);
  });
});

test('a server that never answers: the time for connecting holds', async () => {
  await using server = await HttpMcp.start({ instead: () => true });
  const clock = new FakeClock();
  const opening = errorOf(connect(http(server.url), me, { clock, connectTimeoutMs: 3_000 }));
  await server.until(probe);
  await clock.advance(3_000);
  expect(await opening).toMatchObject({ code: 'TIMED_OUT' });
  await settle();
  expect(clock.waiting).toBe(0);
  await eventually(() => server.connections()).toBe(0);
});
