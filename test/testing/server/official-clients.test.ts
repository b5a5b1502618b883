import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { scriptedServer, type ScriptedServer } from 'garuda-mcp/testing';
import { expect, test, vi } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { root } from '../../support/repository.ts';

// The official clients of both eras, which know nothing of this library: what they accept is not only
// what our own client forgives.
vi.setConfig({ testTimeout: 60_000 });

interface OfficialClient {
  connect(transport: object): Promise<void>;
  close(): Promise<void>;
  listTools(): Promise<{ readonly tools: readonly object[] }>;
  callTool(
    params: object,
    ...options: readonly unknown[]
  ): Promise<{ readonly content: readonly { readonly text: string }[] }>;
  readResource(params: object): Promise<{ readonly contents: readonly object[] }>;
  getPrompt(params: object): Promise<{ readonly messages: readonly object[] }>;
  setRequestHandler(method: unknown, answer: () => Promise<object>): void;
  setNotificationHandler(method: unknown, heard: () => void): void;
  listen(filter: object): Promise<{ close(): Promise<void> }>;
}

type Transport = new (...options: readonly unknown[]) => object;
type ClientClass = new (me: object, options: object) => OfficialClient;
type Module = Readonly<Record<string, unknown>>;

const load = (path: string): Promise<Module> => {
  const folder = join(root, 'test/referee/node_modules/@modelcontextprotocol');
  return import(pathToFileURL(join(folder, path)).href) as Promise<Module>;
};

const me = { name: 'official', version: '1.0.0' };
const accepts = async (): Promise<object> =>
  Promise.resolve({ action: 'accept', content: { name: 'Ada' } });
const question = {
  mode: 'form',
  message: 'Who?',
  requestedSchema: { type: 'object', properties: { name: { type: 'string' } } },
};

function serverFor(revision: '2025-11-25' | '2026-07-28'): ScriptedServer {
  return scriptedServer({
    revision,
    tools: [
      { tool: { name: 'add' }, call: ({ a, b }) => String(Number(a) + Number(b)) },
      {
        tool: { name: 'ask' },
        call: async (_args, { era, params, ask }) => {
          if (era === 'legacy') return JSON.stringify(await ask('elicitation/create', question));
          const { inputResponses } = params as { readonly inputResponses?: { readonly e: object } };
          if (inputResponses !== undefined) return JSON.stringify(inputResponses.e);
          const inputRequests = { e: { method: 'elicitation/create', params: question } };
          return { resultType: 'input_required', inputRequests, requestState: 'asked' };
        },
      },
    ],
    resources: [{ resource: { uri: 'note://é', name: 'one' }, read: () => 'a note' }],
    prompts: [{ prompt: { name: 'greet' }, get: () => 'Greet me.' }],
  });
}

/** A connected client does what clients do. */
async function use(client: OfficialClient): Promise<void> {
  expect((await client.listTools()).tools).toHaveLength(2);
  const sum = await client.callTool({ name: 'add', arguments: { a: 1, b: 2 } });
  expect(sum.content[0]?.text).toBe('3');
  const asked = await client.callTool({ name: 'ask', arguments: {} });
  expect(JSON.parse(asked.content[0]?.text ?? '')).toEqual(await accepts());
  const { contents } = await client.readResource({ uri: 'note://é' });
  expect(contents).toMatchObject([{ text: 'a note' }]);
  expect((await client.getPrompt({ name: 'greet' })).messages).toHaveLength(1);
}

for (const way of ['stdio', 'json', 'events', 'sse'] as const) {
  test(`the official client of the legacy era, ${way}`, async () => {
    const { Client } = (await load('sdk/dist/esm/client/index.js')) as { Client: ClientClass };
    const schemas = await load('sdk/dist/esm/types.js');
    const server = serverFor('2025-11-25');
    await using place = way === 'stdio' ? await server.overStdio() : await overHttp(server, way);
    const client = new Client(me, { capabilities: { elicitation: {} } });
    client.setRequestHandler(schemas['ElicitRequestSchema'], accepts);
    const changed = new Promise<void>((resolve) => {
      client.setNotificationHandler(schemas['ToolListChangedNotificationSchema'], resolve);
    });
    await client.connect(await legacyTransport(way, place));
    await use(client);
    server.changed('tools');
    await changed;
    await client.close();
    expect(server.received.at(0)?.method).toBe('initialize');
  });
}

for (const way of ['stdio', 'json', 'events'] as const) {
  test(`the official client of the modern era, ${way}`, async () => {
    const { Client, StreamableHTTPClientTransport: Http } = (await load(
      'client/dist/index.mjs',
    )) as { Client: ClientClass; StreamableHTTPClientTransport: Transport };
    const { StdioClientTransport: Stdio } = (await load('client/dist/stdio.mjs')) as {
      StdioClientTransport: Transport;
    };
    const server = serverFor('2026-07-28');
    await using place = way === 'stdio' ? await server.overStdio() : await overHttp(server, way);
    const client = new Client(me, {
      capabilities: { elicitation: { form: {} } },
      versionNegotiation: { mode: 'auto' },
    });
    client.setRequestHandler('elicitation/create', accepts);
    const changed = new Promise<void>((resolve) => {
      client.setNotificationHandler('notifications/tools/list_changed', resolve);
    });
    await client.connect('url' in place ? new Http(new URL(place.url)) : new Stdio(place));
    await use(client);
    const subscription = await client.listen({ toolsListChanged: true });
    server.changed('tools');
    await changed;
    await subscription.close();
    await eventually(() => server.subscriptions).toEqual([]);
    await client.close();
  });
}

type Place =
  | Awaited<ReturnType<typeof overHttp>>
  | Awaited<ReturnType<ScriptedServer['overStdio']>>;

function overHttp(
  server: ScriptedServer,
  way: 'json' | 'events' | 'sse',
): ReturnType<ScriptedServer['overHttp']> {
  if (way === 'sse') return server.overHttp({ transport: 'sse' });
  return server.overHttp({ reply: way, resumable: way === 'events' });
}

async function legacyTransport(way: string, place: Place): Promise<object> {
  if (!('url' in place)) {
    const { StdioClientTransport } = await load('sdk/dist/esm/client/stdio.js');
    return new (StdioClientTransport as Transport)({ command: place.command, args: place.args });
  }
  const file = way === 'sse' ? 'sse' : 'streamableHttp';
  const module = await load(`sdk/dist/esm/client/${file}.js`);
  const name = way === 'sse' ? 'SSEClientTransport' : 'StreamableHTTPClientTransport';
  return new (module[name] as Transport)(new URL(place.url));
}
