import { expect } from 'vitest';
import { connect, toolHints } from '../../../src/client/index.ts';
import { http } from '../../../src/transport/http.ts';
import { HttpMcp } from '../../fixtures/client/http-mcp.ts';
import { LocalServers } from '../../fixtures/client/local-server.ts';
import { connected, failureOf, paramsOf } from '../../support/connected.ts';
import { proves } from '../../support/proves.ts';

const me = { name: 'tools', version: '1.0.0' };
const inputSchema = { type: 'object' };
const done = { content: [{ type: 'text', text: 'done' }] };

const oddNames = [
  'a',
  'A.b-c_1',
  'with space',
  'a,b;c/d',
  '',
  '__proto__',
  'naïve ✓',
  'x'.repeat(1_000),
];

for (const revision of ['2024-11-05', '2025-11-25', '2026-07-28'] as const) {
  proves(
    'TOL-02',
    `${revision}: tools are listed and called by whatever name they have`,
    async () => {
      const { client, next, answer, reports } = await connected(revision);
      const listing = client.listTools();
      const tools = oddNames.map((name) => ({ name, inputSchema }));
      await answer(await next(), { tools });
      expect(await listing).toEqual(tools);
      for (const name of oddNames) {
        const calling = client.callTool(name);
        const request = await next();
        expect(request).toMatchObject({ method: 'tools/call', params: { name } });
        await answer(request, done);
        expect(await calling).toMatchObject(done);
      }
      expect(reports).toEqual([]);
    },
  );

  proves(
    'CCH-11',
    `${revision}: tools stay in the order of their server, page after page`,
    async () => {
      const { client, next, answer } = await connected(revision);
      const listing = client.listTools();
      const named = (names: string): readonly object[] =>
        names.split('').map((name) => ({ name, inputSchema }));
      await answer(await next(), { tools: named('zbm'), nextCursor: '2' });
      await answer(await next(), { tools: named('a9AZ') });
      expect((await listing).map(({ name }) => name).join('')).toBe('zbma9AZ');
    },
  );

  proves(
    'TOL-05',
    `${revision}: a schema keeps every keyword, and a call needs no arguments`,
    async () => {
      const { client, next, answer, reports } = await connected(revision);
      const schema = {
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        $defs: { word: { type: 'string', minLength: 1 } },
        type: 'object',
        properties: { a: { $ref: '#/$defs/word' }, b: { oneOf: [{ const: 1 }, { const: null }] } },
        not: { required: ['c'] },
        dependentRequired: { a: ['b'] },
        unevaluatedProperties: false,
        'x-of-a-vendor': [{ deep: true }],
      };
      const listing = client.listTools();
      await answer(await next(), { tools: [{ name: 'a', inputSchema: schema }] });
      expect((await listing)[0]?.inputSchema).toEqual(schema);
      const calling = client.callTool('a');
      const request = await next();
      expect(paramsOf(request)).toEqual({ name: 'a', arguments: {} });
      await answer(request, done);
      await calling;
      expect(reports).toEqual([]);
    },
  );

  for (const odd of ['text', null, [], { type: 'string' }]) {
    proves('TOL-05', `${revision}: ${JSON.stringify(odd)} is no input schema`, async () => {
      const { client, next, answer, reports } = await connected(revision);
      const listing = client.listTools();
      await answer(await next(), {
        tools: [
          { name: 'a', inputSchema: odd },
          { name: 'b', inputSchema },
        ],
      });
      expect(await listing).toEqual([{ name: 'b', inputSchema }]);
      expect(reports).toMatchObject([{ kind: 'entry-left-out', name: 'a' }]);
    });
  }

  proves('TOL-09', `${revision}: a failed tool is a result, a refused call an error`, async () => {
    const { client, next, answer, refuse } = await connected(revision);
    const failing = client.callTool('a');
    const content = [{ type: 'text', text: 'The date lies in the past.' }];
    await answer(await next(), { content, isError: true });
    expect(await failing).toMatchObject({ content, isError: true });
    const refused = failureOf(client.callTool('a'));
    await refuse(await next(), { code: -32602 });
    expect(await refused).toMatchObject({ name: 'PeerError', code: -32602 });
  });

  proves('TOL-14', `${revision}: a result without content has none`, async () => {
    const { client, next, answer } = await connected(revision);
    const calling = client.callTool('a');
    await answer(await next(), { structuredContent: { a: 1 } });
    expect(await calling).toMatchObject({ content: [], structuredContent: { a: 1 } });
  });

  proves(
    ['TOL-01', 'SEC-06'],
    `${revision}: hints of a server change nothing that is done`,
    async () => {
      const { client, next, answer, peer, clock } = await connected(revision);
      const listing = client.listTools();
      const annotations = { readOnlyHint: true, idempotentHint: true, destructiveHint: false };
      await answer(await next(), { tools: [{ name: 'a', inputSchema, annotations }] });
      expect((await listing)[0]?.annotations).toEqual(annotations);
      // It says that it can be called again; it is not, since only the caller can say so.
      const failed = failureOf(client.callTool('a'));
      const { id } = await next();
      const failure = { kind: 'stream-ended', how: 'broken', detail: 'test' } as const;
      peer.channel.lose(id as number, failure);
      await clock.advance(10_000);
      expect(await failed).toMatchObject({ code: 'STREAM_ENDED' });
      await expect(next()).rejects.toThrow('nothing');
    },
  );

  for (const allows of [true, false]) {
    proves('TOL-10', `${revision}: a person who ${allows ? 'agrees' : 'declines'}`, async () => {
      const { client, peer, next, answer } = await connected(revision);
      const listing = client.listTools();
      await answer(await next(), { tools: [{ name: 'wipe', inputSchema }] });
      const [tool] = await listing;
      const args = { path: '/', deep: { all: true } };
      const call = { name: tool?.name ?? '', arguments: args };
      const sentBefore = peer.channel.sent.length;
      expect(toolHints(tool ?? {}).destructiveHint).toBe(true);
      // What a person is shown is all that there is to a call, and nothing of it has gone out yet.
      const shown = structuredClone(call);
      const agrees = await Promise.resolve(allows);
      expect(peer.channel.sent).toHaveLength(sentBefore);
      if (agrees) {
        const calling = client.callTool(call.name, call.arguments);
        const request = await next();
        expect(paramsOf(request)).toEqual(shown);
        await answer(request, done);
        expect(await calling).toMatchObject(done);
      }
      expect(peer.channel.sent).toHaveLength(sentBefore + (allows ? 1 : 0));
    });
  }
}

