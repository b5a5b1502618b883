import { beforeAll, expect } from 'vitest';
import type { ChannelFailure } from '../../../src/protocol/index.ts';
import { failureOf, paramsOf } from '../../support/connected.ts';
import { proves } from '../../support/proves.ts';
import { begun, done, modernServer, modernTask } from './task-server.ts';

// It is loaded from disk when it is first needed, which no fake clock waits for.
beforeAll(() => import('../../../src/client/tasks/follow-task.ts'));

const form = {
  method: 'elicitation/create',
  params: { message: 'm', requestedSchema: { type: 'object', properties: {} } },
};
const busy: ChannelFailure = {
  kind: 'http-status',
  status: 503,
  headers: {},
  body: '',
  json: undefined,
  inSession: true,
  withCredentials: false,
};

for (const inputRequests of [
  null,
  [],
  'x',
  { f: null },
  { f: {} },
  { f: { method: 'tools/call', params: {} } },
  { f: { method: 'elicitation/create' } },
  { f: { method: 'elicitation/create', params: { message: 1 } } },
]) {
  proves('TKX-06', `${JSON.stringify(inputRequests)} is nothing that can be asked`, async () => {
    let asked = 0;
    const { client, next, answer } = await modernServer({
      onElicit: () => {
        asked += 1;
        return { action: 'decline' };
      },
    });
    const failed = failureOf(client.task('t1').result());
    await answer(await next(), modernTask('input_required', { inputRequests }));
    expect(await failed).toMatchObject({ name: 'ProtocolError', code: 'INVALID_RESULT' });
    expect(asked).toBe(0);
    await expect(next()).rejects.toThrow('nothing');
  });
}

proves('TKX-06', 'a task that wants input and says not which is looked at again', async () => {
  const { client, next, answer, clock } = await modernServer();
  const result = client.task('t1').result();
  await answer(await next(), modernTask('input_required'));
  await clock.advance(500);
  await answer(await next(), modernTask('completed', { result: done }));
  await expect(result).resolves.toMatchObject(done);
});

proves(
  ['TKX-06', 'TKX-07'],
  'answers that did not arrive are sent once more, and nobody is asked twice',
  async () => {
    let asked = 0;
    const { client, peer, next, answer, clock } = await modernServer({
      onElicit: () => {
        asked += 1;
        return { action: 'decline' };
      },
    });
    const result = client.callTool('a');
    await answer(await next(), begun());
    await clock.advance(500);
    const wanting = modernTask('input_required', { inputRequests: { f: form } });
    await answer(await next(), wanting);
    const update = await next();
    const inputResponses = { f: { action: 'decline' } };
    expect(update).toMatchObject({ method: 'tasks/update', params: { inputResponses } });
    peer.channel.lose(update['id'] as number, busy);
    await clock.advance(1_000);
    await answer(await next(), wanting);
    const again = await next();
    expect(again['method']).toBe('tasks/update');
    expect(paramsOf(again)).toEqual({ taskId: 't1', inputResponses });
    await answer(again, {});
    // Not processed yet: the key is there, and was answered.
    await clock.advance(500);
    await answer(await next(), wanting);
    await clock.advance(500);
    await answer(await next(), modernTask('completed', { result: done }));
    await expect(result).resolves.toMatchObject(done);
    expect(asked).toBe(1);
  },
);

proves('TKX-06', 'answers that are refused are the end of the call', async () => {
  const { client, next, answer, refuse } = await modernServer({ onListRoots: () => [] });
  const failed = failureOf(client.task('t1').result());
  const inputRequests = { r: { method: 'roots/list' } };
  await answer(await next(), modernTask('input_required', { inputRequests }));
  const update = await next();
  expect(update['method']).toBe('tasks/update');
  await refuse(update, { code: -32602 });
  expect(await failed).toMatchObject({ name: 'PeerError', code: -32602 });
});

proves('TKX-06', 'a person is no longer asked for a task whose time is over', async () => {
  let withdrawn = false;
  const { client, next, answer, clock } = await modernServer({
    onElicit: (_form, { signal }) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () => {
          withdrawn = true;
          resolve({ action: 'cancel' });
        });
      }),
  });
  const failed = failureOf(client.callTool('a', {}, { task: { maxMs: 5_000 } }));
  await answer(await next(), begun({ status: 'input_required' }));
  await clock.advance(500);
  await answer(await next(), modernTask('input_required', { inputRequests: { f: form } }));
  await clock.advance(4_500);
  expect(await failed).toMatchObject({ code: 'TIMED_OUT' });
  expect(withdrawn).toBe(true);
  await expect(next()).rejects.toThrow('nothing');
  expect(clock.waiting).toBe(0);
});
