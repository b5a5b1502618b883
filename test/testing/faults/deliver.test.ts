import { array, assert, integer, oneof, property, uint8Array } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { deliver } from '../../../src/testing/faults/deliver.ts';
import { planDelivery } from '../../../src/testing/faults/delivery.ts';
import type { Fault } from '../../../src/testing/faults/fault.ts';
import type { Outlet } from '../../../src/testing/faults/outlet.ts';
import { pieces } from '../../../src/testing/faults/pieces.ts';
import { FakeClock, settle } from '../../support/fake-clock.ts';

/** What an outlet was told to do, in order. */
function recording(carrier: Outlet['carrier'] = 'pipe'): { outlet: Outlet; told: string[] } {
  const told: string[] = [];
  const outlet: Outlet = {
    carrier,
    isOpen: true,
    backlog: 0,
    prepare: () => {},
    frame: (text) => `${text}\n`,
    noise: (text) => text,
    exclusively: (job) => void job(),
    write: (bytes) => void told.push(Buffer.from(bytes).toString()),
    done: () => void told.push('(whole)'),
    end: ({ kind }) => void told.push(`(${kind})`),
  };
  return { outlet, told };
}

const answer = { id: 7, result: {} };
const text = '{"id":7,"result":{}}\n';

const table: readonly { readonly faults: readonly Fault[]; readonly told: readonly string[] }[] = [
  { faults: [], told: [text, '(whole)'] },
  { faults: [{ kind: 'drop' }], told: [] },
  { faults: [{ kind: 'duplicate', times: 3 }], told: [text + text + text, '(whole)'] },
  {
    faults: [{ kind: 'split', at: [10, 3, 3, 0, 99] }],
    told: ['{"i', 'd":7,"r', 'esult":{}}\n', '(whole)'],
  },
  { faults: [{ kind: 'cut' }], told: ['', '(cut)'] },
  { faults: [{ kind: 'cut', afterBytes: 4 }], told: ['{"id', '(cut)'] },
  {
    faults: [
      { kind: 'split', at: [2] },
      { kind: 'exit', afterBytes: 4 },
    ],
    told: ['{"', 'id', '(exit)'],
  },
  {
    faults: [
      { kind: 'noise', text: 'a\n' },
      { kind: 'noise', text: 'b' },
    ],
    told: [`a\nb${text}`, '(whole)'],
  },
  { faults: [{ kind: 'no-id' }], told: ['{"result":{}}\n', '(whole)'] },
  { faults: [{ kind: 'wrong-id', id: null }], told: ['{"id":null,"result":{}}\n', '(whole)'] },
  { faults: [{ kind: 'neither' }], told: ['{"id":7}\n', '(whole)'] },
  { faults: [{ kind: 'malformed' }], told: ['{"id":7,"result":{\n', '(whole)'] },
  { faults: [{ kind: 'malformed', text: 'oops' }], told: ['oops\n', '(whole)'] },
  {
    faults: [{ kind: 'oversized', bytes: 40 }],
    told: ['{"id":7,"result":{"padding":"        "}}\n', '(whole)'],
  },
  {
    faults: [{ kind: 'flood', count: 2, method: 'x', params: {} }],
    told: [
      '{"jsonrpc":"2.0","method":"x","params":{}}\n',
      '{"jsonrpc":"2.0","method":"x","params":{}}\n',
      text,
      '(whole)',
    ],
  },
];

test.each(table)('an answer with $faults', async ({ faults, told: expected }) => {
  const { outlet, told } = recording();
  const never = (): Promise<void> => new Promise(() => {});
  const around = { clock: new FakeClock(), released: never, nextAnswer: never };
  await deliver(planDelivery(answer, faults), outlet, around);
  expect(told).toEqual(expected);
});

describe('time', () => {
  test('drops fall by the clock', async () => {
    const { outlet, told } = recording();
    const clock = new FakeClock();
    const never = (): Promise<void> => new Promise(() => {});
    const plan = planDelivery(answer, [{ kind: 'drip', everyMs: 10, bytes: 8 }]);
    const sent = deliver(plan, outlet, { clock, released: never, nextAnswer: never });
    await settle();
    expect(told).toEqual(['{"id":7,']);
    await clock.advance(9);
    expect(told).toHaveLength(1);
    await clock.advance(1);
    expect(told).toEqual(['{"id":7,', '"result"']);
    await clock.advance(20);
    await sent;
    expect(told).toEqual(['{"id":7,', '"result"', ':{}}\n', '(whole)']);
  });

  test('what has no end ends when it is let go', async () => {
    const { outlet, told } = recording();
    let release: (() => void) | undefined;
    const released = (): Promise<void> => new Promise((resolve) => (release = resolve));
    const never = (): Promise<void> => new Promise(() => {});
    const plan = planDelivery(answer, [{ kind: 'flood' }]);
    const sent = deliver(plan, outlet, { clock: new FakeClock(), released, nextAnswer: never });
    await settle();
    await settle();
    expect(told).not.toContain('(whole)');
    release?.();
    await sent;
    expect(told.slice(-2)).toEqual([text, '(whole)']);
  });
});

test('pieces are the whole, in order, and none of them is empty', () => {
  const cuts = oneof(integer({ min: -1, max: 50 }), array(integer({ min: -2, max: 60 })));
  assert(
    property(uint8Array({ minLength: 1, maxLength: 50 }), cuts, (bytes, at) => {
      const found = pieces(bytes, at);
      expect(Buffer.concat([...found])).toEqual(Buffer.from(bytes));
      expect(found.filter(({ length }) => length === 0)).toEqual([]);
    }),
  );
});
