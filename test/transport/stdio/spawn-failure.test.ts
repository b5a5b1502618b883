import { describe, expect, test } from 'vitest';
import { explainSpawnFailure, missingProgram } from '../../../src/transport/stdio/spawn-failure.ts';
import { proves } from '../../support/proves.ts';

const paths: Record<string, 'file' | 'folder' | 'other'> = {
  '/srv': 'folder',
  '/srv/bin': 'folder',
  '/srv/bin/server': 'file',
  '/usr/bin': 'folder',
  '/usr/bin/tool': 'file',
  '/srv/data.txt': 'file',
  '/srv/socket': 'other',
};

const cases: readonly {
  why: string;
  code: string;
  command?: string;
  cwd?: string;
  path?: string;
  reason: string;
  detail: string;
}[] = [
  {
    why: 'no program',
    code: 'ENOENT',
    reason: 'command-not-found',
    detail:
      'there is no program "server" in the folders of PATH (/bin, /usr/bin); install it, give its full path, or set PATH in env',
  },
  {
    why: 'no PATH',
    code: 'ENOENT',
    path: '',
    reason: 'command-not-found',
    detail:
      'there is no program "server" and PATH names no folder for this server; install it, give its full path, or set PATH in env',
  },
  {
    why: 'arguments in the command',
    code: 'ENOENT',
    command: 'node server.js',
    reason: 'command-not-found',
    detail:
      'there is no program "node server.js" in the folders of PATH (/bin, /usr/bin); install it, give its full path, or set PATH in env; arguments belong in args, not in command',
  },
  {
    why: 'no file',
    code: 'ENOENT',
    command: './server',
    reason: 'command-not-found',
    detail: 'there is no file "./server"',
  },
  {
    why: 'no file in the working folder',
    code: 'ENOENT',
    command: './server',
    cwd: '/srv',
    reason: 'command-not-found',
    detail: 'there is no file "./server" (seen from the working folder "/srv")',
  },
  {
    why: 'a script without its interpreter',
    code: 'ENOENT',
    command: 'bin/server',
    cwd: '/srv',
    reason: 'command-not-found',
    detail: '"/srv/bin/server" exists, but not the interpreter that its first line (#!) names',
  },
  {
    why: 'a script of PATH without its interpreter',
    code: 'ENOENT',
    command: 'tool',
    reason: 'command-not-found',
    detail: '"/usr/bin/tool" exists, but not the interpreter that its first line (#!) names',
  },
  {
    why: 'no working folder',
    code: 'ENOENT',
    cwd: '/gone',
    reason: 'folder-not-found',
    detail: 'the working folder "/gone" does not exist',
  },
  {
    why: 'a file for a working folder',
    code: 'ENOTDIR',
    cwd: '/srv/data.txt',
    reason: 'folder-not-found',
    detail: 'the working folder "/srv/data.txt" is not a folder',
  },
  {
    why: 'a socket for a working folder',
    code: 'EACCES',
    cwd: '/srv/socket',
    reason: 'folder-not-found',
    detail: 'the working folder "/srv/socket" is not a folder',
  },
  {
    why: 'a file that may not be executed',
    code: 'EACCES',
    command: '/srv/data.txt',
    reason: 'not-permitted',
    detail: '"/srv/data.txt" may not be executed by this user (EACCES)',
  },
  {
    why: 'a folder for a program',
    code: 'EACCES',
    command: '/srv/bin',
    reason: 'not-permitted',
    detail: '"/srv/bin" is a folder, not a program',
  },
  {
    why: 'a refusal that cannot be explained',
    code: 'EPERM',
    reason: 'not-permitted',
    detail: '"server" may not be executed by this user (EPERM)',
  },
  {
    why: 'too many files',
    code: 'EMFILE',
    reason: 'other',
    detail: '"server" could not be started: too many open files (EMFILE)',
  },
  {
    why: 'any other code',
    code: 'EIO',
    reason: 'other',
    detail: '"server" could not be started: EIO',
  },
];

describe('why a program did not start', () => {
  for (const {
    why,
    code,
    command = 'server',
    cwd,
    path = '/bin:/usr/bin',
    reason,
    detail,
  } of cases) {
    proves('H-18', why, () => {
      const program = { command, cwd, env: { PATH: path } };
      const facts = {
        kindOf: (each: string) => paths[each] ?? 'missing',
        currentFolder: '/home',
      } as const;
      expect(explainSpawnFailure(code, program, facts)).toEqual({
        kind: 'spawn-failed',
        reason,
        detail,
      });
    });
  }

  test('on Windows a path has backslashes', () => {
    const program = { command: 'bin\\server', cwd: undefined, env: {} };
    expect(missingProgram(program, []).detail).toBe('there is no file "bin\\server"');
  });
});
