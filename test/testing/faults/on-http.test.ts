import { connect, http, type Client, type Report, type Revision } from 'garuda-mcp';
import {
  FakeClock,
  scriptedServer,
  type Fault,
  type HttpServing,
  type ScriptedServer,
  type WebServer,
} from 'garuda-mcp/testing';
import { describe, expect, test } from 'vitest';
import type { RowId } from '../../requirements/index.ts';
import { proves } from '../../support/proves.ts';

const me = { name: 'me', version: '1.0.0' };

interface Stage {
  readonly server: ScriptedServer;
  readonly web: WebServer;
  readonly client: Client;
  readonly clock: FakeClock;
  readonly reports: Report[];
  /** Calls the tool, and tells what came of it. */
  readonly call: (name?: string) => Promise<unknown>;
}

interface How extends HttpServing {
  readonly revision: Revision;
}

/** A client and a server on HTTP, both on one clock; nothing may be left at the end. */
async function onStage(how: How, act: (stage: Stage) => Promise<void>): Promise<void> {
  const { revision, ...serving } = how;
  const clock = new FakeClock();
  const server = scriptedServer({
    revision,
    clock,
    tools: [
      { tool: { name: 'a' }, call: () => 'done' },
      { tool: { name: 'b' }, call: () => 'done' },
    ],
  });
  await using web = await server.overHttp(serving);
  const reports: Report[] = [];
  const onReport = (report: Report): void => void reports.push(report);
  const limits = { maxMessageBytes: 1_000 };
  const settings = { clock, onReport, limits, timeoutMs: 1_000 };
  const client = await connect(http(web.url, { label: 'far' }), me, settings);
  const call = async (name = 'a'): Promise<unknown> => {
    try {
      return (await client.callTool(name)).content;
    } catch (error) {
      return (error as { readonly code: unknown }).code;
    }
  };
  await act({ server, web, client, clock, reports, call });
  await client.close();
  expect(clock.waiting, 'timers left over').toBe(0);
}

const done = [{ type: 'text', text: 'done' }];
const modern = '2026-07-28';
const legacy = '2025-11-25';

/** What comes of a call at once, by how the server replies. */
const outcomes: readonly {
  readonly rows: readonly RowId[];
  readonly why: string;
  readonly faults: readonly Fault[];
  readonly json: unknown;
  readonly events: unknown;
}[] = [
  {
    rows: ['W-01'],
    why: 'whose stream ends',
    faults: [{ kind: 'cut' }],
    json: 'UNUSABLE_REPLY',
    events: 'STREAM_ENDED',
  },
  {
    rows: ['W-01'],
    why: 'whose stream ends within',
    faults: [{ kind: 'cut', afterBytes: 20 }],
    json: 'UNREADABLE_MESSAGE',
    events: 'STREAM_ENDED',
  },
  {
    rows: ['W-01'],
    why: 'that is reset',
    faults: [{ kind: 'cut', how: 'reset' }],
    json: 'STREAM_ENDED',
    events: 'STREAM_ENDED',
  },
  {
    rows: ['W-01'],
    why: 'that is reset within',
    faults: [{ kind: 'cut', afterBytes: 20, how: 'reset' }],
    json: 'STREAM_ENDED',
    events: 'STREAM_ENDED',
  },
  {
    rows: ['W-32'],
    why: 'that is doubled',
    faults: [{ kind: 'duplicate' }],
    json: done,
    events: done,
  },
  {
    rows: ['W-32'],
    why: 'with a result and an error',
    faults: [{ kind: 'both' }],
    json: 'INVALID_RESULT',
    events: 'INVALID_RESULT',
  },
  {
    rows: ['W-32'],
    why: 'with neither of them',
    faults: [{ kind: 'neither' }],
    json: 'INVALID_RESULT',
    events: 'INVALID_RESULT',
  },
  {
    rows: ['W-32'],
    why: 'under a wrong id',
    faults: [{ kind: 'wrong-id' }],
    json: 'UNUSABLE_REPLY',
    events: 'STREAM_ENDED',
  },
  {
    rows: ['W-32'],
    why: 'without an id',
    faults: [{ kind: 'no-id' }],
    json: 'UNUSABLE_REPLY',
    events: 'STREAM_ENDED',
  },
  {
    rows: ['W-32'],
    why: 'that is no JSON',
    faults: [{ kind: 'malformed' }],
    json: 'UNREADABLE_MESSAGE',
    events: 'UNREADABLE_MESSAGE',
  },
  {
    rows: ['W-22'],
    why: 'that is too large',
    faults: [{ kind: 'oversized', bytes: 1_100 }],
    json: 'MESSAGE_TOO_LARGE',
    events: 'MESSAGE_TOO_LARGE',
  },
  {
    rows: ['W-20'],
    why: 'in pieces',
    faults: [{ kind: 'split', at: [1, 2, 3, 30, 31, 60] }],
    json: done,
    events: done,
  },
  {
    rows: [],
    why: 'behind noise',
    faults: [{ kind: 'noise', text: 'hello\nthere\n' }],
    json: 'UNREADABLE_MESSAGE',
    events: done,
  },
  {
    rows: [],
    why: 'behind notifications',
    faults: [{ kind: 'flood', count: 100 }],
    json: done,
    events: done,
  },
  {
    rows: ['W-08'],
    why: 'that is a page',
    faults: [{ kind: 'page' }],
    json: 'UNUSABLE_REPLY',
    events: 'UNUSABLE_REPLY',
  },
  {
    rows: ['W-08'],
    why: 'under a wrong type',
    faults: [{ kind: 'content-type', type: 'text/plain' }],
    json: 'UNUSABLE_REPLY',
    events: 'UNUSABLE_REPLY',
  },
  {
    rows: ['W-05'],
    why: 'that is a redirect',
    faults: [{ kind: 'redirect', to: '/other' }],
    json: 'REDIRECTED',
    events: 'REDIRECTED',
  },
  {
    rows: [],
    why: 'with 401',
    faults: [{ kind: 'status', status: 401 }],
    json: 'CREDENTIALS_MISSING',
    events: 'CREDENTIALS_MISSING',
  },
  {
    rows: [],
    why: 'with 403',
    faults: [{ kind: 'status', status: 403 }],
    json: 'HTTP_STATUS',
    events: 'HTTP_STATUS',
  },
  {
    rows: ['W-04'],
    why: 'with 429',
    faults: [{ kind: 'status', status: 429, headers: { 'Retry-After': '1' } }],
    json: 'HTTP_STATUS',
    events: 'HTTP_STATUS',
  },
  {
    rows: ['W-04'],
    why: 'with 500',
    faults: [{ kind: 'status', status: 500, body: 'oh' }],
    json: 'HTTP_STATUS',
    events: 'HTTP_STATUS',
  },
];

