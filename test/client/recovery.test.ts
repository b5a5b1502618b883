import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { connect, type Client, type ConnectOptions } from '../../src/client/index.ts';
import { PeerError, TransportError } from '../../src/protocol/index.ts';
import { http, type HttpOptions } from '../../src/transport/http.ts';
import { HttpMcp, respond, type HttpMcpOptions } from '../fixtures/client/http-mcp.ts';
import { Reports } from '../fixtures/client/reports.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { proves } from '../support/proves.ts';

const me = { name: 'recovery', version: '1.0.0' };

/** A server, a clock that stands still, and what is reported. */
interface Stage {
  readonly server: HttpMcp;
  readonly clock: FakeClock;
  readonly reports: Reports;
  readonly options: ConnectOptions;
}

async function onStage(
  server: HttpMcpOptions,
  act: (stage: Stage) => Promise<void>,
): Promise<void> {
  await using running = await HttpMcp.start(server);
  const clock = new FakeClock();
  const reports = new Reports();
  const options = { revision: 'legacy', clock, onReport: reports.take } as const;
  await act({ server: running, clock, reports, options });
  expect(clock.waiting, 'timers left over').toBe(0);
}

async function connected(
  { server, options }: Stage,
  act: (client: Client) => Promise<void>,
  more: HttpOptions = {},
): Promise<void> {
  await using client = await connect(http(server.url, { label: 'far', ...more }), me, options);
  await act(client);
}

/** The error of what must fail. */
async function errorOf(outcome: Promise<unknown>): Promise<TransportError> {
  const error = await outcome.then(
    (value) => expect.fail(`expected an error, got ${JSON.stringify(value)}`),
    (met: unknown) => met,
  );
  expect(error).toBeInstanceOf(TransportError);
  return error as TransportError;
}

const error = (code: number, message: string): string =>
  JSON.stringify({ jsonrpc: '2.0', id: null, error: { code, message } });

