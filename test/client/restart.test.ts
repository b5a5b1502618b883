import { describe, expect, test } from 'vitest';
import { connect, type Change, type Client, type ConnectOptions } from '../../src/client/index.ts';
import { LocalServers } from '../fixtures/client/local-server.ts';
import { Reports } from '../fixtures/client/reports.ts';
import { failureOf } from '../support/connected.ts';
import { eventually } from '../support/eventually.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { proves } from '../support/proves.ts';

const me = { name: 'keeper', version: '1.0.0' };

/** A connected client, the processes of its server, and a clock that stands still. */
interface Stage {
  readonly client: Client;
  readonly servers: LocalServers;
  readonly clock: FakeClock;
  readonly reports: Reports;
}

async function onStage(
  era: 'legacy' | 'modern',
  options: ConnectOptions & { readonly starts?: number },
  act: (stage: Stage) => Promise<void>,
): Promise<void> {
  const { starts = 100, ...given } = options;
  await using servers = await LocalServers.prepare();
  const clock = new FakeClock();
  const reports = new Reports();
  const revision = era === 'legacy' ? 'legacy' : '2026-07-28';
  const some = { revision, clock, onReport: reports.take, restart: true, ...given } as const;
  {
    await using client = await connect(servers.target('dies', [era, String(starts)]), me, some);
    await act({ client, servers, clock, reports });
  }
  expect(clock.waiting, 'timers left over').toBe(0);
  expect(await servers.living()).toEqual([]);
}

const exited = {
  code: 'SERVER_EXITED',
  failure: { kind: 'exited', exitCode: 3, stderr: ['out of memory'] },
};

describe.each(['modern', 'legacy'] as const)(
  'a local server of the %s era that ends by itself',
  (era) => {
    proves('STD-11', 'is started again when it is next needed; the call is lost', async () => {
      await onStage(era, {}, async ({ client, servers, reports }) => {
        expect(await failureOf(client.callTool('die'))).toMatchObject(exited);
        await reports.until('server-lost');
        expect(reports.of('server-lost')[0]?.error).toMatchObject(exited);
        expect(await servers.started()).toHaveLength(1);
        expect(await client.callTool('echo', { text: 'again' })).toMatchObject({
          content: [{ text: 'again!' }],
        });
        expect(reports.of('restarted')).toHaveLength(1);
        expect(await servers.started()).toHaveLength(2);
        expect((await servers.asked()).filter((method) => method === 'tools/call')).toHaveLength(2);
      });
    });

    proves('STD-11', 'has its reads repeated by itself, and no call', async () => {
      await onStage(era, {}, async ({ client, servers }) => {
        const lost = failureOf(client.callTool('never'));
        const read = client.readResource('note://late');
        expect(await read).toMatchObject({ contents: [{ uri: 'note://late' }] });
        expect(await lost).toMatchObject(exited);
        expect(await servers.started()).toHaveLength(2);
        expect((await servers.asked()).filter((method) => method === 'tools/call')).toHaveLength(1);
      });
    });

    proves('STD-11', 'has a call repeated that is marked as repeatable', async () => {
      await onStage(era, {}, async ({ client, servers }) => {
        const called = client.callTool('late', { text: 'twice' }, { repeatable: true });
        expect(await called).toMatchObject({ content: [{ text: 'twice!' }] });
        expect((await servers.asked()).filter((method) => method === 'tools/call')).toHaveLength(2);
        expect(await servers.started()).toHaveLength(2);
      });
    });

    test('is left as it is where nobody asked for more', async () => {
      await onStage(era, { restart: false }, async ({ client, servers }) => {
        expect(await failureOf(client.callTool('die'))).toMatchObject(exited);
        expect(await client.closed).toMatchObject(exited.failure);
        expect(await failureOf(client.listTools())).toMatchObject({ code: 'SERVER_EXITED' });
        expect(await servers.started()).toHaveLength(1);
      });
    });

    test('is started with growing waits, and no more after the fifth time', async () => {
      await onStage(era, {}, async ({ client, servers, clock }) => {
        for (const afterMs of [0, 1_000, 2_000, 5_000, 15_000]) {
          expect(await failureOf(client.callTool('die'))).toMatchObject(exited);
          const listed = client.listTools();
          if (afterMs > 0) {
            const before = (await servers.started()).length;
            await eventually(() => clock.waiting).toBe(1);
            await clock.advance(afterMs - 1);
            expect(await servers.started()).toHaveLength(before);
            await clock.advance(1);
          }
          expect(await listed).toHaveLength(1);
        }
        expect(await failureOf(client.callTool('die'))).toMatchObject(exited);
        expect(await client.closed).toMatchObject(exited.failure);
        expect(await failureOf(client.listTools())).toMatchObject({ code: 'SERVER_EXITED' });
        expect(await servers.started()).toHaveLength(6);
      });
    });

    test('that lived long is started again at once', async () => {
      await onStage(era, {}, async ({ client, clock }) => {
        for (let times = 0; times < 8; times += 1) {
          await clock.advance(60_001);
          expect(await failureOf(client.callTool('die'))).toMatchObject(exited);
          expect(await client.listTools()).toHaveLength(1);
        }
      });
    });

    test('can be closed while it is away, and while it waits to be started', async () => {
      await onStage(era, {}, async ({ client, servers, clock }) => {
        await failureOf(client.callTool('die'));
        await client.listTools();
        await failureOf(client.callTool('die'));
        const listed = failureOf(client.listTools());
        await eventually(() => clock.waiting).toBe(1);
        await client.close();
        await listed;
        expect(await client.closed).toEqual({ kind: 'closed' });
        expect(await servers.started()).toHaveLength(2);
      });
    });
  },
);

