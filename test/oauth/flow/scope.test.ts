import { expect, test } from 'vitest';
import { chooseScope, isCovered, unionOfScopes } from '../../../src/oauth/flow/scope.ts';
import { proves } from '../../support/proves.ts';

const none = {
  challenged: undefined,
  supported: undefined,
  wanted: undefined,
  askedBefore: undefined,
};

test.each([
  { scopes: [], union: undefined },
  { scopes: [undefined, ''], union: undefined },
  { scopes: ['a b', 'b c', undefined, 'A'], union: 'a b c A' },
  { scopes: ['  a   b '], union: 'a b' },
])('$scopes together are $union', ({ scopes, union }) => {
  expect(unionOfScopes(...scopes)).toBe(union);
});

test.each([
  { needed: 'a', granted: 'a b', covered: true },
  { needed: 'b a', granted: 'a b', covered: true },
  { needed: undefined, granted: undefined, covered: true },
  { needed: 'a', granted: undefined, covered: false },
  { needed: 'A', granted: 'a', covered: false },
])('$needed of $granted: $covered', ({ needed, granted, covered }) => {
  expect(isCovered(needed, granted)).toBe(covered);
});

for (const { row, why, sources, scope } of [
  {
    row: 'AUTH-46',
    why: 'what the challenge says, not what the resource lists',
    sources: { challenged: 'read', supported: ['read', 'write'] },
    scope: 'read',
  },
  {
    row: 'AUTH-47',
    why: 'what the challenge says, also where the resource does not list it',
    sources: { challenged: 'other', supported: ['read'] },
    scope: 'other',
  },
  {
    row: 'AUTH-46',
    why: 'else all that the resource lists',
    sources: { supported: ['read', 'write'] },
    scope: 'read write',
  },
  { row: 'AUTH-46', why: 'else none', sources: {}, scope: undefined },
  { row: 'AUTH-46', why: 'an empty list is none', sources: { supported: [] }, scope: undefined },
  {
    row: 'AUTH-46',
    why: 'what is wanted stands in the place of the list',
    sources: { wanted: 'mine', supported: ['read'] },
    scope: 'mine',
  },
  {
    row: 'AUTH-71',
    why: 'what was asked before is asked again',
    sources: { challenged: 'write', askedBefore: 'read' },
    scope: 'read write',
  },
] as const) {
  proves(row, why, () => {
    expect(chooseScope({ ...none, ...sources })).toBe(scope);
  });
}
