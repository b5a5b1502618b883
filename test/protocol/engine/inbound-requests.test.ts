import { expect, test } from 'vitest';
import { ScriptedPeer } from 'garuda-mcp/testing';
import { Connection } from '../../../src/protocol/engine/connection.ts';
import type { InboundRequest } from '../../../src/protocol/engine/inbound-requests.ts';
import { legacyEra } from '../../../src/protocol/eras/legacy.ts';
import { modernEra } from '../../../src/protocol/eras/modern.ts';
import { defaultLimits } from '../../../src/protocol/limits.ts';
import { FakeClock } from '../../support/fake-clock.ts';

/** A connection whose owner keeps what the server asks. */
function open() {
  const peer = new ScriptedPeer();
  const clock = new FakeClock();
  const asked: InboundRequest[] = [];
  /** What the owner saw, in order. */
  const seen: string[] = [];
  const connection = new Connection({
    target: peer,
    clock,
    limits: { ...defaultLimits, maxInboundRequests: 2 },
    owner: {
      notification: (method) => seen.push(method),
      request: (request) => {
        request.onWithdrawn = () => seen.push(`withdrawn ${request.id}`);
        asked.push(request);
      },
      notice: (notice) => seen.push(notice.kind === 'invalid-message' ? notice.why : notice.kind),
      closed: () => seen.push('closed'),
    },
  });
  return { peer, clock, asked, seen, connection };
}

const legacy = legacyEra('2025-11-25');
const modern = modernEra('2026-07-28', { me: { name: 'a', version: '1' }, capabilities: {} });
const ask = (id: number): object => ({ jsonrpc: '2.0', id, method: 'roots/list' });

test('a request that comes twice is asked once, and cannot get around the bound', () => {
  const { peer, asked, seen, connection } = open();
  connection.adopt(legacy);
  peer.channel.say(ask(1), ask(1), ask(1), ask(2), ask(2));
  expect(asked.map(({ id }) => id)).toEqual([1, 2]);
  expect(seen).toEqual(
    Array.from({ length: 3 }, () => 'its id is that of a request that still waits'),
  );
  asked[0]?.answer({ roots: [] });
  expect(peer.channel.sent).toEqual([{ jsonrpc: '2.0', id: 1, result: { roots: [] } }]);
  // The id is free again, as some servers have it.
  peer.channel.say(ask(1));
  expect(asked.map(({ id }) => id)).toEqual([1, 2, 1]);
});

test('what was asked before a modern server was agreed on is withdrawn, and not answered', async () => {
  const { peer, clock, asked, seen, connection } = open();
  peer.channel.say(ask(1), ask(2));
  connection.adopt(modern);
  expect(seen).toEqual(['withdrawn 1', 'withdrawn 2']);
  for (const request of asked) request.answer({ roots: [] });
  expect(peer.channel.sent).toEqual([]);
  // The time of calls runs on.
  let failed = false;
  const call = { method: 'ping', timeoutMs: 100, maxTotalMs: 200, resolve: (): void => {} };
  const reject = (): void => {
    failed = true;
  };
  connection.call({ ...call, reject }, undefined, { era: modern, progress: false });
  await clock.advance(100);
  expect(failed).toBe(true);
});

test('what stands in a batch behind the message that ends the connection is not heard', () => {
  const { peer, seen, connection } = open();
  connection.adopt(legacy);
  const call = { method: 'ping', timeoutMs: 100, maxTotalMs: 200, reject: (): void => {} };
  const resolve = (): void => peer.channel.end({ kind: 'closed' });
  connection.call({ ...call, resolve }, undefined, { era: legacy, progress: false });
  peer.channel.say([
    { jsonrpc: '2.0', id: 1, result: {} },
    { jsonrpc: '2.0', method: 'notifications/tools/list_changed' },
  ]);
  expect(seen).toEqual(['closed']);
});
