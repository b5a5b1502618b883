import { describe, expect } from 'vitest';
import { connect, type Client, type ConnectOptions } from '../../src/client/index.ts';
import { LocalServers } from '../fixtures/client/local-server.ts';
import { Reports } from '../fixtures/client/reports.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { eventually } from '../support/eventually.ts';
import { proves } from '../support/proves.ts';

const me = { name: 'odd-answers', version: '1.0.0' };

interface Stage {
  readonly client: Client;
  readonly local: LocalServers;
  readonly reports: Reports;
  readonly clock: FakeClock;
}

async function onStage(
  era: 'legacy' | 'modern',
  act: (stage: Stage) => Promise<void>,
  more: ConnectOptions = {},
): Promise<void> {
  await using local = await LocalServers.prepare();
  const reports = new Reports();
  const clock = new FakeClock();
  const revision = era === 'modern' ? '2026-07-28' : 'legacy';
  const options = { revision, clock, onReport: reports.take, ...more } as const;
  const client = await connect(local.target('odd-answers', [era]), me, options);
  await act({ client, local, reports, clock });
  await client.close();
  expect(clock.waiting, 'timers left over').toBe(0);
  expect(await local.living(), 'processes left over').toEqual([]);
}

const message = (members: object): string => JSON.stringify({ jsonrpc: '2.0', ...members });
const result = { resultType: 'complete', content: [{ type: 'text', text: 'done' }] };
const good = message({ id: '$id', result });
const progress = (value: number): string =>
  message({
    method: 'notifications/progress',
    params: { progressToken: '$token', progress: value },
  });

describe.each(['legacy', 'modern'] as const)('a process of the %s era', (era) => {
  const cases: readonly {
    why: string;
    lines: readonly string[];
    is?: object;
    reports?: readonly string[];
  }[] = [
    { why: 'two answers', lines: [good, good], reports: ['unknown-answer'] },
    {
      why: 'an answer and then a refusal',
      lines: [good, message({ id: '$id', error: { code: 1, message: 'no' } })],
      reports: ['unknown-answer'],
    },
    {
      why: 'an answer to nobody first',
      lines: [message({ id: 'nobody', result }), good],
      reports: ['unknown-answer'],
    },
    {
      why: 'an error without an id first',
      lines: [message({ error: { code: -32_700, message: 'what?' } }), good],
      reports: ['unattributed-error'],
    },
    {
      why: 'an error with a null id first',
      lines: [message({ id: null, error: { code: -32_700, message: 'what?' } }), good],
      reports: ['unattributed-error'],
    },
    {
      why: 'a result and an error in one',
      lines: [message({ id: '$id', result, error: { code: 1, message: 'no' } })],
      is: { name: 'ProtocolError', code: 'INVALID_RESULT' },
    },
    {
      why: 'neither',
      lines: [message({ id: '$id' })],
      is: { name: 'ProtocolError', code: 'INVALID_RESULT' },
    },
    {
      why: 'a result that is none',
      lines: [message({ id: '$id', result: 5 })],
      is: { name: 'ProtocolError', code: 'INVALID_RESULT' },
    },
    {
      why: 'an error that is none',
      lines: [message({ id: '$id', error: 'no' })],
      is: { name: 'ProtocolError', code: 'INVALID_RESULT' },
    },
    {
      why: 'another protocol',
      lines: [JSON.stringify({ id: '$id', result })],
      is: { name: 'ProtocolError', code: 'INVALID_RESULT' },
    },
  ];
  for (const { why, lines, is, reports: expected = [] } of cases) {
    proves('W-32', `${why}: one outcome, and nothing is left`, async () => {
      await onStage(era, async ({ client, reports }) => {
        const call = client.callTool('lines', { lines });
        if (is === undefined)
          await expect(call).resolves.toMatchObject({ content: [{ text: 'done' }] });
        else await expect(call).rejects.toMatchObject(is);
        await client.ping();
        expect(reports.all.map(({ kind }) => kind)).toEqual(expected);
      });
    });
  }

  proves('W-32', 'no answer: the call fails after its time, and the next works', async () => {
    await onStage(era, async ({ client, local, clock }) => {
      const call = client.callTool('lines', { lines: [] }).catch((met: unknown) => met);
      await eventually(() => local.asked()).toContain('tools/call');
      await clock.advance(60_000);
      expect(await call).toMatchObject({ code: 'TIMED_OUT' });
      await expect(client.callTool('echo', { text: 'a' })).resolves.toBeDefined();
      await eventually(() => local.asked()).toContain('notifications/cancelled');
    });
  });

  proves('W-30', 'progress in the same write as the result comes before it', async () => {
    await onStage(era, async ({ client }) => {
      const told: unknown[] = [];
      const lines = [progress(1), progress(2), good, progress(3)];
      const onProgress = ({ progress: value }: { readonly progress: number }): void =>
        void told.push(value);
      await client.callTool('lines', { lines }, { onProgress });
      told.push('result');
      await client.ping();
      expect(told).toEqual([1, 2, 'result']);
    });
  });

  proves('W-30', 'progress restarts the clock of a call, up to its total limit', async () => {
    await onStage(era, async ({ client, local, clock }) => {
      const told: number[] = [];
      const onProgress = ({ progress: value }: { readonly progress: number }): void =>
        void told.push(value);
      const options = { onProgress, timeoutMs: 10_000, maxTotalMs: 25_000 };
      const long = client.callTool('lines', { lines: [] }, options).catch((met: unknown) => met);
      await eventually(() => local.asked()).toContain('tools/call');
      // A token is the id of its call, here the second request of all.
      const token = 2;
      for (const value of [1, 2]) {
        await clock.advance(9_000);
        // The progress of the long call comes with the answer to another one.
        await client.callTool('lines', { lines: [progressOf(token, value), good] });
        await eventually(() => told).toHaveLength(value);
      }
      await clock.advance(6_999);
      let isOver = false;
      void long.then(() => (isOver = true));
      await client.ping();
      expect(isOver).toBe(false);
      await clock.advance(1);
      expect(await long).toMatchObject({
        code: 'TIMED_OUT',
        message: expect.stringContaining('25000'),
      });
    });
  });
});

