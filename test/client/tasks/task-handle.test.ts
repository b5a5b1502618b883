import { beforeAll, expect } from 'vitest';
import {
  connected,
  declaredIn,
  everything,
  failureOf,
  metaOf,
  paramsOf,
} from '../../support/connected.ts';
import { proves } from '../../support/proves.ts';
import {
  begun,
  done,
  legacyServer,
  legacyTask,
  listed,
  modernServer,
  modernTask,
} from './task-server.ts';

// It is loaded from disk when it is first needed, which no fake clock waits for.
beforeAll(() => import('../../../src/client/tasks/follow-task.ts'));

const extension = 'io.modelcontextprotocol/tasks';

proves(['TSK-03', 'TKX-03'], 'the status has the times of the task', async () => {
  const times = { createdAt: '2026-01-01T00:00:00Z', lastUpdatedAt: '2026-01-01T00:00:01Z' };
  const legacy = await legacyServer();
  const one = legacy.client.task('t1').status();
  await legacy.answer(await legacy.next(), legacyTask('failed', { ttl: null }));
  expect(await one).toEqual({ id: 't1', state: 'failed', ttlMs: null, pollMs: 500, ...times });
  const modern = await modernServer();
  const other = modern.client.task('t1').status();
  await modern.answer(await modern.next(), modernTask('working'));
  expect(await other).toEqual({ id: 't1', state: 'working', ttlMs: 60_000, pollMs: 500, ...times });
});

for (const raw of [{}, { taskId: 't1' }, modernTask('odd'), modernTask('working', { taskId: 2 })]) {
  proves('TKX-05', `${JSON.stringify(raw).slice(0, 40)} is no status of the task`, async () => {
    const { client, next, answer } = await modernServer();
    const failed = failureOf(client.task('t1').status());
    await answer(await next(), raw);
    expect(await failed).toMatchObject({ code: 'INVALID_RESULT' });
  });
}

proves(
  ['TKX-02', 'TKX-01'],
  'by hand too a task is no result where tasks are declined',
  async () => {
    const { client, next, answer } = await modernServer({ tasks: false });
    const failed = failureOf(client.stepTool('a'));
    await answer(await next(), begun());
    expect(await failed).toMatchObject({ code: 'INVALID_RESULT' });
  },
);

proves(
  'TSK-12',
  'a result with a member named task is a result, where none was asked for',
  async () => {
    for (const revision of ['2025-11-25', '2026-07-28'] as const) {
      const { client, next, answer } = await connected(revision);
      const stepping = client.stepTool('a');
      await answer(await next(), { ...done, task: legacyTask('working') });
      expect(await stepping).toMatchObject({ kind: 'complete', result: done });
    }
  },
);

proves(
  ['TSK-07', 'CAN-05'],
  'by hand too, who gave up before the task had an id cancels it once it has',
  async () => {
    const stop = new AbortController();
    const { client, next, answer } = await legacyServer();
    const failed = failureOf(client.stepTool('must', {}, { signal: stop.signal }));
    const call = await next();
    stop.abort();
    expect(await failed).toMatchObject({ code: 'CANCELLED' });
    await answer(call, { task: legacyTask('working') });
    expect(await next()).toMatchObject({ method: 'tasks/cancel', params: { taskId: 't1' } });
  },
);

proves('PRG-05', 'by hand too progress is heard until the task is over', async () => {
  const heard: number[] = [];
  const { client, next, answer, say } = await legacyServer();
  const onProgress = ({ progress }: { readonly progress: number }): void => {
    heard.push(progress);
  };
  const stepping = client.stepTool('must', {}, { onProgress });
  const call = await next();
  const { progressToken } = metaOf(call);
  const report = (progress: number): Promise<void> =>
    say({ method: 'notifications/progress', params: { progressToken, progress } });
  await answer(call, { task: legacyTask('working') });
  const step = await stepping;
  if (step.kind !== 'task') throw new Error(`it is ${step.kind}`);
  await report(1);
  const result = step.task.result();
  await answer(await next(), legacyTask('completed'));
  await report(2);
  await answer(await next(), done);
  await result;
  await report(3);
  expect(heard).toEqual([1, 2]);
});

