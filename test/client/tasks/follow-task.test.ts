import { beforeAll, expect } from 'vitest';
import type { TaskStatus } from '../../../src/client/index.ts';
import type { ChannelFailure } from '../../../src/protocol/index.ts';
import { failureOf } from '../../support/connected.ts';
import { proves } from '../../support/proves.ts';
import type { SentMessage } from 'garuda-mcp/testing';
import { begun, done, legacyServer, legacyTask, modernServer, modernTask } from './task-server.ts';

// It is loaded from disk when it is first needed, which no fake clock waits for.
beforeAll(() => import('../../../src/client/tasks/follow-task.ts'));

const idOf = (message: SentMessage): number => message['id'] as number;
const broken: ChannelFailure = { kind: 'stream-ended', how: 'broken', detail: 'cut' };
const busy: ChannelFailure = {
  kind: 'http-status',
  status: 503,
  headers: {},
  body: '',
  json: undefined,
  inSession: true,
  withCredentials: false,
};

const form = {
  method: 'elicitation/create',
  params: { message: 'm', requestedSchema: { type: 'object', properties: {} } },
};

proves(
  ['TKX-08', 'TKX-06'],
  'who gave up while an answer about the task was under way is asked nothing more',
  async () => {
    let asked = 0;
    const stop = new AbortController();
    const statuses: string[] = [];
    const { client, next, answer, clock } = await modernServer({
      onElicit: () => {
        asked += 1;
        return { action: 'decline' };
      },
      onListRoots: () => {
        asked += 1;
        return [];
      },
    });
    const onStatus = ({ state }: TaskStatus): void => {
      statuses.push(state);
    };
    const failed = failureOf(client.callTool('a', {}, { signal: stop.signal, task: { onStatus } }));
    await answer(await next(), begun());
    await clock.advance(500);
    const get = await next();
    stop.abort();
    expect(await failed).toMatchObject({ code: 'CANCELLED' });
    const cancel = await next();
    expect(cancel['method']).toBe('tasks/cancel');
    await answer(cancel, {});
    const inputRequests = { f: form, r: { method: 'roots/list' } };
    await answer(get, modernTask('input_required', { inputRequests }));
    await clock.advance(600_000);
    await expect(next()).rejects.toThrow('nothing');
    expect(asked).toBe(0);
    expect(statuses).toEqual(['working']);
    expect(clock.waiting).toBe(0);
  },
);

proves(
  ['TSK-07', 'CAN-05'],
  'who gives up while the payload is waited for leaves no request behind',
  async () => {
    const stop = new AbortController();
    const { client, next, answer, clock } = await legacyServer();
    const failed = failureOf(client.callTool('must', {}, { signal: stop.signal }));
    await answer(await next(), { task: legacyTask('input_required') });
    const payload = await next();
    expect(payload['method']).toBe('tasks/result');
    stop.abort();
    expect(await failed).toMatchObject({ code: 'CANCELLED' });
    const cancel = await next();
    expect(cancel).toMatchObject({ method: 'tasks/cancel', params: { taskId: 't1' } });
    // What is taken back is the wait for the payload, which is no task.
    expect(await next()).toMatchObject({
      method: 'notifications/cancelled',
      params: { requestId: idOf(payload) },
    });
    await answer(cancel, legacyTask('cancelled'));
    expect(clock.waiting).toBe(0);
    await client.close();
  },
);

proves(
  'TKX-04',
  'the time for a task is over when it says, however long the server waits',
  async () => {
    const { client, next, answer, clock } = await modernServer();
    const failed = failureOf(client.callTool('a', {}, { task: { maxMs: 1_200 } }));
    await answer(await next(), begun({ pollIntervalMs: 100_000 }));
    await clock.advance(1_199);
    await expect(next()).rejects.toThrow('nothing');
    await clock.advance(1);
    expect(await failed).toMatchObject({ code: 'TIMED_OUT' });
    expect(clock.waiting).toBe(0);
  },
);

proves('TSK-04', 'the wait for the payload counts into the time for the task', async () => {
  const { client, next, answer, clock } = await legacyServer();
  const failed = failureOf(client.callTool('must', {}, { task: { maxMs: 1_200 } }));
  await answer(await next(), { task: legacyTask('working') });
  await clock.advance(500);
  await answer(await next(), legacyTask('input_required'));
  expect((await next())['method']).toBe('tasks/result');
  await clock.advance(700);
  expect(await failed).toMatchObject({ code: 'TIMED_OUT' });
});

for (const task of [
  { maxMs: Number.NaN },
  { maxMs: 0 },
  { maxMs: 'x' },
  { ttlMs: -1 },
  { ttlMs: 1.5 },
  { ttlMs: '60' },
  { onStatus: 'x' },
  'yes',
]) {
  proves('TSK-01', `task: ${JSON.stringify(task)} is a fault of the caller`, async () => {
    const { client, next } = await legacyServer();
    const failed = failureOf(client.callTool('must', {}, { task: task as object }));
    expect(await failed).toMatchObject({ code: 'INVALID_ARGUMENT' });
    await expect(next()).rejects.toThrow('nothing');
  });
}

