import { beforeAll, expect } from 'vitest';
import type { TaskStatus } from '../../../src/client/index.ts';
import {
  connected,
  everything,
  failureOf,
  metaOf,
  paramsOf,
  type Connected,
} from '../../support/connected.ts';
import { proves } from '../../support/proves.ts';

// It is loaded from disk when it is first needed, which no fake clock waits for.
beforeAll(() => import('../../../src/client/tasks/follow-task.ts'));

const tasks = { list: {}, cancel: {}, requests: { tools: { call: {} } } };
const done = { content: [{ type: 'text', text: 'done' }] };
const at = '2026-01-01T00:00:00Z';

function task(status: string, more: object = {}): object {
  return {
    taskId: 't1',
    status,
    createdAt: at,
    lastUpdatedAt: at,
    ttl: 60_000,
    pollInterval: 500,
    ...more,
  };
}

/** A server with tools that must, may and may not run as tasks, all of which are listed. */
async function server(
  options: Parameters<typeof connected>[1] = {},
  capabilities: object = { ...everything, tasks },
): Promise<Connected> {
  const connection = await connected('2025-11-25', options, capabilities);
  const listing = connection.client.listTools();
  const tool = (name: string, taskSupport?: string): object => ({
    name,
    inputSchema: { type: 'object' },
    ...(taskSupport && { execution: { taskSupport } }),
  });
  await connection.answer(await connection.next(), {
    tools: [
      tool('must', 'required'),
      tool('may', 'optional'),
      tool('not', 'forbidden'),
      tool('silent'),
    ],
  });
  await listing;
  return connection;
}

for (const [name, wish, asks] of [
  ['must', undefined, {}],
  ['must', { ttlMs: 5 }, { ttl: 5 }],
  ['may', undefined, undefined],
  ['may', {}, {}],
  ['not', {}, undefined],
  ['silent', {}, undefined],
  ['unlisted', {}, undefined],
] as const) {
  proves(
    ['TSK-01', 'TOL-13'],
    `${name}, ${wish ? 'wished for' : 'no wish'}: ${asks ? 'asks' : 'does not ask'} to be a task`,
    async () => {
      const { client, next, answer } = await server();
      const result = client.callTool(name, {}, wish === undefined ? {} : { task: wish });
      const call = await next();
      expect(paramsOf(call)).toEqual({ name, arguments: {}, ...(asks && { task: asks }) });
      // A server may answer at once nevertheless.
      await answer(call, done);
      await expect(result).resolves.toMatchObject(done);
    },
  );
}

for (const capabilities of [
  everything,
  { ...everything, tasks: {} },
  { ...everything, tasks: { requests: {} } },
]) {
  proves(
    'TSK-01',
    `a server with ${JSON.stringify('tasks' in capabilities ? capabilities.tasks : null)} is not asked for tasks`,
    async () => {
      const { client, next } = await server({}, capabilities);
      client.callTool('must', {}, { task: {} }).catch(() => {});
      expect(paramsOf(await next())).not.toHaveProperty('task');
    },
  );
}

proves(
  ['TSK-02', 'TSK-03', 'TSK-04', 'TSK-06', 'TSK-08'],
  'a task is asked for at its own pace, and its payload is the result',
  async () => {
    const seen: TaskStatus[] = [];
    const { client, next, answer, clock, say } = await server();
    const result = client.callTool(
      'may',
      { a: 1 },
      { task: { onStatus: (status) => seen.push(status) } },
    );
    await answer(await next(), { task: task('working', { statusMessage: 'begun' }) });
    await say({ method: 'notifications/tasks/status', params: task('completed') });
    await expect(next()).rejects.toThrow('nothing');
    await clock.advance(499);
    await expect(next()).rejects.toThrow('nothing');
    await clock.advance(1);
    const first = await next();
    expect(first).toMatchObject({ method: 'tasks/get', params: { taskId: 't1' } });
    expect(paramsOf(first)).toEqual({ taskId: 't1' });
    expect((first['params'] as { _meta?: object })._meta ?? {}).not.toHaveProperty([
      'io.modelcontextprotocol/related-task',
    ]);
    await answer(first, task('working', { pollInterval: 2_000 }));
    await clock.advance(1_999);
    await expect(next()).rejects.toThrow('nothing');
    await clock.advance(1);
    await answer(await next(), task('completed'));
    const payload = await next();
    expect(payload).toMatchObject({ method: 'tasks/result', params: { taskId: 't1' } });
    const _meta = { 'io.modelcontextprotocol/related-task': { taskId: 't1' } };
    await answer(payload, { ...done, _meta });
    await expect(result).resolves.toMatchObject({ ...done, _meta });
    expect(seen.map(({ state }) => state)).toEqual(['working', 'working', 'completed']);
    expect(seen[0]).toEqual({
      id: 't1',
      state: 'working',
      message: 'begun',
      createdAt: at,
      lastUpdatedAt: at,
      ttlMs: 60_000,
      pollMs: 500,
    });
    expect(clock.waiting).toBe(0);
  },
);

