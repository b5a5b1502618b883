import { expect, test } from 'vitest';
import { Play } from '../../fixtures/http/channel-play.ts';
import { proves } from '../../support/proves.ts';

const note = { jsonrpc: '2.0', method: 'notifications/tools/list_changed' };

/** A channel in a legacy session that listens. */
function listening(options?: ConstructorParameters<typeof Play>[0]): Play {
  const play = new Play(options);
  play.shakeHands('session-1');
  play.channel.listen();
  return play;
}

proves(
  ['HTL-09', 'HTL-04', 'HTL-05'],
  'the stream is opened by GET, and what comes on it belongs to no request',
  () => {
    const play = listening();
    const call = play.script.call(-1);
    expect(call.request.method).toBe('GET');
    expect(call.request.headers).toStrictEqual({
      Accept: 'text/event-stream',
      'Mcp-Session-Id': 'session-1',
      'MCP-Protocol-Version': '2025-11-25',
    });
    const ask = { jsonrpc: '2.0', id: 0, method: 'roots/list' };
    call.events().event(note).event(ask);
    expect(play.recorder.told).toStrictEqual([
      { kind: 'message', value: note, via: undefined },
      { kind: 'message', value: ask, via: undefined },
    ]);
  },
);

test('listening twice is listening once', () => {
  const play = listening();
  const before = play.script.calls.length;
  play.channel.listen();
  expect(play.script.calls).toHaveLength(before);
});

proves('HTTP-16', 'in the modern era there is no such stream', () => {
  const play = new Play();
  play.channel.listen();
  play.channel.adopt({ era: 'modern', revision: '2026-07-28' });
  play.channel.listen();
  expect(play.script.calls).toHaveLength(0);
});

for (const status of [400, 404, 405]) {
  proves('HTL-09', `${status} means that it is not offered: no second try, and no word`, () => {
    const play = listening();
    play.script.call(-1).answer(status, {}, 'no');
    const before = play.script.calls.length;
    play.clock.advance(600_000);
    expect(play.script.calls).toHaveLength(before);
    expect(play.recorder.told).toStrictEqual([]);
  });
}

const refusals = [
  { why: '409', status: 409, headers: {}, failure: { kind: 'http-status', status: 409 } },
  { why: '401', status: 401, headers: {}, failure: { kind: 'http-status', status: 401 } },
  { why: '410', status: 410, headers: {}, failure: { kind: 'http-status', status: 410 } },
  {
    why: 'HTML',
    status: 200,
    headers: { 'content-type': 'text/html' },
    failure: { kind: 'unusable-reply' },
  },
  {
    why: 'JSON',
    status: 200,
    headers: { 'content-type': 'application/json' },
    failure: { kind: 'unusable-reply' },
  },
  { why: 'no content', status: 204, headers: {}, failure: { kind: 'unusable-reply' } },
];
test.each(refusals)(
  'another refusal is told once, without a second try: $why',
  ({ status, headers, failure }) => {
    const play = listening();
    play.script.call(-1).answer(status, headers);
    const before = play.script.calls.length;
    play.clock.advance(600_000);
    expect(play.script.calls).toHaveLength(before);
    expect(play.recorder.told).toMatchObject([
      { kind: 'report', notice: { kind: 'listening-ended', failure } },
    ]);
  },
);

test('a stream that worked and is then refused is told of', () => {
  const play = listening();
  play.script.call(-1).events().event(note).end();
  play.clock.advance(1_000);
  play.script.call(-1).answer(405);
  expect(play.recorder.told.at(-1)).toMatchObject({
    kind: 'report',
    notice: { kind: 'listening-ended', failure: { kind: 'http-status', status: 405 } },
  });
});

