import { describe, expect, test } from 'vitest';
import {
  readBearerToken,
  readVariables,
} from '../../../../src/garuda/cli/server/variable-option.ts';
import { UsageError } from '../../../../src/garuda/cli/usage-error.ts';

const environment = {
  TOKEN: 'sk-secret',
  EMPTY: '',
  BROKEN: 'a\nb',
  BLANK: 'a b',
  GONE: undefined,
};

describe('--env', () => {
  test.each([
    { given: [], variables: {} },
    { given: ['A=1', 'B='], variables: { A: '1', B: '' } },
    { given: ['A=x=y z'], variables: { A: 'x=y z' } },
    { given: ['TOKEN'], variables: { TOKEN: 'sk-secret' } },
    { given: ['EMPTY'], variables: { EMPTY: '' } },
    { given: ['ProgramFiles(x86)=C'], variables: { 'ProgramFiles(x86)': 'C' } },
  ])('$given', ({ given, variables }) => {
    expect(readVariables(given, environment)).toEqual(variables);
  });

  test.each([
    { given: ['=1'], message: '--env number 1: expected NAME=VALUE, or NAME for our own value' },
    {
      given: ['A=1', 'not a name=sk-secret'],
      message: '--env number 2: expected NAME=VALUE, or NAME for our own value',
    },
    { given: [''], message: '--env number 1: expected NAME=VALUE, or NAME for our own value' },
    { given: ['MISSING'], message: '--env MISSING: there is no environment variable of that name' },
    { given: ['GONE'], message: '--env GONE: there is no environment variable of that name' },
    { given: ['A=sk-secret', 'A=2'], message: '--env A is given twice' },
  ])('$message', ({ given, message }) => {
    expect(() => readVariables(given, environment)).toThrow(new UsageError(message));
  });
});

describe('--bearer-env', () => {
  test('gives the token in the variable', () => {
    expect(readBearerToken('TOKEN', environment)).toBe('sk-secret');
  });

  test.each([
    { name: 'sk secret', message: '--bearer-env: expected the name of an environment variable' },
    { name: '', message: '--bearer-env: expected the name of an environment variable' },
    { name: 'NONE', message: '--bearer-env NONE: there is no environment variable of that name' },
    { name: 'EMPTY', message: '--bearer-env EMPTY: the value is empty' },
    {
      name: 'BROKEN',
      message: '--bearer-env BROKEN: the value has a line break or another control character',
    },
    { name: 'BLANK', message: '--bearer-env BLANK: the value has a blank in it' },
  ])('$message', ({ name, message }) => {
    expect(() => readBearerToken(name, environment)).toThrow(new UsageError(message));
  });
});