describe('a session that the server forgot', () => {
  const refusals = [
    { why: '404 and nothing else', refusal: { status: 404, body: '' } },
    {
      why: '404 with an error of the protocol',
      refusal: {
        status: 404,
        body: error(-32_001, 'Session not found'),
        type: 'application/json',
      },
    },
    { why: '400 in words', refusal: { status: 400, body: 'No valid session ID provided' } },
    {
      why: '400 with an error of the protocol',
      refusal: {
        status: 400,
        body: error(-32_000, 'Bad Request: Mcp-Session-Id is unknown'),
        type: 'application/json',
      },
    },
  ];
  for (const { why, refusal } of refusals) {
    const row = refusal.status === 404 ? 'HTL-06' : 'HTL-07';
    proves(
      ['W-02', row],
      `${why}: one new session for all, lists and reads are repeated`,
      async () => {
        await onStage({ refusal }, async (stage) => {
          const { server, reports } = stage;
          await connected(stage, async (client) => {
            await client.listTools();
            server.forget();
            const [tools, resources, read, prompt] = await Promise.all([
              client.listTools(),
              client.listResources(),
              client.readResource('note://1'),
              client.getPrompt('greet'),
              client.listTools(),
              client.listPrompts(),
              client.listResourceTemplates(),
              client.complete({ type: 'ref/prompt', name: 'greet' }, { name: 'a', value: '' }),
            ]);
            expect(tools).toMatchObject([{ name: 'echo' }]);
            expect(resources).toMatchObject([{ uri: 'note://1' }]);
            expect(read).toMatchObject({ contents: [{ text: 'a note' }] });
            expect(prompt.messages).toHaveLength(1);
            expect(server.count('initialize')).toBe(2);
            expect(server.count('notifications/initialized')).toBe(2);
            expect(reports.of('session-renewed')).toHaveLength(1);
          });
          expect(server.sessions).toBe(0);
        });
      },
    );
  }

  proves('W-02', 'a call that is not marked fails and says so; the next one works', async () => {
    await onStage({}, async (stage) => {
      const { server } = stage;
      await connected(stage, async (client) => {
        await client.callTool('echo', { text: 'a' });
        server.forget();
        const lost = await errorOf(client.callTool('echo', { text: 'b' }));
        expect(lost.code).toBe('SESSION_LOST');
        expect(lost.message).toMatch(/^far: .*tools\/call "echo".*not repeated.*\[SESSION_LOST\]$/);
        expect(server.count('tools/call')).toBe(2);
        const { content } = await client.callTool('echo', { text: 'c' });
        expect(content).toMatchObject([{ text: 'c!' }]);
        expect(server.count('initialize')).toBe(2);
      });
    });
  });

  proves('W-02', 'a call that is marked is repeated', async () => {
    await onStage({}, async (stage) => {
      const { server } = stage;
      await connected(stage, async (client) => {
        await client.listTools();
        server.forget();
        const calls = ['a', 'b', 'c'].map((text) =>
          client.callTool('echo', { text }, { repeatable: true }),
        );
        const texts = (await Promise.all(calls)).map(({ content }) => content[0]);
        expect(texts).toMatchObject([{ text: 'a!' }, { text: 'b!' }, { text: 'c!' }]);
        expect(server.count('initialize')).toBe(2);
      });
    });
  });

  proves('W-02', 'a server that forgets every session gets one new one a request', async () => {
    const instead: HttpMcpOptions['instead'] = (_, response, { method }) => {
      if (method !== 'tools/list') return false;
      response.writeHead(404).end();
      return true;
    };
    await onStage({ instead }, async (stage) => {
      await connected(stage, async (client) => {
        const lost = await errorOf(client.listTools());
        expect(lost.code).toBe('SESSION_LOST');
        expect(stage.server.count('initialize')).toBe(2);
        expect(stage.server.count('tools/list')).toBe(2);
      });
    });
  });

  test('a 400 that speaks of something else opens no session', async () => {
    const instead: HttpMcpOptions['instead'] = (_, response, { method, id = 0 }) => {
      if (method !== 'tools/call') return false;
      const message = 'create_session wants a name';
      respond(response, 400, id, { error: { code: -32_602, message } });
      return true;
    };
    await onStage({ instead }, async (stage) => {
      await connected(stage, async (client) => {
        await client.listTools();
        await expect(client.callTool('echo')).rejects.toBeInstanceOf(PeerError);
        expect(stage.server.count('initialize')).toBe(1);
      });
    });
  });

  proves(['W-02', 'H-04'], 'where no new one can be had, the loss is the error', async () => {
    const down = { now: false };
    const instead: HttpMcpOptions['instead'] = (_, response, { method }) => {
      if (!down.now || method !== 'initialize') return false;
      response.writeHead(403).end('closed today');
      return true;
    };
    await onStage({ instead }, async (stage) => {
      await connected(stage, async (client) => {
        await client.listTools();
        stage.server.forget();
        down.now = true;
        const lost = await errorOf(client.listTools());
        expect(lost.code).toBe('SESSION_LOST');
        expect(lost.cause).toMatchObject({ code: 'HTTP_STATUS' });
        expect(stage.reports.of('session-renewed')).toEqual([]);
        down.now = false;
        await expect(client.listTools()).resolves.toHaveLength(1);
        expect(stage.reports.of('session-renewed')).toHaveLength(1);
      });
    });
  });

  /** A server that forgets its session, and never answers the second handshake. */
  function neverRenews(): HttpMcpOptions {
    let handshakes = 0;
    return {
      instead: (_, __, { method }) => {
        if (method !== 'initialize') return false;
        handshakes += 1;
        return handshakes > 1;
      },
    };
  }

  proves('W-31', 'a request that waits for the new one can be given up', async () => {
    await onStage(neverRenews(), async (stage) => {
      const { server } = stage;
      await connected(stage, async (client) => {
        await client.listTools();
        server.forget();
        const [first, second] = [new AbortController(), new AbortController()];
        const lists = [
          client.listTools({ signal: first.signal }),
          client.listPrompts({ signal: second.signal }),
        ].map((list) => list.catch((met: unknown) => met));
        await server.until('initialize', 2);
        first.abort();
        expect(await lists[0]).toMatchObject({ code: 'CANCELLED' });
        second.abort();
        expect(await lists[1]).toMatchObject({ code: 'CANCELLED' });
      });
    });
  });

  proves('H-05', 'close does not wait for the new one', async () => {
    await onStage(neverRenews(), async (stage) => {
      const { server } = stage;
      await connected(stage, async (client) => {
        await client.listTools();
        server.forget();
        const list = client.listTools().catch((met: unknown) => met);
        await server.until('initialize', 2);
        await client.close();
        expect(await list).toMatchObject({ name: 'TransportError', server: 'far' });
        expect(await client.closed).toEqual({ kind: 'closed' });
      });
    });
  });

  test('a call in the old session is still answered, or ends with the client', async () => {
    const held: (() => void)[] = [];
    const instead: HttpMcpOptions['instead'] = (_, response, { method, id = 0, params }) => {
      const text = (params?.['arguments'] as { text?: string } | undefined)?.text;
      if (method !== 'tools/call' || text === 'now') return false;
      held.push(() => respond(response, 200, id, { result: { content: [] } }));
      return true;
    };
    await onStage({ instead }, async (stage) => {
      const { server } = stage;
      await connected(stage, async (client) => {
        const answered = client.callTool('echo', { text: 'answered late' });
        const never = client.callTool('echo', { text: 'never answered' });
        const outcome = never.catch((met: unknown) => met);
        await server.until('tools/call', 2);
        server.forget();
        await client.listTools();
        expect(server.count('initialize')).toBe(2);
        held[0]?.();
        expect(await answered).toEqual({ content: [] });
        await client.close();
        expect(await outcome).toMatchObject({ code: 'CLOSED' });
      });
    });
  });
});

