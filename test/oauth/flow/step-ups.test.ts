import { expect } from 'vitest';
import { StepUps } from '../../../src/oauth/flow/step-ups.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { proves } from '../../support/proves.ts';

proves(['AUTH-72', 'W-58'], 'an operation is tried three times, and another one anew', async () => {
  const clock = new FakeClock();
  const stepUps = new StepUps(clock);
  const tries = (operation: string): readonly boolean[] =>
    [1, 2, 3, 4].map(() => stepUps.mayTry(operation));
  expect(tries('tools/call "a"')).toEqual([true, true, true, false]);
  expect(tries('tools/call "b"')).toEqual([true, true, true, false]);
  await clock.advance(600_001);
  expect(tries('tools/call "a"')).toEqual([true, true, true, false]);
});

proves('W-58', 'of many operations the oldest is forgotten', () => {
  const stepUps = new StepUps(new FakeClock());
  for (let times = 0; times < 3; times += 1) stepUps.mayTry('first');
  for (let other = 0; other < 1_000; other += 1) stepUps.mayTry(String(other));
  expect(stepUps.mayTry('first')).toBe(true);
});
