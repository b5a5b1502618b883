import { expect, test } from 'vitest';
import type { ChannelFailure } from '../../../src/protocol/channel-failure.ts';
import { isSessionLost } from '../../../src/protocol/http-binding/session-lost.ts';

const rpc = (message: string): string =>
  JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32_000, message } });

test.each([
  { why: '404 in a session', status: 404, lost: true },
  { why: '404 in a session that never worked', status: 404, workedBefore: false, lost: true },
  { why: '404 without a session', status: 404, inSession: false, lost: false },
  { why: '400 and a JSON-RPC error', status: 400, body: rpc('Session not found'), lost: true },
  {
    why: '400 that names the header',
    status: 400,
    body: rpc('Bad Request: Mcp-Session-Id header is required'),
    lost: true,
  },
  { why: '400 and plain text', status: 400, body: 'Invalid or missing session ID', lost: true },
  { why: '400 and an unknown JSON', status: 400, body: '{"error":"No valid session"}', lost: true },
  { why: '400 and one word', status: 400, body: rpc('unknown sessionId 17'), lost: true },
  {
    why: '400 in a session that never worked',
    status: 400,
    body: rpc('Session not found'),
    workedBefore: false,
    lost: false,
  },
  {
    why: '400 without a session',
    status: 400,
    body: rpc('Session not found'),
    inSession: false,
    lost: false,
  },
  { why: '400 about something else', status: 400, body: rpc('Invalid cursor'), lost: false },
  { why: '400 about a tool', status: 400, body: rpc('Unknown tool: create_session'), lost: false },
  { why: '400 about a word within', status: 400, body: rpc('obsessions'), lost: false },
  { why: '400 with no body', status: 400, body: '', lost: false },
  { why: '410', status: 410, body: rpc('Session not found'), lost: false },
  { why: '500 about the session', status: 500, body: 'session store down', lost: false },
])('$why', ({ status, body = '', inSession = true, workedBefore = true, lost }) => {
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch {
    json = undefined;
  }
  const failure: ChannelFailure = {
    kind: 'http-status',
    status,
    headers: {},
    body,
    json,
    inSession,
    withCredentials: false,
  };
  expect(isSessionLost(failure, workedBefore)).toBe(lost);
});

test('no other failure means a lost session', () => {
  expect(isSessionLost({ kind: 'closed' }, true)).toBe(false);
  expect(isSessionLost({ kind: 'stream-ended', how: 'ended', detail: 'session' }, true)).toBe(
    false,
  );
});
