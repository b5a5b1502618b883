import { describe, expect, test } from 'vitest';
import { planSignal } from '../../../src/transport/stdio/plan-signal.ts';
import { planSpawn, type SpawnPlan } from '../../../src/transport/stdio/plan-spawn.ts';
import { proves } from '../../support/proves.ts';

const root = String.raw`C:\Windows`;
const cmd = String.raw`C:\Windows\System32\cmd.exe`;
const batch = ['/d', '/e:on', '/v:off', '/s', '/c'];

const files = new Set(
  [
    String.raw`C:\node\npx.cmd`,
    String.raw`C:\node\node.exe`,
    String.raw`C:\node\npx`,
    String.raw`C:\tools\run.bat`,
    String.raw`C:\tools\node.exe`,
    String.raw`C:\tools\my.tool.exe`,
    String.raw`C:\Program Files\app\app.cmd`,
    String.raw`C:\work\local.exe`,
    String.raw`C:\work\sub\server.cmd`,
    String.raw`C:\elsewhere\planted.exe`,
    String.raw`C:\py\script.py`,
  ].map((path) => path.toLowerCase()),
);

interface Case {
  readonly why: string;
  readonly command: string;
  readonly args?: string[];
  readonly cwd?: string;
  readonly env?: Record<string, string>;
  readonly plan: Partial<Extract<SpawnPlan, { kind: 'start' }>>;
}

const windows: readonly Case[] = [
  {
    why: 'a program of PATH',
    command: 'node',
    args: ['a b'],
    plan: { file: String.raw`C:\node\node.EXE`, args: ['a b'], verbatim: false },
  },
  {
    why: 'the first folder wins',
    command: 'node',
    env: { Path: String.raw`C:\tools;C:\node` },
    plan: { file: String.raw`C:\tools\node.EXE` },
  },
  {
    why: 'a quoted folder',
    command: 'node',
    env: { Path: String.raw`"C:\tools"` },
    plan: { file: String.raw`C:\tools\node.EXE` },
  },
  {
    why: 'a name with its extension',
    command: 'NODE.exe',
    plan: { file: String.raw`C:\node\NODE.exe` },
  },
  {
    why: 'a name with a dot',
    command: 'my.tool',
    plan: { file: String.raw`C:\tools\my.tool.EXE` },
  },
  {
    why: 'an npm shim, through cmd.exe',
    command: 'npx',
    args: ['-y', 'pkg'],
    plan: {
      file: cmd,
      args: [...batch, String.raw`""C:\node\npx.CMD" "-y" "pkg""`],
      verbatim: true,
    },
  },
  {
    why: 'a batch file',
    command: 'run',
    plan: { file: cmd, args: [...batch, String.raw`""C:\tools\run.BAT""`], verbatim: true },
  },
  {
    why: 'a folder with a blank',
    command: String.raw`C:\Program Files\app\app`,
    args: ['x'],
    plan: { args: [...batch, String.raw`""C:\Program Files\app\app.CMD" "x""`] },
  },
  {
    why: 'the shell that ComSpec names',
    command: 'npx',
    env: { Path: String.raw`C:\node`, comspec: String.raw`D:\cmd.exe` },
    plan: { file: String.raw`D:\cmd.exe` },
  },
  {
    why: 'a path in this folder',
    command: '.\\local',
    plan: { file: String.raw`C:\work\local.EXE` },
  },
  {
    why: 'a path in the working folder',
    command: './server',
    cwd: String.raw`C:\work\sub`,
    plan: { args: [...batch, String.raw`""C:\work\sub\server.CMD""`] },
  },
  { why: 'a drive', command: 'C:local', plan: { file: String.raw`C:\work\local.EXE` } },
  {
    why: 'PATHEXT as it is set',
    command: 'script',
    env: { Path: String.raw`C:\py`, PATHEXT: '.PY;.EXE' },
    plan: { file: String.raw`C:\py\script.PY` },
  },
  {
    why: 'PATHEXT that is empty means its usual value',
    command: 'node',
    env: { Path: String.raw`C:\node` },
    plan: { file: String.raw`C:\node\node.EXE` },
  },
];

