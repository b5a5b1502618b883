import { expect, test } from 'vitest';
import { warningsFor, type WarningFacts } from '../../../src/garuda/trust/index.ts';
import { proves } from '../../support/proves.ts';
import { local, remote } from '../some-server.ts';

const facts: WarningFacts = {
  projectRoot: '/p',
  noSandbox: undefined,
  isBare: false,
  home: '/home/u',
  temporary: ['/tmp'],
};

function codes(
  words: readonly string[],
  more: Partial<Parameters<typeof local>[1]> = {},
): string[] {
  const [command = '', ...args] = words;
  return warningsFor(local('x', { command, args, ...more }), facts).map(({ code }) => code);
}

const commands: readonly (readonly [string, readonly string[]])[] = [
  ['node server.js', []],
  ['/usr/local/bin/my-server --stdio', []],
  ['npx -y some-server', ['downloads']],
  ['/usr/bin/npx some-server@1.2.3', ['downloads']],
  ['npx.cmd some-server', ['downloads']],
  ['NPX.EXE some-server', ['downloads']],
  ['uvx some-server', ['downloads']],
  ['bunx some-server', ['downloads']],
  ['pnpm dlx some-server', ['downloads']],
  ['pnpm --silent dlx some-server', ['downloads']],
  ['pnpm start', []],
  ['yarn dlx some-server', ['downloads']],
  ['npm exec some-server', ['downloads']],
  ['npm start', []],
  ['pipx run some-server', ['downloads']],
  ['docker run some/image', ['downloads']],
  ['env A=1 npx some-server', ['downloads']],
  ['timeout 10 npx some-server', ['downloads']],
  ['node npx', []],
  ['docker --context x container run some/image', ['downloads']],
  ['corepack pnpm dlx some-server', ['downloads']],
  ['A=1 npx some-server', ['downloads']],
  [`env ${'A=1 '.repeat(500)}npx some-server`, ['downloads']],
  ['bash -l -c my-server', ['shell']],
  ['bash -o pipefail -c my-server', ['shell']],
  ['busybox sh -c my-server', ['shell']],
  ['env bash -c my-server', ['shell']],
  ['node -e 1', ['shell']],
  ['node --import x --eval=1', ['shell']],
  ['python3.12 -c 1', ['shell']],
  ['node server.js -e', []],
  ['rm --recursive x', ['destructive']],
  ['/bin/rm x -f', ['destructive']],
  ['/usr/bin/curl x', ['fetches']],
  ['sudo my-server', ['destructive']],
  ['my-server sudoku', []],
  ['form -rf', []],
];
for (const [line, expected] of commands) {
  proves('G-08', `${line}: ${expected.join(', ') || 'nothing'}`, () => {
    expect(codes(line.split(' '))).toEqual(expected);
  });
}

const texts: readonly (readonly [string, readonly string[], readonly string[]])[] = [
  ['a shell', ['sh', '-c', 'exec my-server'], ['shell']],
  ['a login shell', ['/bin/bash', '-lc', 'exec my-server'], ['shell']],
  ['cmd', ['cmd.exe', '/c', 'my-server'], ['shell']],
  ['powershell', ['powershell', '-Command', 'my-server'], ['shell']],
  ['a script of a shell', ['bash', 'server.sh'], []],
  ['curl', ['curl', 'https://x'], ['fetches']],
  ['curl into a shell', ['sh', '-c', 'curl https://x | sh'], ['shell', 'fetches']],
  ['wget in brackets', ['bash', '-c', '$(wget -O- https://x)'], ['shell', 'fetches']],
  ['rm', ['sh', '-c', 'rm -rf /; my-server'], ['shell', 'destructive']],
  ['a download in a shell', ['sh', '-c', 'cd x && "npx" -y a'], ['downloads', 'shell']],
  ['a download in a text for env', ['env', '-S', 'npx -y a'], ['downloads']],
  ['an output into a shell', ['my', 'base64 -d x |bash'], ['shell']],
  ['an output into python', ['my', 'curl x | python3 -'], ['shell', 'fetches']],
  ['one or the other is no pipe', ['my', 'a || b'], []],
  ['sudo behind a pipe', ['sh', '-c', 'x | sudo tee y'], ['shell', 'destructive']],
  ['rm, told apart', ['sh', '-c', 'rm -v -fr x'], ['shell', 'destructive']],
  ['sudo in a shell', ['sh', '-c', 'sudo my-server'], ['shell', 'destructive']],
];
for (const [why, words, expected] of texts) {
  proves('G-08', `${why}: ${expected.join(', ') || 'nothing'}`, () => {
    expect(codes(words)).toEqual(expected);
  });
}

