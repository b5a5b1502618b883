import { describe, expect, test } from 'vitest';
import { isInsideName, urlFault } from '../../../src/garuda/registry/reading/check-url.ts';
import { proves } from '../../support/proves.ts';

const both = [
  'https://example.com/mcp',
  'https://example.com:8443/?a=b',
  'https://8.8.8.8/',
  'https://[2606:4700::1111]/',
  'HTTPS://EXAMPLE.COM',
  'https://bücher.example/',
];

/** The user's own machines and networks. */
const userOnly = [
  'http://localhost:3000/mcp',
  'http://localhost./',
  'http://a.localhost/',
  'http://127.0.0.1/',
  'http://127.9.9.9/',
  'http://0x7f.1/',
  'http://2130706433/',
  'http://017700000001/',
  'http://[::1]/',
  'http://[::ffff:127.0.0.1]/',
  'https://localhost/',
  'https://127.0.0.1/',
  'https://10.1.2.3/',
  'https://172.16.0.1/',
  'https://192.168.1.1/',
  'https://192.168.257/',
  'https://0xa.1.2.3/',
  'https://167772161/',
  'https://012.0.0.1/',
  'https://169.254.169.254/',
  'https://100.64.0.1/',
  'https://0.0.0.0/',
  'https://[fd00::1]/',
  'https://[fe80::1]/',
  'https://[::]/',
  'https://[::ffff:10.0.0.1]/',
  'https://[::ffff:a00:1]/',
  'https://[64:ff9b::a00:1]/',
  'https://[2002:a00:1::]/',
  'https://[::127.0.0.1]/',
  'https://10.0.0.1./',
  'https://224.0.0.1/',
];

const nobody = [
  'http://example.com/',
  'http://10.0.0.1/',
  'http://0.0.0.0/',
  'http://localhost.example.com/',
  'http://notlocalhost/',
  'https://me:secret@example.com/',
  'https://me@example.com/',
  'https://example.com/#x',
  'https://example.com/#',
  'ftp://example.com/',
  'file:///etc/passwd',
  'ws://example.com/',
  'javascript:alert(1)',
  'example.com',
  'localhost:3000',
  '/mcp',
  'https://',
  'https://exa mple.com/',
  'https://example.com/\n',
  ' https://example.com/',
  'https://256.256.256.256/',
  '',
];

describe('which URLs a server may have', () => {
  for (const url of both) {
    proves('G-03', `anybody: ${url}`, () => {
      expect([urlFault(url, 'user'), urlFault(url, 'project')]).toEqual([undefined, undefined]);
    });
  }
  for (const url of userOnly) {
    proves('G-03', `the user alone: ${url}`, () => {
      expect(urlFault(url, 'user')).toBeUndefined();
      expect(urlFault(url, 'project')?.[0]).toMatch(
        /^a project's server (?:may not be on this machine|must be at a public address)$/,
      );
    });
  }
  for (const url of nobody) {
    proves('G-03', `nobody: ${JSON.stringify(url)}`, () => {
      expect(urlFault(url, 'user')).toBeDefined();
      expect(urlFault(url, 'project')).toBeDefined();
    });
  }

  test('nothing of a URL is shown that can hold a secret', () => {
    const shown = nobody.flatMap((url) => urlFault(url, 'user') ?? []).join(' ');
    expect(shown).not.toMatch(/secret|passwd|alert/);
  });
});

test.each([
  ['printer.local', true],
  ['a.internal', true],
  ['a.internal.', true],
  ['nas', true],
  ['example.com', false],
  ['10.0.0.1', false],
  ['[::1]', false],
  ['local.example.com', false],
])('%s is a name of a network of its own: %s', (host, expected) => {
  expect(isInsideName(host)).toBe(expected);
});
