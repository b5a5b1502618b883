import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { redactSecrets } from '../../../src/protocol/index.ts';
import { proves } from '../../support/proves.ts';

/** None of these may be in anything that is shown. */
const secret = 'S3cr3t-v4lue';
const gone = '<redacted>';

const members: readonly { readonly name: string; readonly isSecret: boolean }[] = [
  ...[
    'access_token',
    'accesstoken',
    'refresh_token',
    'id_token',
    'token',
    'tokens',
    'TOKEN_2',
    'apiKey',
    'API-KEY',
    'APIKEY',
    'x-api-key',
    'key',
    'private_key',
    'clientSecret',
    'client_secret',
    'client_assertion',
    'code_verifier',
    'device_code',
    'requestState',
    'password',
    'dbPassword',
    'passwd',
    'pwd',
    'passphrase',
    'cookie',
    'Set-Cookie',
    'Authorization',
    'PROXY-AUTHORIZATION',
    'Mcp-Session-Id',
    'sessionId',
    'DPoP',
    'Mcp-Param-Token',
    'credentials',
    'jwt',
    'GITHUB_TOKEN',
    'tokenValue',
    'X-Amz-Signature',
  ].map((name) => ({ name, isSecret: true })),
  ...[
    'name',
    'progressToken',
    'nextCursor',
    'token_type',
    'token_endpoint',
    'tokenizer',
    'keyboard',
    'monkey',
    'author',
    'authorization_servers',
    'authorization_endpoint',
    'secretary',
    'code',
    'state',
    'publicKey',
    'keyPath',
    'sessions',
    'uri',
    'compass',
    'taskId',
  ].map((name) => ({ name, isSecret: false })),
];

describe('members', () => {
  for (const { name, isSecret } of members) {
    proves('A-16', `${name} is ${isSecret ? 'a secret' : 'none'}`, () => {
      expect(redactSecrets({ [name]: 'v' })).toEqual({ [name]: isSecret ? gone : 'v' });
    });
  }
});

const values: readonly {
  readonly why: string;
  readonly value: unknown;
  readonly shown: unknown;
}[] = [
  {
    why: 'a scheme',
    value: { authorization: `Bearer ${secret}` },
    shown: { authorization: `Bearer ${gone}` },
  },
  { why: 'depth', value: [{ a: [{ token: secret }] }], shown: [{ a: [{ token: gone }] }] },
  {
    why: 'what is below a secret name',
    value: { tokens: { a: secret, n: [1, secret] } },
    shown: { tokens: { a: gone, n: [gone, gone] } },
  },
  {
    why: 'no text',
    value: { token: null, key: true, secret: '' },
    shown: { token: null, key: true, secret: '' },
  },
  { why: 'a number', value: { password: 12345678 }, shown: { password: gone } },
  {
    why: 'counts',
    value: { maxTokens: 5, inputTokens: 7 },
    shown: { maxTokens: 5, inputTokens: 7 },
  },
  {
    why: 'a progress token',
    value: { _meta: { progressToken: 'p-1' } },
    shown: { _meta: { progressToken: 'p-1' } },
  },
  {
    why: 'an error code',
    value: { code: -32601, message: 'no' },
    shown: { code: -32601, message: 'no' },
  },
  {
    why: 'the code of a sign-in',
    value: { grant_type: 'authorization_code', code: secret },
    shown: { grant_type: 'authorization_code', code: gone },
  },
  { why: 'variables', value: { env: { HOME: secret } }, shown: { env: { HOME: gone } } },
  {
    why: 'variables in a list',
    value: { env: [`HOME=${secret}`] },
    shown: { env: [`HOME=${gone}`] },
  },
  {
    why: 'name and value',
    value: { argument: { name: 'token', value: secret } },
    shown: { argument: { name: 'token', value: gone } },
  },
  {
    why: 'pairs',
    value: [['Authorization', `Basic ${secret}`]],
    shown: [['Authorization', `Basic ${gone}`]],
  },
  {
    why: 'a list of two names',
    value: { required: ['token', 'name'] },
    shown: { required: ['token', 'name'] },
  },
  {
    why: 'arguments',
    value: ['--token', secret, '--verbose', 'x'],
    shown: ['--token', gone, '--verbose', 'x'],
  },
  { why: 'arguments in one', value: [`--api-key=${secret}`], shown: [`--api-key=${gone}`] },
  {
    why: 'an option without a value',
    value: ['--token', '--verbose'],
    shown: ['--token', '--verbose'],
  },
  {
    why: 'the schema of a secret',
    value: { type: 'object', properties: { token: { type: 'string', default: secret } } },
    shown: { type: 'object', properties: { token: { type: 'string', default: gone } } },
  },
  {
    why: 'a member called __proto__',
    value: JSON.parse(`{"__proto__":{"token":"${secret}"}}`),
    shown: JSON.parse(`{"__proto__":{"token":"${gone}"}}`),
  },
];

