import { expect, test } from 'vitest';
import { faultsOf } from './wire-invariants.ts';

const request = { jsonrpc: '2.0', id: 1, method: 'ping' };
const meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
};

test.each([
  { why: 'a legacy request', era: 'legacy', sent: [request], fault: undefined },
  {
    why: 'a modern request',
    era: 'modern',
    sent: [{ ...request, params: { _meta: meta } }],
    fault: undefined,
  },
  {
    why: 'a legacy response',
    era: 'legacy',
    sent: [{ jsonrpc: '2.0', id: 1, result: {} }],
    fault: undefined,
  },
  {
    why: 'a notification',
    era: 'modern',
    sent: [{ jsonrpc: '2.0', method: 'n' }],
    fault: undefined,
  },
  {
    why: 'no version of JSON-RPC',
    era: 'legacy',
    sent: [{ id: 1, method: 'ping' }],
    fault: 'jsonrpc',
  },
  { why: 'an id twice', era: 'legacy', sent: [request, request], fault: 'used before' },
  { why: 'an id of null', era: 'legacy', sent: [{ ...request, id: null }], fault: 'no string' },
  {
    why: 'an id that is a fraction',
    era: 'legacy',
    sent: [{ ...request, id: 0.5 }],
    fault: 'no integer',
  },
  {
    why: 'a modern request without a version',
    era: 'modern',
    sent: [request],
    fault: 'protocolVersion',
  },
  {
    why: 'a modern response',
    era: 'modern',
    sent: [{ jsonrpc: '2.0', id: 1, result: {} }],
    fault: 'response',
  },
  {
    why: 'a modern key in a legacy request',
    era: 'legacy',
    sent: [{ ...request, params: { _meta: meta } }],
    fault: 'modern key',
  },
  {
    why: 'a cancellation whose reason is no text',
    era: 'legacy',
    sent: [
      { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1, reason: {} } },
    ],
    fault: 'reason',
  },
] as const)('$why: $fault', ({ era, sent, fault }) => {
  const faults = faultsOf(sent, era).join('\n');
  expect(faults === '' ? undefined : faults).toEqual(
    fault === undefined ? undefined : expect.stringContaining(fault),
  );
});