test('a local server that does not come up again ends the connection, and says why', async () => {
  await onStage('legacy', { starts: 1 }, async ({ client, reports }) => {
    await failureOf(client.callTool('die'));
    expect(await failureOf(client.listTools())).toMatchObject({ code: 'SERVER_EXITED' });
    expect(await client.closed).toMatchObject({ kind: 'exited' });
    expect(reports.of('restarted')).toEqual([]);
  });
});

/** The next change, waiting on the clock where the watch does. */
async function nextOf(changes: AsyncIterator<Change>, clock: FakeClock): Promise<unknown> {
  const next = changes.next();
  await eventually(() => clock.waiting).toBeGreaterThan(0);
  await clock.advance(1_000);
  return (await next).value;
}

describe('what was open on it', () => {
  proves(['STD-12', 'SUB-07'], 'is listened to again under a new id', async () => {
    await onStage('modern', {}, async ({ client, servers, clock }) => {
      await using watch = client.watch({ tools: true });
      const listens = async (): Promise<readonly string[]> =>
        (await servers.asked()).filter((asked) => asked.startsWith('listen '));
      await eventually(listens).toHaveLength(1);
      await failureOf(client.callTool('die'));
      expect(await nextOf(watch, clock)).toEqual({ kind: 'missed' });
      await eventually(listens).toHaveLength(2);
      expect(new Set(await listens()).size).toBe(2);
      expect(await servers.started()).toHaveLength(2);
    });
  });

  proves('STD-13', 'a legacy one gets its handshake, log level and subscriptions', async () => {
    await onStage('legacy', { logLevel: 'warning' }, async ({ client, servers, clock }) => {
      const uri = 'note://1';
      await using watch = client.watch({ resources: [uri] });
      const all = [
        'initialize',
        'notifications/initialized',
        'logging/setLevel',
        'resources/subscribe',
      ];
      const asked = async (): Promise<readonly string[]> =>
        (await servers.asked()).filter((method) => all.includes(method));
      await eventually(asked).toHaveLength(4);
      await failureOf(client.callTool('die'));
      expect(await nextOf(watch, clock)).toEqual({ kind: 'missed' });
      await eventually(asked).toHaveLength(8);
      const [first, second, ...rest] = (await asked()).slice(4);
      expect([first, second]).toEqual(all.slice(0, 2));
      expect(new Set(rest)).toEqual(new Set(all.slice(2)));
    });
  });
});

