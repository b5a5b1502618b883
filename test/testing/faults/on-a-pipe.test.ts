import { connect, type Client, type Report } from 'garuda-mcp';
import { stdio } from 'garuda-mcp/stdio';
import { FakeClock, scriptedServer, type Fault, type ScriptedServer } from 'garuda-mcp/testing';
import { describe, expect, test } from 'vitest';
import type { RowId } from '../../requirements/index.ts';
import { settle } from '../../support/fake-clock.ts';
import { proves } from '../../support/proves.ts';

const me = { name: 'me', version: '1.0.0' };

interface Stage {
  readonly server: ScriptedServer;
  readonly client: Client;
  readonly clock: FakeClock;
  readonly reports: Report[];
  /** Calls the tool, and tells what came of it. */
  readonly call: (name?: string) => Promise<unknown>;
}

type Carrier = 'memory' | 'stdio';

/** A client and a server, both on one clock; nothing may be left at the end. */
async function onStage(carrier: Carrier, act: (stage: Stage) => Promise<void>): Promise<void> {
  const clock = new FakeClock();
  const server = scriptedServer({
    clock,
    tools: [
      { tool: { name: 'a' }, call: () => 'done' },
      { tool: { name: 'b' }, call: () => 'done' },
    ],
  });
  const reports: Report[] = [];
  const onReport = (report: Report): void => void reports.push(report);
  const limits = { maxMessageBytes: 1_000 };
  const settings = { clock, onReport, limits, timeoutMs: 1_000 };
  await using program = carrier === 'stdio' ? await server.overStdio() : undefined;
  const target = program === undefined ? server.inMemory() : stdio(program);
  const client = await connect(target, me, settings);
  const call = async (name = 'a'): Promise<unknown> => {
    try {
      return (await client.callTool(name)).content;
    } catch (error) {
      return (error as { readonly code: unknown }).code;
    }
  };
  await act({ server, client, clock, reports, call });
  await client.close();
  await settle();
  expect(clock.waiting, 'timers left over').toBe(0);
}

const done = [{ type: 'text', text: 'done' }];

/** What comes of a call at once, and what is reported. */
const outcomes: readonly {
  readonly rows: readonly RowId[];
  readonly why: string;
  readonly faults: readonly Fault[];
  readonly comes: unknown;
  readonly reported?: readonly string[];
}[] = [
  {
    rows: ['W-32'],
    why: 'doubled',
    faults: [{ kind: 'duplicate' }],
    comes: done,
    reported: ['unknown-answer'],
  },
  {
    rows: ['W-32'],
    why: 'both result and error',
    faults: [{ kind: 'both' }],
    comes: 'INVALID_RESULT',
  },
  {
    rows: ['W-32'],
    why: 'neither result nor error',
    faults: [{ kind: 'neither' }],
    comes: 'INVALID_RESULT',
  },
  { rows: ['W-32'], why: 'cut off', faults: [{ kind: 'malformed' }], comes: 'UNREADABLE_MESSAGE' },
  {
    rows: ['W-22'],
    why: 'oversized',
    faults: [{ kind: 'oversized', bytes: 1_001 }],
    comes: 'MESSAGE_TOO_LARGE',
  },
  {
    rows: ['W-22'],
    why: 'as large as may be',
    faults: [{ kind: 'oversized', bytes: 1_000 }],
    comes: done,
  },
  {
    rows: ['W-20'],
    why: 'behind noise, cut in pieces',
    faults: [
      { kind: 'noise', text: 'Starting…\r\n\r\n[info] ready\n' },
      { kind: 'split', at: [8, 9, 10, 40, 41] },
    ],
    comes: done,
    reported: ['noise'],
  },
  {
    rows: ['W-21'],
    why: 'glued to text',
    faults: [{ kind: 'noise', text: 'debug: ' }],
    comes: done,
    reported: ['noise'],
  },
  {
    rows: ['W-32'],
    why: 'behind many notifications',
    faults: [{ kind: 'flood', count: 5_000, method: 'notifications/x', params: {} }],
    comes: done,
    reported: Array.from({ length: 5_000 }, () => 'unknown-notification'),
  },
];

