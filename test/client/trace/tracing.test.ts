import { connect, http, type ConnectOptions, type Tracer } from 'garuda-mcp';
import { scriptedServer, ScriptedPeer } from 'garuda-mcp/testing';
import { expect, test } from 'vitest';
import { connected, failureOf, metaOf, type Connected } from '../../support/connected.ts';
import { FakeClock, settle } from '../../support/fake-clock.ts';
import { proves } from '../../support/proves.ts';
import { begun, legacyServer, legacyTask, modernServer, modernTask } from '../tasks/task-server.ts';
import { Spans } from './spans.ts';

const me = { name: 'me', version: '1.0.0' };
const modern = '2026-07-28';
const legacy = '2025-11-25';
const done = { content: [{ type: 'text', text: 'done' }] };
const call = 'tools/call a';

/** A task in each form: what is asked about it, and what is answered. */
const taskWays: readonly {
  readonly revision: typeof modern | typeof legacy;
  readonly became: object;
  readonly polls: readonly { readonly method: string; readonly result: object }[];
}[] = [
  {
    revision: legacy,
    became: { task: legacyTask('working') },
    polls: [
      { method: 'tasks/get', result: legacyTask('completed') },
      { method: 'tasks/result', result: done },
    ],
  },
  {
    revision: modern,
    became: begun(),
    polls: [
      { method: 'tasks/get', result: modernTask('working') },
      { method: 'tasks/get', result: modernTask('completed', { result: done }) },
    ],
  },
];

interface Traced extends Connected {
  readonly spans: Spans;
}

async function traced(
  revision: typeof modern | typeof legacy = modern,
  options: ConnectOptions = {},
): Promise<Traced> {
  const spans = new Spans();
  return { ...(await connected(revision, { trace: spans, ...options })), spans };
}

/** What ends a call, and the type of error that its span has. */
const ends: readonly {
  readonly why: string;
  readonly type: unknown;
  readonly end: (stage: Traced, stop: AbortController) => unknown;
}[] = [
  { why: 'is answered', type: 'well', end: async ({ next, answer }) => answer(await next(), done) },
  {
    why: 'is answered by a tool that failed',
    type: 'tool_error',
    end: async ({ next, answer }) => answer(await next(), { ...done, isError: true }),
  },
  {
    why: 'is refused',
    type: '-32602',
    end: async ({ next, refuse }) => refuse(await next(), { code: -32_602 }),
  },
  {
    why: 'is answered with something else',
    type: 'INVALID_RESULT',
    end: async ({ next, answer }) => answer(await next(), { content: 7 }),
  },
  { why: 'is given up', type: 'CANCELLED', end: (_, stop) => stop.abort() },
  { why: 'takes too long', type: 'TIMED_OUT', end: ({ clock }) => clock.advance(60_000) },
  { why: 'is under way at the end', type: 'CLOSED', end: ({ client }) => client.close() },
  {
    why: 'is under way when the server ends',
    type: 'SERVER_EXITED',
    end: ({ peer }) => peer.channel.end({ kind: 'exited', exitCode: 1, signal: null, stderr: [] }),
  },
];

for (const revision of [legacy, modern] as const) {
  for (const { why, type, end } of ends) {
    proves('H-13', `${revision}: the span of a call that ${why} ends once`, async () => {
      const stage = await traced(revision);
      const stop = new AbortController();
      const result = stage.client.callTool('a', {}, { signal: stop.signal });
      result.catch(() => {});
      await settle();
      expect(stage.spans.outcomes(call)).toEqual(['open']);
      await end(stage, stop);
      await settle();
      expect(stage.spans.outcomes(call)).toEqual([type]);
      await stage.client.close();
      expect(new Set(stage.spans.endings)).toEqual(new Set([1]));
    });
  }
}