/** What is asked, and whether it is sent again. */
const requests = [
  { what: 'a list', again: true, ask: (client: Client) => client.listTools() },
  { what: 'a read', again: true, ask: (client: Client) => client.readResource('note://1') },
  {
    what: 'a call that is marked',
    again: true,
    ask: (client: Client) => client.callTool('echo', { text: 'a' }, { repeatable: true }),
  },
  {
    what: 'a call that is not marked',
    again: false,
    ask: (client: Client) => client.callTool('echo', { text: 'a' }),
  },
];

const asked = ['tools/list', 'resources/read', 'tools/call'];

/** A server that answers features with this, so often. */
function passing(status: number, headers: Record<string, string>, times: number): HttpMcpOptions {
  let left = times;
  return {
    instead: (_, response, { method = '' }) => {
      if (!asked.includes(method) || left === 0) return false;
      left -= 1;
      response.writeHead(status, headers).end('busy');
      return true;
    },
  };
}

describe('a status that passes', () => {
  const statuses = [
    { status: 429, headers: { 'retry-after': '7' }, afterMs: 7_000 },
    { status: 503, headers: { 'retry-after': '2' }, afterMs: 2_000 },
    { status: 503, headers: {}, afterMs: 250 },
    { status: 408, headers: {}, afterMs: 250 },
    { status: 502, headers: { 'retry-after': 'soon' }, afterMs: 250 },
  ];
  for (const { status, headers, afterMs } of statuses) {
    for (const { what, again, ask } of requests) {
      const told = JSON.stringify(headers);
      const does = again ? `is sent again after ${afterMs} ms` : 'is not sent again';
      proves(['W-04', 'H-03'], `${status} ${told}: ${what} ${does}`, async () => {
        await onStage(passing(status, headers, 1), async (stage) => {
          const { clock, reports, server } = stage;
          await connected(stage, async (client) => {
            const outcome = ask(client);
            if (!again) {
              const { code, failure } = await errorOf(outcome);
              expect({ code, failure }).toMatchObject({ code: 'HTTP_STATUS', failure: { status } });
            } else {
              await reports.until('repeated');
              expect(reports.of('repeated')).toMatchObject([{ afterMs }]);
              const before = server.asked.length;
              await clock.advance(afterMs - 1);
              expect(server.asked.length).toBe(before);
              await clock.advance(1);
              await outcome;
              expect(reports.of('repeated')).toHaveLength(1);
            }
          });
        });
      });
    }
  }

  proves('W-04', 'a date in Retry-After is a wait until then', async () => {
    const date = new Date(Date.now() + 20_000).toUTCString();
    await onStage(passing(503, { 'retry-after': date }, 1), async (stage) => {
      await connected(stage, async (client) => {
        const list = client.listTools();
        await stage.reports.until('repeated');
        const afterMs = stage.reports.of('repeated')[0]?.afterMs ?? 0;
        expect(afterMs).toBeGreaterThan(10_000);
        expect(afterMs).toBeLessThanOrEqual(20_000);
        await stage.clock.advance(afterMs);
        expect(await list).toHaveLength(1);
      });
    });
  });

  proves('W-04', 'a wait that is too long is not waited for', async () => {
    await onStage(passing(429, { 'retry-after': '31' }, 1), async (stage) => {
      await connected(stage, async (client) => {
        expect(await errorOf(client.listTools())).toMatchObject({ code: 'HTTP_STATUS' });
        expect(stage.reports.of('repeated')).toEqual([]);
      });
    });
  });

  proves(['H-03', 'W-04'], 'lists are repeated once, not twice', async () => {
    await onStage(passing(503, {}, 2), async (stage) => {
      await connected(stage, async (client) => {
        const list = errorOf(client.listTools());
        await stage.reports.until('repeated');
        await stage.clock.advance(250);
        expect(await list).toMatchObject({ failure: { status: 503 } });
        expect(stage.server.count('tools/list')).toBe(2);
      });
    });
  });

  test('a request can be given up while it waits', async () => {
    await onStage(passing(503, { 'retry-after': '9' }, 1), async (stage) => {
      await connected(stage, async (client) => {
        const controller = new AbortController();
        const list = client.listTools({ signal: controller.signal });
        const outcome = list.catch((met: unknown) => met);
        await stage.reports.until('repeated');
        controller.abort();
        expect(await outcome).toMatchObject({ code: 'CANCELLED' });
        expect(stage.server.count('tools/list')).toBe(1);
      });
    });
  });
});

