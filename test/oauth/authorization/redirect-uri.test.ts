import { expect, test } from 'vitest';
import {
  checkRedirectUri,
  coversRedirectUri,
  isLocalRedirect,
} from '../../../src/oauth/authorization/redirect-uri.ts';
import { proves } from '../../support/proves.ts';

for (const uri of [
  'https://app.example.com/cb',
  'http://127.0.0.1:1234/callback',
  'http://localhost/cb',
  'http://[::1]:9/cb',
]) {
  proves('AUTH-44', `${uri} may be one`, () => {
    expect(checkRedirectUri(uri, 'it').href).toBe(uri);
  });
}

for (const uri of [
  'http://app.example.com/cb',
  'http://127.0.0.1.evil.test/cb',
  'javascript:alert(1)',
  'my-app:/cb',
  'https://app.example.com/cb#x',
  'callback',
]) {
  proves('AUTH-44', `${uri} may not`, () => {
    expect(() => checkRedirectUri(uri, 'it')).toThrow(/INVALID_ARGUMENT/);
  });
}

test.each([
  ['the same', 'https://a.test/cb', 'https://a.test/cb', true],
  ['a slash more', 'https://a.test/cb', 'https://a.test/cb/', false],
  ['another port', 'http://127.0.0.1:1/cb', 'http://127.0.0.1:2/cb', false],
  ['a port where none was registered', 'http://127.0.0.1/cb', 'http://127.0.0.1:2/cb', true],
  [
    'the same by name, which RFC 8252 does not say',
    'http://localhost/cb',
    'http://localhost:2/cb',
    false,
  ],
  ['another path', 'http://127.0.0.1/cb', 'http://127.0.0.1:2/other', false],
  ['a port at a host of the web', 'https://a.test/cb', 'https://a.test:8443/cb', false],
  ['another loopback', 'http://127.0.0.1/cb', 'http://[::1]:2/cb', false],
])('covers: %s', (_why, registered, used, expected) => {
  expect(coversRedirectUri(registered, used)).toBe(expected);
});

test('what is of this machine', () => {
  expect(isLocalRedirect('http://localhost:1/cb')).toBe(true);
  expect(isLocalRedirect('https://app.example.com/cb')).toBe(false);
});