proves(
  'H-13',
  'a completion for a prompt bears its name, one for a template does not',
  async () => {
    const { client, spans } = await traced();
    const argument = { name: 'a', value: '' };
    void failureOf(client.complete({ type: 'ref/prompt', name: 'greet' }, argument));
    void failureOf(client.complete({ type: 'ref/resource', uri: 'note://{a}' }, argument));
    const names = spans.all.slice(-2).map(({ name }) => name);
    expect(names).toEqual(['completion/complete greet', 'completion/complete']);
    await client.close();
  },
);

proves('H-13', 'what never was sent has a span that says so', async () => {
  const { client, spans } = await traced(modern, { limits: { maxPendingCalls: 1 } });
  void failureOf(client.callTool('a'));
  await failureOf(client.callTool('a'));
  expect(spans.outcomes(call)).toEqual(['open', 'TOO_MANY_CALLS']);
  await client.close();
});

proves('H-13', 'a question while connecting that another one overtook has its end', async () => {
  const peer = new ScriptedPeer();
  const clock = new FakeClock();
  const spans = new Spans();
  const opening = connect(peer, me, { clock, trace: spans });
  await settle();
  await clock.advance(1_000);
  await settle();
  const [, initialize] = peer.channel.sent;
  const serverInfo = { name: 's', version: '1' };
  const result = { protocolVersion: legacy, capabilities: {}, serverInfo };
  peer.channel.say({ jsonrpc: '2.0', id: initialize!['id'], result });
  await (await opening).close();
  expect(spans.all.map(({ name, parent }) => ({ name, parent }))).toEqual([
    { name: 'connect', parent: 'nobody' },
    { name: 'server/discover', parent: 'within connect' },
    { name: 'initialize', parent: 'within connect' },
  ]);
  expect(spans.endings).toEqual([1, 1, 1]);
});

proves(
  'H-13',
  'a session that is opened anew has a span of its own, and each try too',
  async () => {
    const server = scriptedServer({ revision: legacy, tools: [{ tool: { name: 'a' } }] });
    await using web = await server.overHttp();
    const spans = new Spans();
    await using client = await connect(http(web.url), me, { trace: spans });
    await client.listTools();
    spans.current = 'somebody';
    server.misbehave({ on: 'tools/list', times: 1 }, { kind: 'status', status: 404 });
    await client.listTools();
    await client.close();
    expect(spans.outcomes('connect')).toEqual(['well', 'well']);
    expect(spans.of('connect').map(({ parent }) => parent)).toEqual(['nobody', 'nobody']);
    expect(spans.outcomes('tools/list')).toEqual(['well', 'SESSION_LOST', 'well']);
    const parents = spans.of('tools/list').map(({ parent }) => parent);
    expect(parents).toEqual(['nobody', 'somebody', 'somebody']);
    expect(new Set(spans.endings)).toEqual(new Set([1]));
  },
);

proves('H-13', 'every round has a span, and all belong to the one who called', async () => {
  const { client, spans, next, answer } = await traced(modern, { onListRoots: () => [] });
  spans.current = 'somebody';
  const result = client.callTool('a');
  const inputRequests = { r: { method: 'roots/list' } };
  const first = await next();
  spans.current = 'somebody else';
  await answer(first, { resultType: 'input_required', inputRequests });
  await answer(await next(), done);
  await result;
  expect(spans.of(call).map(({ parent }) => parent)).toEqual(['somebody', 'somebody']);
  expect(spans.outcomes(call)).toEqual(['well', 'well']);
});

proves('H-13', 'what an extension asks on the way belongs to the one who called', async () => {
  const { client, spans, next, answer } = await traced(modern, {
    extensions: [
      {
        id: 'com.example/later',
        resultTypes: {
          later: { methods: ['tools/call'], follow: (_, { request }) => request('later/get') },
        },
      },
    ],
  });
  spans.current = 'somebody';
  const result = client.callTool('a');
  const first = await next();
  spans.current = 'somebody else';
  await answer(first, { resultType: 'later' });
  await answer(await next(), done);
  await result;
  expect(spans.of('later/get').map(({ parent }) => parent)).toEqual(['somebody']);
});