for (const [why, failure] of [
  ['a stream that ends', broken],
  ['a server that is busy', busy],
] as const) {
  proves('TKX-04', `${why} costs a look at the task, not the task`, async () => {
    const statuses: string[] = [];
    const { client, peer, next, answer, clock } = await modernServer();
    const onStatus = ({ state }: TaskStatus): void => {
      statuses.push(state);
    };
    const result = client.callTool('a', {}, { task: { onStatus } });
    await answer(await next(), begun());
    await clock.advance(500);
    peer.channel.lose(idOf(await next()), failure);
    // Once more at once, as any read.
    await clock.advance(250);
    peer.channel.lose(idOf(await next()), failure);
    await clock.advance(999);
    await expect(next()).rejects.toThrow('nothing');
    await clock.advance(1);
    const get = await next();
    expect(get['method']).toBe('tasks/get');
    await answer(get, modernTask('completed', { result: done }));
    await expect(result).resolves.toMatchObject(done);
    expect(statuses).toEqual(['working', 'completed']);
  });
}

proves('TKX-04', 'a look that takes too long is followed by another one', async () => {
  const { client, next, answer, clock } = await modernServer({ timeoutMs: 2_000 });
  const result = client.callTool('a');
  await answer(await next(), begun());
  await clock.advance(500);
  expect((await next())['method']).toBe('tasks/get');
  await clock.advance(2_000);
  expect((await next())['method']).toBe('notifications/cancelled');
  await clock.advance(1_000);
  await answer(await next(), modernTask('completed', { result: done }));
  await expect(result).resolves.toMatchObject(done);
});

for (const era of ['legacy', 'modern'] as const) {
  proves(
    ['TSK-04', 'TKX-04'],
    `a server that is never there again is given up after a while (${era})`,
    async () => {
      const isLegacy = era === 'legacy';
      const server = await (isLegacy ? legacyServer() : modernServer());
      const { client, peer, next, answer, clock } = server;
      const failed = failureOf(client.callTool('must'));
      await answer(await next(), isLegacy ? { task: legacyTask('completed') } : begun());
      for (let time = 0; time < 500; time += 1) {
        for (const message of peer.channel.unread.splice(0))
          peer.channel.lose(idOf(message), broken);
        await clock.advance(500);
      }
      expect(await failed).toMatchObject({ code: 'STREAM_ENDED' });
      expect(peer.channel.unread).toEqual([]);
      expect(clock.waiting).toBe(0);
    },
  );
}

proves('TSK-04', 'a payload whose stream was lost is asked for again', async () => {
  const { client, peer, next, answer, clock } = await legacyServer();
  const result = client.callTool('must');
  await answer(await next(), { task: legacyTask('completed') });
  peer.channel.lose(idOf(await next()), busy);
  await clock.advance(250);
  peer.channel.lose(idOf(await next()), busy);
  await clock.advance(1_000);
  const get = await next();
  expect(get['method']).toBe('tasks/get');
  await answer(get, legacyTask('completed'));
  await answer(await next(), done);
  await expect(result).resolves.toMatchObject(done);
});

proves('TKX-04', 'between looks that fail is never more than five minutes', async () => {
  const { client, peer, next, answer, clock } = await modernServer();
  const result = client.callTool('a');
  await answer(await next(), begun({ pollIntervalMs: 290_000 }));
  await clock.advance(290_000);
  peer.channel.lose(idOf(await next()), broken);
  await clock.advance(250);
  peer.channel.lose(idOf(await next()), broken);
  await clock.advance(300_000);
  await answer(await next(), modernTask('completed', { result: done }));
  await expect(result).resolves.toMatchObject(done);
});

proves(
  ['TKX-12', 'TKX-04'],
  'a task that outlives its ttl is followed for as long as the server answers',
  async () => {
    const { client, next, answer, clock } = await modernServer();
    const result = client.callTool('a');
    await answer(await next(), begun({ ttlMs: 600 }));
    for (let time = 0; time < 5; time += 1) {
      await clock.advance(500);
      await answer(await next(), modernTask('working', { ttlMs: 600 }));
    }
    await clock.advance(500);
    await answer(await next(), modernTask('completed', { result: done }));
    await expect(result).resolves.toMatchObject(done);
  },
);

proves('TSK-12', 'neither form is read in the words of the other', async () => {
  const legacy = await legacyServer();
  legacy.client.callTool('must').catch(() => {});
  await legacy.answer(await legacy.next(), {
    task: legacyTask('working', { pollInterval: undefined, pollIntervalMs: 60 }),
  });
  await legacy.clock.advance(999);
  await expect(legacy.next()).rejects.toThrow('nothing');
  const modern = await modernServer();
  modern.client.callTool('a').catch(() => {});
  await modern.answer(await modern.next(), begun({ pollIntervalMs: undefined, pollInterval: 60 }));
  await modern.clock.advance(999);
  await expect(modern.next()).rejects.toThrow('nothing');
});

proves(
  ['TKX-14', 'TSK-07'],
  'the id of a task is in no error, since it may be all that it takes to read it',
  async () => {
    const id = 'b7c1-secret';
    const { client, next, refuse, answer, clock } = await modernServer();
    const gone = failureOf(client.task(id).result());
    await refuse(await next(), { code: -32602 });
    const odd = failureOf(client.task(id).status());
    await answer(await next(), modernTask('working', { taskId: 'other' }));
    const cancelled = failureOf(client.callTool('a'));
    const statusMessage = `\u202e${'x'.repeat(10_000)}`;
    await answer(await next(), begun({ taskId: id, status: 'cancelled', statusMessage }));
    const late = failureOf(client.callTool('a', {}, { task: { maxMs: 10 } }));
    await answer(await next(), begun({ taskId: id }));
    await clock.advance(10);
    for (const error of [await gone, await odd, await cancelled, await late]) {
      expect(error).toBeInstanceOf(Error);
      const { message } = error as Error;
      expect(message).not.toContain(id);
      expect(message).not.toContain('\u202e');
      expect(message.length).toBeLessThan(1_000);
    }
  },
);