proves('META-15', 'what the model may be told meanwhile comes with the step', async () => {
  const { client, next, answer } = await legacyServer();
  for (const [said, expected] of [
    ['Looking into it.', { immediate: 'Looking into it.' }],
    [7, {}],
  ] as const) {
    const stepping = client.stepTool('must');
    const _meta = { 'io.modelcontextprotocol/model-immediate-response': said };
    await answer(await next(), { task: legacyTask('working'), _meta });
    const { kind, ...rest } = await stepping;
    expect(kind).toBe('task');
    expect(rest).toEqual({ task: expect.anything(), ...expected });
  }
});

for (const inner of [
  { resultType: 'task', ...modernTask('completed') },
  { resultType: 'input_required', inputRequests: { r: { method: 'roots/list' } } },
]) {
  proves('TKX-15', `${inner.resultType} inside a finished task is no result`, async () => {
    const { client, next, answer, clock } = await modernServer({ onListRoots: () => [] });
    const failed = failureOf(client.task('t1').result());
    await answer(await next(), modernTask('completed', { result: inner }));
    expect(await failed).toMatchObject({ code: 'INVALID_RESULT' });
    await clock.advance(600_000);
    await expect(next()).rejects.toThrow('nothing');
  });
}

proves(
  'TKX-01',
  'a call that declares less still declares tasks, and so do its looks',
  async () => {
    const { client, next, answer, clock } = await modernServer({ onListRoots: () => [] });
    const result = client.callTool('a', {}, { capabilities: { sampling: {} } });
    const call = await next();
    const expected = { sampling: {}, extensions: { [extension]: {} } };
    expect(declaredIn(call)).toEqual(expected);
    await answer(call, begun());
    await clock.advance(500);
    const get = await next();
    expect(declaredIn(get)).toEqual(expected);
    await answer(get, modernTask('completed', { result: done }));
    await result;
    const without = client.callTool('a', {}, { capabilities: { extensions: {} } });
    const bare = await next();
    expect(declaredIn(bare)).toEqual({ extensions: {} });
    await answer(bare, done);
    await without;
  },
);

const tasks = { list: {}, cancel: {}, requests: { tools: { call: {} } } };

proves('TSK-01', 'a revision without tasks is not asked for one', async () => {
  const { client, next, answer } = await connected('2025-06-18', {}, { ...everything, tasks });
  const listing = client.listTools();
  await answer(await next(), { tools: [listed('must', 'required')] });
  await listing;
  const result = client.callTool('must', {}, { task: {} });
  const call = await next();
  expect(paramsOf(call)).not.toHaveProperty('task');
  await answer(call, done);
  await expect(result).resolves.toMatchObject(done);
});

for (const by of ['callTool', 'stepTool'] as const) {
  proves(
    ['TSK-01', 'TSK-11'],
    `${by}: a tool that was never listed and has to be a task becomes one`,
    async () => {
      const server = await connected('2025-11-25', {}, { ...everything, tasks });
      const { client, next, answer, refuse } = server;
      const outcome = client[by]('must', { a: 1 });
      const first = await next();
      expect(paramsOf(first)).toEqual({ name: 'must', arguments: { a: 1 } });
      await refuse(first, { code: -32601 });
      const list = await next();
      expect(list['method']).toBe('tools/list');
      await answer(list, { tools: [listed('must', 'required')] });
      const second = await next();
      expect(paramsOf(second)).toEqual({ name: 'must', arguments: { a: 1 }, task: {} });
      await answer(second, done);
      const result = by === 'callTool' ? done : { kind: 'complete', result: done };
      await expect(outcome).resolves.toMatchObject(result);
    },
  );
}

proves('TSK-11', 'a refusal that has nothing to do with tasks is what it is', async () => {
  const { client, next, answer, refuse } = await connected(
    '2025-11-25',
    {},
    { ...everything, tasks },
  );
  const failed = failureOf(client.callTool('gone'));
  await refuse(await next(), { code: -32601 });
  await answer(await next(), { tools: [listed('must', 'required')] });
  expect(await failed).toMatchObject({ name: 'PeerError', code: -32601 });
  await expect(next()).rejects.toThrow('nothing');
  // The list is known now: it is not read again for each refusal.
  const again = failureOf(client.callTool('must'));
  await refuse(await next(), { code: -32601 });
  expect(await again).toMatchObject({ code: -32601 });
  await expect(next()).rejects.toThrow('nothing');
});

proves(['TSK-07', 'TKX-14'], 'a cancellation that is refused says so', async () => {
  const { client, next, refuse } = await legacyServer();
  const failed = failureOf(client.task('t1').cancel());
  await refuse(await next(), { code: -32602 });
  expect(await failed).toMatchObject({ name: 'PeerError', code: -32602 });
});
