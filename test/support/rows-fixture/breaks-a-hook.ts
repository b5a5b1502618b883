import { beforeAll, describe, expect, test } from 'vitest';

describe('a suite whose hook throws', () => {
  beforeAll(() => {
    throw new Error('this hook throws');
  });

  test('never begins', () => {
    expect(1).toBe(1);
  });
});
