import { expect, test } from 'vitest';
import { type Environment, planProxy } from '../../../../src/transport/http/undici/proxy.ts';
import { proves } from '../../../support/proves.ts';

const https = 'https://api.example.com/mcp';
const http = 'http://api.example.com/mcp';
const proxy = 'http://proxy.test:3128';

const through = (url: string, env: Environment) => {
  const plan = planProxy(new URL(url), env);
  return plan.kind === 'proxy' ? plan.url.origin : plan.kind;
};

const chosen: { why: string; url: string; env: Environment; way: string }[] = [
  { why: 'nothing is set', url: https, env: {}, way: 'direct' },
  { why: 'HTTPS_PROXY', url: https, env: { HTTPS_PROXY: proxy }, way: proxy },
  {
    why: 'https_proxy before HTTPS_PROXY',
    url: https,
    env: { https_proxy: 'http://a:1', HTTPS_PROXY: proxy },
    way: 'http://a:1',
  },
  {
    why: 'an empty https_proxy means none',
    url: https,
    env: { https_proxy: '', HTTPS_PROXY: proxy, ALL_PROXY: proxy },
    way: 'direct',
  },
  { why: 'HTTP_PROXY is not for https:', url: https, env: { HTTP_PROXY: proxy }, way: 'direct' },
  { why: 'HTTP_PROXY', url: http, env: { HTTP_PROXY: proxy }, way: proxy },
  {
    why: 'HTTP_PROXY in a CGI program',
    url: http,
    env: { HTTP_PROXY: proxy, REQUEST_METHOD: 'GET' },
    way: 'direct',
  },
  {
    why: 'http_proxy in a CGI program',
    url: http,
    env: { http_proxy: proxy, REQUEST_METHOD: 'GET' },
    way: proxy,
  },
  { why: 'HTTPS_PROXY is not for http:', url: http, env: { HTTPS_PROXY: proxy }, way: 'direct' },
  { why: 'ALL_PROXY', url: https, env: { ALL_PROXY: proxy }, way: proxy },
  { why: 'all_proxy for http:', url: http, env: { all_proxy: proxy }, way: proxy },
  {
    why: 'its own before ALL_PROXY',
    url: https,
    env: { HTTPS_PROXY: proxy, ALL_PROXY: 'http://a:1' },
    way: proxy,
  },
  {
    why: 'a proxy without a scheme',
    url: https,
    env: { HTTPS_PROXY: ' proxy.test:3128 ' },
    way: proxy,
  },
  {
    why: 'a proxy with TLS',
    url: https,
    env: { HTTPS_PROXY: 'https://proxy.test' },
    way: 'https://proxy.test',
  },
  {
    why: 'this machine',
    url: 'https://localhost:8443/',
    env: { HTTPS_PROXY: proxy },
    way: 'direct',
  },
  {
    why: 'a name on this machine',
    url: 'http://a.localhost/',
    env: { HTTP_PROXY: proxy },
    way: 'direct',
  },
  {
    why: 'an address of this machine',
    url: 'http://127.8.0.1/',
    env: { HTTP_PROXY: proxy },
    way: 'direct',
  },
  {
    why: 'IPv6 of this machine',
    url: 'http://[::1]:80/',
    env: { HTTP_PROXY: proxy },
    way: 'direct',
  },
  {
    why: 'a name that begins like this machine',
    url: 'http://127.0.0.1.example.com/',
    env: { HTTP_PROXY: proxy },
    way: proxy,
  },
];
for (const { why, url, env, way } of chosen) {
  proves('W-09', `proxy: ${why}`, () => {
    expect(through(url, env)).toBe(way);
  });
}

const exempt: { list: string; url: string; way: 'direct' | 'proxy' }[] = [
  { list: '*', url: https, way: 'direct' },
  { list: 'api.example.com', url: https, way: 'direct' },
  { list: 'API.Example.COM', url: https, way: 'direct' },
  { list: 'example.com', url: https, way: 'direct' },
  { list: '.example.com', url: https, way: 'direct' },
  { list: '*.example.com', url: https, way: 'direct' },
  { list: '.example.com', url: 'https://example.com/', way: 'direct' },
  { list: 'example.com.', url: https, way: 'direct' },
  { list: 'example.com', url: 'https://api.example.com./', way: 'direct' },
  { list: 'ample.com', url: https, way: 'proxy' },
  { list: 'com.', url: https, way: 'direct' },
  { list: 'other.test, api.example.com', url: https, way: 'direct' },
  { list: 'other.test\tapi.example.com', url: https, way: 'direct' },
  { list: ' , ', url: https, way: 'proxy' },
  { list: '.', url: https, way: 'proxy' },
  { list: 'example.com:443', url: https, way: 'direct' },
  { list: 'example.com:8443', url: https, way: 'proxy' },
  { list: 'example.com:8443', url: 'https://example.com:8443/', way: 'direct' },
  { list: 'example.com:80', url: http, way: 'direct' },
  { list: '10.0.0.7', url: 'https://10.0.0.7/', way: 'direct' },
  { list: 'fd00::7', url: 'https://[fd00::7]/', way: 'direct' },
  { list: '[fd00::7]:443', url: 'https://[fd00::7]/', way: 'direct' },
  { list: '[fd00::7]:444', url: 'https://[fd00::7]/', way: 'proxy' },
];
for (const { list, url, way } of exempt) {
  proves('W-09', `NO_PROXY="${list}" and ${url}: ${way}`, () => {
    const setting = { HTTPS_PROXY: proxy, HTTP_PROXY: proxy };
    expect(planProxy(new URL(url), { ...setting, NO_PROXY: list }).kind).toBe(way);
    expect(planProxy(new URL(url), { ...setting, no_proxy: list, NO_PROXY: 'x' }).kind).toBe(way);
  });
}

test('a name and a password become a field', () => {
  const plan = planProxy(new URL(https), { HTTPS_PROXY: 'http://us%40er:p%3Aw@proxy.test' });
  const pair = Buffer.from('us@er:p:w').toString('base64');
  expect(plan).toMatchObject({ kind: 'proxy', authorization: `Basic ${pair}` });
  const named = planProxy(new URL(https), { HTTPS_PROXY: 'http://user@proxy.test' });
  expect(named).toMatchObject({
    authorization: `Basic ${Buffer.from('user:').toString('base64')}`,
  });
  expect(planProxy(new URL(https), { HTTPS_PROXY: proxy })).toMatchObject({
    authorization: undefined,
  });
});

test.each([
  {
    why: 'no URL',
    value: 'http://user:secret@[x',
    detail: 'the environment variable HTTPS_PROXY is no URL',
  },
  { why: 'no host', value: 'socks5://', detail: 'the environment variable HTTPS_PROXY is no URL' },
  {
    why: 'another kind',
    value: 'socks5://user:secret@proxy.test',
    detail:
      'the environment variable HTTPS_PROXY names a proxy of the kind socks5:; http: and https: are known',
  },
  {
    why: 'a name that is badly escaped',
    value: 'http://%ff:secret@proxy.test',
    detail: 'the environment variable HTTPS_PROXY holds a user name that is badly escaped',
  },
])('$why is told without its value', ({ value, detail }) => {
  expect(planProxy(new URL(https), { HTTPS_PROXY: value })).toEqual({ kind: 'unusable', detail });
});