proves('TOL-02', 'over HTTP a name that no header can carry reaches its server', async () => {
  await using server = await HttpMcp.start({ speaks: ['modern'] });
  await using client = await connect(http(server.url), me);
  for (const name of oddNames) {
    await client.callTool(name, { text: name });
    const [request] = server.of('tools/call').slice(-1);
    expect(request?.json).toMatchObject({ params: { name } });
  }
  expect(server.count('tools/call')).toBe(oddNames.length);
});

proves(
  'TOL-03',
  'two servers that call themselves alike are told apart by the names given to them',
  async () => {
    await using servers = await LocalServers.prepare();
    await using first = await connect(servers.target('speaks', ['modern'], { label: 'first' }), me);
    await using second = await connect(
      servers.target('speaks', ['modern'], { label: 'second' }),
      me,
    );
    expect(first.server.name).toBe(second.server.name);
    const tools = await Promise.all(
      [first, second].map(async (client) =>
        (await client.listTools()).map(({ name }) => `${client.label}/${name}`),
      ),
    );
    expect(tools.flat()).toEqual(['first/echo', 'second/echo']);
    for (const client of [first, second]) {
      expect(await failureOf(client.request('no/such'))).toMatchObject({
        server: client.label,
        message: expect.stringMatching(new RegExp(`^${client.label}: `)),
      });
    }
  },
);

proves(
  'TOL-13',
  'what a legacy tool says of tasks is read, and nonsense costs only itself',
  async () => {
    const { client, next, answer } = await connected('2025-11-25');
    const listing = client.listTools();
    const given = ['required', 'optional', 'forbidden', 'sometimes', 5].map((taskSupport) => ({
      name: 'a',
      inputSchema,
      execution: { taskSupport },
    }));
    await answer(await next(), { tools: given });
    const read = (await listing).map(({ execution }) => execution?.taskSupport);
    expect(read).toEqual(['required', 'optional', 'forbidden', undefined, undefined]);
  },
);