proves(
  'W-03',
  'a stream that is closed at once, for ever, is opened with back-off, and given up',
  () => {
    const play = listening();
    const openedAt: number[] = [];
    while (play.recorder.told.length === 0 && play.script.calls.length < 50) {
      openedAt.push(play.clock.now());
      play.script.call(-1).events().end();
      const seen = play.script.calls.length;
      do play.clock.advance(10);
      while (play.script.calls.length === seen && play.clock.waiting > 0);
    }
    const waits = openedAt.slice(1).map((at, index) => at - (openedAt[index] ?? 0));
    expect(waits).toStrictEqual([1_000, 1_500, 2_250, 3_380, 5_070, 7_600, 11_400, 17_090]);
    expect(play.recorder.told).toStrictEqual([
      {
        kind: 'report',
        notice: {
          kind: 'listening-ended',
          failure: { kind: 'stream-ended', how: 'ended', detail: 'the server closed it' },
        },
      },
    ]);
    const before = play.script.calls.length;
    play.clock.advance(600_000);
    expect(play.script.calls).toHaveLength(before);
  },
);

proves('W-03', 'a priming event alone is no reason to go on', () => {
  const play = listening();
  let opened = 0;
  while (play.recorder.told.length === 0 && play.script.calls.length < 50) {
    opened += 1;
    play.script.call(-1).events().chunk(`id: ${opened}\nretry: 100\ndata:\n\n`).end();
    play.clock.advance(30_000);
  }
  expect(opened).toBe(9);
});

proves('W-03', 'a message makes the budget whole again, and the wait short', () => {
  const play = listening();
  for (let time = 0; time < 5; time += 1) {
    play.script.call(-1).events().end();
    play.clock.advance(30_000);
  }
  play.script.call(-1).events().event(note).end();
  const before = play.script.calls.length;
  play.clock.advance(1_000);
  expect(play.script.calls).toHaveLength(before + 1);
  for (let time = 0; time < 8; time += 1) {
    play.script.call(-1).events().end();
    play.clock.advance(30_000);
  }
  expect(play.recorder.of('report')).toStrictEqual([]);
});

proves(['W-03', 'W-06'], 'a silent stream that is cut after a while is not lost', () => {
  const play = listening();
  for (let time = 0; time < 50; time += 1) {
    const call = play.script.call(-1).events();
    play.clock.advance(60_000);
    expect(call.aborted).toBe(false);
    call.broke();
    play.clock.advance(1_000);
  }
  expect(play.recorder.told).toStrictEqual([]);
});

proves(
  ['HTL-14', 'HTL-20'],
  'it is opened again when the server said, after the position it had',
  () => {
    const play = listening();
    play.script.call(-1).events().chunk('retry: 3000\n').event(note, 'e1').end();
    const before = play.script.calls.length;
    play.clock.advance(2_999);
    expect(play.script.calls).toHaveLength(before);
    play.clock.advance(1);
    expect(play.script.call(-1).header('last-event-id')).toBe('e1');
  },
);

test('a server that cannot be reached for a while is asked again', () => {
  const play = listening();
  play.script.call(-1).broke({ systemCode: 'ECONNREFUSED', detail: 'refused', beforeSent: true });
  play.clock.advance(1_000);
  play.script.call(-1).answer(503);
  play.clock.advance(1_500);
  play.script.call(-1).events().event(note);
  expect(play.recorder.messages).toStrictEqual([note]);
});

test('what cannot be read on it is reported, and it goes on', () => {
  const play = listening({ limits: { maxMessageBytes: 70 } });
  play.script
    .call(-1)
    .events()
    .chunk(`data: nonsense\n\ndata: "${'x'.repeat(80)}"\n\n`)
    .event(note);
  expect(play.recorder.told).toMatchObject([
    { kind: 'report', notice: { failure: { kind: 'unreadable-message' } } },
    { kind: 'report', notice: { failure: { kind: 'message-too-large', maxBytes: 70 } } },
    { kind: 'message', value: note },
  ]);
});

proves('H-05', 'closing ends it without a word of loss', async () => {
  for (const open of [true, false]) {
    const play = listening();
    const call = play.script.call(-1).events();
    if (!open) call.end();
    const closing = play.channel.close();
    play.script.call(-1).answer(200);
    await closing;
    expect(call.aborted).toBe(open);
    expect(play.recorder.told).toStrictEqual([{ kind: 'closed', failure: { kind: 'closed' } }]);
    const before = play.script.calls.length;
    play.clock.advance(600_000);
    expect(play.script.calls).toHaveLength(before);
  }
});
