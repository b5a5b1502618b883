import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { connect, type Client, type ConnectOptions } from '../../../src/client/index.ts';
import { McpError, type Target } from '../../../src/protocol/index.ts';
import { http } from '../../../src/transport/http.ts';
import { HttpMcp, respond, type HttpMcpOptions } from '../../fixtures/client/http-mcp.ts';
import { LocalServers } from '../../fixtures/client/local-server.ts';
import { Reports } from '../../fixtures/client/reports.ts';
import { tryingAnswer } from '../../fixtures/client/trying-answers.mjs';
import { FakeClock } from '../../support/fake-clock.ts';

/** What came of each case, by its name; nothing in it differs between two runs. */
export type Summary = Readonly<Record<string, unknown>>;

const me = { name: 'summary', version: '1.0.0' };
const limitBytes = 16 * 1024 * 1024;

/** Tries the client with every fixture server, one after the other. */
export async function summarise(): Promise<Summary> {
  const outcomes: [string, unknown][] = [];
  for (const [name, attempt] of Object.entries(attempts)) {
    const [local, remote] = [await overStdio(attempt), await overHttp(attempt)];
    // What a client meets is the same whatever the way to its server.
    const isSame = JSON.stringify(local) === JSON.stringify(remote);
    outcomes.push([name, isSame ? local : { stdio: local, HTTP: remote }]);
  }
  for (const [name, run] of Object.entries(others)) outcomes.push([name, await run()]);
  outcomes.sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(outcomes);
}

interface Attempt {
  readonly options?: ConnectOptions;
  readonly act: (client: Client) => Promise<unknown>;
}

const attempts: Readonly<Record<string, Attempt>> = {
  'a message of 16 MiB': { act: (client) => sized(client, limitBytes) },
  'a message of 16 MiB and a byte': { act: (client) => sized(client, limitBytes + 1) },
  'a message over a limit of 1,000 bytes': {
    options: { limits: { maxMessageBytes: 1_000 } },
    act: (client) => sized(client, 1_001),
  },
  'pages, one of them at an empty cursor': { act: (client) => client.listPrompts() },
  'pages without an end, at the same cursor': { act: (client) => client.listResources() },
  'pages without an end, at new cursors': {
    options: { limits: { maxListPages: 3 } },
    act: (client) => client.listResourceTemplates(),
  },
  'pages without an end, many entries': {
    options: { limits: { maxListEntries: 5 } },
    act: (client) => client.listResourceTemplates(),
  },
  'pages without an end, strict': {
    options: { strict: true },
    act: (client) => client.listResources(),
  },
  'malformed entries': { act: async (client) => namesOf(await client.listTools()) },
  'malformed entries, strict': {
    options: { strict: true },
    act: async (client) => namesOf(await client.listTools()),
  },
  ...Object.fromEntries(
    ['null', 'list', 'nothing', 'contents', 'entry'].map((kind): [string, Attempt] => [
      `a malformed result: ${kind}`,
      { act: (client) => client.readResource(`bad://${kind}`) },
    ]),
  ),
  'a call that is given up': { act: givenUp },
  'a call that takes too long': {
    act: (client) => client.callTool('never', {}, { timeoutMs: 30 }),
  },
  'a tool that is not there': { act: (client) => client.callTool('nothing') },
};

async function overStdio(attempt: Attempt): Promise<object> {
  await using servers = await LocalServers.prepare();
  return await outcomeOf(servers.target('trying', [], { label: 'trying' }), attempt);
}

async function overHttp(attempt: Attempt): Promise<object> {
  await using server = await HttpMcp.start({ instead: trying });
  return await outcomeOf(http(server.url, { label: 'trying' }), attempt);
}

const trying: NonNullable<HttpMcpOptions['instead']> = (
  _,
  response,
  { id, method = '', params },
) => {
  if (id === undefined || method === 'initialize' || method === 'server/discover') return false;
  const answer = tryingAnswer(id, method, params);
  if (answer !== undefined) respond(response, 200, id, answer);
  return true;
};

const others: Readonly<Record<string, () => Promise<unknown>>> = {
  'roots that are asked for': () =>
    askRoots({ onListRoots: () => [{ uri: 'file:///home', name: 'home' }] }),
  'roots of a client without': () => askRoots({}),
  'roots whose callback throws': () =>
    askRoots({
      onListRoots: () => {
        throw new Error('not for the server');
      },
    }),
  'a refused connection': refusedConnection,
  'a server that ignores SIGTERM': stubbornServer,
};

function askRoots(options: ConnectOptions): Promise<unknown> {
  return overStdio({ options, act: (client) => client.callTool('roots') });
}

/** What came of an attempt, and what was reported meanwhile. */
async function outcomeOf(target: Target, { act, options }: Attempt): Promise<object> {
  const reports = new Reports();
  const settings = { revision: 'legacy', onReport: reports.take, ...options } as const;
  const client = await connect(target, me, settings);
  const outcome = await act(client).then((value) => ({ value }), errorIn);
  await client.close();
  const { kind } = await client.closed;
  return {
    ...outcome,
    ...(reports.all.length > 0 && { reports: reports.all.map(plain) }),
    ...(kind !== 'closed' && { lost: kind }),
  };
}

function errorIn(error: unknown): object {
  if (!(error instanceof McpError)) return { fault: String(error) };
  const { name, code, server, message } = error;
  return { error: { name, code, server, message } };
}

/** A report without the objects that JSON does not show. */
function plain(report: object): object {
  const entries = Object.entries(report).map(([key, value]) =>
    value instanceof Error ? [key, String(value)] : [key, value],
  );
  return Object.fromEntries(entries) as object;
}

function namesOf(tools: readonly { readonly name: string }[]): readonly string[] {
  return tools.map(({ name }) => name);
}

async function sized(client: Client, bytes: number): Promise<unknown> {
  const { content } = await client.callTool('sized', { bytes });
  await client.ping();
  return { items: content.length };
}

async function givenUp(client: Client): Promise<unknown> {
  const controller = new AbortController();
  const call = client.callTool('never', {}, { signal: controller.signal });
  await client.ping();
  controller.abort();
  return await call;
}

async function refusedConnection(): Promise<unknown> {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo;
  taken.close();
  await once(taken, 'close');
  const clock = new FakeClock();
  const reports = new Reports();
  const target = http(`http://127.0.0.1:${port}/mcp`, { label: 'nobody' });
  const outcome = connect(target, me, { clock, onReport: reports.take }).then(
    () => ({ value: 'connected' }),
    errorIn,
  );
  const waits: unknown[] = [];
  for (let tries = 1; tries < 3; tries += 1) {
    await reports.until('connecting-again', tries);
    const afterMs = reports.of('connecting-again').at(-1)?.afterMs ?? 0;
    waits.push(afterMs);
    await clock.advance(afterMs);
  }
  const said = JSON.stringify({ ...(await outcome), waits });
  return JSON.parse(said.replaceAll(`:${port}`, ':PORT')) as unknown;
}

async function stubbornServer(): Promise<unknown> {
  await using servers = await LocalServers.prepare();
  const target = servers.target('trying', ['stays'], { label: 'trying', stopGraceMs: 50 });
  const outcome = await outcomeOf(target, { act: (client) => client.listPrompts() });
  const started = await servers.started();
  const signals = (await servers.asked()).filter((each) => each.startsWith('SIG'));
  const living = (await servers.living()).length;
  return { ...outcome, started: started.length, signals, living };
}