describe('values', () => {
  for (const { why, value, shown } of values) {
    proves('A-16', why, () => {
      const before = structuredClone(value);
      expect(redactSecrets(value)).toStrictEqual(shown);
      expect(value, 'the value itself is as it was').toStrictEqual(before);
    });
  }
});

const texts: readonly { readonly text: string; readonly shown: string }[] = [
  { text: `got Bearer ${secret}!`, shown: `got Bearer ${gone}` },
  { text: `BEARER ${secret}`, shown: `BEARER ${gone}` },
  { text: `DPoP ${secret}, more`, shown: `DPoP ${gone}, more` },
  { text: 'Basic dXNlcjpwYXNz and on', shown: `Basic ${gone} and on` },
  { text: 'Basic usage of a bearer token', shown: 'Basic usage of a bearer token' },
  { text: 'Bearer realm="x", scope="a b"', shown: 'Bearer realm="x", scope="a b"' },
  { text: `Authorization: Bearer ${secret}\nnext`, shown: `Authorization: Bearer ${gone}\nnext` },
  { text: `Cookie: a=${secret}; b="${secret}"`, shown: `Cookie: ${gone}` },
  { text: `Mcp-Session-Id: ${secret}`, shown: `Mcp-Session-Id: ${gone}` },
  { text: `https://me:${secret}@example.com/`, shown: `https://${gone}@example.com/` },
  { text: `https://me:p@${secret}@example.com/`, shown: `https://${gone}@example.com/` },
  {
    text: `https://a.test/?a=1&api_key=${secret}&b=2#x`,
    shown: `https://a.test/?a=1&api_key=${gone}&b=2#x`,
  },
  {
    text: `https://a.test/#access_token=${secret}&n=1`,
    shown: `https://a.test/#access_token=${gone}&n=1`,
  },
  {
    text: `https://a.test/cb?code=${secret}&state=1`,
    shown: `https://a.test/cb?code=${gone}&state=1`,
  },
  {
    text: `code=${secret}&grant_type=authorization_code`,
    shown: `code=${gone}&grant_type=authorization_code`,
  },
  { text: `auth%5Btoken%5D=${secret}&a=1`, shown: `auth%5Btoken%5D=${gone}&a=1` },
  { text: `run --token=${secret} --fast`, shown: `run --token=${gone} --fast` },
  { text: `run --api-key ${secret} --fast`, shown: `run --api-key ${gone} --fast` },
  { text: `run --api-key "a ${secret}" --fast`, shown: `run --api-key "${gone}" --fast` },
  {
    text: `{"access_token": "a b${secret}", "n": 1}`,
    shown: `{"access_token": "${gone}", "n": 1}`,
  },
  { text: String.raw`{"password":"a\"${secret}"}`, shown: `{"password":"${gone}"}` },
  {
    text: String.raw`{\"token\":\"${secret}\",\"n\":1}`,
    shown: String.raw`{\"token\":\"${gone}\",\"n\":1}`,
  },
  { text: `/messages?session=${secret}&n=1`, shown: `/messages?session=${gone}&n=1` },
  { text: 'the session=7 of today', shown: 'the session=7 of today' },
  { text: `said: token=${secret}`, shown: `said: token=${gone}` },
  { text: '{"key":null,"pin":1234,"n":1}', shown: `{"key":null,"pin":${gone},"n":1}` },
  { text: `{"tokens": ["a]", "${secret}"], "n": 1}`, shown: `{"tokens": "${gone}", "n": 1}` },
  {
    text: String.raw`{\"tokens\":{\"a\":\"}\\\"]\",\"b\":\"${secret}\\\\\"},\"n\":1}`,
    shown: String.raw`{\"tokens\":\"${gone}\",\"n\":1}`,
  },
  { text: `tokens: [${secret} and no end`, shown: `tokens: ${gone}` },
  { text: `password: ${secret}`, shown: `password: ${gone}` },
  { text: `token: Bearer ${secret}`, shown: `token: Bearer ${gone}` },
  { text: `GITHUB_TOKEN=${secret} npm start`, shown: `GITHUB_TOKEN=${gone} npm start` },
  { text: 'see eyJhbGciOi.eyJzdWIi.c2ln now', shown: `see ${gone} now` },
  { text: 'ghp_abcdefghijklmnop', shown: gone },
  { text: 'id AKIAIOSFODNN7EXAMPLE, AKIA of old', shown: `id ${gone}, AKIA of old` },
  { text: `AIza${'Sy4_-'.repeat(7)} AIzawa`, shown: `${gone} AIzawa` },
  { text: 'xapp-1-A0B1C2D3E4F xoxb-12345678901', shown: `${gone} ${gone}` },
  {
    text: '-----BEGIN EC PRIVATE KEY-----\nabc\n-----END EC PRIVATE KEY-----\n',
    shown: `${gone}\n`,
  },
  { text: 'tool/list of 3, at 12:30, a=b', shown: 'tool/list of 3, at 12:30, a=b' },
];

