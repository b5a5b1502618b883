import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Connection } from '../../../src/protocol/engine/connection.ts';
import type { EngineNotice } from '../../../src/protocol/engine/notice.ts';
import { legacyEra } from '../../../src/protocol/eras/legacy.ts';
import { McpError } from '../../../src/protocol/errors.ts';
import { defaultLimits } from '../../../src/protocol/limits.ts';
import { FakeClock, settle } from '../../support/fake-clock.ts';
import { ScriptedPeer } from 'garuda-mcp/testing';

const era = legacyEra('2025-11-25');

/** A connection with everything that it did written down. */
class Bench {
  readonly clock = new FakeClock();
  readonly peer = new ScriptedPeer();
  readonly notices: EngineNotice[] = [];
  /** What the owner saw, in order. */
  readonly seen: string[] = [];
  readonly outcomes: { settled: number; error?: unknown }[] = [];
  closed = 0;
  readonly connection: Connection;

  constructor() {
    this.connection = new Connection({
      target: this.peer,
      clock: this.clock,
      limits: { ...defaultLimits, maxPendingCalls: 20 },
      owner: {
        notification: (method) => this.seen.push(method),
        request: (request) => {
          this.seen.push(`asked ${request.method}`);
          request.answer({ ok: true });
          request.refuse({ code: 1, message: 'a second answer, which must not count' });
        },
        notice: (notice) => this.notices.push(notice),
        closed: () => {
          this.closed += 1;
        },
      },
    });
    this.connection.adopt(era);
  }

  call(timeoutMs = 1_000): void {
    const outcome: { settled: number; error?: unknown } = { settled: 0 };
    const end = (error?: unknown): void => {
      outcome.settled += 1;
      outcome.error = error;
    };
    const at = this.outcomes.push(outcome);
    try {
      this.connection.call(
        {
          method: 'tools/call',
          timeoutMs,
          maxTotalMs: 3_000,
          onProgress: () => this.seen.push(`progress ${at}`),
          resolve: () => end(),
          reject: end,
        },
        { name: 'x' },
        { era, progress: true },
      );
    } catch (error) {
      end(error);
    }
  }

  get channel(): ReturnType<() => ScriptedPeer['channel']> {
    return this.peer.channel;
  }
}

type Act = (bench: Bench) => void | Promise<void>;

const id = fc.integer({ min: 0, max: 12 });

/** Everything that can happen to a connection, lawful or not. */
const act: fc.Arbitrary<Act> = fc.oneof(
  fc.constant<Act>((bench) => bench.call()),
  fc.constant<Act>((bench) => bench.call(Infinity)),
  id.map(
    (n): Act =>
      (bench) =>
        bench.channel.say({ jsonrpc: '2.0', id: n, result: {} }),
  ),
  id.map(
    (n): Act =>
      (bench) =>
        bench.channel.say({ jsonrpc: '2.0', id: String(n), result: {} }),
  ),
  id.map(
    (n): Act =>
      (bench) =>
        bench.channel.say({ jsonrpc: '2.0', id: n, error: { code: -1, message: 'no' } }),
  ),
  id.map(
    (n): Act =>
      (bench) =>
        bench.channel.say({ jsonrpc: '2.0', id: n, method: 'roots/list' }),
  ),
  id.map(
    (n): Act =>
      (bench) =>
        bench.channel.say({
          jsonrpc: '2.0',
          method: 'notifications/progress',
          params: { progressToken: n, progress: 1 },
        }),
  ),
  id.map(
    (n): Act =>
      (bench) =>
        bench.channel.say({
          jsonrpc: '2.0',
          method: 'notifications/cancelled',
          params: { requestId: n },
        }),
  ),
  fc.jsonValue().map(
    (value): Act =>
      (bench) =>
        bench.channel.say(value),
  ),
  fc.array(fc.jsonValue()).map(
    (values): Act =>
      (bench) =>
        bench.channel.say(values),
  ),
  id.map(
    (n): Act =>
      (bench) =>
        bench.connection.cancel(n, 'enough', era),
  ),
  id.map(
    (n): Act =>
      (bench) =>
        bench.channel.lose(n, { kind: 'message-too-large', maxBytes: 1 }),
  ),
  fc.integer({ min: 1, max: 2_000 }).map(
    (ms): Act =>
      (bench) =>
        bench.clock.advance(ms),
  ),
  fc.constant<Act>((bench) =>
    bench.channel.end({ kind: 'exited', exitCode: 1, signal: null, stderr: [] }),
  ),
);

describe('whatever happens, in whatever order', () => {
  test('every call ends at most once, and all of them when the channel ends', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 60 }), async (acts) => {
        const bench = new Bench();
        for (const next of acts) {
          await next(bench);
          expect(bench.outcomes.every(({ settled }) => settled <= 1)).toBe(true);
        }
        bench.channel.end({ kind: 'closed' });
        expect(bench.outcomes.every(({ settled }) => settled === 1)).toBe(true);
        expect(bench.closed).toBe(1);
      }),
    );
  });

  test('every error of a call is one of ours, and names the server', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 60 }), async (acts) => {
        const bench = new Bench();
        for (const next of acts) await next(bench);
        for (const { error } of bench.outcomes) {
          if (error === undefined) continue;
          expect(error).toBeInstanceOf(McpError);
          expect((error as McpError).server).toBe('scripted');
        }
      }),
    );
  });

  test('no timer waits when no call does', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 60 }), async (acts) => {
        const bench = new Bench();
        for (const next of acts) await next(bench);
        bench.channel.end({ kind: 'closed' });
        expect(bench.clock.waiting).toBe(0);
      }),
    );
  });

  test('an answer that the server got is one of the two forms, and there is one for each request', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 60 }), async (acts) => {
        const bench = new Bench();
        for (const next of acts) await next(bench);
        const answers = bench.channel.sent.filter((message) => !('method' in message));
        for (const answer of answers) expect('result' in answer).not.toBe('error' in answer);
        const asked = bench.seen.filter((word) => word.startsWith('asked'));
        expect(answers.filter((answer) => 'result' in answer).length).toBeGreaterThanOrEqual(
          asked.length,
        );
      }),
    );
  });
});

describe('order', () => {
  test('messages of one read come out as they came in, progress before its result', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 40 }),
        async (kinds) => {
          const bench = new Bench();
          const order: string[] = [];
          bench.call();
          const expected = kinds.map((kind) => (kind === 0 ? 'progress 1' : `note/${kind}`));
          bench.channel.say(
            ...kinds.map((kind) =>
              kind === 0
                ? {
                    jsonrpc: '2.0',
                    method: 'notifications/progress',
                    params: { progressToken: 1, progress: 1 },
                  }
                : { jsonrpc: '2.0', method: `note/${kind}` },
            ),
            { jsonrpc: '2.0', id: 1, result: {} },
          );
          order.push(...bench.seen);
          expect(order).toEqual(expected);
          expect(bench.outcomes).toEqual([{ settled: 1, error: undefined }]);
        },
      ),
    );
  });
});

test('a dropped call is neither settled nor missed when its answer comes late', async () => {
  const bench = new Bench();
  bench.call();
  bench.connection.drop(1);
  bench.channel.say({ jsonrpc: '2.0', id: 1, result: {} });
  expect(bench.outcomes).toEqual([{ settled: 0 }]);
  expect(bench.notices).toEqual([]);
  await settle();
  expect(bench.clock.waiting).toBe(0);
});
