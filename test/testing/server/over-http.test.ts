import { connect, http, type Client, type ConnectOptions } from 'garuda-mcp';
import {
  scriptedServer,
  type HttpServing,
  type ScriptedServer,
  type ServerScript,
  type WebServer,
} from 'garuda-mcp/testing';
import { describe, expect, test } from 'vitest';
import { eventually } from '../../support/eventually.ts';

const me = { name: 'me', version: '1.0.0' };
const roots = [{ uri: 'file:///work' }];
const modern = '2026-07-28';

interface Stage {
  readonly server: ScriptedServer;
  readonly web: WebServer;
  readonly client: Client;
}

const script: ServerScript = {
  tools: [
    { tool: { name: 'a' }, call: () => 'done' },
    {
      tool: { name: 'tells' },
      call: (_args, { progress, log }) => {
        progress(1);
        log('warning', 'hot');
        return 'done';
      },
    },
    {
      tool: { name: 'asks' },
      call: async (_args, { ask }) => JSON.stringify(await ask('roots/list')),
    },
  ],
  resources: [{ resource: { uri: 'café://1', name: 'one' }, read: () => 'a note' }],
};

async function onStage(
  how: HttpServing & Pick<ServerScript, 'revision'>,
  act: (stage: Stage) => Promise<void>,
  options: ConnectOptions = {},
): Promise<void> {
  const { revision, ...serving } = how;
  const server = scriptedServer({ ...script, ...(revision !== undefined && { revision }) });
  await using web = await server.overHttp(serving);
  {
    await using client = await connect(http(web.url), me, { strict: true, ...options });
    await act({ server, web, client });
  }
  await eventually(() => web.sessions).toEqual([]);
}

for (const reply of ['json', 'events'] as const) {
  for (const revision of ['2025-03-26', '2025-06-18', '2025-11-25', modern] as const) {
    test(`a client of ${revision} is answered with ${reply}`, async () => {
      await onStage({ revision, reply }, async ({ client }) => {
        expect(client.server.revision).toBe(revision);
        expect(await client.listTools()).toHaveLength(3);
        expect((await client.callTool('a')).content).toEqual([{ type: 'text', text: 'done' }]);
        expect((await client.readResource('café://1')).contents).toMatchObject([
          { text: 'a note' },
        ]);
        await expect(client.request('x/y')).rejects.toMatchObject({ code: -32_601 });
      });
    });
  }
}

test.each(['2025-11-25', modern] as const)(
  'all that belongs to a call comes before its answer, %s',
  async (revision) => {
    const told: unknown[] = [];
    const take = (what: unknown): void => void told.push(what);
    await onStage(
      { revision },
      async ({ client }) => {
        await client.callTool('tells', {}, { onProgress: take });
        expect(told).toMatchObject([{ progress: 1 }, { level: 'warning', data: 'hot' }]);
      },
      { onLog: take },
    );
  },
);

describe('a session', () => {
  const revision = '2025-11-25';

  test('carries questions, within a call and by itself', async () => {
    await onStage(
      { revision },
      async ({ client, server, web }) => {
        const { content } = await client.callTool('asks');
        expect(content).toEqual([{ type: 'text', text: JSON.stringify({ roots }) }]);
        await web.until('GET');
        expect(await server.ask('roots/list')).toEqual({ roots });
        expect(web.sessions).toHaveLength(1);
      },
      { onListRoots: () => roots, strict: false },
    );
  });

  test('carries changes on its standing stream', async () => {
    await onStage({ revision }, async ({ client, server }) => {
      await using watch = client.watch({ tools: true, resources: ['café://1'] });
      await server.until('resources/subscribe');
      server.changed('tools');
      server.changed({ resource: 'café://1' });
      expect((await watch.next()).value).toEqual({ kind: 'tools' });
      expect((await watch.next()).value).toEqual({ kind: 'resource', uri: 'café://1' });
      await watch.return();
    });
  });

  test('need not be', async () => {
    const server = scriptedServer({ ...script, revision });
    await using web = await server.overHttp({ sessions: false, listening: false });
    await using client = await connect(http(web.url), me);
    expect(await client.listTools()).toHaveLength(3);
    expect((await web.until('GET')).headers).not.toHaveProperty('mcp-session-id');
  });

  test('goes on where a stream was closed', async () => {
    await onStage({ revision, resumable: true }, async ({ client, server, web }) => {
      const polled = server.misbehave(
        { on: 'tools/call' },
        { kind: 'close-stream', retryMs: 50 },
        { kind: 'hold' },
      );
      const call = client.callTool('tells');
      await polled.until();
      await web.until('GET', 2);
      polled.release();
      expect((await call).content).toEqual([{ type: 'text', text: 'done' }]);
      const last = web.requests.findLast(({ method }) => method === 'GET');
      expect(last?.headers['last-event-id']).toMatch(/^s\d+\.\d+$/);
    });
  });
});

