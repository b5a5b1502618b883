import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  StopLadder,
  type StopEffect,
  type StopEvent,
} from '../../../src/transport/stdio/stop-ladder.ts';
import { proves } from '../../support/proves.ts';

const times = { graceMs: 2000, settleMs: 500, killMs: 1000 };

/** What a ladder answers to each event, in short. */
function climb(events: readonly StopEvent[]): string[] {
  const ladder = new StopLadder(times);
  return events.map((event) => ladder.handle(event).map(short).join(' '));
}

function short(effect: StopEffect): string {
  if (effect.kind === 'signal-group') return effect.signal;
  return effect.kind === 'wait' ? String(effect.forMs) : effect.kind;
}

const cases: readonly { why: string; steps: readonly (readonly [StopEvent, string])[] }[] = [
  {
    why: 'a server that ends with its stdin',
    steps: [
      ['begin', 'end-stdin 2000'],
      ['leader-gone', '500'],
      ['pipes-closed', 'SIGTERM 2000'],
      ['group-empty', 'done'],
    ],
  },
  {
    why: 'its pipes may close first',
    steps: [
      ['begin', 'end-stdin 2000'],
      ['pipes-closed', ''],
      ['leader-gone', 'SIGTERM 2000'],
      ['group-empty', 'done'],
    ],
  },
  {
    why: 'a server that needs SIGTERM',
    steps: [
      ['begin', 'end-stdin 2000'],
      ['time-up', 'SIGTERM 2000'],
      ['leader-gone', ''],
      ['pipes-closed', ''],
      ['group-empty', 'done'],
    ],
  },
  {
    why: 'a server that needs SIGKILL',
    steps: [
      ['begin', 'end-stdin 2000'],
      ['time-up', 'SIGTERM 2000'],
      ['time-up', 'SIGKILL 1000'],
      ['leader-gone', ''],
      ['group-empty', 'done'],
    ],
  },
  {
    why: 'a server that cannot be killed',
    steps: [
      ['begin', 'end-stdin 2000'],
      ['time-up', 'SIGTERM 2000'],
      ['time-up', 'SIGKILL 1000'],
      ['time-up', 'done'],
      ['leader-gone', ''],
    ],
  },
  {
    why: 'a leader that ended by itself: its group gets SIGTERM',
    steps: [
      ['leader-gone', ''],
      ['pipes-closed', ''],
      ['begin', 'SIGTERM 2000'],
      ['group-empty', 'done'],
    ],
  },
  {
    why: 'a leader that ended by itself, a pipe still open: SIGTERM before SIGKILL',
    steps: [
      ['leader-gone', ''],
      ['begin', 'SIGTERM 2000'],
      ['time-up', 'SIGKILL 1000'],
      ['pipes-closed', ''],
      ['group-empty', 'done'],
    ],
  },
  {
    why: 'a leader that ends with its stdin, a pipe still open: SIGTERM before SIGKILL, after a short while',
    steps: [
      ['begin', 'end-stdin 2000'],
      ['leader-gone', '500'],
      ['time-up', 'SIGTERM 2000'],
      ['time-up', 'SIGKILL 1000'],
      ['group-empty', 'done'],
    ],
  },
  {
    why: 'somebody out of reach holds a pipe open',
    steps: [
      ['leader-gone', ''],
      ['begin', 'SIGTERM 2000'],
      ['group-empty', 'done'],
      ['pipes-closed', ''],
    ],
  },
  {
    why: 'a second begin changes nothing',
    steps: [
      ['begin', 'end-stdin 2000'],
      ['begin', ''],
      ['time-up', 'SIGTERM 2000'],
      ['begin', ''],
    ],
  },
];

describe('the ladder', () => {
  for (const { why, steps } of cases) {
    proves(['H-07', 'STD-08', 'STD-09'], why, () => {
      expect(climb(steps.map(([event]) => event))).toEqual(steps.map(([, effects]) => effects));
    });
  }
});

describe('in any order of events', () => {
  const event = fc.constantFrom<StopEvent>(
    'begin',
    'leader-gone',
    'pipes-closed',
    'group-empty',
    'time-up',
  );
  const events = fc.array(event, { maxLength: 20 });

  proves('H-07', 'steps come at most once and in their order, and nothing after the end', () => {
    fc.assert(
      fc.property(events, (all) => {
        const done = climb(all)
          .flatMap((effects) => effects.split(' '))
          .filter((each) => /\D/.test(each));
        const order = ['end-stdin', 'SIGTERM', 'SIGKILL', 'done'];
        expect(done).toEqual(order.filter((step) => done.includes(step)));
        if (done.includes('SIGKILL')) expect(done).toContain('SIGTERM');
      }),
    );
  });

  proves('H-07', 'once begun, four times that run out end it', () => {
    fc.assert(
      fc.property(events, (all) => {
        const end: StopEvent[] = ['begin', 'time-up', 'time-up', 'time-up', 'time-up'];
        expect(climb([...all, ...end]).join(' ')).toContain('done');
      }),
    );
  });

  test('a group that was empty once, its leader gone, is not signalled again', () => {
    fc.assert(
      fc.property(events, events, (before, after) => {
        const late = climb([...before, 'leader-gone', 'group-empty', ...after]).slice(
          before.length + 1,
        );
        expect(late.join(' ')).not.toContain('SIG');
      }),
    );
  });
});
