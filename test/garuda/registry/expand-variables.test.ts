import { describe, expect } from 'vitest';
import { expandVariables } from '../../../src/garuda/registry/expand-variables.ts';
import { proves } from '../../support/proves.ts';

const environment = { TOKEN: 'abc', NESTED: '${TOKEN}', EMPTY: '', DOLLAR: '$&$1' };

describe('the variables of a server', () => {
  for (const [written, value, missing] of [
    ['${TOKEN}', 'abc', []],
    ['Bearer ${TOKEN}!', 'Bearer abc!', []],
    ['${TOKEN}${TOKEN}', 'abcabc', []],
    ['${NONE}', '', ['NONE']],
    ['a${NONE}b${OTHER}c${NONE}', 'abc', ['NONE', 'OTHER']],
    ['${EMPTY}', '', []],
    ['${NESTED}', '${TOKEN}', []],
    ['${DOLLAR}', '$&$1', []],
    ['$TOKEN', '$TOKEN', []],
    ['${TOKEN', '${TOKEN', []],
    ['${env:TOKEN}', '${env:TOKEN}', []],
    ['${TOKEN:-x}', '${TOKEN:-x}', []],
    ['$(TOKEN) `TOKEN` %TOKEN%', '$(TOKEN) `TOKEN` %TOKEN%', []],
    ['${toString}', '', ['toString']],
    ['!echo x', '!echo x', []],
  ] as const) {
    proves('G-05', `${written} becomes ${JSON.stringify(value)}`, () => {
      expect(expandVariables({ A: written }, environment)).toEqual({
        values: { A: value },
        missing,
      });
    });
  }

  proves('G-05', 'what is missing is told once, sorted', () => {
    const env = { A: '${Z}${B}', C: '${Z}', __proto__: null } as unknown as Record<string, string>;
    expect(expandVariables(env, environment).missing).toEqual(['B', 'Z']);
  });
});