function plan({ command, args = [], cwd, env }: Omit<Case, 'why' | 'plan'>): SpawnPlan {
  const usual = {
    Path: String.raw`C:\node;C:\tools`,
    PATHEXT: '.COM;.EXE;.BAT;.CMD',
    SystemRoot: root,
  };
  return planSpawn(
    { platform: 'win32', command, args, cwd, env: env ?? usual },
    {
      isFile: (path) => files.has(path.toLowerCase()),
      currentFolder: String.raw`C:\work`,
    },
  );
}

describe('on Windows', () => {
  for (const each of windows) {
    proves('W-27', each.why, () => {
      expect(plan(each)).toMatchObject({ kind: 'start', ownGroup: false, ...each.plan });
    });
  }

  const refused: readonly (Omit<Case, 'plan'> & { detail: string })[] = [
    {
      why: 'a program that is not there',
      command: 'nope',
      detail: String.raw`no program "nope" in the folders of PATH (C:\node, C:\tools)`,
    },
    {
      why: 'a file that is not there',
      command: String.raw`.\nope`,
      detail: String.raw`no file ".\nope"`,
    },
    {
      why: 'a file without an extension, which is for other shells',
      command: String.raw`C:\node\npx.ps1`,
      detail: 'no file',
    },
    { why: 'a program that only this folder has', command: 'local', detail: 'no program "local"' },
    {
      why: 'a program that a relative folder of PATH has',
      command: 'planted',
      cwd: String.raw`C:\elsewhere`,
      env: { PATH: String.raw`.;..\elsewhere` },
      detail: 'PATH names no folder',
    },
    {
      why: 'a line break in the arguments of a batch file',
      command: 'npx',
      args: ['a\r\nb'],
      detail: 'cannot hold a line break',
    },
  ];
  for (const { why, detail, ...each } of refused) {
    proves(['W-27', 'H-18'], `refused: ${why}`, () => {
      expect(plan(each)).toEqual({
        kind: 'refuse',
        failure: expect.objectContaining({
          kind: 'spawn-failed',
          detail: expect.stringContaining(detail),
        }),
      });
    });
  }

  test('a line break in the arguments of a program is none of our business', () => {
    expect(plan({ command: 'node', args: ['a\nb'] })).toMatchObject({ args: ['a\nb'] });
  });
});

test('elsewhere the system looks the program up, and it leads a group of its own', () => {
  const program = { command: 'npx', args: ['-y', '"'], cwd: '/x', env: {} };
  const facts = { isFile: () => false, currentFolder: '/' };
  for (const platform of ['linux', 'darwin', 'freebsd']) {
    expect(planSpawn({ platform, ...program }, facts)).toEqual({
      kind: 'start',
      file: 'npx',
      args: ['-y', '"'],
      ownGroup: true,
      verbatim: false,
    });
  }
});

describe('signals', () => {
  const taskkill = String.raw`C:\Windows\System32\taskkill.exe`;
  const cases = [
    { platform: 'linux', signal: 'SIGTERM', plan: { kind: 'signal', pid: -42, signal: 'SIGTERM' } },
    {
      platform: 'darwin',
      signal: 'SIGKILL',
      plan: { kind: 'signal', pid: -42, signal: 'SIGKILL' },
    },
    {
      platform: 'win32',
      signal: 'SIGTERM',
      plan: { kind: 'run', file: taskkill, args: ['/PID', '42', '/T'] },
    },
    {
      platform: 'win32',
      signal: 'SIGKILL',
      plan: { kind: 'run', file: taskkill, args: ['/PID', '42', '/T', '/F'] },
    },
  ] as const;
  for (const { platform, signal, plan: expected } of cases) {
    proves(['W-24', 'W-27'], `${signal} on ${platform} reaches the whole tree`, () => {
      expect(planSignal(platform, 42, signal, { SYSTEMROOT: root })).toEqual(expected);
    });
  }
});
