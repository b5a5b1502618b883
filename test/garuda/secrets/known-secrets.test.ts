import { describe, expect, test } from 'vitest';
import { KnownSecrets, redactSecrets } from '../../../src/garuda/secrets/index.ts';
import { proves } from '../../support/proves.ts';

const secret = 'S3cr3t v4lue/"x"';

describe('what is known is taken out wherever it stands', () => {
  for (const { why, settings, text, shown } of [
    {
      why: 'of a map of variables',
      settings: { API_TOKEN: secret, HOME: '/home/someone' },
      text: `failed: ${secret} in /home/someone`,
      shown: 'failed: <redacted> in /home/someone',
    },
    {
      why: 'of header fields',
      settings: { Authorization: `Bearer ${secret}` },
      text: `sent ${secret}`,
      shown: 'sent <redacted>',
    },
    {
      why: 'of arguments',
      settings: ['--api-key', secret, '--verbose-mode'],
      text: `x ${secret} --verbose-mode`,
      shown: 'x <redacted> --verbose-mode',
    },
    {
      why: 'of one argument',
      settings: ['--api-key=12345678-9'],
      text: 'x 12345678-9',
      shown: 'x <redacted>',
    },
    {
      why: 'in JSON',
      settings: { token: secret },
      text: JSON.stringify({ said: secret }),
      shown: '{"said":"<redacted>"}',
    },
    {
      why: 'in an address',
      settings: { token: secret },
      text: `/x/${encodeURIComponent(secret)}/y`,
      shown: '/x/<redacted>/y',
    },
    { why: 'not a short one', settings: { token: 'the' }, text: 'the end', shown: 'the end' },
  ]) {
    proves('A-16', why, () => {
      const known = new KnownSecrets();
      known.learn(settings);
      expect(known.redact(text)).toBe(shown);
      expect(known.redact({ deep: [text] })).toEqual({ deep: [shown] });
    });
  }
});

proves('A-16', 'arguments, variables, header fields and any JSON, without knowing more', () => {
  expect(
    redactSecrets({
      args: ['serve', '--token', secret, `--password=${secret.slice(0, 6)}`],
      env: { ANY: secret },
      headers: { 'X-Api-Key': secret, accept: 'text/plain' },
      url: 'https://me:pw@x.example/?access_token=abc&page=2',
    }),
  ).toEqual({
    args: ['serve', '--token', '<redacted>', '--password=<redacted>'],
    env: { ANY: '<redacted>' },
    headers: { 'X-Api-Key': '<redacted>', accept: 'text/plain' },
    url: 'https://<redacted>@x.example/?access_token=<redacted>&page=2',
  });
});

test('half a character is no reason to fail', () => {
  const known = new KnownSecrets();
  known.add('\ud83d-12345678');
  expect(known.redact('x \ud83d-12345678')).toBe('x <redacted>');
});

test('more than a thousand are not searched for', () => {
  const known = new KnownSecrets();
  for (let each = 0; each < 5_000; each += 1) known.add(`secret-${each}-x`);
  expect(known.redact('secret-0-x secret-4999-x')).toBe('<redacted> secret-4999-x');
});
