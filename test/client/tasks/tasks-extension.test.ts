import { beforeAll, expect } from 'vitest';
import { connected, declaredIn, failureOf, paramsOf } from '../../support/connected.ts';
import { proves } from '../../support/proves.ts';

// It is loaded from disk when it is first needed, which no fake clock waits for.
beforeAll(() => import('../../../src/client/tasks/follow-task.ts'));

const modern = '2026-07-28';
const done = { content: [{ type: 'text', text: 'done' }] };
const at = '2026-01-01T00:00:00Z';
const declared = { extensions: { 'io.modelcontextprotocol/tasks': {} } };

function task(status: string, more: object = {}): object {
  return {
    taskId: 't1',
    status,
    createdAt: at,
    lastUpdatedAt: at,
    ttlMs: null,
    pollIntervalMs: 500,
    ...more,
  };
}

const begun = (status = 'working', more: object = {}): object => ({
  resultType: 'task',
  ...task(status, more),
});

proves(
  ['TKX-01', 'TKX-02', 'TKX-03', 'TKX-04', 'TKX-05', 'TKX-15'],
  'declared in each request; a call becomes a task, and its result is the result',
  async () => {
    const { client, next, answer, clock } = await connected(modern);
    const result = client.callTool('a', { x: 1 });
    const call = await next();
    expect(declaredIn(call)).toEqual(declared);
    expect(paramsOf(call)).toEqual({ name: 'a', arguments: { x: 1 } });
    await answer(call, begun());
    await clock.advance(499);
    await expect(next()).rejects.toThrow('nothing');
    await clock.advance(1);
    const get = await next();
    expect(get['method']).toBe('tasks/get');
    expect(paramsOf(get)).toEqual({ taskId: 't1' });
    expect(declaredIn(get)).toEqual(declared);
    // Examples of the extension say "task" here.
    await answer(get, { resultType: 'task', ...task('working', { pollIntervalMs: 1_000 }) });
    await clock.advance(1_000);
    await answer(await next(), task('completed', { result: done }));
    await expect(result).resolves.toMatchObject(done);
    expect(clock.waiting).toBe(0);
  },
);

proves(
  ['TKX-02', 'TKX-01'],
  'for another method, or where tasks are declined, a task is no result',
  async () => {
    const { client, next, answer } = await connected(modern);
    const reading = failureOf(client.readResource('a'));
    await answer(await next(), begun());
    expect(await reading).toMatchObject({ code: 'INVALID_RESULT' });
    const without = await connected(modern, { tasks: false });
    expect(without.declared).toEqual({});
    const calling = failureOf(without.client.callTool('a'));
    await without.answer(await without.next(), begun());
    expect(await calling).toMatchObject({ code: 'INVALID_RESULT' });
  },
);

proves('TKX-01', 'a legacy server is told nothing of it', async () => {
  expect((await connected('2025-11-25')).declared).toEqual({});
});

proves(
  ['TKX-09', 'TKX-15'],
  'what is completed may have failed; what failed is the error itself',
  async () => {
    for (const [status, more, expected] of [
      ['completed', { result: { ...done, isError: true } }, { ...done, isError: true }],
      [
        'failed',
        { error: { code: -32000, message: 'broken', data: 5 } },
        { name: 'PeerError', code: -32000, data: 5 },
      ],
      ['cancelled', {}, { code: 'TASK_CANCELLED' }],
      ['completed', {}, { code: 'INVALID_RESULT' }],
      ['failed', {}, { code: 'INVALID_RESULT' }],
      ['completed', { result: { content: 'x' } }, { code: 'INVALID_RESULT' }],
    ] as const) {
      const { client, next, answer, clock } = await connected(modern);
      const outcome = client.callTool('a').catch((error: unknown) => error);
      await answer(await next(), begun());
      await clock.advance(500);
      await answer(await next(), task(status, more));
      expect(await outcome).toMatchObject(expected);
    }
  },
);

proves('TKX-03', 'a task may be over when it is heard of first', async () => {
  const { client, next, answer, clock } = await connected(modern);
  const result = client.callTool('a');
  await answer(await next(), begun('completed'));
  await clock.advance(500);
  await answer(await next(), task('completed', { result: done }));
  await expect(result).resolves.toMatchObject(done);
});

