import { describe, expect, vi } from 'vitest';
import { connect } from '../../src/client/index.ts';
import { http } from '../../src/transport/http.ts';
import { discovery } from '../fixtures/client/answers.mjs';
import { HttpMcp, respond, type HttpMcpOptions } from '../fixtures/client/http-mcp.ts';
import { LocalServers } from '../fixtures/client/local-server.ts';
import { onStage } from '../fixtures/client/modern-stage.ts';
import { eventually } from '../support/eventually.ts';
import { proves } from '../support/proves.ts';

// Processes are started on machines that are busy with other tests.
vi.setConfig({ testTimeout: 30_000 });

const me = { name: 'stateless', version: '1.0.0' };
const modern = '2026-07-28';

/** On a busy machine a process may be slow to start. */
const patient = { probeMs: 30_000 };

proves('RPC-19', 'it means nothing over which connection a request goes', async () => {
  const instead: NonNullable<HttpMcpOptions['instead']> = (_, response) => {
    response.setHeader('connection', 'close');
    return false;
  };
  await onStage(instead, async ({ client, server, reports }) => {
    await client.listTools();
    await client.callTool('echo', { text: 'a' });
    await client.readResource('note://1');
    await client.ping();
    const ports = server.arrived.map(({ port }) => port);
    expect(new Set(ports).size).toBe(ports.length);
    const metas = server.arrived.map(({ json }) => {
      const { params } = json as { readonly params: { readonly _meta: object } };
      const { progressToken: _, ...meta } = params._meta as { readonly progressToken?: unknown };
      return meta;
    });
    expect(new Set(metas.map((meta) => JSON.stringify(meta))).size).toBe(1);
    expect(reports.all).toEqual([]);
  });
});

proves(['STD-14', 'RPC-19'], 'one process serves all callers, and ends with none', async () => {
  await using local = await LocalServers.prepare();
  const target = local.target('keeps-input', ['modern']);
  const client = await connect(target, me, { revision: modern });
  const givenUp = new AbortController();
  const never = client
    .callTool('never', {}, { signal: givenUp.signal })
    .catch((met: unknown) => met);
  const watch = client.watch({ tools: true });
  const texts = await Promise.all(
    ['a', 'b', 'c'].map(async (text) => {
      const controller = new AbortController();
      const { content } = await client.callTool('echo', { text }, { signal: controller.signal });
      controller.abort();
      return content;
    }),
  );
  expect(texts).toMatchObject([[{ text: 'a!' }], [{ text: 'b!' }], [{ text: 'c!' }]]);
  givenUp.abort();
  expect(await never).toMatchObject({ code: 'CANCELLED' });
  await watch.return();
  await expect(client.listTools()).resolves.toHaveLength(1);
  expect(await local.started()).toHaveLength(1);
  expect(await local.living()).toHaveLength(1);
  await client.close();
  expect(await local.living()).toHaveLength(0);
});

describe('what a server says of itself', () => {
  const names: readonly unknown[] = [
    { name: 'a', version: '1' },
    { name: '__proto__', version: '2024-11-05', title: 'mcp-remote' },
    { name: 'io.modelcontextprotocol/legacy', version: '0', capabilities: { tools: {} } },
    { name: 5, version: null },
    'a name',
    undefined,
  ];
  const bodies: (readonly string[])[] = [];
  for (const serverInfo of names) {
    proves('META-10', `${JSON.stringify(serverInfo)} changes nothing that is sent`, async () => {
      const instead: HttpMcpOptions['instead'] = (_, response, { id = 0, method }) => {
        if (method !== 'server/discover') return false;
        const { result } = discovery() as { readonly result: object };
        const _meta = { 'io.modelcontextprotocol/serverInfo': serverInfo };
        respond(response, 200, id, { result: { ...result, _meta } });
        return true;
      };
      await onStage(instead, async ({ client, server }) => {
        expect(client.server).toMatchObject({ era: 'modern', revision: modern });
        await client.listTools();
        await client.callTool('echo', { text: 'a' });
        await client.getPrompt('greet');
        bodies.push(server.arrived.map(({ body }) => body));
      });
      expect(bodies.at(-1)).toEqual(bodies[0]);
      expect(bodies[0]).toHaveLength(4);
    });
  }
});

describe('features on their way out', () => {
  proves('CAP-11', 'are not declared, and not used, by a client that sets nothing', async () => {
    for (const era of ['modern', 'legacy'] as const) {
      await using server = await HttpMcp.start({ speaks: [era] });
      const client = await connect(http(server.url), me);
      await client.listTools();
      await client.callTool('echo', { text: 'a' });
      // The standing stream of a legacy client is opened beside its calls.
      if (era === 'legacy') await eventually(() => server.asked).toContain('GET');
      await client.close();
      const sent = server.arrived.flatMap(({ json }) => (json === undefined ? [] : [json]));
      const text = JSON.stringify(sent);
      expect(text).not.toMatch(/"(roots|sampling|logLevel|logging\/setLevel)"|roots\/list_changed/);
      const opening = sent.find(({ method }) => method === 'initialize');
      expect(opening === undefined).toBe(era === 'modern');
      if (era === 'modern') expect(server.asked).not.toContain('GET');
    }
  });
});

proves(
  'STD-07',
  'a local server is signed in to by its environment, and no other way',
  async () => {
    await using local = await LocalServers.prepare();
    const refused = await connect(local.target('wants-key'), me, patient);
    await expect(refused.callTool('echo', { text: 'a' })).rejects.toMatchObject({
      name: 'PeerError',
      code: -32_001,
    });
    await refused.close();
    expect(await local.asked()).toEqual(['server/discover', 'tools/call']);
    const env = { API_KEY: 'a key' };
    await using client = await connect(local.target('wants-key', [], { env }), me, patient);
    await expect(client.callTool('echo', { text: 'a' })).resolves.toBeDefined();
    // @ts-expect-error Nothing that signs in can be given to it.
    local.target('wants-key', [], { credentials: { headers: () => ({}) } });
  },
);