const ends: readonly { readonly fault: Fault; readonly says: string }[] = [
  { fault: { kind: 'exit', code: 3, stderr: 'out of tea\n' }, says: 'code 3' },
  { fault: { kind: 'exit', signal: 'SIGKILL' }, says: 'SIGKILL' },
  { fault: { kind: 'exit', afterBytes: 5 }, says: 'code 1' },
  { fault: { kind: 'cut', afterBytes: 5 }, says: 'closed' },
];
describe.each(['memory', 'stdio'] as const)('over %s', (carrier) => {
  for (const { rows, why, faults, comes, reported = [] } of outcomes) {
    proves(rows, `an answer ${why}`, async () => {
      await onStage(carrier, async ({ server, call, reports }) => {
        server.misbehave({ on: 'tools/call', nth: 1 }, ...faults);
        expect(await call()).toEqual(comes);
        expect(await call()).toEqual(done);
        expect(reports.map(({ kind }) => kind)).toEqual(reported);
      });
    });
  }

  for (const fault of [{ kind: 'drop' }, { kind: 'wrong-id' }, { kind: 'no-id' }] as const) {
    proves(
      'W-32',
      `an answer that is lost by ${fault.kind} times out, and the next one comes`,
      async () => {
        await onStage(carrier, async ({ server, call, clock }) => {
          const lost = server.misbehave({ on: 'tools/call', name: 'a' }, fault);
          const outcome = call('a');
          await lost.until();
          await clock.advance(1_000);
          expect(await outcome).toBe('TIMED_OUT');
          expect(await call('b')).toEqual(done);
          expect(lost.met).toBe(1);
        });
      },
    );
  }

  describe('an answer that is late', () => {
    test('comes when it is let go', async () => {
      await onStage(carrier, async ({ server, call }) => {
        const held = server.misbehave({ on: 'tools/call', name: 'a' }, { kind: 'hold' });
        let came: unknown;
        const outcome = call('a').then((what) => (came = what));
        await held.until();
        expect(await call('b')).toEqual(done);
        expect(came).toBeUndefined();
        held.release();
        expect(await outcome).toEqual(done);
      });
    });

    test('comes by the clock', async () => {
      await onStage(carrier, async ({ server, client, call, clock }) => {
        const delayed = server.misbehave({ on: 'tools/call' }, { kind: 'delay', afterMs: 999 });
        let came: unknown;
        const outcome = call('a').then((what) => (came = what));
        await delayed.until();
        await clock.advance(998);
        expect(await client.listTools()).toHaveLength(2);
        expect(came).toBeUndefined();
        await clock.advance(1);
        expect(await outcome).toEqual(done);
      });
    });

    test('comes behind the next one', async () => {
      await onStage(carrier, async ({ server, client }) => {
        server.misbehave({ on: 'tools/call', nth: 1 }, { kind: 'reorder' });
        const order: string[] = [];
        const named = (name: string): Promise<unknown> =>
          client.callTool(name).then(() => order.push(name));
        await Promise.all([named('a'), named('b')]);
        expect(order).toEqual(['b', 'a']);
      });
    });

    test('comes in drops, and holds up what is behind it', async () => {
      await onStage(carrier, async ({ server, call, clock }) => {
        const dripping = server.misbehave(
          { on: 'tools/call', nth: 1 },
          { kind: 'drip', everyMs: 1, bytes: 10 },
        );
        const both = Promise.all([call('a'), call('b')]);
        await dripping.until();
        await clock.advance(999);
        expect(await both).toEqual([done, done]);
      });
    });

    proves('W-32', 'drops that are too slow run out of time', async () => {
      await onStage(carrier, async ({ server, call, clock }) => {
        const dripping = server.misbehave(
          { on: 'tools/call', nth: 1 },
          { kind: 'drip', everyMs: 100 },
        );
        const outcome = call();
        await dripping.until();
        await clock.advance(1_000);
        expect(await outcome).toBe('TIMED_OUT');
        // The rest of it, so that the pipe is free again.
        await clock.advance(20_000);
        expect(await call()).toEqual(done);
      });
    });
  });

  test('notifications without an end do not keep a call alive, and end when they are let go', async () => {
    await onStage(carrier, async ({ server, call, clock }) => {
      const endless = server.misbehave({ on: 'tools/call', nth: 1 }, { kind: 'flood' });
      const outcome = call();
      await endless.until();
      await clock.advance(1_000);
      expect(await outcome).toBe('TIMED_OUT');
      endless.release();
      expect(await call()).toEqual(done);
    });
  });

  for (const { fault, says } of ends) {
    proves('W-23', `a server that ends by ${JSON.stringify(fault)} is told so`, async () => {
      await onStage(carrier, async ({ server, client }) => {
        server.misbehave({ on: 'tools/call' }, fault);
        const error = await client.callTool('a').catch((met: unknown) => met);
        expect(error).toMatchObject({ code: 'SERVER_EXITED', method: 'tools/call' });
        expect(String(error)).toContain(says);
        if (fault.kind === 'exit') expect(String(error)).toContain((fault.stderr ?? '').trim());
      });
    });
  }
});

