import type { ServerResponse } from 'node:http';
import { describe, expect } from 'vitest';
import type { Client } from '../../src/client/index.ts';
import type { HttpOptions } from '../../src/transport/http.ts';
import { answerTo } from '../fixtures/client/answers.mjs';
import { respond } from '../fixtures/client/http-mcp.ts';
import { event, onStage, type Instead } from '../fixtures/client/modern-stage.ts';
import { proves } from '../support/proves.ts';

const events = { 'content-type': 'text/event-stream' };
const subscription = 'io.modelcontextprotocol/subscriptionId';

const ways: readonly { way: string; options: HttpOptions }[] = [
  { way: 'undici', options: {} },
  { way: 'fetch', options: { fetch: globalThis.fetch } },
];

/** Answers calls of tools only. */
function calls(
  answer: (response: ServerResponse, id: number, params: Record<string, unknown>) => unknown,
): Instead {
  return (_, response, { id = 0, method, params = {} }) => {
    if (method !== 'tools/call') return false;
    void answer(response, id, params);
    return true;
  };
}

const done = answerTo('tools/call', { arguments: { text: 'done' } }, 'modern');

describe.each(ways)('over $way', ({ options }) => {
  proves('HTTP-11', 'comments between and in events are passed over', async () => {
    const instead = calls((response, id) => {
      response.writeHead(200, events);
      response.write(': hello\n\n:\n:: ping\n\n'.repeat(100));
      response.end(`: a\ndata: ${JSON.stringify({ jsonrpc: '2.0', id, ...done })}\n: b\n\n`);
    });
    await onStage(
      instead,
      async ({ client, reports }) => {
        const { content } = await client.callTool('echo');
        expect(content).toMatchObject([{ text: 'done!' }]);
        expect(reports.all).toEqual([]);
      },
      { http: options },
    );
  });

  proves(['HTTP-23', 'PRG-06'], 'an event is handed on before the next is written', async () => {
    let goOn = (): void => {};
    const instead = calls(async (response, id, params) => {
      const { progressToken } = params['_meta'] as { readonly progressToken: number };
      response.writeHead(200, events);
      for (const progress of [1, 2, 3]) {
        const heard = new Promise<void>((resolve) => (goOn = resolve));
        event(response, { method: 'notifications/progress', params: { progressToken, progress } });
        await heard;
      }
      event(response, { id, ...done });
      response.end();
    });
    await onStage(
      instead,
      async ({ client }) => {
        const progress: number[] = [];
        const onProgress = (each: { readonly progress: number }): void => {
          progress.push(each.progress);
          goOn();
        };
        await client.callTool('echo', {}, { onProgress });
        expect(progress).toEqual([1, 2, 3]);
      },
      { http: options },
    );
  });

  proves('HTTP-20', 'many calls and many subscriptions are open at once', async () => {
    const held: (() => void)[] = [];
    const instead: Instead = (_, response, { id, method: asked, params }) => {
      if (asked === 'subscriptions/listen') {
        response.writeHead(200, events);
        const { notifications } = params as { readonly notifications: object };
        const acknowledged = { _meta: { [subscription]: id }, notifications };
        const method = 'notifications/subscriptions/acknowledged';
        event(response, { method, params: acknowledged });
        return true;
      }
      if (asked !== 'tools/call') return false;
      held.push(() => respond(response, 200, id ?? 0, done));
      return true;
    };
    await onStage(
      instead,
      async ({ client, server }) => {
        const watches = Array.from({ length: 20 }, () => client.watch({ tools: true }));
        const outcomes = Array.from({ length: 50 }, () => client.callTool('echo'));
        await Promise.all([
          server.until('subscriptions/listen', 20),
          server.until('tools/call', 50),
        ]);
        await expect(client.listTools()).resolves.toHaveLength(1);
        for (const answer of held) answer();
        await expect(Promise.all(outcomes)).resolves.toHaveLength(50);
        await Promise.all(watches.map((watch) => watch.return()));
      },
      { http: options },
    );
  });
});

proves(['HTTP-12', 'RPC-15'], 'a question on a stream is dropped and reported', async () => {
  const instead = calls((response, id) => {
    response.writeHead(200, events);
    event(response, { id: 'q', method: 'ping' });
    event(response, { id: 0, method: 'elicitation/create', params: { message: 'Who?' } });
    event(response, { id, ...done });
    response.end();
  });
  const onElicit = (): never => expect.unreachable();
  await onStage(
    instead,
    async ({ client, server, reports }) => {
      await client.callTool('echo');
      await client.ping();
      expect(reports.all).toEqual([
        { kind: 'unexpected-request', method: 'ping' },
        { kind: 'unexpected-request', method: 'elicitation/create' },
      ]);
      expect(server.asked).toEqual(['server/discover', 'tools/call', 'server/discover']);
    },
    { onElicit },
  );
});

