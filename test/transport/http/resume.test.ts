import { expect, test } from 'vitest';
import { Play } from '../../fixtures/http/channel-play.ts';
import { proves } from '../../support/proves.ts';

const answer = { jsonrpc: '2.0', id: 1, result: {} };
const note = { jsonrpc: '2.0', method: 'notifications/message', params: {} };

/** A channel in a legacy session that has sent one request. */
function legacy(options?: ConstructorParameters<typeof Play>[0]): Play {
  const play = new Play(options);
  play.shakeHands('session-1');
  play.request(1);
  return play;
}

proves(
  ['W-01', 'HTL-14', 'HTL-15', 'HTL-16', 'HTL-19'],
  'a stream that the server ends after a priming event is gone on with, when it said so',
  () => {
    const play = legacy();
    play.script.call(-1).events().chunk('id: p1\nretry: 500\ndata:\n\n').end();
    const before = play.script.calls.length;
    play.clock.advance(499);
    expect(play.script.calls).toHaveLength(before);
    play.clock.advance(1);
    const resumed = play.script.call(-1);
    expect(play.script.calls).toHaveLength(before + 1);
    expect(resumed.request.method).toBe('GET');
    expect(resumed.request.headers).toStrictEqual({
      Accept: 'text/event-stream',
      'Mcp-Session-Id': 'session-1',
      'MCP-Protocol-Version': '2025-11-25',
      'Last-Event-ID': 'p1',
    });
    resumed.events().event(note, 'p2').event(answer, 'p3');
    expect(play.recorder.told).toStrictEqual([
      { kind: 'message', value: note, via: 1 },
      { kind: 'message', value: answer, via: 1 },
    ]);
    expect(resumed.aborted).toBe(true);
    expect(play.clock.waiting).toBe(0);
  },
);

proves(
  'HTL-14',
  'the retry of a resumed stream holds for the next, and the position moves on',
  () => {
    const play = legacy();
    play.script.call(-1).events().chunk('id: 1\nretry: 100\ndata:\n\n').end();
    play.clock.advance(100);
    play.script.call(-1).events().chunk('id: 2\nretry: 700\ndata:\n\n').broke();
    const before = play.script.calls.length;
    play.clock.advance(699);
    expect(play.script.calls).toHaveLength(before);
    play.clock.advance(1);
    expect(play.script.call(-1).header('last-event-id')).toBe('2');
  },
);

proves('HTL-18', 'without a retry the wait is our own', () => {
  const play = legacy();
  play.script.call(-1).events().event(note, '1').broke();
  const before = play.script.calls.length;
  play.clock.advance(999);
  expect(play.script.calls).toHaveLength(before);
  play.clock.advance(1);
  expect(play.script.calls).toHaveLength(before + 1);
});

proves('HTL-16', 'positions of two streams are never mixed', () => {
  const play = legacy();
  play.request(2);
  const second = play.script.call(-1).events().event(note, 'b7');
  const first = play.script.call(-2).events().event(note, 'a3');
  first.end();
  second.end();
  play.clock.advance(1_000);
  expect(play.script.calls.slice(-2).map((call) => call.header('last-event-id'))).toStrictEqual([
    'a3',
    'b7',
  ]);
});

proves('HTL-17', 'without a position the answer is lost at once', () => {
  for (const events of [
    '',
    'data: {"jsonrpc":"2.0","method":"m"}\n\n',
    'id: 1\ndata:\n\nid:\ndata:\n\n',
  ]) {
    const play = legacy();
    play.script.call(-1).events().chunk(events).end();
    expect(play.recorder.failures).toMatchObject([{ kind: 'stream-ended', how: 'ended' }]);
    expect(play.clock.waiting).toBe(0);
  }
});

proves('HTL-19', 'after the answer nothing is opened again', () => {
  const play = legacy();
  play.script.call(-1).events().event(answer, '1').end();
  const before = play.script.calls.length;
  play.clock.advance(120_000);
  expect(play.script.calls).toHaveLength(before);
});

proves('HTTP-14', 'in the modern era nothing is resumed, whatever ids there are', () => {
  const play = new Play();
  play.channel.adopt({ era: 'modern', revision: '2026-07-28' });
  play.request(1);
  play.script.call(0).events().chunk('id: 1\nretry: 10\ndata:\n\n').end();
  expect(play.recorder.failures).toMatchObject([{ kind: 'stream-ended', how: 'ended' }]);
  play.clock.advance(120_000);
  expect(play.script.calls).toHaveLength(1);
});

