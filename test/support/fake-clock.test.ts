import { expect, test } from 'vitest';
import { FakeClock } from './fake-clock.ts';

test('timers fire in the order of their time, each at its own, and what they set fires too', async () => {
  const clock = new FakeClock();
  const start = clock.now();
  const seen: string[] = [];
  const note = (name: string): void => void seen.push(`${name} ${clock.now() - start}`);
  clock.setTimer(() => note('late'), 30);
  clock.setTimer(() => {
    note('early');
    void Promise.resolve().then(() => clock.setTimer(() => note('set on the way'), 10));
  }, 10);
  const cleared = clock.setTimer(() => note('cleared'), 15);
  clock.clearTimer(cleared);
  clock.setTimer(() => note('not yet'), 31);

  await clock.advance(30);

  expect(seen).toEqual(['early 10', 'set on the way 20', 'late 30']);
  expect(clock.now() - start).toBe(30);
  expect(clock.waiting).toBe(1);
});
