import { expect, test } from 'vitest';
import { bearerToken, staticHeaders } from '../../../src/transport/http/static-credentials.ts';
import { proves } from '../../support/proves.ts';

const url = 'https://example.com/mcp';
const request = { method: 'POST', url, server: url };

proves('A-08', 'static headers, as they were when set', () => {
  const fields = { 'X-Api-Key': 'k' };
  const credentials = staticHeaders(fields);
  fields['X-Api-Key'] = 'changed';
  expect(credentials.headers(request)).toStrictEqual({ 'X-Api-Key': 'k' });
});

proves('A-08', 'a bearer token, or one that is asked for each time', async () => {
  expect(bearerToken('t').headers(request)).toStrictEqual({ Authorization: 'Bearer t' });
  let count = 0;
  const counted = bearerToken(() => `t${(count += 1)}`);
  expect(counted.headers(request)).toStrictEqual({ Authorization: 'Bearer t1' });
  expect(counted.headers(request)).toStrictEqual({ Authorization: 'Bearer t2' });
  const later = bearerToken(() => Promise.resolve('t'));
  await expect(later.headers(request)).resolves.toStrictEqual({ Authorization: 'Bearer t' });
});

test('an empty token is an error that says so', async () => {
  expect(() => bearerToken('')).toThrow('got an empty string');
  expect(() => bearerToken(() => '').headers(request)).toThrow('got an empty string');
  await expect(bearerToken(() => Promise.resolve('')).headers(request)).rejects.toThrow(
    'got an empty string',
  );
});
