import { expect, test } from 'vitest';
import { ManualClock } from '../../fixtures/http/channel-manual-clock.ts';
import { Play, settle } from '../../fixtures/http/channel-play.ts';
import type { SseChannel } from '../../../src/transport/http/sse-channel.ts';
import { proves } from '../../support/proves.ts';

const answer = { jsonrpc: '2.0', id: 1, result: {} };
const note = { jsonrpc: '2.0', method: 'notifications/message', params: {} };

function open(options?: ConstructorParameters<typeof Play>[0]): {
  play: Play;
  channel: SseChannel;
} {
  const play = new Play(options);
  return { play, channel: play.openOlder() };
}

function request(channel: SseChannel, id: number): void {
  const text = JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/list' });
  channel.send(text, { kind: 'request', method: 'tools/list', id });
}

/** A channel whose address is known. */
function opened(): { play: Play; channel: SseChannel } {
  const { play, channel } = open();
  play.script.call(0).events().chunk('event: endpoint\ndata: /messages?session_id=s\n\n');
  return { play, channel };
}

proves(
  ['SSE-01', 'SSE-03', 'SSE-04'],
  'messages wait for the address, go there in order, and are answered on the stream',
  () => {
    const { play, channel } = open();
    const stream = play.script.call(0);
    expect(stream.request.method).toBe('GET');
    expect(stream.request.headers).toStrictEqual({ Accept: 'text/event-stream' });
    request(channel, 1);
    request(channel, 2);
    expect(play.script.calls).toHaveLength(1);
    stream.events().chunk('event: endpoint\ndata: /messages?session_id=s\n\n');
    request(channel, 3);
    const posts = play.script.calls.slice(1);
    expect(posts.map((call) => call.request.url.href)).toStrictEqual(
      Array.from({ length: 3 }, () => 'https://mcp.example.com/messages?session_id=s'),
    );
    expect(posts.map((call) => JSON.parse(call.request.body ?? '') as unknown)).toMatchObject([
      { id: 1 },
      { id: 2 },
      { id: 3 },
    ]);
    expect(posts[0]?.request.headers).toStrictEqual({
      Accept: 'application/json, text/event-stream',
      'Content-Type': 'application/json',
    });
    for (const post of posts) post.answer(202, {}, 'Accepted');
    stream.event(note).chunk(`event: message\ndata: ${JSON.stringify(answer)}\n\n`);
    expect(play.recorder.told).toStrictEqual([
      { kind: 'message', value: note, via: undefined },
      { kind: 'message', value: answer, via: undefined },
    ]);
    play.clock.advance(120_000);
    expect(play.recorder.told).toHaveLength(2);
  },
);

const addresses = [
  { data: 'messages', href: 'https://mcp.example.com/messages' },
  { data: '?s=1', href: 'https://mcp.example.com/mcp?s=1' },
  { data: 'https://mcp.example.com/m', href: 'https://mcp.example.com/m' },
];
for (const { data, href } of addresses) {
  proves('SSE-01', `the address ${data} is resolved against that of the stream`, () => {
    const { play, channel } = open();
    play.script.call(0).events().chunk(`event: endpoint\ndata: ${data}\n\n`);
    request(channel, 1);
    expect(play.script.call(1).request.url.href).toBe(href);
  });
}

const strangers = [
  { data: 'https://evil.example/m?t=hunter22', says: 'another origin, https://evil.example' },
  { data: 'http://mcp.example.com/m', says: 'another origin, http://mcp.example.com' },
  { data: '//evil.example/', says: 'another origin, https://evil.example' },
  { data: 'http://', says: 'no URL' },
];
for (const { data, says } of strangers) {
  proves(['SSE-02', 'SEC-04'], `the address ${data} ends the channel`, () => {
    const { play, channel } = open();
    request(channel, 1);
    const stream = play.script.call(0).events().chunk(`event: endpoint\ndata: ${data}\n\n`);
    const detail = `its endpoint event names ${says}`;
    expect(play.recorder.told).toStrictEqual([
      { kind: 'closed', failure: { kind: 'unusable-reply', status: 200, detail } },
    ]);
    expect(play.script.calls).toHaveLength(1);
    expect(stream.aborted).toBe(true);
  });
}

proves('SSE-04', 'the wait for the address ends', () => {
  for (const started of [true, false]) {
    const { play } = open();
    if (started) play.script.call(0).events().event(note);
    play.clock.advance(9_999);
    expect(play.recorder.of('closed')).toStrictEqual([]);
    play.clock.advance(1);
    expect(play.recorder.of('closed')).toMatchObject([
      { failure: { kind: 'stream-ended', detail: 'no endpoint event came within 10000 ms' } },
    ]);
    expect(play.script.call(0).aborted).toBe(true);
  }
});

proves('SSE-05', 'with the stream the channel ends, and so do its messages', () => {
  const { play, channel } = opened();
  request(channel, 1);
  channel.send('{}', { kind: 'notification', method: 'n', delivered: play.recorder.delivered });
  play.script.call(0).broke();
  expect(play.recorder.told).toStrictEqual([
    { kind: 'delivered', failure: { kind: 'closed' } },
    {
      kind: 'closed',
      failure: {
        kind: 'stream-ended',
        how: 'broken',
        detail: 'the connection was reset (ECONNRESET)',
      },
    },
  ]);
  expect(play.script.calls.slice(1).every(({ aborted }) => aborted)).toBe(true);
  expect(play.lineClosed).toBe(1);
  expect(play.clock.waiting).toBe(0);
});