describe('a legacy one that ends while it is subscribed to', () => {
  const subscribed = async (servers: LocalServers): Promise<number> =>
    (await servers.asked()).filter((method) => method === 'resources/subscribe').length;

  test('is subscribed to for all that is watched, and not only for what was under way', async () => {
    await onStage('legacy', {}, async ({ client, servers, clock }) => {
      await using watch = client.watch({ resources: ['note://1', 'note://late'] });
      // Two in the first process, and the lost one in the second.
      await eventually(() => subscribed(servers)).toBe(3);
      expect(await nextOf(watch, clock)).toEqual({ kind: 'missed' });
      await eventually(() => subscribed(servers)).toBe(5);
      expect(await servers.started()).toHaveLength(2);
    });
  });

  test('again and again is watched for as long as it is started', async () => {
    await onStage('legacy', {}, async ({ client, servers, clock, reports }) => {
      await using watch = client.watch({ resources: ['note://later'] });
      await eventually(() => reports.of('server-lost').length).toBe(2);
      expect(await nextOf(watch, clock)).toEqual({ kind: 'missed' });
      await eventually(() => clock.waiting).toBe(1);
      await clock.advance(1_000);
      await eventually(() => subscribed(servers)).toBe(3);
      expect(await servers.started()).toHaveLength(3);
    });
  });
});

describe('pings at an interval', () => {
  const pings = async (servers: LocalServers, era: string): Promise<number> => {
    const method = era === 'legacy' ? 'ping' : 'server/discover';
    const asked = (await servers.asked()).filter((one) => one === method).length;
    return era === 'legacy' ? asked : asked - 1;
  };

  for (const era of ['legacy', 'modern'] as const) {
    proves('PNG-02', `show that a ${era} server is alive, as long as it answers`, async () => {
      await onStage(era, { pingEveryMs: 5_000 }, async ({ client, servers, clock, reports }) => {
        for (const times of [1, 2, 3]) {
          await clock.advance(5_000);
          await eventually(() => pings(servers, era)).toBe(times);
          // What was asked before is answered before.
          await client.listTools();
          await clock.advance(0);
        }
        expect(reports.of('ping-unanswered')).toEqual([]);
      });
    });

    proves('PNG-02', `end the connection to a ${era} server that does not answer`, async () => {
      const options = { pingEveryMs: 5_000, restart: false };
      await onStage(era, options, async ({ client, servers, clock, reports }) => {
        const failure = { kind: 'unresponsive', afterMs: 5_000 };
        const called = failureOf(client.callTool('hang'));
        await eventually(() => servers.asked()).toContain('tools/call');
        await clock.advance(5_000);
        await clock.advance(5_000);
        expect(await called).toMatchObject({ code: 'UNRESPONSIVE', failure });
        expect(await client.closed).toEqual(failure);
        expect(reports.of('ping-unanswered')).toHaveLength(1);
        await client.close();
        expect(await servers.living()).toEqual([]);
      });
    });

    test(`start a ${era} server anew that does not answer, where that is wanted`, async () => {
      await onStage(era, { pingEveryMs: 5_000 }, async ({ client, servers, clock, reports }) => {
        const called = failureOf(client.callTool('hang'));
        await eventually(() => servers.asked()).toContain('tools/call');
        await clock.advance(5_000);
        await clock.advance(5_000);
        expect(await called).toMatchObject({ code: 'UNRESPONSIVE' });
        expect(await client.listTools()).toHaveLength(1);
        expect(reports.of('restarted')).toHaveLength(1);
        expect(await servers.living()).toHaveLength(1);
      });
    });
  }

  test('leave no timer behind where the server ended by itself', async () => {
    const options = { pingEveryMs: 5_000, restart: false };
    await onStage('modern', options, async ({ client, clock }) => {
      await failureOf(client.callTool('die'));
      await client.closed;
      await eventually(() => clock.waiting).toBe(0);
    });
  });

  test.each([{ pingEveryMs: 0 }, { pingEveryMs: Number.NaN }, { restart: 'yes' as never }])(
    '%o cannot be meant',
    async (options) => {
      await using servers = await LocalServers.prepare();
      const opening = connect(servers.target('dies', ['modern']), me, options);
      expect(await failureOf(opening)).toMatchObject({ code: 'INVALID_ARGUMENT' });
      expect(await servers.started()).toEqual([]);
    },
  );
});