for (const { revision, became, polls } of taskWays) {
  proves('H-13', `${revision}: the looks at a task belong to the one who called`, async () => {
    await import('../../../src/client/tasks/follow-task.ts');
    const spans = new Spans();
    const server = await (revision === legacy ? legacyServer : modernServer)({ trace: spans });
    const { client, next, answer, clock } = server;
    spans.current = 'somebody';
    const result = client.callTool('must');
    const first = await next();
    spans.current = 'somebody else';
    await answer(first, became);
    for (const { method, result: given } of polls) {
      if (method === 'tasks/get') await clock.advance(500);
      const poll = await next();
      expect(poll['method']).toBe(method);
      await answer(poll, given);
    }
    await result;
    const names = new Set(['tools/call must', ...polls.map(({ method }) => method)]);
    const of = spans.all.filter(({ name }) => names.has(name));
    expect(of.map(({ parent }) => parent)).toEqual(of.map(() => 'somebody'));
    expect(of).toHaveLength(1 + polls.length);
    await client.close();
  });
}

proves('H-13', 'a subscription has a span as long as it is', async () => {
  const { client, spans, next } = await traced();
  const stop = new AbortController();
  client.watch({ tools: true }, { signal: stop.signal });
  await next();
  expect(spans.outcomes('subscriptions/listen')).toEqual(['open']);
  stop.abort();
  await settle();
  expect(spans.outcomes('subscriptions/listen')).toEqual(['CANCELLED']);
});

proves(
  'META-06',
  'what a caller put into meta goes through, with a tracer and without',
  async () => {
    const meta = { traceparent: 'mine', tracestate: 'also mine', baggage: '?', 'a.b/c': 1 };
    for (const trace of [undefined, new Spans()]) {
      if (trace !== undefined) trace.carried = { baggage: 'a=1' };
      const { client, next, answer } = await connected(modern, trace && { trace });
      const result = client.callTool('a', {}, { meta });
      const request = await next();
      expect(metaOf(request)).toMatchObject(meta);
      await answer(request, done);
      await result;
    }
  },
);

const faults: readonly { readonly what: string; readonly trace: Tracer }[] = [
  { what: 'active', trace: { ...bound(new Spans()), active: fail } },
  { what: 'begin', trace: { ...bound(new Spans()), begin: fail } },
  {
    what: 'scope',
    trace: {
      ...bound(new Spans()),
      begin: () => ({
        get scope() {
          return fail();
        },
        carried: () => ({}),
        end: () => {},
      }),
    },
  },
  {
    what: 'carried',
    trace: {
      ...bound(new Spans()),
      begin: () => ({ scope: undefined, carried: fail, end: () => {} }),
    },
  },
  {
    what: 'end',
    trace: {
      ...bound(new Spans()),
      begin: () => ({ scope: undefined, carried: () => ({}), end: fail }),
    },
  },
];

for (const { what, trace } of faults) {
  proves('H-13', `a tracer whose ${what} throws breaks no call and is told of once`, async () => {
    const { client, next, answer, reports } = await connected(modern, { trace });
    for (const _ of [1, 2]) {
      const result = client.callTool('a');
      await answer(await next(), done);
      await expect(result).resolves.toMatchObject(done);
    }
    expect(reports).toEqual([
      { kind: 'callback-failed', callback: 'trace', error: new Error('the tracer is broken') },
    ]);
  });
}

test.each([null, 'on', {}, { begin: () => {} }])('%j is no tracer', async (trace) => {
  const options = { trace } as unknown as ConnectOptions;
  await expect(connect(new ScriptedPeer(), me, options)).rejects.toMatchObject({
    code: 'INVALID_ARGUMENT',
  });
});

function fail(): never {
  throw new Error('the tracer is broken');
}

function bound(spans: Spans): Tracer {
  return { active: () => spans.active(), begin: (name, start) => spans.begin(name, start) };
}