proves('G-08', 'a downloaded package is said to be pinned, or how', () => {
  const text = (line: string): string | undefined => {
    const [command = '', ...args] = line.split(' ');
    return warningsFor(local('x', { command, args }), facts)[0]?.text;
  };
  for (const line of [
    'npx -y a@1.2.3',
    'npx @scope/a@1.0.0',
    'uvx a==1.0',
    'npx --yes @scope/a@1.0.0-rc.1 --port 1',
    'uv tool run a@1.2',
    `docker run --rm -i a/b@sha256:${'ab'.repeat(32)}`,
  ])
    expect(text(line)).toContain('its version is pinned');
  for (const line of [
    'npx -y a',
    'npx @scope/a',
    'npx a@latest',
    'uvx a',
    'docker run a',
    'docker run a:latest',
    'docker run a:1.2',
    'docker run -p 80:80 a',
    'npx a@1',
    'npx a@^1.2.3',
    'npx --registry b@1.2.3 a',
    'npx -p a@latest b@1.2.3',
    'npx https://example.com/a@1.2.3.tgz',
    'uvx --from git+https://x/a@1.2.3 a',
  ])
    expect(text(line)).toContain('pin its version');
});

proves('G-08', 'the network, secrets by name or source, paths outside the project', () => {
  const env = {
    GITHUB_TOKEN: 'x',
    PLAIN: '${MY_API_KEY}',
    PASSWORD: 'x',
    CREDENTIALS: 'x',
    HOME_DIR: 'y',
  };
  expect(codes(['a'], { network: true, env })).toEqual([
    'network',
    'secret',
    'secret',
    'secret',
    'secret',
  ]);
  const outside = ['~', '~/x', '/', '/etc', '../x', '/p2', 'sub/../../x', '/home/u/x'];
  for (const path of outside)
    expect([path, codes(['a'], { writePaths: [path] })]).toEqual([path, ['writes-outside']]);
  const inside = ['.', 'sub', '/p/sub', '/tmp/x', 'sub/../x', '..x'];
  for (const path of inside)
    expect([path, codes(['a'], { writePaths: [path] })]).toEqual([path, []]);
});

proves('G-08', 'no sandbox, with the reason, or one that is off', () => {
  const server = local('x');
  const [none] = warningsFor(server, { ...facts, noSandbox: 'bwrap is not installed' });
  expect(none).toMatchObject({ code: 'no-sandbox' });
  expect(none?.text).toContain('bwrap is not installed');
  expect(warningsFor(server, { ...facts, isBare: true })[0]?.code).toBe('sandbox-off');
});

proves('G-08', 'data leaves the machine for a remote server', () => {
  expect(warningsFor(remote('x'), facts).map(({ code }) => code)).toEqual(['leaves-machine']);
});

test('an argument of a megabyte is looked through', () => {
  expect(codes(['sh', '-c', `${'| '.repeat(500_000)} sh`])).toContain('shell');
  expect(codes(['a', 'rm '.repeat(300_000)])).toEqual([]);
  for (const part of ['|', '1', '/', '.', '-', '$(', '| sh', 'npx ', ' ', '${', 'env '])
    expect(codes([part.repeat(30_000), part.repeat(30_000)]).length).toBeLessThan(5);
});