const refusals = [
  { status: 405, headers: {}, failure: { kind: 'http-status', status: 405, body: 'no' } },
  { status: 401, headers: {}, failure: { kind: 'http-status', status: 401 } },
  { status: 200, headers: { 'content-type': 'text/html' }, failure: { kind: 'unusable-reply' } },
  {
    status: 200,
    headers: { 'content-type': 'application/json' },
    failure: { kind: 'unusable-reply' },
  },
  { status: 204, headers: {}, failure: { kind: 'unusable-reply' } },
];
test.each(refusals)(
  'a server without such a stream ends the channel: $status',
  ({ status, headers, failure }) => {
    const { play, channel } = open();
    request(channel, 1);
    play.script.call(0).answer(status, headers, 'no');
    expect(play.recorder.told).toMatchObject([{ kind: 'closed', failure }]);
  },
);

test('no connection at all', () => {
  const { play } = open();
  play.script.call(0).broke({ systemCode: 'ECONNREFUSED', detail: 'refused', beforeSent: true });
  expect(play.recorder.told).toMatchObject([
    { kind: 'closed', failure: { kind: 'unreachable', systemCode: 'ECONNREFUSED' } },
  ]);
});

test('a POST that is refused fails its call, and the channel lives', () => {
  const { play, channel } = opened();
  request(channel, 1);
  play.script.call(1).answer(400, {}, 'what session?');
  expect(play.recorder.told).toMatchObject([
    { kind: 'failed', id: 1, failure: { kind: 'http-status', status: 400, inSession: false } },
  ]);
  play.script.call(0).event(note);
  expect(play.recorder.messages).toStrictEqual([note]);
});

test('a second endpoint event changes nothing', () => {
  const { play, channel } = opened();
  play.script.call(0).chunk('event: endpoint\ndata: https://evil.example/\n\n');
  request(channel, 1);
  expect(play.script.call(1).request.url.pathname).toBe('/messages');
});

test('what waits can be abandoned, and has a bound', async () => {
  const { play, channel } = open({ limits: { maxUnsentBytes: 120 } });
  request(channel, 1);
  request(channel, 2);
  request(channel, 3);
  await settle();
  expect(play.recorder.told).toStrictEqual([
    { kind: 'failed', id: 3, failure: { kind: 'peer-not-reading', maxBytes: 120 } },
  ]);
  channel.abandon(1);
  request(channel, 4);
  play.script.call(0).events().chunk('event: endpoint\ndata: /m\n\n');
  expect(play.script.calls.slice(1).map(({ request: { body } }) => body)).toMatchObject([
    expect.stringContaining('"id":2'),
    expect.stringContaining('"id":4'),
  ]);
  channel.abandon(2);
  expect(play.script.call(1).aborted).toBe(true);
});

test('what cannot be read is reported, and the stream goes on', () => {
  const { play } = opened();
  play.script.call(0).chunk('data: nonsense\n\nevent: ping\ndata: {}\n\n').event(note);
  expect(play.recorder.told).toMatchObject([
    { kind: 'report', notice: { kind: 'unreadable-message' } },
    { kind: 'message', value: note },
  ]);
});

proves('H-05', 'closing ends it once, before its address is known too', async () => {
  for (const known of [true, false]) {
    const { play, channel } = known ? opened() : open();
    request(channel, 1);
    channel.send('{}', { kind: 'notification', method: 'n', delivered: play.recorder.delivered });
    channel.adopt();
    channel.listen();
    await Promise.all([channel.close(), channel.close()]);
    request(channel, 2);
    await settle();
    expect(play.recorder.told).toStrictEqual([
      { kind: 'delivered', failure: { kind: 'closed' } },
      { kind: 'closed', failure: { kind: 'closed' } },
    ]);
    expect(play.script.calls.every(({ aborted }) => aborted)).toBe(true);
    expect(play.clock).toBeInstanceOf(ManualClock);
    expect(play.clock.waiting).toBe(0);
  }
});

test('a sign-in at the opening takes its time, and what waits for the address waits with it', async () => {
  let give: (answer: { readonly kind: 'retry' }) => void = () => {};
  const refused = (): Promise<{ readonly kind: 'retry' }> =>
    new Promise((resolve) => (give = resolve));
  const { play, channel } = open({ credentials: { headers: () => ({}), refused } });
  const waits: string[] = [];
  const send = (id: number): void =>
    channel.send(`{"id":${id}}`, {
      kind: 'request',
      method: 'initialize',
      id,
      waits: (something) => waits.push(`${id} ${something}`),
    });
  send(1);
  send(2);
  play.script.call(0).answer(401);
  send(3);
  channel.abandon(2);
  expect(waits).toEqual(['1 true', '2 true', '3 true', '2 false']);
  play.clock.advance(600_000);
  expect(play.recorder.told).toEqual([]);
  give({ kind: 'retry' });
  await settle();
  expect(waits.slice(4)).toEqual(['1 false', '3 false']);
  play.script.call(1).events().chunk('event: endpoint\ndata: /messages\n\n');
  expect(play.script.calls).toHaveLength(4);
  expect(play.clock.waiting).toBe(0);
});

test('closing while a sign-in is waited for at the opening lets everything go', async () => {
  const refused = (): Promise<never> => new Promise(() => {});
  const { play, channel } = open({ credentials: { headers: () => ({}), refused } });
  const waits: boolean[] = [];
  const head = { kind: 'request', method: 'initialize', id: 1 } as const;
  channel.send('{}', { ...head, waits: (something) => waits.push(something) });
  play.script.call(0).answer(401);
  await channel.close();
  expect(waits).toEqual([true, false]);
  expect(play.clock.waiting).toBe(0);
});
