import { expect } from 'vitest';
import { proves } from '../proves.ts';

proves('W-23', 'passes', ({ task }) => {
  expect(task.meta.rows).toEqual(['W-23']);
});
