import { expect } from 'vitest';
import { runsBare, trustClassOf } from '../../../src/garuda/trust/index.ts';
import type { RegisteredServer } from '../../../src/garuda/registry/definition.ts';
import { proves } from '../../support/proves.ts';
import { local, remote } from '../some-server.ts';

const trust = (name: string) => ({
  trust: { class: name, approvedBy: undefined, approvedAt: undefined, reason: undefined },
});
const mine = { scope: 'user' } as const;

const cases: readonly (readonly [string, RegisteredServer | undefined, string])[] = [
  ['none', undefined, 'blocked'],
  ["a user's, unset", local('a', mine), 'sandboxed_local'],
  ["a user's recipe", local('a', { ...mine, source: 'recipe:git' }), 'trusted_recipe'],
  ["a user's, from elsewhere", local('a', { ...mine, source: 'cursor' }), 'sandboxed_local'],
  ['a word that begins so', local('a', { ...mine, source: 'recipes-of-mine' }), 'sandboxed_local'],
  ["a user's remote one", remote('a'), 'remote_http'],
  ["a user's remote recipe", remote('a', { source: 'recipe:git' }), 'trusted_recipe'],
  ['trusted by its user', local('a', { ...mine, ...trust('trusted_local') }), 'trusted_local'],
  ['a recipe by word', local('a', { ...mine, ...trust('trusted_recipe') }), 'trusted_recipe'],
  ['sandboxed by word', local('a', { ...mine, ...trust('sandboxed_local') }), 'sandboxed_local'],
  ['blocked', local('a', { ...mine, ...trust('blocked') }), 'blocked'],
  ['a class that nobody knows', local('a', { ...mine, ...trust('Trusted_Local') }), 'blocked'],
  ['an empty class', local('a', { ...mine, ...trust('') }), 'blocked'],
  ['a name of every object', local('a', { ...mine, ...trust('constructor') }), 'blocked'],
  ['a remote one as local', remote('a', trust('trusted_local')), 'blocked'],
  ['a local one as remote', local('a', { ...mine, ...trust('remote_http') }), 'blocked'],
  ["a project's", local('a'), 'sandboxed_local'],
  ["a project's recipe", local('a', { source: 'recipe:git' }), 'sandboxed_local'],
  ["a project's, that says so itself", local('a', trust('trusted_local')), 'sandboxed_local'],
  ["a project's, blocked", local('a', trust('blocked')), 'blocked'],
  ["a project's, unknown", local('a', trust('super')), 'blocked'],
  ["a project's remote one", remote('a', { scope: 'project' }), 'remote_http'],
];
for (const [why, server, expected] of cases) {
  proves('A-13', `${why}: ${expected}`, () => {
    expect(trustClassOf(server)).toBe(expected);
  });
}

const off = { sandbox: 'off' } as const;
const bare: readonly (readonly [string, RegisteredServer, boolean])[] = [
  ['trusted, and said so', local('a', { ...mine, ...off, ...trust('trusted_local') }), true],
  ['a recipe, and said so', local('a', { ...mine, ...off, source: 'recipe:x' }), true],
  ['trusted, and not said', local('a', { ...mine, ...trust('trusted_local') }), false],
  ['said, and not trusted', local('a', { ...mine, ...off }), false],
  ["a project's", local('a', { ...off, ...trust('trusted_local') }), false],
  ['blocked', local('a', { ...mine, ...off, ...trust('blocked') }), false],
  ['remote', remote('a', trust('trusted_recipe')), false],
];
for (const [why, server, expected] of bare) {
  proves(['A-13', 'G-12'], `outside the sandbox, ${why}: ${expected}`, () => {
    expect(runsBare(server)).toBe(expected);
  });
}
