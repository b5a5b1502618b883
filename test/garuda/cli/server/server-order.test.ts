import { tmpdir } from 'node:os';
import { describe, expect, test } from 'vitest';
import { parseCommandLine } from '../../../../src/garuda/cli/command-line.ts';
import { readServerOrder, secretsOf } from '../../../../src/garuda/cli/server/server-order.ts';
import { UsageError } from '../../../../src/garuda/cli/usage-error.ts';

const environment = { TOKEN: 'sk-secret' };
const url = (text: string, ...options: readonly string[]): ReturnType<typeof readServerOrder> =>
  readServerOrder({ kind: 'url', url: text }, parseCommandLine(options), environment);
const command = (...options: readonly string[]): ReturnType<typeof readServerOrder> =>
  readServerOrder(
    { kind: 'command', command: 'x', args: [] },
    parseCommandLine(options),
    environment,
  );

test('a URL comes with headers and a token', () => {
  const order = url('https://h/mcp?a=1', '--header', 'X: 1', '--bearer-env', 'TOKEN');
  expect(order).toEqual({
    kind: 'url',
    url: new URL('https://h/mcp?a=1'),
    headers: { X: '1' },
    bearerToken: 'sk-secret',
    allowInsecureHttp: false,
    maySignIn: false,
    noBrowser: false,
  });
  expect(secretsOf(order)).toEqual(['1', 'sk-secret']);
});

test.each([
  { args: [], maySignIn: true },
  { args: ['--header', 'X: 1'], maySignIn: true },
  { args: ['--header', 'authorization: Basic eA=='], maySignIn: false },
  { args: ['--bearer-env', 'TOKEN'], maySignIn: false },
])('with $args a person may sign in: $maySignIn', ({ args, maySignIn }) => {
  expect(url('https://h/mcp', ...args)).toMatchObject({ maySignIn });
});

test('a command comes with variables and a folder', () => {
  const order = command('--env', 'TOKEN', '--cwd', tmpdir());
  expect(order).toMatchObject({ env: { TOKEN: 'sk-secret' }, cwd: tmpdir() });
  expect(secretsOf(order)).toEqual(['sk-secret']);
});

describe('what cannot be used is named without what may be a secret', () => {
  test.each([
    { text: 'http://', message: `the server's URL "http://" is not a URL` },
    { text: 'https://a b?k=secret', message: `the server's URL "https://a b" is not a URL` },
    { text: 'https://h:99999/', message: `the server's URL "https://h:99999/" is not a URL` },
    {
      text: 'ftp://h/x',
      message: `the server's URL "ftp://h/x" must begin with http:// or https://`,
    },
    {
      text: 'https://me:secret@h/x',
      message: `the server's URL "https://h/x" holds a user name or password; use --bearer-env or --header, which stay out of messages`,
    },
    {
      text: 'https://h/x#secret',
      message: `the server's URL "https://h/x" has a fragment (#…), which no server ever sees`,
    },
  ])('$message', ({ text, message }) => {
    expect(() => url(text)).toThrow(new UsageError(message));
  });

  test('a token that is given twice', () => {
    const twice = ['--bearer-env', 'TOKEN', '--header', 'authorization: x'];
    const message = '--bearer-env and --header Authorization say the same thing; give one';
    expect(() => url('https://h/', ...twice)).toThrow(new UsageError(message));
  });

  test.each([
    { folder: '/no/such/folder', why: 'there is no such folder' },
    { folder: import.meta.filename, why: 'that is no folder' },
    { folder: `${import.meta.filename}/x`, why: 'there is no such folder' },
    { folder: '', why: 'there is no such folder' },
    { folder: `/${'x'.repeat(300)}`, why: 'it cannot be looked at (ENAMETOOLONG)' },
  ])('a folder: $why', ({ folder, why }) => {
    expect(() => command(`--cwd=${folder}`)).toThrow(why);
    expect(() => command(`--cwd=${folder}`)).toThrow('--cwd "');
  });
});
