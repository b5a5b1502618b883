import { expect } from 'vitest';
import { Play, settle } from '../fixtures/http/channel-play.ts';
import { proves } from '../support/proves.ts';

const answer = (play: Play, id: number): void => {
  const text = JSON.stringify({ jsonrpc: '2.0', id, result: {} });
  play.channel.send(text, { kind: 'response', method: 'ping', id });
};

proves('W-32', 'an answer that the server never accepts is given up after a minute', () => {
  const play = new Play();
  play.shakeHands();
  answer(play, 7);
  play.clock.advance(59_999);
  expect(play.recorder.told).toEqual([]);
  play.clock.advance(1);
  const failure = { kind: 'unreachable' };
  const notice = { kind: 'undelivered', method: 'ping', failure };
  expect(play.recorder.told).toMatchObject([{ kind: 'report', notice }]);
  expect(play.clock.waiting).toBe(0);
});

proves(
  'W-32',
  'a server that asks without end and accepts no answer is told a thousand',
  async () => {
    const play = new Play();
    play.shakeHands();
    const before = play.script.calls.length;
    for (let id = 0; id < 5_000; id += 1) answer(play, id);
    await settle();
    expect(play.script.calls.length - before).toBe(1_000);
    expect(play.recorder.of('report')).toHaveLength(4_000);
    // Requests are bounded elsewhere, and are not held up by that.
    play.request(1);
    expect(play.script.calls.length - before).toBe(1_001);
    await play.channel.close();
    expect(play.clock.waiting).toBe(0);
  },
);
