import { describe, expect, test } from 'vitest';
import {
  coreNameMembers,
  modernHeaders,
} from '../../../src/protocol/http-binding/request-headers.ts';
import type { RowId } from '../../requirements/index.ts';
import { proves } from '../../support/proves.ts';

const revision = '2026-07-28';

describe('modernHeaders', () => {
  const table: readonly {
    rows: readonly RowId[];
    method: string;
    params?: object;
    tool?: Record<string, string>;
    headers: Record<string, string>;
  }[] = [
    {
      rows: ['HTTP-03', 'HTTP-04'],
      method: 'tools/list',
      params: {},
      headers: { 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': 'tools/list' },
    },
    {
      rows: ['HTTP-05'],
      method: 'tools/call',
      params: { name: 'get_weather', arguments: { name: 'other' } },
      headers: {
        'MCP-Protocol-Version': '2026-07-28',
        'Mcp-Method': 'tools/call',
        'Mcp-Name': 'get_weather',
      },
    },
    {
      rows: ['HTTP-05'],
      method: 'prompts/get',
      params: { name: 'greet' },
      headers: {
        'MCP-Protocol-Version': '2026-07-28',
        'Mcp-Method': 'prompts/get',
        'Mcp-Name': 'greet',
      },
    },
    {
      rows: ['HTTP-05'],
      method: 'resources/read',
      params: { uri: 'file:///path/to/file%20name.txt', name: 'not this' },
      headers: {
        'MCP-Protocol-Version': '2026-07-28',
        'Mcp-Method': 'resources/read',
        'Mcp-Name': 'file:///path/to/file%20name.txt',
      },
    },
    {
      rows: ['HTTP-05'],
      method: 'completion/complete',
      params: { name: 'x', uri: 'y' },
      headers: { 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': 'completion/complete' },
    },
    {
      rows: ['HTTP-05'],
      method: 'constructor',
      params: { name: 'x' },
      headers: { 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': 'constructor' },
    },
    {
      rows: ['HTTP-06'],
      method: 'tools/call',
      params: { name: 'wetter in köln' },
      headers: {
        'MCP-Protocol-Version': '2026-07-28',
        'Mcp-Method': 'tools/call',
        'Mcp-Name': '=?base64?d2V0dGVyIGluIGvDtmxu?=',
      },
    },
    {
      rows: ['HTTP-06'],
      method: 'tools/call',
      params: { name: '' },
      headers: { 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': 'tools/call', 'Mcp-Name': '' },
    },
    {
      rows: ['XMH-01'],
      method: 'tools/call',
      params: { name: 'sql', arguments: { region: 'eu-1' } },
      tool: { 'Mcp-Param-Region': 'eu-1', 'Mcp-Param-Method': '' },
      headers: {
        'MCP-Protocol-Version': '2026-07-28',
        'Mcp-Method': 'tools/call',
        'Mcp-Name': 'sql',
        'Mcp-Param-Region': 'eu-1',
        'Mcp-Param-Method': '',
      },
    },
    {
      rows: ['HTTP-08'],
      method: 'notifications/of-an-extension',
      headers: {
        'MCP-Protocol-Version': '2026-07-28',
        'Mcp-Method': 'notifications/of-an-extension',
      },
    },
  ];

  for (const { rows, method, params, tool, headers } of table) {
    proves(rows, `${method} ${JSON.stringify(params)}`, () => {
      expect(modernHeaders(revision, method, params, tool)).toEqual({ ok: true, headers });
    });
  }

  proves('HTTP-05', 'an extension adds methods whose requests have a name', () => {
    const names = new Map([...coreNameMembers, ['tasks/get', 'taskId']]);
    const headers = (method: string, params: object): unknown =>
      modernHeaders(revision, method, params, undefined, names);
    expect(headers('tasks/get', { taskId: 'ä' })).toMatchObject({
      headers: { 'Mcp-Name': '=?base64?w6Q=?=' },
    });
    expect(headers('tools/call', { name: 'echo' })).toMatchObject({
      headers: { 'Mcp-Name': 'echo' },
    });
  });

  test.each([
    { why: 'a name that is missing', method: 'tools/call', params: {}, words: 'params.name' },
    {
      why: 'a name that is only inherited',
      method: 'tools/call',
      params: Object.create({ name: 'x' }) as object,
      words: 'params.name',
    },
    {
      why: 'a name that is no string',
      method: 'resources/read',
      params: { uri: 5 },
      words: 'params.uri',
    },
    { why: 'no parameters', method: 'prompts/get', params: undefined, words: 'params.name' },
    {
      why: 'a name with a lone surrogate',
      method: 'tools/call',
      params: { name: 'a\ud800' },
      words: 'surrogate',
    },
    {
      why: 'a method that a header cannot hold',
      method: 'a\r\nX-Evil: 1',
      params: {},
      words: 'method',
    },
    { why: 'a method that looks encoded', method: '=?base64?YQ==?=', params: {}, words: 'method' },
  ])('refused: $why', ({ method, params, words }) => {
    expect(modernHeaders(revision, method, params)).toEqual({
      ok: false,
      why: expect.stringContaining(words),
    });
  });
});