describe('a stream that breaks without the answer', () => {
  const asks = [
    { what: 'a list', again: true, ask: (client: Client) => client.listTools() },
    { what: 'a read', again: true, ask: (client: Client) => client.readResource('note://1') },
    { what: 'a prompt', again: true, ask: (client: Client) => client.getPrompt('greet') },
    {
      what: 'a call that is marked',
      again: true,
      ask: (client: Client) => client.callTool('echo', { text: 'a' }, { repeatable: true }),
    },
    {
      what: 'a call that is not marked, whatever its server says of it',
      again: false,
      ask: (client: Client) => client.callTool('echo', { text: 'a' }),
    },
  ];
  for (const { what, again, ask } of asks) {
    const title = `${what} is ${again ? 'sent again under a new id' : 'lost'}`;
    proves(['HTTP-14', 'HTTP-15', ...(again ? [] : (['SEC-06'] as const))], title, async () => {
      let broken = 0;
      const instead: Instead = (_, response, { id = 0, method = '' }) => {
        if (method === 'tools/list' && !again) {
          const annotations = { readOnlyHint: true, idempotentHint: true, destructiveHint: false };
          const tools = [{ name: 'echo', inputSchema: { type: 'object' }, annotations }];
          const page = { resultType: 'complete', ttlMs: 0, cacheScope: 'private', tools };
          respond(response, 200, id, { result: page });
          return true;
        }
        if (method === 'server/discover' || broken > 0) return false;
        broken += 1;
        response.writeHead(200, events);
        response.write('id: 7\nretry: 1\ndata:\n\n', () => response.destroy());
        return true;
      };
      await onStage(instead, async ({ client, server, reports, clock }) => {
        if (!again) await client.listTools();
        const before = server.arrived.length;
        const outcome = ask(client).then(
          () => 'answered',
          (error: { readonly code?: unknown }) => error.code,
        );
        if (again) {
          await reports.until('repeated');
          await clock.advance(250);
        }
        expect(await outcome).toBe(again ? 'answered' : 'STREAM_ENDED');
        const sent = server.arrived.slice(before);
        expect(sent).toHaveLength(again ? 2 : 1);
        expect(new Set(sent.map(({ json }) => json?.id)).size).toBe(sent.length);
        expect(sent.map(({ headers }) => headers['last-event-id'])).toEqual(
          sent.map(() => undefined),
        );
      });
    });
  }
});

describe('a refusal', () => {
  const peer = (code: number): object => ({ name: 'PeerError', code });
  const cases: readonly {
    status: number;
    code?: number;
    id?: null;
    as: 'JSON' | 'an event';
    is: object;
  }[] = [
    ...[200, 400, 404, 422, 500].map((status) => ({
      status,
      code: -32_602,
      as: 'JSON' as const,
      is: peer(-32_602),
    })),
    { status: 200, code: -32_000, as: 'an event', is: peer(-32_000) },
    { status: 404, code: -32_601, as: 'JSON', is: peer(-32_601) },
    { status: 400, code: -32_020, as: 'JSON', is: peer(-32_020) },
    { status: 400, code: -32_021, as: 'JSON', is: peer(-32_021) },
    {
      status: 403,
      code: -32_000,
      as: 'JSON',
      is: { code: 'HTTP_STATUS', failure: { status: 403, json: { error: { code: -32_000 } } } },
    },
    { status: 400, code: -32_700, id: null, as: 'JSON', is: { ...peer(-32_700), status: 400 } },
    { status: 200, code: -32_700, id: null, as: 'JSON', is: peer(-32_700) },
    { status: 200, code: -32_700, id: null, as: 'an event', is: peer(-32_700) },
    { status: 400, as: 'JSON', is: { code: 'HTTP_STATUS', failure: { status: 400 } } },
    { status: 403, as: 'JSON', is: { code: 'HTTP_STATUS', failure: { status: 403 } } },
    { status: 404, as: 'JSON', is: { code: 'HTTP_STATUS', failure: { status: 404 } } },
    { status: 405, as: 'JSON', is: { code: 'HTTP_STATUS', failure: { status: 405 } } },
    { status: 202, as: 'JSON', is: { code: 'UNUSABLE_REPLY', failure: { status: 202 } } },
  ];
  for (const { status, code, id: own, as, is } of cases) {
    const title = `${status}, ${code === undefined ? 'empty' : `${code} in ${as}`}${own === null ? ' without an id' : ''}`;
    const rows = code === undefined ? (['HTTP-17'] as const) : (['HTTP-10', 'HTTP-17'] as const);
    proves([...rows, ...(own === null ? (['RPC-08'] as const) : [])], title, async () => {
      const instead = calls((response, id) => {
        if (code === undefined) return void response.writeHead(status).end();
        const error = { code, message: 'no', data: { a: 1 } };
        if (as === 'JSON') return respond(response, status, own === null ? null : id, { error });
        response.writeHead(status, events);
        event(response, { id: own === null ? null : id, error });
        response.end();
      });
      await onStage(instead, async ({ client, server }) => {
        await expect(client.callTool('echo')).rejects.toMatchObject({
          server: 'far',
          method: 'tools/call',
          ...is,
        });
        // It was one call's, and neither a session's nor an era's.
        await expect(client.listTools()).resolves.toHaveLength(1);
        expect(server.count('initialize')).toBe(0);
      });
    });
  }

  for (const status of [413, 429, 431]) {
    proves('HTTP-19', `${status} keeps its status and Retry-After`, async () => {
      const instead = calls((response) => {
        response.writeHead(status, { 'retry-after': '7' }).end('too much');
      });
      await onStage(instead, async ({ client, server }) => {
        const headers = { 'retry-after': '7' };
        await expect(client.callTool('echo')).rejects.toMatchObject({
          code: 'HTTP_STATUS',
          failure: { kind: 'http-status', status, headers },
          message: expect.stringContaining(String(status)),
        });
        expect(server.count('tools/call')).toBe(1);
      });
    });
  }
});
