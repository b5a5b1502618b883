import { AsyncLocalStorage } from 'node:async_hooks';
import * as api from '@opentelemetry/api';
import {
  CompositePropagator,
  W3CBaggagePropagator,
  W3CTraceContextPropagator,
} from '@opentelemetry/core';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
  type ReadableSpan,
} from '@opentelemetry/sdk-trace-base';
import { connect, http, type Client, type Revision, type Target } from 'garuda-mcp';
import { openTelemetry } from 'garuda-mcp/opentelemetry';
import { stdio } from 'garuda-mcp/stdio';
import { Refusal, scriptedServer, type ScriptedServer } from 'garuda-mcp/testing';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { proves } from './support/proves.ts';

const me = { name: 'me', version: '1.0.0' };
const exporter = new InMemorySpanExporter();
const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
const tracer = provider.getTracer('test');
const trace = openTelemetry(tracer, api);

/** What is active, carried along by the run-time, as an application on Node has it. */
class Contexts implements api.ContextManager {
  readonly #storage = new AsyncLocalStorage<api.Context>();

  active(): api.Context {
    return this.#storage.getStore() ?? api.ROOT_CONTEXT;
  }

  with: api.ContextManager['with'] = (context, act, self, ...args) =>
    this.#storage.run(context, () => act.apply(self, args));

  bind<T>(_context: api.Context, target: T): T {
    return target;
  }

  enable(): this {
    return this;
  }

  disable(): this {
    return this;
  }
}

beforeAll(() => {
  api.context.setGlobalContextManager(new Contexts());
  api.propagation.setGlobalPropagator(
    new CompositePropagator({
      propagators: [new W3CTraceContextPropagator(), new W3CBaggagePropagator()],
    }),
  );
});

beforeEach(() => exporter.reset());

/** Does something within a span of the application's. */
async function within<T>(name: string, act: () => Promise<T>): Promise<T> {
  const span = tracer.startSpan(name);
  const baggage = api.propagation.createBaggage({ user: { value: 'Ada L' } });
  const scope = api.propagation.setBaggage(api.trace.setSpan(api.context.active(), span), baggage);
  try {
    return await api.context.with(scope, act);
  } finally {
    span.end();
  }
}

function ended(name: string): ReadableSpan {
  const found = exporter.getFinishedSpans().filter((span) => span.name === name);
  expect(found, `spans ${name}`).toHaveLength(1);
  return found[0]!;
}

/** What a request of the server carried of its span. */
function parentOf(span: ReadableSpan): string {
  const { traceId, spanId } = span.spanContext();
  return `00-${traceId}-${spanId}-01`;
}

const script = {
  tools: [
    { tool: { name: 'works' }, call: () => 'done' },
    { tool: { name: 'fails' }, call: () => ({ content: [], isError: true }) },
    {
      tool: { name: 'refuses' },
      call: () => {
        throw new Refusal(-32_001, 'not today');
      },
    },
  ],
  prompts: [{ prompt: { name: 'greet' } }],
  resources: [{ resource: { uri: 'note://1', name: 'one' } }],
};

interface Carrier extends AsyncDisposable {
  readonly target: Target;
}

const carriers: Readonly<Record<string, (server: ScriptedServer) => Promise<Carrier>>> = {
  stdio: async (server) => {
    const program = await server.overStdio();
    const target = stdio({ command: program.command, args: [...program.args], label: 'far' });
    return { target, [Symbol.asyncDispose]: () => program[Symbol.asyncDispose]() };
  },
  HTTP: async (server) => {
    const web = await server.overHttp();
    const target = http(web.url, { label: 'far' });
    return { target, [Symbol.asyncDispose]: () => web[Symbol.asyncDispose]() };
  },
};

async function onStage(
  how: { readonly carrier: string; readonly revision: Revision },
  act: (client: Client, server: ScriptedServer) => Promise<void>,
): Promise<void> {
  const { carrier, revision } = how;
  const server = scriptedServer({ ...script, revision });
  await using carried = await carriers[carrier]!(server);
  await using client = await within('start', () =>
    connect(carried.target, me, { trace, revision }),
  );
  await act(client, server);
}

