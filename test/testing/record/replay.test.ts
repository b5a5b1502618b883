import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { connect } from '../../../src/index.ts';
import { defaultLimits, type Channel, type Target } from '../../../src/protocol/index.ts';
import { replay, tap } from '../../../src/testing/record/index.ts';
import { http } from '../../../src/transport/index.ts';
import { SseServer } from '../../fixtures/client/sse-server.ts';
import { pipeTalker } from '../../fixtures/record/targets.ts';
import { Heard } from '../../fixtures/record/heard.ts';
import { FakeClock, settle } from '../../support/fake-clock.ts';

const me = { name: 'tester', version: '2.0.0' };

const fixture = (name: string): Promise<string> => {
  return readFile(join(import.meta.dirname, '../../fixtures/record', `${name}.jsonl`), 'utf8');
};

describe('a report of a server that dies in a call', () => {
  test('is a test: progress, then how the server ended', async () => {
    await using client = await connect(replay(await fixture('dies-in-a-call')), me);
    expect(client.server).toMatchObject({ revision: '2025-11-25', name: 'legacy' });
    const progress: number[] = [];
    const onProgress = (each: { readonly progress: number }): void =>
      void progress.push(each.progress);
    const counting = client.callTool('count', { to: 2 }, { onProgress });
    const leaving = client.callTool('exit', { token: 'another-token' });
    await expect(leaving).rejects.toMatchObject({
      code: 'SERVER_EXITED',
      failure: { exitCode: 3, stderr: ['hello from legacy, SECRET is [withheld]', 'leaving'] },
    });
    await expect(counting).rejects.toMatchObject({ code: 'SERVER_EXITED' });
    expect(progress).toEqual([1, 2]);
  });

  test('calls that were made at once may come in another order', async () => {
    await using client = await connect(replay(await fixture('dies-in-a-call')), me);
    const calls = [client.callTool('exit', { token: 'x' }), client.callTool('count', { to: 2 })];
    for (const call of calls) {
      await expect(call).rejects.toMatchObject({ code: 'SERVER_EXITED' });
    }
  });

  test.each([
    { why: 'another tool', name: 'other', given: {}, came: 'with {"name":"other","arguments":{}}' },
    {
      why: 'another argument',
      name: 'count',
      given: { to: 3, token: 'S3cret' },
      came: '"token":"<redacted>"',
    },
    {
      why: 'an argument more',
      name: 'count',
      given: { to: 2, from: 1 },
      came: '"arguments":{"to":2,"from":1}',
    },
    {
      why: 'an argument less',
      name: 'count',
      given: {},
      came: 'with {"name":"count","arguments":{}}',
    },
  ])('$why is not what was recorded', async ({ name, given, came }) => {
    await using client = await connect(replay(await fixture('dies-in-a-call')), me);
    const error = await client.callTool(name, given).catch((failure: unknown) => failure);
    expect(error).toMatchObject({ code: 'UNSENDABLE' });
    expect(String(error)).toContain(
      'the recording expects the request tools/call with {"name":"count","arguments":{"to":2}}, and not the request tools/call',
    );
    expect(String(error)).toContain(came);
    expect(String(error)).not.toContain('S3cret');
  });

  test('it is played once: there is no further channel', async () => {
    const target = replay(await fixture('dies-in-a-call'));
    await (await connect(target, me)).close();
    await expect(connect(target, me)).rejects.toMatchObject({
      code: 'UNREACHABLE',
      failure: { detail: 'the recording has no further channel' },
    });
  });
});

/** A recording of one channel. */
const recording = (...records: readonly object[]): string => {
  const head = { format: 'garuda-wire-log', version: 1, kind: 'pipe', label: 'made' };
  const placed = [{ event: 'opened' }, ...records].map((each, t) => ({ t, channel: 1, ...each }));
  return [head, ...placed].map((each) => `${JSON.stringify(each)}\n`).join('');
};

const request = (n: number, id: number | string, params: object = {}): object => {
  const message = { jsonrpc: '2.0', id, method: 'ask', params };
  return { event: 'sent', n, head: 'request', method: 'ask', id, message };
};

const received = (message: object, more: object = {}): object => {
  return { event: 'received', message: { jsonrpc: '2.0', ...message }, ...more };
};

const open = (target: Target): { channel: Channel; heard: Heard } => {
  const heard = new Heard();
  return { channel: target.open(heard, defaultLimits), heard };
};

const ask = (channel: Channel, id: number, params: object = {}): void => {
  const text = JSON.stringify({ jsonrpc: '2.0', id, method: 'ask', params });
  channel.send(text, { kind: 'request', method: 'ask', id });
};

