import { describe, expect, test } from 'vitest';
import {
  coversEndpoint,
  isOfSameOrigin,
  nameOfEndpoint,
} from '../../../src/oauth/discovery/resource-name.ts';
import { proves } from '../../support/proves.ts';

const endpoint = new URL('https://h.example/a/mcp');

describe('a resource of this endpoint', () => {
  for (const resource of [
    'https://h.example/a/mcp',
    'https://h.example/a/mcp/',
    'https://h.example/a',
    'https://h.example/a/',
    'https://h.example',
    'https://h.example/',
    'HTTPS://H.EXAMPLE:443/a/mcp',
  ]) {
    proves('AUTH-05', resource, () => {
      expect(coversEndpoint(resource, endpoint)).toBe(true);
    });
  }

  test('with the query of the endpoint', () => {
    const tenant = new URL('https://h.example/mcp?tenant=1');
    expect(coversEndpoint('https://h.example/mcp?tenant=1', tenant)).toBe(true);
    expect(coversEndpoint('https://h.example/mcp', tenant)).toBe(true);
    expect(coversEndpoint('https://h.example/mcp?tenant=2', tenant)).toBe(false);
  });

  test('of an endpoint with a last slash', () => {
    const slashed = new URL('https://h.example/a/mcp/');
    expect(coversEndpoint('https://h.example/a/mcp', slashed)).toBe(true);
  });
});

describe('another resource', () => {
  for (const { resource, near } of [
    { resource: 'https://h.example/a/mc', near: true },
    { resource: 'https://h.example/a/mcp/x', near: true },
    { resource: 'https://h.example/b', near: true },
    { resource: 'https://h.example/A/mcp', near: true },
    { resource: 'https://h.example/a/mcp?x', near: true },
    { resource: 'https://evil.example/a/mcp', near: false },
    { resource: 'https://h.example.evil.example/a/mcp', near: false },
    { resource: 'https://h.example:8443/a/mcp', near: false },
    { resource: 'http://h.example/a/mcp', near: false },
    { resource: 'https://h.example@evil.example/a/mcp', near: false },
    { resource: 'https://me@h.example/a/mcp', near: false },
    { resource: 'https://h.example/a/mcp#x', near: false },
    { resource: 'https://h.example/a/mcp#', near: false },
    { resource: 'h.example/a/mcp', near: false },
    { resource: '/a/mcp', near: false },
    { resource: 'urn:h.example', near: false },
    { resource: 'blob:https://h.example/a/mcp', near: false },
    { resource: '', near: false },
  ]) {
    proves('AUTH-05', JSON.stringify(resource), () => {
      expect(coversEndpoint(resource, endpoint)).toBe(false);
      expect(isOfSameOrigin(resource, endpoint)).toBe(near);
    });
  }
});

test.each([
  ['https://H.example:443/mcp?key=secret', 'https://h.example/mcp'],
  ['https://h.example/', 'https://h.example'],
  ['https://h.example', 'https://h.example'],
  ['https://h.example:8443/a/', 'https://h.example:8443/a/'],
])('%s is called %s', (url, name) => {
  expect(nameOfEndpoint(new URL(url))).toBe(name);
});