proves(
  ['TSK-09', 'TSK-04'],
  'a task that failed: a failed result, or the error itself',
  async () => {
    for (const payload of ['result', 'error'] as const) {
      const { client, next, answer, refuse } = await server();
      const outcome = client.callTool('must').catch((error: unknown) => error);
      await answer(await next(), { task: task('failed') });
      const request = await next();
      expect(request['method']).toBe('tasks/result');
      if (payload === 'result') await answer(request, { ...done, isError: true });
      else await refuse(request, { code: -32603, data: 1 });
      expect(await outcome).toMatchObject(
        payload === 'result'
          ? { ...done, isError: true }
          : { name: 'PeerError', code: -32603, data: 1 },
      );
    }
  },
);

proves('TSK-07', 'a task that the server cancelled is an error of its own', async () => {
  const { client, next, answer } = await server();
  const failed = failureOf(client.callTool('must'));
  await answer(await next(), { task: task('cancelled', { statusMessage: 'no room' }) });
  expect(await failed).toMatchObject({
    code: 'TASK_CANCELLED',
    message: expect.stringContaining('no room'),
  });
  await expect(next()).rejects.toThrow('nothing');
});

proves(
  ['TSK-07', 'CAN-05'],
  'a caller who gives up cancels the task, not the request',
  async () => {
    const stop = new AbortController();
    const { client, next, answer, refuse, clock } = await server();
    const failed = failureOf(client.callTool('must', {}, { signal: stop.signal }));
    await answer(await next(), { task: task('working') });
    stop.abort();
    expect(await failed).toMatchObject({ code: 'CANCELLED' });
    const cancel = await next();
    expect(cancel).toMatchObject({ method: 'tasks/cancel', params: { taskId: 't1' } });
    // It was over already: nobody waits for that answer.
    await refuse(cancel, { code: -32602 });
    await clock.advance(600_000);
    await expect(next()).rejects.toThrow('nothing');
  },
);

proves(
  ['TSK-07', 'CAN-05'],
  'one who gives up before the task has an id cancels it once it has',
  async () => {
    const stop = new AbortController();
    const { client, next, answer } = await server();
    const failed = failureOf(client.callTool('must', {}, { signal: stop.signal }));
    const call = await next();
    stop.abort();
    expect(await failed).toMatchObject({ code: 'CANCELLED' });
    await expect(next()).rejects.toThrow('nothing');
    await answer(call, { task: task('working') });
    expect(await next()).toMatchObject({ method: 'tasks/cancel' });
  },
);

proves('TSK-07', 'a server that cannot cancel is not asked to', async () => {
  const stop = new AbortController();
  const { client, next, answer } = await server(
    {},
    { ...everything, tasks: { requests: { tools: { call: {} } } } },
  );
  const failed = failureOf(client.callTool('must', {}, { signal: stop.signal }));
  await answer(await next(), { task: task('working') });
  stop.abort();
  expect(await failed).toMatchObject({ code: 'CANCELLED' });
  await expect(next()).rejects.toThrow('nothing');
});

proves(
  ['TSK-05', 'TSK-06'],
  'a task that needs input: its result is waited for, and the question answered',
  async () => {
    const { client, next, answer, ask, clock } = await server({
      onElicit: () => ({ action: 'decline' }),
    });
    const result = client.callTool('must', {}, { timeoutMs: 1_000 });
    await answer(await next(), { task: task('input_required') });
    const payload = await next();
    expect(payload['method']).toBe('tasks/result');
    const _meta = { 'io.modelcontextprotocol/related-task': { taskId: 't1' } };
    const requestedSchema = { type: 'object', properties: {} };
    await clock.advance(50_000);
    await ask('q', 'elicitation/create', { message: 'm', requestedSchema, _meta });
    expect(await next()).toMatchObject({ id: 'q', result: { action: 'decline', _meta } });
    await answer(payload, done);
    await expect(result).resolves.toMatchObject(done);
  },
);

