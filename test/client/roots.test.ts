import { expect } from 'vitest';
import { connect } from '../../src/client/index.ts';
import { proves } from '../support/proves.ts';
import { FakeClock, settle } from '../support/fake-clock.ts';
import { ScriptedPeer, type SentMessage } from 'garuda-mcp/testing';

const me = { name: 'me', version: '1' };

for (const { era, revision, capabilities } of [
  { era: 'legacy', revision: 'legacy', capabilities: { roots: { listChanged: true } } },
  {
    era: 'modern',
    revision: '2026-07-28',
    capabilities: { roots: {}, extensions: { 'io.modelcontextprotocol/tasks': {} } },
  },
] as const) {
  proves('H-16', `${era}: what is offered follows from the handlers and the era`, async () => {
    const peer = new ScriptedPeer();
    const clock = new FakeClock();
    const opening = connect(peer, me, { revision, clock, onListRoots: () => [] }).catch(() => {});
    await settle();
    expect(offeredIn(peer.channel.sent[0])).toEqual(capabilities);
    peer.channel.end({ kind: 'closed' });
    await opening;
  });
}

function offeredIn(message: SentMessage | undefined): unknown {
  const params = message?.['params'] as Readonly<Record<string, unknown>>;
  const meta = params['_meta'] as Readonly<Record<string, unknown>> | undefined;
  return params['capabilities'] ?? meta?.['io.modelcontextprotocol/clientCapabilities'];
}