describe('a channel that is played', () => {
  test('answers, progress, subscriptions and failures come under the ids of this client', async () => {
    const told = { progressToken: 'p', progress: 1 };
    const meta = { _meta: { 'io.modelcontextprotocol/subscriptionId': 'one' } };
    const { channel, heard } = open(
      replay(
        recording(
          request(1, 'one', { _meta: { progressToken: 'p' } }),
          received({ method: 'notifications/progress', params: told }, { via: 'one' }),
          received({ method: 'notifications/x', params: meta }),
          received({ method: 'notifications/cancelled', params: { requestId: 'one' } }),
          received({ id: 'one', result: meta }, { via: 'one' }),
          request(2, 'two'),
          { event: 'failed', id: 'two', failure: { kind: 'closed' } },
        ),
      ),
    );
    ask(channel, 7, { _meta: { progressToken: 70 } });
    await heard.count(4);
    const renamed = { _meta: { 'io.modelcontextprotocol/subscriptionId': 7 } };
    expect(heard.messages).toEqual([
      {
        jsonrpc: '2.0',
        method: 'notifications/progress',
        params: { progressToken: 70, progress: 1 },
      },
      { jsonrpc: '2.0', method: 'notifications/x', params: renamed },
      { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 7 } },
      { jsonrpc: '2.0', id: 7, result: renamed },
    ]);
    expect(heard.vias).toEqual([7, undefined, undefined, 7]);
    ask(channel, 8);
    await heard.count(5);
    expect(heard.log.at(-1)).toEqual({ failed: 8, failure: { kind: 'closed' } });
    await channel.close();
    await channel.close();
    expect(heard.log.slice(5)).toEqual([{ closed: { kind: 'closed' } }]);
  });

  test('a batch is renamed member by member, and requests of the server keep their ids', async () => {
    const question = { jsonrpc: '2.0', id: 'one', method: 'roots/list' };
    const cancelled = {
      jsonrpc: '2.0',
      method: 'notifications/cancelled',
      params: { requestId: 'one' },
    };
    const batch = [question, cancelled, { jsonrpc: '2.0', id: 'one', result: {} }];
    const { channel, heard } = open(
      replay(recording(request(1, 'one'), { event: 'received', message: batch })),
    );
    ask(channel, 3);
    await heard.count(1);
    expect(heard.messages).toEqual([[question, cancelled, { jsonrpc: '2.0', id: 3, result: {} }]]);
  });

  test('nothing comes before what it came after', async () => {
    const { channel, heard } = open(
      replay(
        recording(
          request(1, 1, { a: 1 }),
          received({ id: 1, result: {} }),
          request(2, 2, { b: 1 }),
          received({ id: 2, result: {} }),
        ),
      ),
    );
    ask(channel, 2, { b: 1 });
    await settle();
    expect(heard.log).toEqual([]);
    ask(channel, 1, { a: 1 });
    await heard.count(2);
    expect(heard.messages).toMatchObject([{ id: 1 }, { id: 2 }]);
  });

  test('what was given up is not told', async () => {
    const text = recording(
      request(1, 1, { a: 1 }),
      request(2, 2, { a: 2 }),
      received({ id: 1, result: {} }, { via: 1 }),
      { event: 'failed', id: 2, failure: { kind: 'closed' } },
      received({ method: 'x' }),
    );
    const { channel, heard } = open(replay(text));
    ask(channel, 5, { a: 1 });
    ask(channel, 6, { a: 2 });
    channel.abandon(5);
    channel.abandon(6);
    await heard.count(1);
    expect(heard.log).toMatchObject([{ message: { method: 'x' } }]);
  });

  test('an answer of ours is the one to the same question', async () => {
    const answer = (n: number, id: string): object => {
      return { event: 'sent', n, head: 'response', method: 'roots/list', id, message: { id } };
    };
    const text = recording(answer(1, 'q1'), received({ method: 'x' }), answer(2, 'q2'));
    const { channel, heard } = open(replay(text));
    const say = (id: string): void => {
      channel.send(JSON.stringify({ id }), { kind: 'response', method: 'roots/list', id });
    };
    say('q2');
    await settle();
    await settle();
    expect(heard.log).toEqual([]);
    say('q1');
    await heard.count(1);
    expect(heard.messages).toMatchObject([{ method: 'x' }]);
  });

  test('what became of a notification comes at its place; of one that is not expected, at once', async () => {
    const sent = { event: 'sent', n: 1, head: 'notification', method: 'n', message: {} };
    const failure = { kind: 'unsendable', detail: 'no' };
    const { channel, heard } = open(
      replay(
        recording(
          sent,
          { event: 'refused', n: 1, failure },
          { event: 'report', notice: { kind: 'noise', text: 'x' } },
        ),
      ),
    );
    channel.send('{}', { kind: 'notification', method: 'n', delivered: heard.delivered });
    await heard.count(2);
    expect(heard.log).toEqual([{ delivered: failure }, { report: { kind: 'noise', text: 'x' } }]);
    channel.send('{}', { kind: 'notification', method: 'm', delivered: heard.delivered });
    channel.send('{}', { kind: 'notification', method: 'm' });
    await heard.count(4);
    const detail = 'the recording expects no further message, and not the notification m';
    const unsendable = { kind: 'unsendable', detail };
    expect(heard.log.slice(2)).toEqual([
      { delivered: unsendable },
      { report: { kind: 'undelivered', method: 'm', failure: unsendable } },
    ]);
  });

  test('with a clock the waits are those of the recording', async () => {
    const clock = new FakeClock();
    const text = recording(
      request(1, 1),
      { ...received({ id: 1, result: {} }), t: 1_002 },
      { ...received({ method: 'x' }), t: 1_502 },
    );
    const { channel, heard } = open(replay(text, { clock }));
    await clock.advance(10_000);
    ask(channel, 1);
    await settle();
    await clock.advance(999);
    await settle();
    expect(heard.log).toEqual([]);
    await clock.advance(2);
    await heard.count(1);
    await clock.advance(400);
    expect(heard.log).toHaveLength(1);
    await channel.close();
    expect(clock.waiting).toBe(0);
    expect(heard.log.at(-1)).toEqual({ closed: { kind: 'closed' } });
  });

  test('nothing is sent on one that has ended', async () => {
    const { channel, heard } = open(
      replay(
        recording(request(1, 1), {
          event: 'closed',
          failure: { kind: 'exited', exitCode: 1, signal: null, stderr: [] },
        }),
      ),
    );
    ask(channel, 1);
    await heard.count(1);
    channel.send('{}', { kind: 'notification', method: 'n', delivered: heard.delivered });
    await heard.count(2);
    expect(heard.log).toMatchObject([
      { closed: { exitCode: 1 } },
      { delivered: { kind: 'closed' } },
    ]);
  });
});