describe('the transport of 2024-11-05', () => {
  const older = { revision: '2024-11-05', transport: 'sse' } as const;

  test('carries all on one stream', async () => {
    await onStage(
      older,
      async ({ client, server, web }) => {
        expect(client.server.revision).toBe('2024-11-05');
        expect((await client.callTool('a')).content).toEqual([{ type: 'text', text: 'done' }]);
        const { content } = await client.callTool('asks');
        expect(content).toEqual([{ type: 'text', text: JSON.stringify({ roots }) }]);
        await using watch = client.watch({ tools: true });
        server.changed('tools');
        expect((await watch.next()).value).toEqual({ kind: 'tools' });
        const posts = web.requests.filter(({ method }) => method === 'POST').slice(2);
        const paths = new Set(posts.map(({ path }) => path));
        expect([...paths]).toEqual(['/messages?session=session-1']);
      },
      { onListRoots: () => roots },
    );
  });

  test('may refuse what is not its own in another way', async () => {
    const server = scriptedServer({ ...script, revision: older.revision });
    server.misbehave({ on: 'server/discover' }, { kind: 'status', status: 404 });
    server.misbehave({ on: 'initialize', nth: 1 }, { kind: 'status', status: 400 });
    await using web = await server.overHttp({ transport: 'sse' });
    await using client = await connect(http(web.url), me);
    expect(await client.listTools()).toHaveLength(3);
  });

  test('ends with its stream', async () => {
    const server = scriptedServer({ ...script, revision: older.revision });
    await using web = await server.overHttp({ transport: 'sse' });
    const client = await connect(http(web.url), me);
    server.misbehave({ name: 'a', nth: 1 }, { kind: 'duplicate' }, { kind: 'split', at: [9] });
    await client.callTool('a');
    server.misbehave({ name: 'tells' }, { kind: 'cut', afterBytes: 9 });
    await expect(client.callTool('tells')).rejects.toMatchObject({ code: 'STREAM_ENDED' });
    await client.close();
    await eventually(() => web.sessions).toEqual([]);
  });
});

describe('a subscription', () => {
  test('tells of changes until the server ends it', async () => {
    await onStage({ revision: modern }, async ({ client, server, web }) => {
      await using watch = client.watch({ tools: true });
      await server.until('subscriptions/listen');
      server.changed('prompts');
      server.changed('tools');
      expect((await watch.next()).value).toEqual({ kind: 'tools' });
      server.endSubscriptions();
      expect(server.subscriptions).toEqual([]);
      expect(web.requests.map(({ method }) => method)).not.toContain('GET');
    });
  });
});

describe('a well-behaved server refuses', () => {
  const meta = { 'io.modelcontextprotocol/protocolVersion': modern };
  const list = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: { _meta: meta } };
  const fields = { 'MCP-Protocol-Version': modern, 'Mcp-Method': 'tools/list' };
  const read = {
    jsonrpc: '2.0',
    id: 1,
    method: 'resources/read',
    params: { uri: 'a', _meta: meta },
  };

  test.each([
    { why: 'what is no message', body: [], status: 400, code: -32_600 },
    {
      why: 'another version in the head',
      body: list,
      fields: { ...fields, 'MCP-Protocol-Version': 'x' },
      status: 400,
      code: -32_020,
    },
    {
      why: 'no method in the head',
      body: list,
      fields: { 'MCP-Protocol-Version': modern },
      status: 400,
      code: -32_020,
    },
    {
      why: 'another name in the head',
      body: read,
      fields: { ...fields, 'Mcp-Method': 'resources/read', 'Mcp-Name': 'b' },
      status: 400,
      code: -32_020,
    },
    {
      why: 'an unknown method',
      body: { ...list, method: 'x' },
      fields: { ...fields, 'Mcp-Method': 'x' },
      status: 404,
      code: -32_601,
    },
    {
      why: 'a request of no session',
      body: { jsonrpc: '2.0', id: 1, method: 'ping' },
      status: 400,
      code: -32_000,
    },
    {
      why: 'a session that it does not know',
      body: { jsonrpc: '2.0', id: 1, method: 'ping' },
      fields: { 'Mcp-Session-Id': 'x' },
      status: 404,
      code: -32_000,
    },
  ])('$why', async ({ body, fields: headers, status, code }) => {
    await using web = await scriptedServer(script).overHttp();
    const reply = await fetch(web.url, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...headers },
    });
    expect([reply.status, await reply.json()]).toMatchObject([status, { error: { code } }]);
  });

  test('an era that it does not speak', async () => {
    const server = scriptedServer({ ...script, revision: modern });
    await using web = await server.overHttp();
    const legacy = connect(http(web.url), me, { revision: 'legacy' });
    await expect(legacy).rejects.toMatchObject({ code: 'NO_COMMON_REVISION' });
    const get = await fetch(web.url);
    expect(get.status).toBe(405);
  });
});
