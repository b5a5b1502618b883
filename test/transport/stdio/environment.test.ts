import { describe, expect, test } from 'vitest';
import { planEnvironment, readVariable } from '../../../src/transport/stdio/environment.ts';
import { proves } from '../../support/proves.ts';

interface Case {
  readonly why: string;
  readonly platform?: string;
  readonly host: Record<string, string>;
  readonly inherit?: string[];
  readonly given?: Record<string, string | undefined>;
  readonly env: Record<string, string>;
}

function named(names: string): Record<string, string> {
  return Object.fromEntries(
    names
      .trim()
      .split(/\s+/)
      .map((name) => [name, `value of ${name}`]),
  );
}

const posix = named(`
  PATH HOME USER LOGNAME SHELL TERM LANG LANGUAGE LC_ALL LC_TIME TMPDIR TZ XDG_CONFIG_HOME
  XDG_RUNTIME_DIR DISPLAY WAYLAND_DISPLAY XAUTHORITY NODE_EXTRA_CA_CERTS SSL_CERT_FILE SSL_CERT_DIR
  REQUESTS_CA_BUNDLE CURL_CA_BUNDLE HTTP_PROXY HTTPS_PROXY ALL_PROXY NO_PROXY
  http_proxy https_proxy all_proxy no_proxy`);

const windows = named(`
  Path PATHEXT ComSpec SystemRoot SystemDrive windir OS TEMP TMP APPDATA LOCALAPPDATA ProgramData
  ALLUSERSPROFILE PUBLIC ProgramFiles ProgramW6432 ProgramFiles(x86) CommonProgramFiles
  CommonProgramFiles(x86) CommonProgramW6432 USERPROFILE USERNAME USERDOMAIN HOMEDRIVE HOMEPATH
  COMPUTERNAME NUMBER_OF_PROCESSORS PROCESSOR_ARCHITECTURE PROCESSOR_IDENTIFIER HTTPS_PROXY`);

const secrets = named(`
  AWS_SECRET_ACCESS_KEY GITHUB_TOKEN NPM_TOKEN npm_config__auth SSH_AUTH_SOCK LD_PRELOAD
  NODE_OPTIONS OPENAI_API_KEY PWD`);

const cases: readonly Case[] = [
  {
    why: 'what programs need is kept, and nothing else',
    host: { ...posix, ...secrets },
    env: posix,
  },
  {
    why: 'on Windows too, in the spelling of the host',
    platform: 'win32',
    host: { ...windows, ...secrets },
    env: windows,
  },
  {
    why: 'giving a variable does not drop PATH',
    host: { PATH: '/bin' },
    given: { A: '1' },
    env: { PATH: '/bin', A: '1' },
  },
  {
    why: 'what is given wins',
    host: { PATH: '/bin' },
    given: { PATH: '/mine' },
    env: { PATH: '/mine' },
  },
  {
    why: 'on Windows in any case',
    platform: 'win32',
    host: { Path: '/bin' },
    given: { PATH: '/mine' },
    env: { PATH: '/mine' },
  },
  {
    why: 'on POSIX only in the same',
    host: { PATH: '/bin' },
    given: { Path: '/mine' },
    env: { PATH: '/bin', Path: '/mine' },
  },
  {
    why: 'undefined leaves a variable out',
    host: { PATH: '/bin', HTTP_PROXY: 'p' },
    given: { HTTP_PROXY: undefined },
    env: { PATH: '/bin' },
  },
  {
    why: 'a secret can be given',
    host: { GITHUB_TOKEN: 'x' },
    given: { GITHUB_TOKEN: 'y' },
    env: { GITHUB_TOKEN: 'y' },
  },
  {
    why: 'more names can be inherited',
    host: { A: '1', B: '2', AB: '3' },
    inherit: ['A'],
    env: { A: '1' },
  },
  {
    why: 'and by their beginning',
    host: { A_1: '1', A_2: '2', B: '3' },
    inherit: ['A_*'],
    env: { A_1: '1', A_2: '2' },
  },
  { why: 'and all', host: { A: '1', b: '2' }, inherit: ['*'], env: { A: '1', b: '2' } },
  {
    why: 'and on Windows in any case',
    platform: 'win32',
    host: { MyVar: '1' },
    inherit: ['MYVAR'],
    env: { MyVar: '1' },
  },
  {
    why: 'an exported shell function is not inherited',
    host: { LC_X: '() { :; }', TERM: 'x' },
    inherit: ['*'],
    env: { TERM: 'x' },
  },
  { why: 'an empty value is a value', host: { TZ: '' }, given: { A: '' }, env: { TZ: '', A: '' } },
  { why: 'nothing', host: {}, env: {} },
];

describe('the environment of a server', () => {
  for (const { why, platform = 'linux', host, inherit = [], given = {}, env } of cases) {
    proves('W-26', why, () => {
      expect(planEnvironment({ platform, host, inherit, given })).toEqual(env);
    });
  }
});

test.each([
  { platform: 'linux', name: 'PATH', value: undefined },
  { platform: 'linux', name: 'Path', value: 'x' },
  { platform: 'win32', name: 'PATH', value: 'x' },
  { platform: 'win32', name: 'TEMP', value: undefined },
])('$name is read on $platform', ({ platform, name, value }) => {
  expect(readVariable({ Path: 'x' }, name, platform)).toBe(value);
});
