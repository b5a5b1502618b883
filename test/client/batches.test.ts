import type { ServerResponse } from 'node:http';
import { describe, expect } from 'vitest';
import { connect, type Client, type ConnectOptions } from '../../src/client/index.ts';
import type { LoggingMessage, Progress, Revision, Target } from '../../src/protocol/index.ts';
import { http } from '../../src/transport/http.ts';
import { batchOf } from '../fixtures/client/batch.mjs';
import { HttpMcp, type HttpMcpOptions, type Posted } from '../fixtures/client/http-mcp.ts';
import { LocalServers } from '../fixtures/client/local-server.ts';
import { Reports } from '../fixtures/client/reports.ts';
import type { RowId } from '../requirements/index.ts';
import { eventually } from '../support/eventually.ts';
import { proves } from '../support/proves.ts';

const me = { name: 'batches', version: '1.0.0' };

/** A server that answers in batches, and what it was asked; answers to it as `answer` and their id. */
interface Stage {
  readonly target: Target;
  readonly asked: () => Promise<readonly string[]>;
  readonly close: () => Promise<void>;
}

const respondWith: Readonly<
  Record<string, (response: ServerResponse, batch: readonly object[]) => void>
> = {
  'a JSON body': (response, batch) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(batch));
  },
  'one event': (response, batch) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(`data: ${JSON.stringify(batch)}\n\n`);
  },
  'several events': (response, batch) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    // The answer to the POST itself stands in the first.
    for (const part of [batch.slice(0, 3), batch.slice(3, 5), batch.slice(5)])
      response.write(`data: ${JSON.stringify(part)}\n\n`);
    response.end();
  },
};

async function overHttp(how: string): Promise<Stage> {
  let first: Posted = {};
  const instead: HttpMcpOptions['instead'] = (_, response, message) => {
    if (message.method === undefined || message.method !== 'tools/call') return false;
    if (message.params?.['name'] === 'first') first = message;
    else if (message.params?.['name'] === 'second')
      respondWith[how]?.(response, batchOf(first, message));
    else return false;
    return true;
  };
  const server = await HttpMcp.start({ speaks: ['legacy', 'modern'], instead });
  return {
    target: http(server.url),
    asked: () =>
      Promise.resolve(
        server.arrived.map(({ body, json }) => {
          const { id } = (body === '' ? {} : JSON.parse(body)) as { readonly id?: unknown };
          return json?.method ?? `answer ${JSON.stringify(id)}`;
        }),
      ),
    close: () => server[Symbol.asyncDispose](),
  };
}

async function overStdio(era: string): Promise<Stage> {
  const local = await LocalServers.prepare();
  return {
    target: local.target('batches', [era]),
    asked: () => local.asked(),
    close: () => local[Symbol.asyncDispose](),
  };
}

async function onStage(
  stage: Stage,
  options: ConnectOptions,
  act: (client: Client, asked: Stage['asked']) => Promise<void>,
): Promise<void> {
  try {
    await using client = await connect(stage.target, me, options);
    await act(client, stage.asked);
  } finally {
    await stage.close();
  }
}

/** Both calls, the second once the first is out. */
async function callBoth(
  client: Client,
  asked: Stage['asked'],
  onProgress: (progress: Progress) => void,
): Promise<readonly PromiseSettledResult<unknown>[]> {
  const first = client.callTool('first', {}, { onProgress });
  await eventually(asked).toContain('tools/call');
  return await Promise.allSettled([first, client.callTool('second')]);
}

const batching: readonly { revision: Revision; rows: readonly RowId[] }[] = [
  { revision: '2024-11-05', rows: ['BAT-07'] },
  { revision: '2025-03-26', rows: ['BAT-01', 'BAT-05', 'BAT-06'] },
  { revision: '2025-06-18', rows: ['BAT-07'] },
  { revision: '2025-11-25', rows: ['BAT-07'] },
];
const ways = ['a line', 'a JSON body', 'one event', 'several events'];

for (const way of ways) {
  const open = (era: string): Promise<Stage> => (way === 'a line' ? overStdio(era) : overHttp(way));

  describe(`a batch in ${way}`, () => {
    for (const { revision, rows } of batching) {
      const title = `${revision}: is taken apart, and each question in it has its own answer`;
      proves(rows, title, async () => {
        const reports = new Reports();
        const logs: LoggingMessage[] = [];
        const progress: Progress[] = [];
        const options = {
          revision,
          onReport: reports.take,
          onLog: (message: LoggingMessage) => logs.push(message),
        };
        await onStage(await open('legacy'), options, async (client, asked) => {
          expect(client.server.revision).toBe(revision);
          const outcomes = await callBoth(client, asked, (each) => progress.push(each));
          expect(outcomes).toMatchObject([
            { value: { content: [{ text: 'first' }] } },
            { value: { content: [{ text: 'second' }] } },
          ]);
          expect(progress).toMatchObject([{ progress: 1 }]);
          expect(logs).toMatchObject([{ data: 'a word' }]);
          await eventually(asked).toContain('answer 0');
          await eventually(asked).toContain('answer "q"');
          const kinds = reports.all.map(({ kind }) => kind);
          expect(kinds.filter((kind) => kind !== 'question-refused')).toEqual([]);
        });
      });
    }

    proves(['BAT-07', 'RPC-15'], '2026-07-28: is refused, and costs those it answers', async () => {
      const reports = new Reports();
      const progress: Progress[] = [];
      const options = { revision: '2026-07-28', onReport: reports.take } as const;
      await onStage(await open('modern'), options, async (client, asked) => {
        const outcomes = await callBoth(client, asked, (each) => progress.push(each));
        const reason = { name: 'ProtocolError', code: 'INVALID_RESULT' };
        expect(outcomes).toMatchObject([{ reason }, { reason }]);
        expect(String((outcomes[0] as PromiseRejectedResult).reason)).toContain('batch');
        expect(progress).toEqual([]);
        await expect(client.callTool('echo', { text: 'a' })).resolves.toBeDefined();
        expect(await asked()).not.toContain('answer "q"');
      });
    });
  });
}

describe('an empty batch', () => {
  for (const revision of ['2025-03-26', '2026-07-28'] as const) {
    proves('BAT-05', `${revision}: is reported and not answered`, async () => {
      const reports = new Reports();
      const era = revision === '2026-07-28' ? 'modern' : 'legacy';
      const options = { revision, onReport: reports.take };
      await onStage(await overStdio(era), options, async (client, asked) => {
        const { content } = await client.callTool('echo', { text: 'a' });
        expect(content).toMatchObject([{ text: 'a!' }]);
        expect(reports.all).toMatchObject([{ kind: 'invalid-message' }]);
        await client.ping();
        expect((await asked()).filter((each) => each.startsWith('answer'))).toEqual([]);
      });
    });
  }
});
