import { homedir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { proves } from '../../support/proves.ts';
import { readServer, readText, readValue } from './read-text.ts';

const local = {
  kind: 'local',
  name: 'a',
  scope: 'user',
  file: '/home/me/.garuda/mcp.json',
  enabled: true,
  timeoutMs: undefined,
  source: undefined,
  trust: undefined,
  command: 'npx',
  args: [],
  env: {},
  cwd: undefined,
  network: false,
  writePaths: [],
  runtime: { kind: 'local' },
  sandbox: 'on',
};

const remote = {
  kind: 'remote',
  name: 'a',
  scope: 'user',
  file: '/home/me/.garuda/mcp.json',
  enabled: true,
  timeoutMs: undefined,
  source: undefined,
  trust: undefined,
  url: 'https://example.com/mcp',
  headers: {},
  bearerEnv: undefined,
  auth: undefined,
};

const noSignIn = {
  clientId: undefined,
  clientSecretEnv: undefined,
  clientMetadataUrl: undefined,
  scopes: undefined,
  grant: 'authorization_code',
  tolerances: [],
};

describe('what a server may say', () => {
  const url = 'https://example.com/mcp';
  const docker = {
    kind: 'docker',
    image: 'example/server:1',
    command: [],
    mounts: [],
    network: undefined,
    cpus: undefined,
    memory: undefined,
  };
  const table = [
    ['G-01', 'a command alone', { command: 'npx' }, local],
    [
      'G-01',
      'all of a local server',
      {
        type: 'stdio',
        command: 'npx',
        args: ['-y', 'x'],
        env: { A: '${B}' },
        network: true,
        writePaths: ['~/x'],
        timeoutMs: 5000,
        enabled: true,
        cwd: '/work',
        source: 'recipe:x',
        sandbox: 'off',
      },
      {
        ...local,
        args: ['-y', 'x'],
        env: { A: '${B}' },
        network: true,
        writePaths: ['~/x'],
        timeoutMs: 5000,
        cwd: '/work',
        source: 'recipe:x',
        sandbox: 'off',
      },
    ],
    [
      'G-01',
      'a folder below the home folder',
      { command: 'npx', cwd: '~/birds' },
      { ...local, cwd: join(homedir(), 'birds') },
    ],
    [
      'A-11',
      'a server that is switched off',
      { command: 'npx', enabled: false },
      { ...local, enabled: false },
    ],
    [
      'A-11',
      'a server that does not say whether it is enabled',
      { url },
      { ...remote, enabled: true },
    ],
    [
      'A-17',
      'variables in a list',
      { command: 'npx', env: ['A=1', 'B=x=y', 'C='] },
      { ...local, env: { A: '1', B: 'x=y', C: '' } },
    ],
    [
      'A-17',
      'variables in a map',
      { command: 'npx', env: { A: '1', B: 'x=y', C: '' } },
      { ...local, env: { A: '1', B: 'x=y', C: '' } },
    ],
    ['A-10', 'the type of a remote one', { type: 'http', url }, remote],
    ['A-10', 'its other name', { type: 'streamable_http', url }, remote],
    [
      'H-17',
      'header fields as written',
      { url, headers: { 'X-A': '${B}', 'X-C': '!pass show c' } },
      { ...remote, headers: { 'X-A': '${B}', 'X-C': '!pass show c' } },
    ],
    ['G-01', 'the name of a token', { url, bearerEnv: 'TOKEN' }, { ...remote, bearerEnv: 'TOKEN' }],
    ['G-01', 'a sign-in', { url, auth: {} }, { ...remote, auth: noSignIn }],
    [
      'G-01',
      'all of a sign-in',
      {
        url,
        auth: {
          clientId: 'x',
          clientSecretEnv: 'S',
          clientMetadataUrl: 'https://example.com/c.json',
          scopes: ['a', 'b'],
          grant: 'client_credentials',
          tolerances: ['omitResource'],
        },
      },
      {
        ...remote,
        auth: {
          clientId: 'x',
          clientSecretEnv: 'S',
          clientMetadataUrl: 'https://example.com/c.json',
          scopes: ['a', 'b'],
          grant: 'client_credentials',
          tolerances: ['omitResource'],
        },
      },
    ],
    [
      'A-13',
      'trust',
      {
        command: 'npx',
        trust: {
          class: 'trusted_local',
          approvedBy: 'me',
          approvedAt: '2026-12-01',
          reason: 'mine',
        },
      },
      {
        ...local,
        trust: {
          class: 'trusted_local',
          approvedBy: 'me',
          approvedAt: '2026-12-01',
          reason: 'mine',
        },
      },
    ],
    [
      'A-13',
      'a class that is unknown, which is kept',
      { command: 'npx', trust: { class: 'Trusted' } },
      {
        ...local,
        trust: {
          class: 'Trusted',
          approvedBy: undefined,
          approvedAt: undefined,
          reason: undefined,
        },
      },
    ],
    ['A-14', 'no container', { command: 'npx', runtime: { kind: 'local' } }, local],
    [
      'A-14',
      'a container',
      { runtime: { kind: 'docker', image: 'example/server:1' } },
      { ...local, command: '', runtime: docker },
    ],
    [
      'A-14',
      'all of a container',
      {
        network: true,
        runtime: {
          kind: 'docker',
          image: 'example/server:1',
          command: ['serve'],
          mounts: [
            { source: '/a', target: '/b' },
            { source: '~/c', target: '/d', readOnly: false },
          ],
          network: 'birds',
          cpus: 1.5,
          memory: '512m',
        },
      },
      {
        ...local,
        network: true,
        command: '',
        runtime: {
          ...docker,
          command: ['serve'],
          mounts: [
            { source: '/a', target: '/b', readOnly: true },
            { source: join(homedir(), 'c'), target: '/d', readOnly: false },
          ],
          network: 'birds',
          cpus: 1.5,
          memory: '512m',
        },
      },
    ],
    [
      'A-14',
      'a gateway of containers',
      { runtime: { kind: 'docker_gateway', profile: 'work' } },
      { ...local, command: '', runtime: { kind: 'docker_gateway', profile: 'work' } },
    ],
    [
      'A-14',
      'a gateway of its own choice',
      { runtime: { kind: 'docker_gateway' } },
      { ...local, command: '', runtime: { kind: 'docker_gateway', profile: undefined } },
    ],
  ] as const;

  for (const [row, why, server, expected] of table) {
    proves(row, why, () => {
      const { file, faults } = readServer(server);
      expect(faults).toEqual([]);
      expect(file.servers).toEqual([expected]);
    });
  }

  test('a class of trust that is unknown is told', () => {
    const { notices } = readServer({ command: 'npx', trust: { class: 'trusted-local' } });
    expect(notices.join('\n')).toContain(
      '"trusted-local" is no class of trust, so the server is blocked; did you mean "trusted_local"?',
    );
  });
});

describe('what it may not say', () => {
  const url = 'https://example.com/mcp';
  const image = 'example/server';
  test.each([
    [{ command: 'npx', env: ['A=1', 'A=2'] }, 'servers.a.env[1]', 'twice'],
    [{ command: 'npx', env: ['A'] }, 'servers.a.env[0]', 'expected "NAME=value"'],
    [{ command: 'npx', env: { 'A B': '1' } }, 'servers.a.env', 'name of a variable'],
    [{ command: 'npx', env: { A: null } }, 'servers.a.env.A', 'got null'],
    [{ command: 'npx', args: ['a', 1] }, 'servers.a.args[1]', 'got a number'],
    [{ command: 'npx', args: ['a\0'] }, 'servers.a.args[0]', 'NUL'],
    [{ command: '' }, 'servers.a.command', 'empty'],
    [{ command: 'npx', network: 'on' }, 'servers.a.network', 'true or false'],
    [{ command: 'npx', writePaths: '~/x' }, 'servers.a.writePaths', 'a list of paths'],
    [{ command: 'npx', sandbox: false }, 'servers.a.sandbox', '"on" or "off"'],
    [{ command: 'npx', timeoutMs: 1000.5 }, 'servers.a.timeoutMs', 'got 1000.5'],
    [{ command: 'npx', timeoutMs: 86_400_001 }, 'servers.a.timeoutMs', 'got 86400001'],
    [{ command: 'npx', timeoutMs: '30000' }, 'servers.a.timeoutMs', 'got "30000"'],
    [{ command: 'npx', constructor: 1 }, 'servers.a.constructor', 'no such key'],
    [{ command: 'npx', trust: {} }, 'servers.a.trust', 'no "class"'],
    [
      { command: 'npx', trust: { class: 'blocked', by: 'me' } },
      'servers.a.trust.by',
      'no such key',
    ],
    [{ url, command: 'npx' }, 'servers.a', 'both'],
    [{ url, args: [] }, 'servers.a.args', 'this one has a "url"'],
    [{ url, headers: { Authorization: 'x' }, bearerEnv: 'T' }, 'servers.a.bearerEnv', 'given too'],
    [{ url, headers: { authorization: 'x' }, auth: {} }, 'servers.a.auth', 'given too'],
    [{ url, bearerEnv: 'T', auth: {} }, 'servers.a.auth', 'given too'],
    [{ url, headers: { 'X-A': '1', 'x-a': '2' } }, 'servers.a.headers.x-a', 'twice'],
    [{ url, headers: { 'Content-Type': 'x' } }, 'servers.a.headers.Content-Type', 'protocol sets'],
    [{ url, headers: { 'X-A': '' } }, 'servers.a.headers.X-A', 'empty'],
    [{ url, headers: { 'X-A': 'a\r\nb' } }, 'servers.a.headers.X-A', 'line break'],
    [{ url, headers: { 'X-A': 'a\0' } }, 'servers.a.headers.X-A', 'NUL'],
    [{ url, headers: { 'X-A': '! ' } }, 'servers.a.headers.X-A', 'a command is expected'],
    [{ url, auth: { grant: 'implicit' } }, 'servers.a.auth.grant', '"implicit"'],
    [{ url, auth: { tolerances: ['all'] } }, 'servers.a.auth.tolerances[0]', '"all"'],
    [
      { url, auth: { clientMetadataUrl: 'http://example.com/x' } },
      'servers.a.auth.clientMetadataUrl',
      'https://',
    ],
    [{ url, auth: { clientSecretEnv: 'S' } }, 'servers.a.auth.clientSecretEnv', 'no client'],
    [{ runtime: { kind: 'docker' } }, 'servers.a.runtime', 'needs an "image"'],
    [{ runtime: { kind: 'podman', image } }, 'servers.a.runtime.kind', '"podman"'],
    [{ runtime: { image } }, 'servers.a.runtime', 'no "kind"'],
    [{ runtime: { kind: 'docker', image: '--privileged' } }, 'servers.a.runtime.image', 'dash'],
    [{ runtime: { kind: 'docker', image: 'a b' } }, 'servers.a.runtime.image', 'blank'],
    [{ runtime: { kind: 'docker', image, network: '--x' } }, 'servers.a.runtime.network', 'dash'],
    [
      { runtime: { kind: 'docker', image, profile: 'x' } },
      'servers.a.runtime.profile',
      'not for a runtime of kind "docker"',
    ],
    [{ runtime: { kind: 'docker', image, cpus: 0 } }, 'servers.a.runtime.cpus', 'got 0'],
    [{ runtime: { kind: 'docker', image, memory: '512' } }, 'servers.a.runtime.memory', '"512"'],
    [
      { runtime: { kind: 'docker', image, mounts: [{ source: 'x', target: '/y' }] } },
      'servers.a.runtime.mounts[0].source',
      'relative',
    ],
    [
      { runtime: { kind: 'docker', image, mounts: [{ source: '/x', target: 'y' }] } },
      'servers.a.runtime.mounts[0].target',
      'absolute',
    ],
    [
      { runtime: { kind: 'docker', image, mounts: [{ source: '/x,y', target: '/y' }] } },
      'servers.a.runtime.mounts[0]',
      'comma',
    ],
    [
      { runtime: { kind: 'docker', image, mounts: ['/x:/y'] } },
      'servers.a.runtime.mounts[0]',
      'a mount in braces',
    ],
    [
      { command: 'npx', runtime: { kind: 'docker', image } },
      'servers.a.command',
      'not for a runtime of kind "docker"',
    ],
    [
      { command: 'npx', runtime: { kind: 'docker_gateway', image } },
      'servers.a.runtime.image',
      'not for a runtime of kind "docker_gateway"',
    ],
  ])('%j', (server, key, words) => {
    const { faults } = readServer(server);
    expect(faults.map((fault) => fault.key)).toContain(key);
    expect(faults.find((fault) => fault.key === key)?.problem).toContain(words);
  });

  test.each([1, 'x', null, true, []])('a server that is %j', (server) => {
    const { faults } = readValue({ servers: { a: server } });
    expect(faults[0]).toMatchObject({
      key: 'servers.a',
      instead: 'write { "command": "…" } or { "url": "https://…" }',
    });
  });
});

describe('the names of servers', () => {
  const good = ['a', '0', 'brave_search', 'a'.repeat(32), '1_2'];
  const bad = ['', 'A', 'a-b', '_a', 'a b', 'a.b', 'ä', 'a'.repeat(33), 'a\n', '__proto__'];
  for (const name of good) {
    proves('G-02', `${name} is legal`, () => {
      const { file, faults } = readText(`{"servers":{${JSON.stringify(name)}:{"command":"x"}}}`);
      expect(faults).toEqual([]);
      expect(file.servers.map((server) => server.name)).toEqual([name]);
    });
  }
  for (const name of bad) {
    proves('G-02', `${JSON.stringify(name)} is not`, () => {
      const { faults } = readText(`{"servers":{${JSON.stringify(name)}:{"command":"x"}}}`);
      expect(faults[0]?.problem).toBe(
        'a name of a server is lower-case letters, digits and "_", at most 32',
      );
    });
  }
});

describe('the text of a file', () => {
  test('may have comments and trailing commas', () => {
    const { file, faults } = readText(
      '// mine\n{ "servers": { /* one */ "a": { "command": "x", "args": ["y",], }, }, }\n',
    );
    expect(faults).toEqual([]);
    expect(file.servers).toHaveLength(1);
  });

  proves('A-10', 'servers may stand under the name that others use', () => {
    const { file, faults } = readValue({ version: 2, mcpServers: { a: { command: 'x' } } });
    expect(faults).toEqual([]);
    expect(file.servers).toHaveLength(1);
  });

  for (const version of [undefined, 1, 2]) {
    proves('A-10', `the version ${version} is read`, () => {
      expect(readValue({ version, servers: {} }).faults).toEqual([]);
    });
  }

  for (const version of [0, -1, 3, 1e9, 1.5, '2', 'two', null, true, []]) {
    proves('A-10', `the version ${JSON.stringify(version)} is refused`, () => {
      expect(readValue({ version, servers: {} }).faults).toMatchObject([{ key: 'version' }]);
    });
  }

  test('is bounded in depth, without going down', () => {
    const deep = 200_000;
    const { faults } = readText(`{"servers":${'['.repeat(deep)}${']'.repeat(deep)}}`);
    expect(faults).toMatchObject([
      { line: 1, problem: 'expected at most 32 levels of braces and brackets' },
    ]);
  });

  test('tells of the ends of lines of every system', () => {
    const [fault] = readText('{\r\n  "servers": {},\r  "x": 1\n}').faults;
    expect(fault).toMatchObject({ line: 3, column: 3, key: 'x' });
  });

  test.each(['[]', '"x"', '1', 'null', 'true'])('that is %s is refused', (text) => {
    expect(readText(text).faults).toMatchObject([{ key: '', line: 1, column: 1 }]);
  });

  test('tells of names that would be obeyed by a terminal as escapes', () => {
    const [fault] = readText(String.raw`{"\u001b[2J\u202e": 1}`).faults;
    expect(fault?.key).toBe('["\\u001b[2J\\u202e"]');
  });

  test.each([
    ['"args": ["--token", "${TOKEN}"]', 'is replaced in "env" and "headers" only'],
    ['"env": { "A": "${env:TOKEN}" }', 'only ${NAME} is replaced'],
    ['"env": { "A": "${A:-b}" }', 'only ${NAME} is replaced'],
  ])('tells of a variable that stays as it is: %s', (line, words) => {
    const { faults, notices } = readText(`{"servers":{"a":{"command":"x",${line}}}}`);
    expect(faults).toEqual([]);
    expect(notices.join('\n')).toContain(words);
  });
});