proves(
  'PRG-05',
  'progress is heard under the token of the call until the task is over',
  async () => {
    const heard: number[] = [];
    const { client, next, answer, say, clock, reports } = await server();
    const result = client.callTool(
      'must',
      {},
      { onProgress: ({ progress }) => heard.push(progress) },
    );
    const call = await next();
    const { progressToken } = metaOf(call);
    const report = (progress: number): Promise<void> =>
      say({ method: 'notifications/progress', params: { progressToken, progress } });
    await report(1);
    await answer(call, { task: task('working') });
    await report(2);
    await clock.advance(500);
    await answer(await next(), task('completed'));
    await answer(await next(), done);
    await result;
    await report(3);
    expect(heard).toEqual([1, 2]);
    expect(reports.filter(({ kind }) => kind !== 'unknown-notification')).toEqual([]);
  },
);

proves(
  'TSK-11',
  'a task that is unknown, and one that must be one: the errors of the server',
  async () => {
    const { client, next, refuse, answer, clock } = await server();
    const gone = failureOf(client.callTool('must'));
    await answer(await next(), { task: task('working') });
    await clock.advance(500);
    await refuse(await next(), { code: -32602 });
    expect(await gone).toMatchObject({ name: 'PeerError', code: -32602 });
    const bare = failureOf(client.callTool('unlisted'));
    await refuse(await next(), { code: -32601 });
    await answer(await next(), { tools: [] });
    expect(await bare).toMatchObject({ name: 'PeerError', code: -32601 });
  },
);

proves(
  ['TSK-04', 'TSK-12'],
  'by hand: a handle, and another client that finds the task again',
  async () => {
    const one = await server();
    const stepping = one.client.stepTool('must');
    await one.answer(await one.next(), { task: task('working') });
    const step = await stepping;
    if (step.kind !== 'task') throw new Error(`it is ${step.kind}`);
    expect(step.task.id).toBe('t1');
    await one.client.close();

    const two = await server();
    const handle = two.client.task(step.task.id);
    const status = handle.status();
    await two.answer(await two.next(), task('working'));
    expect(await status).toMatchObject({ id: 't1', state: 'working' });
    const result = handle.result();
    await two.answer(await two.next(), task('completed'));
    await two.answer(await two.next(), done);
    await expect(result).resolves.toMatchObject(done);
    const cancelling = handle.cancel();
    const cancel = await two.next();
    expect(cancel['method']).toBe('tasks/cancel');
    await two.answer(cancel, task('cancelled'));
    await cancelling;
  },
);

proves('TSK-04', 'closing ends the wait and leaves the task to the server', async () => {
  const { client, next, answer, peer } = await server();
  const failed = failureOf(client.callTool('must'));
  await answer(await next(), { task: task('working') });
  await client.close();
  expect(await failed).toMatchObject({ code: 'CLOSED' });
  expect(peer.channel.unread).toEqual([]);
});

for (const [pollInterval, wait] of [
  [0, 50],
  [undefined, 1_000],
  [-1, 1_000],
  ['x', 1_000],
  [1e12, 300_000],
] as const) {
  proves('TSK-04', `an interval of ${JSON.stringify(pollInterval)} is ${wait} ms`, async () => {
    const { client, next, answer, clock } = await server();
    client.callTool('must').catch(() => {});
    await answer(await next(), { task: task('working', { pollInterval }) });
    await clock.advance(wait - 1);
    await expect(next()).rejects.toThrow('nothing');
    await clock.advance(1);
    expect(await next()).toMatchObject({ method: 'tasks/get' });
  });
}

proves('TSK-04', 'a task that never ends is waited for as long as its caller says', async () => {
  const { client, next, answer, clock } = await server();
  const failed = failureOf(client.callTool('must', {}, { task: { maxMs: 1_200 } }));
  await answer(await next(), { task: task('working') });
  for (let time = 0; time < 2; time += 1) {
    await clock.advance(500);
    await answer(await next(), task('working'));
  }
  await clock.advance(500);
  expect(await failed).toMatchObject({
    code: 'TIMED_OUT',
    message: expect.stringContaining('task.maxMs'),
  });
});

for (const raw of [
  {},
  { taskId: 't1' },
  { ...task('working'), taskId: 'other' },
  { ...task('working'), status: 'x' },
]) {
  proves('TSK-03', `${JSON.stringify(raw).slice(0, 60)} is no answer about the task`, async () => {
    const { client, next, answer, clock } = await server();
    const failed = failureOf(client.callTool('must'));
    await answer(await next(), { task: task('working') });
    await clock.advance(500);
    await answer(await next(), raw);
    expect(await failed).toMatchObject({ code: 'INVALID_RESULT' });
  });
}