test('the older transport is played where it was recorded', async () => {
  await using server = await SseServer.start(405);
  const lines: string[] = [];
  const use = async (target: Target): Promise<unknown> => {
    await using client = await connect(target, me);
    return [client.server, await client.callTool('echo', { text: 'hi' })];
  };
  const first = await use(tap(http(server.url, { label: 'old' }), (line) => lines.push(line)));
  expect(lines.join('')).toContain('"older":true');
  expect(await use(replay(lines.join('')))).toEqual(first);
});

test('a label of one’s own stands in errors', async () => {
  const target = replay(await fixture('dies-in-a-call'), { label: 'bug 7' });
  await using client = await connect(target, me);
  await expect(client.callTool('x')).rejects.toThrow('bug 7: ');
});

const head = '{"format":"garuda-wire-log","version":1,"kind":"pipe","label":"x"}';

test.each([
  {
    why: 'nothing',
    text: '',
    says: 'line 1 of the recording cannot be played: expected a JSON object',
  },
  { why: 'another format', text: '{"format":"har"}', says: 'expected the format garuda-wire-log' },
  {
    why: 'another version',
    text: '{"format":"garuda-wire-log","version":2}',
    says: 'expected version 1 of the format, got "2"',
  },
  {
    why: 'no kind',
    text: '{"format":"garuda-wire-log","version":1}',
    says: 'expected a kind, pipe or http',
  },
  {
    why: 'no JSON',
    text: `${head}\n{"t":1,"cha`,
    says: 'line 2 of the recording cannot be played: expected a JSON object',
  },
  {
    why: 'no event',
    text: `${head}\n{"t":1,"channel":1}`,
    says: 'expected the members t, channel and event',
  },
  {
    why: 'a channel that was not opened',
    text: `${head}\n{"t":1,"channel":1,"event":"close"}`,
    says: 'expected a channel that was opened before',
  },
  {
    why: 'half a record',
    text: recording({ event: 'failed', id: 1 }),
    says: 'line 3 of the recording cannot be played: expected the member failure in "failed"',
  },
  {
    why: 'a message that was cut',
    text: recording({ event: 'received', cut: { length: 99, begin: '' } }),
    says: 'only the beginning of a message of 99 characters: record it with a larger maxLineLength',
  },
])('a text cannot be played: $why', ({ text, says }) => {
  expect(() => replay(text)).toThrow(says);
});

test('events that this version does not know are passed over', async () => {
  await using talker = pipeTalker('modern');
  const lines: string[] = [];
  await (
    await connect(
      tap(talker.target, (line) => lines.push(line)),
      me,
    )
  ).close();
  lines.splice(2, 0, '{"t":1,"channel":1,"event":"of-tomorrow"}\n');
  await (await connect(replay(lines.join('')), me)).close();
  expect(lines.at(-1)).toContain('"closed"');
});