test('before an era is known only a handshake can be resumed', () => {
  const play = new Play();
  play.request(1, 'server/discover');
  play.script.call(0).events().event(note, '1').end();
  expect(play.recorder.failures).toHaveLength(1);
  play.request(2, 'initialize');
  play.script.call(1).events({ 'mcp-session-id': 's' }).event(note, '1').end();
  play.clock.advance(1_000);
  expect(play.script.call(2).request.headers).toMatchObject({
    'Mcp-Session-Id': 's',
    'Last-Event-ID': '1',
  });
  play.script
    .call(2)
    .events()
    .event({ ...answer, id: 2 });
  expect(play.recorder.told.at(-1)).toMatchObject({ kind: 'message', via: 2 });
});

for (const status of [400, 404, 405, 406, 409, 410]) {
  proves('HTL-18', `${status} refuses to resume, and the call ends with that`, () => {
    const play = legacy();
    play.script.call(-1).events().event(note, '1').end();
    play.clock.advance(1_000);
    play.script.call(-1).answer(status, {}, 'no');
    expect(play.recorder.failures).toStrictEqual([
      {
        kind: 'stream-ended',
        how: 'resume-refused',
        detail: `the GET with Last-Event-ID was answered with HTTP ${status}`,
      },
    ]);
    expect(play.clock.waiting).toBe(0);
  });
}

test('a reply that is no event stream refuses to resume too', () => {
  const play = legacy();
  play.script.call(-1).events().event(note, '1').end();
  play.clock.advance(1_000);
  play.script.call(-1).answer(200, { 'content-type': 'text/html' });
  expect(play.recorder.failures).toMatchObject([{ kind: 'stream-ended', how: 'resume-refused' }]);
});

test('a busy server is asked again, but not for ever', () => {
  for (const fail of [
    (play: Play): void => play.script.call(-1).answer(503),
    (play: Play): void => play.script.call(-1).broke(),
    (play: Play): void => play.script.call(-1).events().end(),
  ]) {
    const play = legacy();
    play.script.call(-1).events().event(note, '1').end();
    const before = play.script.calls.length;
    while (play.recorder.failures.length === 0 && play.script.calls.length < 50) {
      play.clock.advance(30_000);
      fail(play);
    }
    expect(play.script.calls.length - before).toBe(9);
    expect(play.clock.waiting).toBe(0);
  }
});

test('a server that moves on with each visit is visited as long as the call lasts', () => {
  const play = legacy();
  play.script.call(-1).events().chunk('id: 0\nretry: 100\ndata:\n\n').end();
  for (let visit = 1; visit <= 100; visit += 1) {
    play.clock.advance(100);
    expect(play.script.call(-1).header('last-event-id')).toBe(`${visit - 1}`);
    play.script.call(-1).events().chunk(`id: ${visit}\ndata:\n\n`).end();
  }
  play.clock.advance(100);
  play.script.call(-1).events().event(answer);
  expect(play.recorder.messages).toStrictEqual([answer]);
});

test.each(['waiting', 'open'] as const)('abandoned while it is %s', (when) => {
  const play = legacy();
  play.script.call(-1).events().event(note, '1').end();
  if (when === 'open') play.clock.advance(1_000);
  const before = play.script.calls.length;
  play.channel.abandon(1);
  play.clock.advance(120_000);
  expect(play.script.calls).toHaveLength(before);
  expect(play.script.call(-1).aborted).toBe(when === 'open');
  expect(play.recorder.failures).toStrictEqual([]);
});

test('a message over the limit on a resumed stream loses the call', () => {
  const play = legacy({ limits: { maxMessageBytes: 100 } });
  play.script.call(-1).events().event(note, '1').end();
  play.clock.advance(1_000);
  play.script
    .call(-1)
    .events()
    .chunk(`data: ${'x'.repeat(200)}\n\n`);
  expect(play.recorder.failures).toStrictEqual([{ kind: 'message-too-large', maxBytes: 100 }]);
  expect(play.script.call(-1).aborted).toBe(true);
});