const roots = { method: 'roots/list' };
const form = {
  method: 'elicitation/create',
  params: { message: 'm', requestedSchema: { type: 'object', properties: {} } },
};

proves(
  ['TKX-06', 'TKX-07', 'TKX-13'],
  'input while it runs is given once for each key',
  async () => {
    let asked = 0;
    const { client, next, answer, clock } = await connected(modern, {
      onElicit: () => {
        asked += 1;
        return { action: 'decline' };
      },
      onListRoots: () => [],
    });
    const result = client.callTool('a');
    await answer(await next(), begun());
    await clock.advance(500);
    await answer(await next(), task('input_required', { inputRequests: { f: form } }));
    const update = await next();
    expect(update['method']).toBe('tasks/update');
    expect(paramsOf(update)).toEqual({
      taskId: 't1',
      inputResponses: { f: { action: 'decline' } },
    });
    await answer(update, {});
    await clock.advance(500);
    // The server has not come to it yet, and wants one thing more.
    await answer(await next(), task('input_required', { inputRequests: { f: form, r: roots } }));
    const second = await next();
    expect(paramsOf(second)).toEqual({ taskId: 't1', inputResponses: { r: { roots: [] } } });
    await answer(second, {});
    await clock.advance(500);
    await answer(await next(), task('input_required', { inputRequests: { f: form, r: roots } }));
    await clock.advance(500);
    await answer(await next(), task('completed', { result: done }));
    await expect(result).resolves.toMatchObject(done);
    expect(asked).toBe(1);
  },
);

proves('TKX-06', 'input that was not offered fails the call', async () => {
  const { client, next, answer, clock } = await connected(modern);
  const failed = failureOf(client.callTool('a'));
  await answer(await next(), begun());
  await clock.advance(500);
  await answer(await next(), task('input_required', { inputRequests: { f: form } }));
  expect(await failed).toMatchObject({ code: 'INPUT_REQUIRED' });
});

proves('TKX-13', 'questions before the task are answered by sending the call again', async () => {
  const { client, next, answer, clock } = await connected(modern, { onListRoots: () => [] });
  const result = client.callTool('a');
  await answer(await next(), { resultType: 'input_required', inputRequests: { r: roots } });
  await answer(await next(), begun());
  await clock.advance(500);
  await answer(await next(), task('completed', { result: done }));
  await expect(result).resolves.toMatchObject(done);
});

proves(
  ['TKX-08', 'CAN-05'],
  'giving up asks the server to cancel, and waits for nothing',
  async () => {
    const stop = new AbortController();
    const { client, next, answer, clock } = await connected(modern);
    const failed = failureOf(client.callTool('a', {}, { signal: stop.signal }));
    await answer(await next(), begun());
    stop.abort();
    expect(await failed).toMatchObject({ code: 'CANCELLED' });
    const cancel = await next();
    expect(cancel).toMatchObject({ method: 'tasks/cancel', params: { taskId: 't1' } });
    expect(declaredIn(cancel)).toEqual(declared);
    await answer(cancel, {});
    await clock.advance(600_000);
    await expect(next()).rejects.toThrow('nothing');
  },
);

proves(
  ['TKX-14', 'TKX-12'],
  'a task that is unknown, or was kept no longer, is the error of the server',
  async () => {
    const { client, next, refuse } = await connected(modern);
    const failed = failureOf(client.task('gone').result());
    await refuse(await next(), { code: -32602 });
    expect(await failed).toMatchObject({ name: 'PeerError', code: -32602 });
  },
);

proves(
  ['TKX-04', 'TKX-12'],
  'by hand: parked by its id, found again, and told when it changes',
  async () => {
    const { client, next, answer } = await connected(modern);
    const stepping = client.stepTool('a');
    await answer(await next(), begun('working', { ttlMs: 1_000, statusMessage: 'm' }));
    const step = await stepping;
    if (step.kind !== 'task') throw new Error(`it is ${step.kind}`);
    const status = client.task(step.task.id).status();
    await answer(await next(), task('working', { ttlMs: 2_000, pollIntervalMs: 7 }));
    expect(await status).toMatchObject({ id: 't1', state: 'working', ttlMs: 2_000, pollMs: 7 });
    const result = step.task.result();
    await answer(await next(), task('completed', { result: done }));
    await expect(result).resolves.toMatchObject(done);
  },
);