describe('connecting', () => {
  /** A server that answers the handshake with this, so often. */
  function refuses(status: number, headers: Record<string, string>, times: number): HttpMcpOptions {
    let left = times;
    return {
      instead: (_, response) => {
        if (left === 0) return false;
        left -= 1;
        response.writeHead(status, headers).end();
        return true;
      },
    };
  }

  const passes = [
    { status: 408, headers: {}, waits: [250, 1_000] },
    { status: 429, headers: {}, waits: [250, 1_000] },
    { status: 500, headers: {}, waits: [250, 1_000] },
    { status: 502, headers: {}, waits: [250, 1_000] },
    { status: 503, headers: { 'retry-after': '3' }, waits: [3_000, 3_000] },
    { status: 504, headers: {}, waits: [250, 1_000] },
  ];
  for (const revision of ['legacy', 'auto'] as const) {
    for (const { status, headers, waits } of passes) {
      const name = `${status} ${JSON.stringify(headers)}, ${revision}: three tries, then an error`;
      proves(['H-03', 'W-42'], name, async () => {
        await onStage(refuses(status, headers, 3), async ({ server, clock, reports, options }) => {
          const opening = errorOf(connect(http(server.url), me, { ...options, revision }));
          for (const [at, wait] of waits.entries()) {
            await reports.until('connecting-again', at + 1);
            expect(server.asked).toHaveLength(at + 1);
            await clock.advance(wait - 1);
            expect(server.asked).toHaveLength(at + 1);
            await clock.advance(1);
          }
          expect(await opening).toMatchObject({ code: 'HTTP_STATUS', failure: { status } });
          expect(server.asked).toHaveLength(3);
          expect(new Set(server.asked).size, 'no other era is tried').toBe(1);
        });
      });
    }
  }

  proves('H-03', 'what works at the third try is a connection', async () => {
    await onStage(refuses(503, {}, 2), async (stage) => {
      const { server, clock, reports, options } = stage;
      const opening = connect(http(server.url), me, options);
      await reports.until('connecting-again', 1);
      await clock.advance(250);
      await reports.until('connecting-again', 2);
      await clock.advance(1_000);
      await (await opening).close();
    });
  });

  for (const status of [400, 401, 403, 404, 405, 406, 410, 418, 422]) {
    proves('H-03', `${status} is tried once`, async () => {
      await onStage({}, async ({ options }) => {
        await using server = await HttpMcp.start(refuses(status, {}, 100));
        await errorOf(connect(http(server.url), me, options));
        expect(server.count('initialize')).toBe(1);
      });
    });
  }

  proves(
    ['H-03', 'H-04'],
    'a refused connection is tried three times, with its own kind',
    async () => {
      const taken = createServer().listen(0, '127.0.0.1');
      await once(taken, 'listening');
      const { port } = taken.address() as AddressInfo;
      taken.close();
      await once(taken, 'close');
      await onStage({}, async ({ clock, reports, options }) => {
        const opening = errorOf(connect(http(`http://127.0.0.1:${port}/mcp`), me, options));
        for (const [at, wait] of [250, 1_000].entries()) {
          await reports.until('connecting-again', at + 1);
          expect(reports.of('connecting-again').at(-1)).toMatchObject({ afterMs: wait });
          await clock.advance(wait);
        }
        const { code, message } = await opening;
        expect(code).toBe('CONNECTION_REFUSED');
        expect(message).toContain(`127.0.0.1:${port}`);
      });
    },
  );

  proves('H-03', 'a connection that breaks is tried again', async () => {
    const instead: HttpMcpOptions['instead'] = (_, response) => {
      response.destroy();
      return true;
    };
    await onStage({ instead }, async ({ server, clock, reports, options }) => {
      const opening = errorOf(connect(http(server.url), me, options));
      for (const [at, wait] of [250, 1_000].entries()) {
        await reports.until('connecting-again', at + 1);
        await clock.advance(wait);
      }
      expect(await opening).toMatchObject({ code: 'UNREACHABLE' });
      expect(server.count('initialize')).toBe(3);
    });
  });

  for (const value of ['a\nb', 'a\rb', 'a\0b']) {
    proves('H-03', `the header value ${JSON.stringify(value)} fails once`, async () => {
      await onStage({}, async ({ server, reports, options }) => {
        const target = http(server.url, { headers: { 'X-Key': `secret${value}` } });
        const { code, message } = await errorOf(connect(target, me, options));
        expect(code).toBe('UNSENDABLE');
        expect(message.toLowerCase()).toContain('x-key');
        expect(message).not.toContain('secret');
        expect(reports.all).toEqual([]);
        expect(server.asked).toEqual([]);
      });
    });
  }

  proves('H-03', 'no try begins after the time for connecting', async () => {
    await onStage(refuses(503, { 'retry-after': '5' }, 9), async (stage) => {
      const { server, reports, options } = stage;
      const some = { ...options, connectTimeoutMs: 5_000 };
      await errorOf(connect(http(server.url), me, some));
      expect(reports.of('connecting-again')).toEqual([]);
      expect(server.asked).toHaveLength(1);
    });
  });

  test('connecting can be given up while it waits', async () => {
    await onStage(refuses(503, {}, 9), async ({ server, reports, options }) => {
      const controller = new AbortController();
      const some = { ...options, signal: controller.signal };
      const outcome = connect(http(server.url), me, some).catch((met: unknown) => met);
      await reports.until('connecting-again');
      controller.abort();
      expect(await outcome).toMatchObject({ code: 'CANCELLED' });
      expect(server.asked).toHaveLength(1);
    });
  });
});