describe('texts', () => {
  for (const { text, shown } of texts) {
    proves('A-16', text, () => {
      expect(redactSecrets(text)).toBe(shown);
      expect(redactSecrets(shown), 'once is enough').toBe(shown);
    });
  }
});

proves(
  'A-16',
  'what is known is taken out everywhere, the longest first, the short ones never',
  () => {
    const known = ['abcdefgh', 'abcdefgh-ijk', 'short'];
    const value = { said: 'a short abcdefgh and abcdefgh-ijk' };
    expect(redactSecrets(value, { known })).toEqual({ said: `a short ${gone} and ${gone}` });
  },
);

proves('A-16', 'each secret that is found is told', () => {
  const told: string[] = [];
  const value = {
    headers: { authorization: 'Bearer one' },
    url: 'https://a.test/?token=two',
    n: 3,
  };
  redactSecrets(value, { found: (each) => told.push(each) });
  expect(told).toEqual(['one', 'two']);
});

const piece = fc.oneof(
  fc.constantFrom('token', 'Bearer ', '--api-key ', '=', ':', '"', '\\', '&', '?', '://', '@', ' '),
  fc.constantFrom('Authorization: ', '<redacted>', 'code=', 'eyJ', '.', "'", '\n', 'basic '),
  fc.string({ maxLength: 5 }),
);
const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));
const json = fc.jsonValue({ maxDepth: 4, stringUnit: 'grapheme' });

test('what was redacted is redacted: doing it again changes nothing', () => {
  const property = fc.property(fc.oneof(text, json), (value) => {
    const once = redactSecrets(value);
    expect(redactSecrets(once)).toStrictEqual(once);
  });
  fc.assert(property, { numRuns: 2_000 });
});

test('the copy has the shape of the value, and no text that stood under a secret name', () => {
  const property = fc.property(
    json,
    fc.constantFrom('token', 'apiKey', 'cookie'),
    (value, name) => {
      const shown = redactSecrets([value, { [name]: `x${secret}` }]);
      expect(JSON.stringify(shown)).not.toContain(secret);
      expect(shape(shown)).toEqual(shape([value, { [name]: '' }]));
    },
  );
  fc.assert(property);
});

/** Lists and names of members; leaves do not count. */
function shape(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shape);
  if (typeof value !== 'object' || value === null) return 0;
  return Object.entries(value).map(([name, member]) => [name, shape(member)]);
}

test('depth has a bound and overflows nothing', () => {
  let value: unknown = secret;
  for (let n = 0; n < 100_000; n += 1) value = n % 2 === 0 ? [value] : { value };
  const shown = JSON.stringify(redactSecrets(value));
  expect(shown).toContain(gone);
  expect(shown).not.toContain(secret);
});

const runs = [
  'a',
  'a.',
  'token',
  'token=',
  'token="',
  'token="\\',
  'token=[',
  'token=[]',
  '\\',
  ' ',
  '--a',
  '--token ',
  'a://',
  'a://@',
  'Bearer ',
  'basic ',
  'basic/',
  'eyJ',
  'eyJ.',
  '"',
  '%5D',
  '-----BEGIN PRIVATE KEY-----',
  '-----END ',
  'code=',
  'Cookie:',
];

test.each(runs)('a text of nothing but %j takes time linear in its length', (run) => {
  const long = (length: number): string => run.repeat(Math.ceil(length / run.length));
  const spent = (length: number): number => {
    const value = long(length);
    const start = process.cpuUsage();
    redactSecrets(value);
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1_000;
  };
  spent(100_000);
  // Were it quadratic, it would take minutes.
  expect(spent(1_000_000)).toBeLessThan(4_000);
});
