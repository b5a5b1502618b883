import { expect, test } from 'vitest';
import { planDocker, planDockerGateway } from '../../../src/garuda/sandbox/docker/plan-docker.ts';
import { explainDenied, explainSilence } from '../../../src/garuda/sandbox/explain-denied.ts';
import { planBubblewrap } from '../../../src/garuda/sandbox/plan-bubblewrap.ts';
import { planSandboxExec } from '../../../src/garuda/sandbox/plan-sandbox-exec.ts';
import type { SandboxProfile } from '../../../src/garuda/sandbox/profile.ts';
import { proves } from '../../support/proves.ts';

const folder = (path: string) => ({ path, kind: 'folder' }) as const;
const file = (path: string) => ({ path, kind: 'file' }) as const;

const profile: SandboxProfile = {
  home: '/home/u',
  shown: [folder('/home/u/.nvm')],
  writable: [folder('/home/u/p'), folder('/home/u/.npm')],
  kept: [
    folder('/home/u/p/.garuda'),
    folder('/home/u/p/.git/hooks'),
    file('/home/u/p/.git/config'),
  ],
  pinned: [folder('/home/u/p/.git')],
  masked: [folder('/home/u/.garuda'), file('/home/u/p/.netrc')],
  network: false,
  sharesTemporary: false,
};

proves('G-12', 'bubblewrap: what is above comes first, what takes away comes last', () => {
  expect(planBubblewrap(profile, '/home/u/p').join(' ')).toBe(
    [
      '--unshare-user-try --unshare-pid --unshare-ipc --unshare-uts --unshare-cgroup-try',
      '--unshare-net',
      '--cap-drop ALL --new-session --json-status-fd 3',
      '--ro-bind / / --dev /dev --proc /proc --tmpfs /run',
      '--tmpfs /tmp --tmpfs /var/tmp',
      '--tmpfs /home/u',
      '--ro-bind /home/u/.nvm /home/u/.nvm',
      '--bind /home/u/p /home/u/p',
      '--bind /home/u/.npm /home/u/.npm',
      '--tmpfs /home/u/.garuda --remount-ro /home/u/.garuda',
      '--bind /home/u/p/.git /home/u/p/.git',
      '--ro-bind /home/u/p/.garuda /home/u/p/.garuda',
      '--ro-bind /dev/null /home/u/p/.netrc',
      '--ro-bind /home/u/p/.git/hooks /home/u/p/.git/hooks',
      '--ro-bind /home/u/p/.git/config /home/u/p/.git/config',
      '--remount-ro /home/u --remount-ro /run',
      '--setenv TMPDIR /tmp --chdir /home/u/p --',
    ].join(' '),
  );
});

proves('G-12', 'bubblewrap: with the network, and the temporary folders of the machine', () => {
  const plan = planBubblewrap({ ...profile, network: true, sharesTemporary: true }, '/p').join(' ');
  expect(plan).not.toContain('--unshare-net');
  expect(plan).toContain('--ro-bind-try /run/systemd/resolve /run/systemd/resolve');
  expect(plan).toContain('--bind-try /tmp /tmp');
  expect(plan).not.toContain('--setenv');
});

proves('G-12', 'sandbox-exec: the same profile in the language of macOS', () => {
  const [option, rules = ''] = planSandboxExec(profile);
  expect(option).toBe('-p');
  expect(rules.split('\n')).toEqual([
    '(version 1)',
    '(allow default)',
    '(deny file-write*)',
    '(allow file-write* (literal "/dev/null") (literal "/dev/tty") (regex #"^/dev/fd/"))',
    '(allow file-write* (subpath "/private/tmp") (subpath "/private/var/folders"))',
    '(deny file-read-data (subpath "/home/u"))',
    '(allow file-read-data (subpath "/home/u/.nvm"))',
    '(allow file-read-data (subpath "/home/u/p"))',
    '(allow file-read-data (subpath "/home/u/.npm"))',
    '(allow file-write* (subpath "/home/u/p"))',
    '(allow file-write* (subpath "/home/u/.npm"))',
    '(deny file-write-unlink (literal "/home/u/p/.git"))',
    '(deny file-write* (subpath "/home/u/p/.garuda"))',
    '(deny file-write* (subpath "/home/u/p/.git/hooks"))',
    '(deny file-write* (literal "/home/u/p/.git/config"))',
    '(deny file-read-data file-write* (subpath "/home/u/.garuda"))',
    '(deny file-read-data file-write* (literal "/home/u/p/.netrc"))',
    '(deny network*)',
    '(deny mach-lookup (global-name "com.apple.pasteboard.1"))',
    '(deny appleevent-send)',
  ]);
});