describe.each([legacy, modern] as const)('in %s', (revision) => {
  for (const reply of ['json', 'events'] as const) {
    for (const { rows, why, faults, ...comes } of outcomes) {
      proves(rows, `an answer ${why}, as ${reply}`, async () => {
        await onStage({ revision, reply }, async ({ server, call }) => {
          server.misbehave({ on: 'tools/call', nth: 1 }, ...faults);
          expect(await call()).toEqual(comes[reply]);
          expect(await call()).toEqual(done);
        });
      });
    }

    proves(
      ['W-01', 'W-32'],
      `an answer that does not come runs out of time, as ${reply}`,
      async () => {
        await onStage({ revision, reply }, async ({ server, call, clock }) => {
          const lost = server.misbehave({ on: 'tools/call', name: 'a' }, { kind: 'drop' });
          const outcome = call('a');
          await lost.until();
          await clock.advance(1_000);
          expect(await outcome).toBe('TIMED_OUT');
          expect(await call('b')).toEqual(done);
        });
      },
    );

    test(`an answer in drops comes, and one in slow drops does not, as ${reply}`, async () => {
      await onStage({ revision, reply }, async ({ server, call, clock }) => {
        const fast = server.misbehave({ name: 'a' }, { kind: 'drip', everyMs: 1, bytes: 10 });
        const came = call('a');
        await fast.until();
        await clock.advance(500);
        expect(await came).toEqual(done);
        const slow = server.misbehave({ name: 'b' }, { kind: 'drip', everyMs: 100 });
        const late = call('b');
        await slow.until();
        await clock.advance(1_000);
        expect(await late).toBe('TIMED_OUT');
        await clock.advance(100);
      });
    });
  }

  proves('W-04', 'a list waits as long as the server asks for, and comes then', async () => {
    await onStage({ revision }, async ({ server, client, clock, reports }) => {
      const headers = { 'Retry-After': '7' };
      const busy = server.misbehave(
        { on: 'tools/list', nth: 1 },
        { kind: 'status', status: 503, headers },
      );
      const list = client.listTools();
      await busy.until();
      await until(() => reports.length === 1);
      expect(reports).toMatchObject([{ kind: 'repeated', method: 'tools/list', afterMs: 7_000 }]);
      await clock.advance(6_999);
      expect(server.received.filter(({ method }) => method === 'tools/list')).toEqual([]);
      await clock.advance(1);
      expect(await list).toHaveLength(2);
    });
  });

  test('answers overtake each other', async () => {
    await onStage({ revision }, async ({ server, client }) => {
      server.misbehave({ on: 'tools/call', nth: 1 }, { kind: 'reorder' });
      const order: string[] = [];
      const named = (name: string): Promise<unknown> =>
        client.callTool(name).then(() => order.push(name));
      const first = named('a');
      await server.until('tools/call');
      await Promise.all([first, named('b')]);
      expect(order).toEqual(['b', 'a']);
    });
  });

  test('what only a process can do says so', async () => {
    await onStage({ revision }, async ({ server, client }) => {
      server.misbehave({ on: 'tools/call' }, { kind: 'exit' });
      await expect(client.callTool('a')).rejects.toThrow('cannot be had on HTTP');
    });
  });
});

