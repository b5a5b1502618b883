import { expect, test } from 'vitest';
import { connect, MemoryCache } from '../../../src/client/index.ts';
import { ScriptedPeer } from 'garuda-mcp/testing';
import { failureOf } from '../../support/connected.ts';
import { proves } from '../../support/proves.ts';

const me = { name: 'cache', version: '1.0.0' };
const store = new MemoryCache();

for (const { why, cache, mentions } of [
  { why: 'a store without a server', cache: { store }, mentions: 'cache.server' },
  { why: 'true', cache: true, mentions: 'false or' },
  { why: 'null', cache: null, mentions: 'false or' },
  { why: 'a store itself', cache: 'memory', mentions: 'false or' },
  {
    why: 'half a store',
    cache: { store: { get: store.get, set: store.set }, server: 's' },
    mentions: 'cache.store',
  },
  { why: 'no store', cache: { store: null, server: 's' }, mentions: 'cache.store' },
  { why: 'a server without a name', cache: { store, server: '' }, mentions: 'cache.server' },
  { why: 'a server that is no text', cache: { server: 1 }, mentions: 'cache.server' },
  { why: 'a partition that is no text', cache: { partition: 7 }, mentions: 'cache.partition' },
]) {
  test(`${why} is refused before anything is opened`, async () => {
    const peer = new ScriptedPeer();
    const error = await failureOf(connect(peer, me, { cache: cache as never }));
    expect(error).toMatchObject({
      code: 'INVALID_ARGUMENT',
      server: 'scripted',
      message: expect.stringContaining(mentions),
    });
    expect(peer.channels).toEqual([]);
  });
}

proves('CCH-03', 'a store that several clients share names its server', async () => {
  const peer = new ScriptedPeer();
  const error = await failureOf(connect(peer, me, { cache: { store } }));
  expect(error).toMatchObject({ code: 'INVALID_ARGUMENT' });
});
