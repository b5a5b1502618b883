import { describe, expect, test } from 'vitest';
import { parseCommandLine, selectScenarios } from './command-line.mjs';

const SET = ['--requirements', '2026-07-28'];

describe('arguments that are refused', () => {
  test.each([
    { why: 'none', args: [], message: /expected --requirements/ },
    { why: 'a flag without its value', args: ['--requirements'], message: /argument missing/ },
    { why: 'an empty value', args: ['--requirements='], message: /expected a value/ },
    { why: 'two sets', args: [...SET, ...SET], message: /expected once/ },
    { why: 'an unknown flag', args: [...SET, '--fast'], message: /--fast/ },
    { why: 'a word', args: [...SET, 'fast'], message: /fast/ },
    { why: 'an empty name', args: [...SET, '--only', 'a,,b'], message: /--only: expected names/ },
    { why: 'a flag as a value', args: [...SET, '--only', '--skip', 'a'], message: /--only/ },
  ])('$why', ({ args, message }) => {
    expect(() => parseCommandLine(args)).toThrow(message);
  });
});

test('names come in lists and in flags that repeat', () => {
  expect(parseCommandLine([...SET, '--only', 'a, b', '--only', 'c'])).toEqual({
    revision: '2026-07-28',
    only: ['a', 'b', 'c'],
    skip: [],
    client: undefined,
  });
});

const scenarios = ['initialize', 'auth/dpop', 'auth/basic'].map((name) => ({ name }));

describe('which scenarios run', () => {
  test.each([
    { only: [], skip: [], names: ['initialize', 'auth/dpop', 'auth/basic'] },
    { only: [], skip: ['auth/'], names: ['initialize'] },
    { only: ['auth/'], skip: ['auth/dpop'], names: ['auth/basic'] },
    { only: ['initialize', 'auth/dpop'], skip: [], names: ['initialize', 'auth/dpop'] },
  ])('only [$only], skip [$skip]', ({ only, skip, names }) => {
    expect(selectScenarios(scenarios, { only, skip }).map(({ name }) => name)).toEqual(names);
  });

  test('one that is in no set runs where its full name is given', () => {
    const others = [{ name: 'auth/old' }, { name: 'other' }];
    const selected = (only: string[]): string[] =>
      selectScenarios(scenarios, { only, skip: [] }, others).map(({ name }) => name);
    expect(selected(['other', 'initialize'])).toEqual(['initialize', 'other']);
    expect(selected(['auth/'])).toEqual(['auth/dpop', 'auth/basic']);
  });

  test.each([
    { only: ['auth'], skip: [], message: /--only: no scenario of this set is auth;/ },
    { only: [], skip: ['dpop/'], message: /--skip: no scenario of this set is dpop\// },
    { only: ['auth/'], skip: ['auth/'], message: /no scenario to run/ },
  ])('only [$only], skip [$skip] is refused', ({ only, skip, message }) => {
    expect(() => selectScenarios(scenarios, { only, skip })).toThrow(message);
  });
});