proves('W-02', 'a session that is forgotten is opened anew, and a list is repeated', async () => {
  await onStage({ revision: legacy }, async ({ server, client, web, reports }) => {
    server.misbehave({ on: 'tools/list', nth: 1 }, { kind: 'forget-session' });
    expect(await client.listTools()).toHaveLength(2);
    expect(web.sessions).toHaveLength(1);
    expect(reports.map(({ kind }) => kind)).toEqual(['session-renewed']);
  });
});

proves('W-02', 'a call in a session that is forgotten is not repeated', async () => {
  await onStage({ revision: legacy }, async ({ server, web, call }) => {
    await call();
    web.forgetSessions();
    expect(await call()).toBe('SESSION_LOST');
    expect(server.received.filter(({ method }) => method === 'initialize')).toHaveLength(2);
    expect(await call()).toEqual(done);
  });
});

for (const how of ['end', 'reset'] as const) {
  for (const afterBytes of [0, 30]) {
    const why = `a stream that is cut (${how}, after ${afterBytes} bytes) is gone on with`;
    proves('W-01', why, async () => {
      const serving = { reply: 'events', resumable: true, retryMs: 50 } as const;
      await onStage({ revision: legacy, ...serving }, async ({ server, web, call }) => {
        server.misbehave({ on: 'tools/call' }, { kind: 'cut', how, afterBytes });
        expect(await call()).toEqual(done);
        expect(server.received.filter(({ method }) => method === 'tools/call')).toHaveLength(1);
        const resumed = web.requests.filter(({ headers }) => 'last-event-id' in headers);
        expect(resumed).toHaveLength(1);
      });
    });
  }
}

proves(
  'W-03',
  'a standing stream that keeps closing is opened again, more and more slowly, and given up',
  async () => {
    const serving = { resumable: true, retryMs: 50 };
    await onStage({ revision: legacy, ...serving }, async ({ server, call, reports }) => {
      const closing = server.misbehave({ on: 'GET' }, { kind: 'cut' });
      await closing.until(1);
      const begun = performance.now();
      await closing.until(9);
      // Without growth the eight waits would take 400 ms.
      expect(performance.now() - begun).toBeGreaterThan(2_000);
      await until(() => reports.length > 0);
      expect(reports).toMatchObject([{ kind: 'listening-ended' }]);
      expect(closing.met).toBe(9);
      expect(await call()).toEqual(done);
    });
  },
  30_000,
);

for (const fault of [
  { kind: 'page' },
  { kind: 'status', status: 204 },
  { kind: 'status', status: 200, headers: { 'content-type': 'application/json' }, body: '{}' },
] as const) {
  proves(
    'W-08',
    `a notification that is answered with ${JSON.stringify(fault)} is accepted`,
    async () => {
      const server = scriptedServer({ revision: legacy, tools: [] });
      await using web = await server.overHttp();
      const odd = server.misbehave({ on: 'notifications/initialized' }, fault);
      await using client = await connect(http(web.url), me);
      expect(await client.listTools()).toEqual([]);
      expect(odd.met).toBe(1);
    },
  );
}

test('a standing stream that is not offered, and one that is refused, are no fault', async () => {
  for (const fault of [undefined, { kind: 'status', status: 405 } as const]) {
    await onStage({ revision: legacy, listening: fault !== undefined }, async (stage) => {
      const { server, web, call, reports } = stage;
      if (fault !== undefined) server.misbehave({ on: 'GET' }, fault);
      await web.until('GET');
      expect(await call()).toEqual(done);
      expect(reports).toEqual([]);
    });
  }
});

/** Resolves when something has become true that real sockets bring about. The test's own limit bounds it. */
async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => void setImmediate(resolve));
}
