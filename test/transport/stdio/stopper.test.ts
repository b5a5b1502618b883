import { describe, expect, test } from 'vitest';
import { Stopper } from '../../../src/transport/stdio/stopper.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { proves } from '../../support/proves.ts';

const times = { graceMs: 2000, settleMs: 500, killMs: 1000 };

/** A group that a test empties, and what was done to it. */
function start(): {
  done: string[];
  clock: FakeClock;
  stopper: Stopper;
  group: { empty: boolean };
} {
  const done: string[] = [];
  const clock = new FakeClock();
  const group = { empty: false };
  const stopper = new Stopper(
    { signal: (signal) => void done.push(signal), isEmpty: () => group.empty },
    { endStdin: () => done.push('end-stdin'), release: () => done.push('release') },
    clock,
    times,
  );
  return { done, clock, stopper, group };
}

describe('in time', () => {
  proves('H-07', 'stdin, two seconds, SIGTERM, two seconds, SIGKILL', async () => {
    const { done, clock, stopper } = start();
    stopper.tell('begin');
    await clock.advance(1999);
    expect(done).toEqual(['end-stdin']);
    await clock.advance(1);
    expect(done).toEqual(['end-stdin', 'SIGTERM']);
    await clock.advance(1999);
    expect(done).toEqual(['end-stdin', 'SIGTERM']);
    await clock.advance(1);
    expect(done).toEqual(['end-stdin', 'SIGTERM', 'SIGKILL']);
    await clock.advance(1000);
    expect(done).toEqual(['end-stdin', 'SIGTERM', 'SIGKILL', 'release']);
    await stopper.stopped;
    expect(clock.waiting).toBe(0);
  });

  proves('H-07', 'a group without its leader is looked at until it is empty', async () => {
    const { done, clock, stopper, group } = start();
    stopper.tell('leader-gone');
    stopper.tell('begin');
    expect(done).toEqual(['SIGTERM']);
    await clock.advance(700);
    expect(done).toEqual(['SIGTERM']);
    group.empty = true;
    await clock.advance(250);
    expect(done).toEqual(['SIGTERM', 'release']);
    expect(clock.waiting).toBe(0);
  });

  test('an empty group ends it at once', async () => {
    const { done, clock, stopper, group } = start();
    group.empty = true;
    stopper.tell('leader-gone');
    stopper.tell('pipes-closed');
    stopper.tell('begin');
    await stopper.stopped;
    expect(done).toEqual(['SIGTERM', 'release']);
    expect(clock.waiting).toBe(0);
  });

  test('a leader that goes after SIGTERM ends it as soon as the group is empty', async () => {
    const { done, clock, stopper, group } = start();
    stopper.tell('begin');
    await clock.advance(2000);
    group.empty = true;
    stopper.tell('leader-gone');
    await stopper.stopped;
    expect(done).toEqual(['end-stdin', 'SIGTERM', 'release']);
    expect(clock.waiting).toBe(0);
  });
});