function progressOf(progressToken: unknown, value: number): string {
  const params = { progressToken, progress: value };
  return message({ method: 'notifications/progress', params });
}

describe('a process that asks', () => {
  const questions: readonly { id: unknown; method: string; answer: object }[] = [
    { id: 0, method: 'ping', answer: { id: 0, result: {} } },
    { id: '', method: 'ping', answer: { id: '', result: {} } },
    { id: 0, method: 'roots/list', answer: { id: 0, result: { roots: [] } } },
    { id: 0, method: 'of/the-future', answer: { id: 0, error: { code: -32_601 } } },
    { id: 'b', method: 'sampling/createMessage', answer: { id: 'b', error: { code: -32_601 } } },
  ];
  for (const { id, method, answer } of questions) {
    proves('W-34', `${method} under ${JSON.stringify(id)} is answered`, async () => {
      const onListRoots = (): [] => [];
      await onStage(
        'legacy',
        async ({ client, local }) => {
          await client.callTool('lines', { lines: [message({ id, method }), good] });
          await eventually(async () => answersIn(await local.asked())).toMatchObject([answer]);
        },
        { onListRoots },
      );
    });
  }

  const handlers: Readonly<Record<string, NonNullable<ConnectOptions['onListRoots']>>> = {
    'that throws': () => {
      throw new Error('hunter22');
    },
    'that rejects': () => Promise.reject(new Error('hunter22')),
    'that gives nonsense': () => 'hunter22' as never,
    'that never ends': () => new Promise(() => {}),
  };
  for (const [what, onListRoots] of Object.entries(handlers)) {
    proves('W-33', `a handler ${what} still gives one answer, in its time`, async () => {
      await onStage(
        'legacy',
        async ({ client, local, clock }) => {
          const asks = [1, 2].map((id) => message({ id, method: 'roots/list' }));
          await client.callTool('lines', { lines: [...asks, good] });
          if (what === 'that never ends') await clock.advance(5_000);
          await eventually(async () => answersIn(await local.asked())).toMatchObject([
            { id: 1, error: { code: -32_603 } },
            { id: 2, error: { code: -32_603 } },
          ]);
          expect(JSON.stringify(await local.asked())).not.toContain('hunter22');
        },
        { onListRoots, questionTimeoutMs: 5_000 },
      );
    });
  }
});

/** The answers to a server among what it was asked. */
function answersIn(asked: readonly string[]): readonly unknown[] {
  return asked.filter((each) => each.startsWith('{')).map((each) => JSON.parse(each) as unknown);
}