proves(
  ['W-23', 'W-25'],
  'a process that dies under many calls fails each of them once',
  async () => {
    await onStage('stdio', async ({ server, client, call }) => {
      const fault = { kind: 'exit', signal: 'SIGKILL', stderr: 'going down\n' } as const;
      server.misbehave({ on: 'tools/call', nth: 50 }, fault);
      server.misbehave({ on: 'tools/call' }, { kind: 'drop' });
      const codes = await Promise.all(Array.from({ length: 200 }, () => call()));
      expect(new Set(codes)).toEqual(new Set(['SERVER_EXITED']));
      expect(await client.closed).toMatchObject({ signal: 'SIGKILL', stderr: ['going down'] });
      expect(await call()).toBe('SERVER_EXITED');
    });
  },
);

describe('the place of a fault', () => {
  test.each([
    { place: {}, met: [1, 1, 1, 1] },
    { place: { on: 'tools/call' }, met: [1, 1, 1, 0] },
    { place: { on: 'tools/call', name: 'b' }, met: [0, 1, 0, 0] },
    { place: { on: 'tools/call', nth: 2 }, met: [0, 1, 0, 0] },
    { place: { name: 'a', times: 1 }, met: [1, 0, 0, 0] },
    { place: { name: 'a', nth: 2 }, met: [0, 0, 1, 0] },
  ])('$place', async ({ place, met }) => {
    await onStage('memory', async ({ server, client, call }) => {
      const misbehaviour = server.misbehave(place, { kind: 'neither' });
      const found: number[] = [];
      const ask = async (asked: () => Promise<unknown>): Promise<void> => {
        const before = misbehaviour.met;
        await asked().catch(() => undefined);
        found.push(misbehaviour.met - before);
      };
      await ask(() => call('a'));
      await ask(() => call('b'));
      await ask(() => call('a'));
      await ask(() => client.listTools());
      expect(found).toEqual(met);
      misbehaviour.stop();
      expect(await call()).toEqual(done);
    });
  });

  test('the first of those that fit counts', async () => {
    await onStage('memory', async ({ server, call }) => {
      server.misbehave({ name: 'a' }, { kind: 'both' });
      server.misbehave({}, { kind: 'malformed' });
      expect(await call('a')).toBe('INVALID_RESULT');
      expect(await call('b')).toBe('UNREADABLE_MESSAGE');
    });
  });

  test('a fault that no pipe can have says so', async () => {
    await onStage('memory', async ({ server, client }) => {
      server.misbehave({}, { kind: 'status', status: 503 });
      await expect(client.callTool('a')).rejects.toThrow('the kind status cannot be had on a pipe');
    });
  });
});
