import { expect, test } from 'vitest';
import { checkEndpoint, labelOf } from '../../../src/transport/http/endpoint.ts';

test.each([
  'https://mcp.example.com/mcp',
  'https://mcp.example.com:8443/a/b?x=1',
  'http://localhost:3000/mcp',
  'http://localhost.:3000/mcp',
  'http://app.localhost/mcp',
  'http://127.0.0.1/mcp',
  'http://127.1/',
  'http://127.200.3.4/',
  'http://[::1]:1/',
  'HTTP://LOCALHOST/',
])('%s is an endpoint', (address) => {
  expect(checkEndpoint(address, false)).toMatchObject({ ok: true });
});

test.each([
  { address: 'not a url', says: 'absolute URL' },
  { address: '', says: 'absolute URL' },
  { address: '/mcp', says: 'absolute URL' },
  { address: 'https://', says: 'absolute URL' },
  { address: 'ftp://example.com/', says: 'got ftp:' },
  { address: 'file:///etc/passwd', says: 'got file:' },
  { address: 'javascript:alert(1)', says: 'got javascript:' },
  { address: 'ws://localhost/', says: 'got ws:' },
  { address: 'https://user:hunter22@example.com/', says: 'user name or password' },
  { address: 'https://user@example.com/', says: 'user name or password' },
  { address: 'https://example.com/mcp#part', says: 'fragment' },
  { address: 'https://example.com/mcp#', says: 'fragment' },
  { address: 'http://example.com/mcp?key=hunter22', says: 'http: to example.com' },
  { address: 'http://10.0.0.1/', says: 'http: to 10.0.0.1' },
  { address: 'http://0.0.0.0/', says: 'http: to 0.0.0.0' },
  { address: 'http://128.0.0.1/', says: 'http: to 128.0.0.1' },
  { address: 'http://127.0.0.1.example.com/', says: 'http: to 127.0.0.1.example.com' },
  { address: 'http://localhost.example.com/', says: 'http: to localhost.example.com' },
  { address: 'http://notlocalhost/', says: 'http: to notlocalhost' },
])('$address is refused', ({ address, says }) => {
  const check = checkEndpoint(address, false);
  const detail = check.ok ? '' : check.detail;
  expect(detail).toContain(says);
  expect(detail).not.toContain('hunter22');
});

test('http: to another machine is a setting', () => {
  expect(checkEndpoint('http://example.com/mcp', true)).toMatchObject({ ok: true });
  expect(checkEndpoint('ftp://example.com/mcp', true)).toMatchObject({ ok: false });
});

test.each([
  { address: 'https://example.com/', label: 'example.com' },
  { address: 'https://example.com:444/mcp?key=hunter22', label: 'example.com:444/mcp' },
])('the label of $address', ({ address, label }) => {
  expect(labelOf(new URL(address))).toBe(label);
});