for (const carrier of ['stdio', 'HTTP']) {
  for (const revision of ['2025-11-25', '2026-07-28'] as const) {
    const network =
      carrier === 'stdio'
        ? { 'network.transport': 'pipe' }
        : { 'network.transport': 'tcp', 'network.protocol.name': 'http' };
    const common = {
      ...network,
      'service.peer.name': 'far',
      'mcp.protocol.version': revision,
    };

    proves(
      ['H-13', 'META-06'],
      `over ${carrier}, ${revision}: spans and what they say`,
      async () => {
        await onStage({ carrier, revision }, async (client, server) => {
          await within('work', async () => {
            await client.callTool('works');
            await client.callTool('fails');
            await expect(client.callTool('refuses')).rejects.toMatchObject({ code: -32_001 });
            await client.getPrompt('greet');
            await client.readResource('note://1');
          });
          const connecting = ended('connect');
          expect(connecting.kind).toBe(api.SpanKind.INTERNAL);
          expect(connecting.parentSpanContext?.spanId).toBe(ended('start').spanContext().spanId);
          expect(connecting.attributes).toEqual(common);
          const first = revision === '2026-07-28' ? 'server/discover' : 'initialize';
          const opening = ended(first);
          expect(opening.parentSpanContext?.spanId).toBe(connecting.spanContext().spanId);
          expect(opening.attributes).toEqual({
            ...common,
            'mcp.method.name': first,
            'jsonrpc.request.id': String(server.received[0]!.id),
          });
          const works = ended('tools/call works');
          const work = ended('work').spanContext();
          const call = server.received.find(({ method }) => method === 'tools/call');
          expect(works.kind).toBe(api.SpanKind.CLIENT);
          expect(works.status).toEqual({ code: api.SpanStatusCode.UNSET });
          expect(works.parentSpanContext?.spanId).toBe(work.spanId);
          expect(works.attributes).toEqual({
            ...common,
            'mcp.method.name': 'tools/call',
            'gen_ai.operation.name': 'execute_tool',
            'gen_ai.tool.name': 'works',
            'jsonrpc.request.id': String(call!.id),
          });
          expect(call!.params['_meta']).toMatchObject({
            traceparent: parentOf(works),
            baggage: 'user=Ada%20L',
          });
          const fails = ended('tools/call fails');
          expect(fails.attributes).toMatchObject({ 'error.type': 'tool_error' });
          expect(fails.status).toEqual({ code: api.SpanStatusCode.ERROR });
          const refuses = ended('tools/call refuses');
          expect(refuses.attributes).toMatchObject({
            'error.type': '-32001',
            'rpc.response.status_code': '-32001',
          });
          expect(refuses.status).toEqual({ code: api.SpanStatusCode.ERROR, message: 'not today' });
          expect(ended('prompts/get greet').attributes).toMatchObject({
            'gen_ai.prompt.name': 'greet',
          });
          expect(ended('resources/read').attributes).toMatchObject({
            'mcp.resource.uri': 'note://1',
          });
        });
        const sent = exporter
          .getFinishedSpans()
          .flatMap(({ attributes }) => Object.keys(attributes));
        expect(sent).not.toContain('mcp.session.id');
      },
    );
  }
}

proves('H-13', 'the start of a local server lasts until it says something', async () => {
  await onStage({ carrier: 'stdio', revision: '2025-11-25' }, async () => {
    const start = ended('start node');
    expect(start.kind).toBe(api.SpanKind.INTERNAL);
    expect(start.parentSpanContext?.spanId).toBe(ended('connect').spanContext().spanId);
    expect(start.attributes).toEqual({
      'network.transport': 'pipe',
      'process.executable.name': 'node',
      'service.peer.name': 'far',
    });
  });
});

for (const { why, options, name, start, connecting } of [
  {
    why: 'ends before it says anything',
    options: { command: process.execPath, args: ['-e', 'process.exit(3)'] },
    name: 'start node',
    start: { 'error.type': 'SERVER_EXITED', 'process.exit.code': 3 },
    connecting: 'SERVER_EXITED',
  },
  {
    why: 'is not there',
    options: { command: '/nowhere/at-all' },
    name: 'start',
    start: { 'error.type': 'SPAWN_FAILED' },
    connecting: 'SPAWN_FAILED',
  },
]) {
  proves('H-13', `a server that ${why} is told of in its spans`, async () => {
    const target = stdio({ ...options, label: 'far' });
    const failed = connect(target, me, { trace, connectTimeoutMs: 5_000 });
    await expect(failed).rejects.toMatchObject({ code: connecting });
    const starts = exporter.getFinishedSpans().filter((span) => span.name === name);
    expect(starts.length).toBeGreaterThan(0);
    for (const span of starts) {
      expect(span.attributes).toMatchObject(start);
      expect(span.status.code).toBe(api.SpanStatusCode.ERROR);
    }
    expect(ended('connect').attributes).toMatchObject({ 'error.type': connecting });
  });
}

test('a request that is sent again belongs to the one who made it', async () => {
  const server = scriptedServer({ ...script, revision: '2026-07-28' });
  await using web = await server.overHttp();
  await using client = await connect(http(web.url), me, { trace });
  server.misbehave({ on: 'tools/list', times: 1 }, { kind: 'status', status: 503 });
  await within('work', () => client.listTools());
  const work = ended('work').spanContext();
  const tries = exporter.getFinishedSpans().filter(({ name }) => name === 'tools/list');
  expect(tries.map(({ parentSpanContext }) => parentSpanContext?.spanId)).toEqual([
    work.spanId,
    work.spanId,
  ]);
  expect(tries[0]!.attributes).toMatchObject({ 'error.type': 'HTTP_STATUS' });
  expect(tries[1]!.attributes).not.toHaveProperty('error.type');
});
