import { describe, expect, test } from 'vitest';
import { valueFault } from '../../../../src/garuda/header-value.ts';
import { readHeaders } from '../../../../src/garuda/cli/server/header-option.ts';
import { planRequest } from '../../../../src/transport/http/plan-request.ts';
import { UsageError } from '../../../../src/garuda/cli/usage-error.ts';

describe('--header', () => {
  test.each([
    { given: [], fields: {} },
    { given: ['X-Key: abc'], fields: { 'X-Key': 'abc' } },
    { given: ['X-Key:abc:def '], fields: { 'X-Key': 'abc:def' } },
    { given: ['a: 1', 'b: \u00fc\tx'], fields: { a: '1', b: '\u00fc\tx' } },
    { given: ['Host: example.com'], fields: { Host: 'example.com' } },
    { given: ['__proto__: x'], fields: Object.fromEntries([['__proto__', 'x']]) },
  ])('$given', ({ given, fields }) => {
    expect(Object.fromEntries(readHeaders(given))).toEqual(fields);
  });
});

describe('a header that cannot be sent is named, and its value is not', () => {
  const secret = 'sk-very-secret';
  test.each([
    { given: [secret], message: "--header number 1 has no colon; expected 'NAME: VALUE'" },
    {
      given: ['a: b', `bad ${secret}: x`],
      message: '--header number 2: what stands before the colon is no name of a header field',
    },
    {
      given: [`: ${secret}`],
      message: '--header number 1: what stands before the colon is no name of a header field',
    },
    { given: ['X-Key: '], message: '--header X-Key: the value is empty' },
    {
      given: [`X-Key: ${secret}\nEvil: 1`],
      message: '--header X-Key: the value has a line break or another control character',
    },
    {
      given: [`X-Key: ${secret}\u0000`],
      message: '--header X-Key: the value has a line break or another control character',
    },
    {
      given: [`X-Key: ${secret}\u20ac`],
      message: '--header X-Key: the value has a character over U+00FF',
    },
    { given: [`X-Key: ${secret}`, 'x-key: b'], message: '--header x-key is given twice' },
    {
      given: ['Mcp-Session-Id: 1'],
      message: '--header Mcp-Session-Id: the protocol sets this field itself',
    },
    {
      given: ['mcp-param-city: x'],
      message: '--header mcp-param-city: the protocol sets this field itself',
    },
  ])('$message', ({ given, message }) => {
    expect(() => readHeaders(given)).toThrow(new UsageError(message));
    expect(message).not.toContain(secret);
  });
});

describe('a field is refused here exactly where the transport would leave it out', () => {
  test.each([
    'Accept',
    'Accept-Encoding',
    'Accept-Language',
    'Authorization',
    'Connection',
    'Content-Length',
    'Content-Type',
    'Cookie',
    'Expect',
    'Host',
    'Keep-Alive',
    'Last-Event-ID',
    'MCP-Protocol-Version',
    'Mcp-Method',
    'Mcp-Name',
    'Mcp-Param-X',
    'Mcp-Session-Id',
    'Origin',
    'Proxy-Connection',
    'TE',
    'Trailer',
    'Transfer-Encoding',
    'Upgrade',
    'User-Agent',
  ])('%s', (name) => {
    const plan = planRequest({ method: 'GET', user: { [name]: 'ours' } });
    const isSent = plan.ok && Object.values(plan.headers).includes('ours');
    let isTaken = true;
    try {
      readHeaders([`${name}: ours`]);
    } catch {
      isTaken = false;
    }
    expect(isTaken).toBe(isSent);
  });
});

test('a value may hold a tab and nothing lower', () => {
  expect(valueFault('a\tb')).toBeUndefined();
  expect(valueFault('a\u007f')).toContain('control character');
});
