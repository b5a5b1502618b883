import { expect, test } from 'vitest';
import {
  isReservedHeader,
  planRequest,
  type RequestParts,
} from '../../../src/transport/http/plan-request.ts';
import { proves } from '../../support/proves.ts';

const both = 'application/json, text/event-stream';

const legacy = { sessionId: 's-1', revision: '2025-11-25' } as const;
const matrix: readonly { why: string; parts: RequestParts; headers: Record<string, string> }[] = [
  {
    why: 'a bare POST',
    parts: { method: 'POST' },
    headers: { Accept: both, 'Content-Type': 'application/json' },
  },
  {
    why: 'a legacy POST',
    parts: { method: 'POST', ...legacy },
    headers: {
      Accept: both,
      'Content-Type': 'application/json',
      'Mcp-Session-Id': 's-1',
      'MCP-Protocol-Version': '2025-11-25',
    },
  },
  {
    why: 'a legacy GET',
    parts: { method: 'GET', ...legacy },
    headers: {
      Accept: 'text/event-stream',
      'Mcp-Session-Id': 's-1',
      'MCP-Protocol-Version': '2025-11-25',
    },
  },
  {
    why: 'a resuming GET',
    parts: { method: 'GET', ...legacy, lastEventId: '7' },
    headers: {
      Accept: 'text/event-stream',
      'Mcp-Session-Id': 's-1',
      'MCP-Protocol-Version': '2025-11-25',
      'Last-Event-ID': '7',
    },
  },
  {
    why: 'a DELETE',
    parts: { method: 'DELETE', ...legacy },
    headers: { 'Mcp-Session-Id': 's-1', 'MCP-Protocol-Version': '2025-11-25' },
  },
  {
    why: 'a modern POST',
    parts: {
      method: 'POST',
      message: {
        'MCP-Protocol-Version': '2026-07-28',
        'Mcp-Method': 'tools/call',
        'Mcp-Param-E': '',
      },
    },
    headers: {
      Accept: both,
      'Content-Type': 'application/json',
      'MCP-Protocol-Version': '2026-07-28',
      'Mcp-Method': 'tools/call',
      'Mcp-Param-E': '',
    },
  },
];
for (const { why, parts, headers } of matrix) {
  proves(['HTTP-02', 'HTL-01', 'HTL-04', 'HTL-05', 'A-07'], `the header of ${why}`, () => {
    expect(planRequest(parts)).toStrictEqual({ ok: true, headers });
  });
}

proves('HTL-16', 'an event id beyond ASCII goes out as UTF-8', () => {
  const plan = planRequest({ method: 'GET', lastEventId: 'é€' });
  expect(plan).toMatchObject({ headers: { 'Last-Event-ID': '\u00c3\u00a9\u00e2\u0082\u00ac' } });
});

test('credentials win over what the user set, whatever the case', () => {
  const plan = planRequest({
    method: 'DELETE',
    user: { authorization: 'mine', 'X-Team': 'a' },
    credentials: { Authorization: 'Bearer t', 'x-team': 'b' },
  });
  expect(plan).toStrictEqual({
    ok: true,
    headers: { authorization: 'Bearer t', 'x-team': 'b' },
  });
});

test('nobody else sets a field of the protocol or of the framing', () => {
  const foreign = {
    ACCEPT: 'text/html',
    'content-type': 'text/plain',
    'Content-Length': '1',
    'Transfer-Encoding': 'chunked',
    Connection: 'close',
    'MCP-SESSION-ID': 'stolen',
    'mcp-protocol-version': '1999-01-01',
    'Mcp-Method': 'x',
    'MCP-Name': 'x',
    'mcp-param-a': 'x',
    'Last-Event-Id': '9',
    'Accept-Encoding': 'gzip',
  };
  const plan = planRequest({ method: 'POST', user: foreign, credentials: foreign, ...legacy });
  expect(plan).toStrictEqual(planRequest({ method: 'POST', ...legacy }));
});

test.each(['authorization', 'dpop', 'x-api-key', 'user-agent', 'cookie', 'host', 'mcp-tenant'])(
  'the user may set %s',
  (name) => {
    expect(isReservedHeader(name)).toBe(false);
  },
);

const secret = 'top-secret';
const bad = [
  { why: 'CR', value: `${secret}\r`, says: 'a carriage return (CR)' },
  { why: 'LF', value: `${secret}\nX-Injected: 1`, says: 'a line feed (LF)' },
  { why: 'NUL', value: `\0${secret}`, says: 'a NUL' },
  { why: 'another control character', value: `${secret}\u0008`, says: 'a control character' },
  { why: 'DEL', value: `${secret}\u007f`, says: 'a control character' },
  { why: 'a character over U+00FF', value: `${secret}Ā`, says: 'over U+00FF' },
  { why: 'an emoji', value: `${secret}😀`, says: 'over U+00FF' },
];
for (const { why, value, says } of bad) {
  for (const place of ['user', 'credentials'] as const) {
    proves('H-17', `a value with ${why} in ${place} is refused by name, without the value`, () => {
      const plan = planRequest({ method: 'POST', [place]: { 'X-Api-Key': value } });
      const detail = plan.ok ? '' : plan.detail;
      expect(detail).toContain('the header x-api-key');
      expect(detail).toContain(says);
      expect(detail).not.toContain(secret);
    });
  }
}

proves('H-17', 'a value that is no string is refused by name', () => {
  const plan = planRequest({ method: 'POST', user: { 'X-N': 42 as unknown as string } });
  expect(plan).toStrictEqual({ ok: false, detail: 'the value of the header x-n is not a string' });
});

test.each(['', 'a b', 'a:b', 'é', 'x\r\ny', 'x\u0000'])('the name %j is refused', (name) => {
  expect(planRequest({ method: 'POST', user: { [name]: 'v' } })).toMatchObject({ ok: false });
});

test.each(['plain', '', 'with space', 'tab\there', 'latin-1: é ÿ', 'quotes "\\'])(
  'the value %j is sent',
  (value) => {
    const plan = planRequest({ method: 'DELETE', user: { 'x-v': value } });
    expect(plan).toStrictEqual({ ok: true, headers: { 'x-v': value } });
  },
);
