import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { RegisteredServer } from '../../../src/garuda/registry/definition.ts';
import { defHash } from '../../../src/garuda/trust/index.ts';
import { proves } from '../../support/proves.ts';
import { local, remote } from '../some-server.ts';

const sha = (text: string): string => createHash('sha256').update(text).digest('hex');

proves('G-10', 'what is hashed, byte by byte', () => {
  const server = local('a', {
    command: 'npx',
    args: ['-y', 'x'],
    env: { B: '2', A: '1' },
    network: true,
    writePaths: ['~/w'],
  });
  const form =
    '{"command":"npx","args":["-y","x"],"env":[["A","1"],["B","2"]],"network":true,"writePaths":["~/w"]}';
  expect(defHash(server)).toBe(sha(form));
  expect(defHash(remote('a', { url: 'https://m.example/' }))).toBe(
    sha('{"type":"http","url":"https://m.example/"}'),
  );
});

proves('G-10', 'the order of variables, the name and the limits do not matter', () => {
  const one = local('a', { env: { A: '1', B: '2', 10: 'x', 9: 'y' } });
  const other = local('a', {
    env: { B: '2', 9: 'y', A: '1', 10: 'x' },
    name: 'b',
    timeoutMs: 1,
    enabled: false,
    source: 'recipe:x',
    file: '/elsewhere',
  });
  expect(defHash(one)).toBe(defHash(other));
});

const auth = {
  clientId: 'c',
  clientSecretEnv: undefined,
  clientMetadataUrl: undefined,
  scopes: undefined,
  grant: 'authorization_code',
  tolerances: [],
} as const;

proves('G-10', 'everything that changes what runs, or where data goes, changes it', () => {
  const different: readonly RegisteredServer[] = [
    local('a', { command: 'x' }),
    local('a', { command: 'y' }),
    local('a', { command: 'x', args: ['a', 'b'] }),
    local('a', { command: 'x', args: ['a,b'] }),
    local('a', { command: 'x', args: ['a","b'] }),
    local('a', { command: 'x', args: ['a b'] }),
    local('a', { command: 'x a', args: ['b'] }),
    local('a', { command: 'x', env: { A: '1' } }),
    local('a', { command: 'x', env: { A: '2' } }),
    local('a', { command: 'x', env: { 'A","1': '' } }),
    local('a', { command: 'x', env: { ['__proto__']: '1' } }),
    local('a', { command: 'x', network: true }),
    local('a', { command: 'x', writePaths: ['/w'] }),
    local('a', { command: 'x', cwd: '/w' }),
    local('a', { command: 'x', sandbox: 'off' }),
    local('a', { command: 'x', runtime: { kind: 'docker_gateway', profile: undefined } }),
    local('a', { command: 'x', runtime: { kind: 'docker_gateway', profile: 'p' } }),
    remote('a', { url: 'https://m.example/' }),
    remote('a', { url: 'https://m.example/x' }),
    remote('a', { url: 'https://m.example/', headers: { X: '1' } }),
    remote('a', { url: 'https://m.example/', headers: { X: '!cmd' } }),
    remote('a', { url: 'https://m.example/', bearerEnv: 'T' }),
    remote('a', { url: 'https://m.example/', auth }),
  ];
  expect(new Set(different.map(defHash)).size).toBe(different.length);
});

test('it is 64 hexadecimal digits', () => {
  expect(defHash(local('a'))).toMatch(/^[0-9a-f]{64}$/);
});
