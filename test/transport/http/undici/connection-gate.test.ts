import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ConnectionGate } from '../../../../src/transport/http/undici/connection-gate.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Enters so many times; gives the numbers of those that were let in, in order. */
function enter(gate: ConnectionGate, count: number, started: number[] = []): number[] {
  const first = started.length;
  for (let index = 0; index < count; index += 1) gate.enter(() => started.push(first + index));
  return started;
}

test('sixty-four run, and the others follow in order', () => {
  const gate = new ConnectionGate();
  const started = enter(gate, 70);
  expect(started).toHaveLength(64);
  gate.leave();
  gate.leave();
  expect(started.slice(64)).toEqual([64, 65]);
});

test('who comes late does not pass the line', () => {
  const gate = new ConnectionGate();
  const started: string[] = [];
  for (let index = 0; index < 64; index += 1) gate.enter(() => {});
  gate.enter(() => {
    started.push('first');
    gate.leave();
  });
  gate.enter(() => started.push('second'));
  gate.leave();
  gate.enter(() => started.push('third'));
  expect(started).toEqual(['first', 'second']);
});

test('none waits for ever behind sixty-four that do not end', () => {
  const gate = new ConnectionGate();
  const started = enter(gate, 500);
  vi.advanceTimersByTime(499);
  expect(started).toHaveLength(64);
  vi.advanceTimersByTime(1);
  expect(started).toHaveLength(128);
  vi.advanceTimersByTime(500);
  expect(started).toHaveLength(500);
  expect(vi.getTimerCount()).toBe(0);
});

test('while the line moves fast enough, it does not grow', () => {
  const gate = new ConnectionGate();
  const started = enter(gate, 1000);
  for (let step = 0; step < 9; step += 1) {
    for (let index = 0; index < 64; index += 1) gate.leave();
    enter(gate, 64, started);
    vi.advanceTimersByTime(30);
  }
  expect(started.length).toBeLessThanOrEqual(64 * 10);
});

test('a line that was grown is kept while it is used, then shrinks', () => {
  const gate = new ConnectionGate();
  const started = enter(gate, 100);
  vi.advanceTimersByTime(500);
  expect(started).toHaveLength(100);
  enter(gate, 28, started);
  expect(started).toHaveLength(128);
  for (let index = 0; index < 65; index += 1) gate.leave();
  enter(gate, 2, started);
  expect(started).toHaveLength(129);
});