test('sandbox-exec: no path ends its own text', () => {
  const odd = folder(String.raw`/p/") (allow file-write* (subpath "/`);
  const [, rules = ''] = planSandboxExec({ ...profile, writable: [odd] });
  expect(rules).toContain(
    String.raw`(allow file-write* (subpath "/p/\") (allow file-write* (subpath \"/"))`,
  );
});

const docker = {
  kind: 'docker',
  image: 'some/image:1.2',
  command: ['serve', '--stdio'],
  mounts: [
    { source: '/data', target: '/in', readOnly: true },
    { source: '/out', target: '/out', readOnly: false },
  ],
  network: 'backend',
  cpus: 1.5,
  memory: '512m',
} as const;

proves('A-14', 'docker: a container of its own, with no right that it does not need', () => {
  const order = { name: 'garuda-x-1', variables: ['TOKEN'], network: true };
  expect(planDocker(docker, order).join(' ')).toBe(
    'run --rm --interactive --init --name garuda-x-1 --cap-drop ALL --security-opt no-new-privileges --pids-limit 512 --network backend --cpus 1.5 --memory 512m --memory-swap 512m --mount type=bind,source=/data,target=/in,readonly --mount type=bind,source=/out,target=/out --env TOKEN some/image:1.2 serve --stdio',
  );
});

proves(
  'A-14',
  'docker: no network unless it is granted, and none of the limits that are not set',
  () => {
    const plain = {
      ...docker,
      command: [],
      mounts: [],
      network: undefined,
      cpus: undefined,
      memory: undefined,
    };
    const order = { name: 'n', variables: [], network: false };
    const plan = planDocker(plain, order).join(' ');
    expect(plan).toContain('--network none');
    expect(plan).toMatch(/ some\/image:1\.2$/);
    expect(plan).not.toMatch(/--cpus|--memory|--mount|--env/);
    expect(planDocker(plain, { ...order, network: true }).join(' ')).not.toContain('--network');
    expect(planDocker(docker, order).join(' ')).toContain('--network none');
  },
);

proves('A-14', 'docker gateway: its own profile, or its default one', () => {
  expect(planDockerGateway({ kind: 'docker_gateway', profile: undefined })).toEqual([
    'mcp',
    'gateway',
    'run',
  ]);
  expect(planDockerGateway({ kind: 'docker_gateway', profile: 'work' })).toEqual([
    'mcp',
    'gateway',
    'run',
    '--profile',
    'work',
  ]);
});

const denials: readonly (readonly [string, string, boolean, string | undefined])[] = [
  [
    'node',
    "Error: EROFS: read-only file system, open '/data/x'",
    false,
    'a write path for /data/x ("writePaths")',
  ],
  [
    'node',
    'PermissionError: [Errno 13] Permission denied: "/var/lib/x"',
    false,
    'a write path for /var/lib/x',
  ],
  ['node', 'Error: getaddrinfo EAI_AGAIN example.com', false, '"network": true'],
  ['node', 'Error: getaddrinfo EAI_AGAIN example.com', true, undefined],
  [
    'node',
    'getaddrinfo ENOTFOUND x\nEROFS: read-only file system',
    false,
    '"network": true and a write path',
  ],
  [
    'npx',
    'npm error code EROFS',
    false,
    'npx needs both "network": true and a write path for what it downloads ("writePaths": ["~/.npm"])',
  ],
  ['/usr/bin/uvx', 'dns error: failed to lookup', false, 'uvx needs both'],
  ['node', 'TypeError: x is not a function', false, undefined],
];
for (const [command, stderr, network, words] of denials) {
  proves('G-12', `what is missing for ${command} that says ${JSON.stringify(stderr)}`, () => {
    const said = explainDenied(stderr.split('\n'), { command, network });
    if (words === undefined) expect(said).toBeUndefined();
    else expect(said).toContain(words);
  });
}

proves('G-12', 'one that waits in vain for a network is told of it too', () => {
  expect(explainSilence({ command: '/usr/bin/npx', network: false })).toContain('npx needs both');
  expect(explainSilence({ command: 'npx', network: true })).toBeUndefined();
  expect(explainSilence({ command: 'node', network: false })).toBeUndefined();
});
