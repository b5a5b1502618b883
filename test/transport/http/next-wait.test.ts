import { expect, test } from 'vitest';
import { nextWaitMs, waitFully } from '../../../src/transport/http/next-wait.ts';
import { ManualClock } from '../../fixtures/http/channel-manual-clock.ts';
import { proves } from '../../support/proves.ts';

const waits = [
  { why: 'no retry, first', retryMs: undefined, fruitless: 0, ms: 1_000 },
  { why: 'no retry, second', retryMs: undefined, fruitless: 1, ms: 1_500 },
  { why: 'no retry, third', retryMs: undefined, fruitless: 2, ms: 2_250 },
  { why: 'no retry, at the end', retryMs: undefined, fruitless: 20, ms: 30_000 },
  { why: 'retry, first', retryMs: 500, fruitless: 0, ms: 500 },
  { why: 'retry, second', retryMs: 500, fruitless: 1, ms: 750 },
  { why: 'a long retry is kept to', retryMs: 120_000, fruitless: 0, ms: 120_000 },
  { why: 'a long retry does not grow', retryMs: 120_000, fruitless: 5, ms: 120_000 },
  { why: 'no wait at all would be a storm', retryMs: 0, fruitless: 0, ms: 50 },
];
for (const { why, retryMs, fruitless, ms } of waits) {
  proves(['HTL-14', 'HTL-18', 'W-03'], why, () => {
    expect(nextWaitMs(retryMs, fruitless)).toBe(ms);
  });
}

proves('HTL-14', 'a timer that fires early does not shorten the wait', () => {
  const clock = new ManualClock();
  clock.earlyMs = 20;
  let woken: number | undefined;
  waitFully(clock, 500, () => (woken = clock.now()));
  clock.advance(490);
  expect(woken).toBeUndefined();
  clock.advance(10);
  expect(woken).toBe(500);
});

test('a wait that was given up wakes nobody', () => {
  const clock = new ManualClock();
  const wait = waitFully(clock, 500, () => expect.unreachable());
  wait.cancel();
  clock.advance(1_000);
  expect(clock.waiting).toBe(0);
});
