import { describe, expect, test } from 'vitest';
import { OAuthError } from '../../../src/oauth/errors.ts';
import { checkEndpoint, checkPage } from '../../../src/oauth/network/url-policy.ts';
import { proves } from '../../support/proves.ts';

const safe = { allowInsecureLoopback: false };
const loose = { allowInsecureLoopback: true };

function complaint(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (error instanceof OAuthError) return error.message;
    throw error;
  }
  return 'allowed';
}

const refusedAlways = [
  { text: '', got: 'something that is no URL' },
  { text: '/token', got: 'something that is no URL' },
  { text: 'https://', got: 'something that is no URL' },
  { text: 'https://a b/', got: 'something that is no URL' },
  { text: 'http://as.example/token', got: 'http://as.example/token' },
  { text: 'http://10.0.0.1/token', got: 'http://10.0.0.1/token' },
  { text: 'http://localhost.evil.example/', got: 'http://localhost.evil.example/' },
  { text: 'http://127.0.0.1.evil.example/', got: 'http://127.0.0.1.evil.example/' },
  { text: 'http://[::ffff:127.0.0.1]/', got: 'http://[::ffff:7f00:1]/' },
  { text: 'javascript:alert(1)', got: 'one of the kind "javascript:"' },
  { text: 'java\nscript:alert(1)', got: 'one of the kind "javascript:"' },
  { text: ' javascript:alert(1)', got: 'one of the kind "javascript:"' },
  { text: 'JAVASCRIPT://as.example/%0aalert(1)', got: 'one of the kind "javascript:"' },
  { text: 'data:text/html,<script>', got: 'one of the kind "data:"' },
  { text: 'file:///etc/passwd', got: 'one of the kind "file:"' },
  { text: 'vbscript:x', got: 'one of the kind "vbscript:"' },
  { text: 'blob:https://as.example/1', got: 'one of the kind "blob:"' },
  { text: 'view-source:https://as.example/', got: 'one of the kind "view-source:"' },
  { text: 'ftp://as.example/', got: 'one of the kind "ftp:"' },
  { text: 'ws://localhost/', got: 'one of the kind "ws:"' },
  { text: 'https:\\\\as.example\\token', got: 'https://as.example/token, oddly written' },
  { text: 'https:as.example', got: 'https://as.example/, oddly written' },
  {
    text: 'https:///as.example\\@evil.example',
    got: 'https://as.example/@evil.example, oddly written',
  },
  { text: ' https://as.example', got: 'https://as.example/, oddly written' },
  { text: 'https://as.exam\tple/', got: 'https://as.example/, oddly written' },
  {
    text: 'https://user:hunter2@as.example/',
    got: 'https://as.example/ with a user name or a password',
  },
  {
    text: 'https://as.example@evil.example/',
    got: 'https://evil.example/ with a user name or a password',
  },
  { text: `https://as.example/${'x'.repeat(8192)}`, got: 'one of 8211 characters' },
];

describe('an endpoint', () => {
  for (const { text, got } of refusedAlways) {
    proves(['AUTH-15', 'W-59'], `${JSON.stringify(text.slice(0, 60))} is refused`, () => {
      const message = `token_endpoint: expected an https: address, got ${got} [URL_REFUSED]`;
      expect(complaint(() => checkEndpoint(text, 'token_endpoint', loose))).toBe(message);
    });
  }

  test.each([
    'https://as.example',
    'https://as.example/token?tenant=1',
    'HTTPS://AS.example:8443/token',
    'https://xn--bcher-kva.example/',
    'https://bücher.example/',
    'https://[2001:db8::1]/token',
    'https://10.0.0.1/token',
  ])('%s is allowed', (text) => {
    expect(checkEndpoint(text, 'token_endpoint', safe).href).toBe(new URL(text).href);
  });

  test.each([
    'http://localhost:3000/t',
    'http://127.0.0.1/t',
    'http://127.9.9.9/t',
    'http://[::1]/t',
  ])('%s is allowed by a setting only', (text) => {
    expect(checkEndpoint(text, 'token_endpoint', loose).href).toBe(text);
    expect(complaint(() => checkEndpoint(text, 'token_endpoint', safe))).toBe(
      `token_endpoint: expected an https: address, got ${text}; allowInsecureLoopback allows that for this machine [URL_REFUSED]`,
    );
  });

  test.each(['https://as.example/token#x', 'https://as.example/token#'])(
    '%s is refused',
    (text) => {
      expect(complaint(() => checkEndpoint(text, 'token_endpoint', safe))).toBe(
        'token_endpoint: expected an https: address, got https://as.example/token with a fragment [URL_REFUSED]',
      );
    },
  );
});

describe('a page', () => {
  test('may have a fragment', () => {
    expect(checkPage('https://as.example/device#code', 'verification_uri', safe).hash).toBe(
      '#code',
    );
  });

  test.each(refusedAlways)('$text is refused', ({ text, got }) => {
    expect(complaint(() => checkPage(text, 'verification_uri', loose))).toBe(
      `verification_uri: expected an https: address, got ${got} [URL_REFUSED]`,
    );
  });

  test('what is to be opened has a program-safe form', () => {
    const { href } = checkPage('https://as.example/a"b`c|d?x=\'<e>', 'verification_uri', safe);
    expect(href).toBe('https://as.example/a%22b%60c|d?x=%27%3Ce%3E');
  });
});
