import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { connect, MemoryCache, type ConnectOptions } from '../../../src/client/index.ts';
import { bearerToken, http } from '../../../src/transport/index.ts';
import { HttpMcp, respond, type Arrived, type Posted } from '../../fixtures/client/http-mcp.ts';
import { connected, failureOf } from '../../support/connected.ts';
import { proves } from '../../support/proves.ts';
import { names, tools } from './cached.ts';
import { ScriptedPeer, type SentMessage } from 'garuda-mcp/testing';
import { settle } from '../../support/fake-clock.ts';

const me = { name: 'cache', version: '1.0.0' };
const modern: ConnectOptions = { revision: '2026-07-28' };

/** A server that lists for each user what is theirs, and lets each keep it. */
function perUser({ headers }: Arrived, response: ServerResponse, message: Posted): boolean {
  if (message.method !== 'tools/list') return false;
  const name = headers.authorization === 'Bearer of-ada' ? 'a' : 'b';
  respond(response, 200, message.id ?? null, {
    result: { resultType: 'complete', ...tools(name) },
  });
  return true;
}

proves(['CCH-04', 'TOL-12'], 'over HTTP a list follows the user whose token is sent', async () => {
  await using server = await HttpMcp.start({ speaks: ['modern'], instead: perUser });
  let user = 'ada';
  const credentials = bearerToken(() => `of-${user}`);
  const cache = { partition: () => user };
  await using client = await connect(http(server.url, { credentials }), me, { ...modern, cache });
  const seen: string[] = [];
  for (user of ['ada', 'ada', 'bob', 'bob', 'ada']) seen.push(await names(client.listTools()));
  expect(seen).toEqual(['a', 'a', 'b', 'b', 'a']);
  expect(server.count('tools/list')).toBe(2);
});

/** A server whose tool wants its argument in a header field, of a name that can change. */
class Header {
  name = 'One';

  readonly answer = (
    { headers }: Arrived,
    response: ServerResponse,
    { id = 0, method }: Posted,
  ): boolean => {
    if (method === 'tools/list') {
      const place = { type: 'string', 'x-mcp-header': this.name };
      const inputSchema = { type: 'object', properties: { place } };
      const page = { tools: [{ name: 'tell', inputSchema }], ttlMs: 60_000, cacheScope: 'public' };
      respond(response, 200, id, { result: { resultType: 'complete', ...page } });
      return true;
    }
    if (method !== 'tools/call') return false;
    const told = headers[`mcp-param-${this.name.toLowerCase()}`];
    if (told === undefined) {
      respond(response, 400, id, { error: { code: -32020, message: 'Header mismatch' } });
    } else {
      const content = [{ type: 'text', text: String(told) }];
      respond(response, 200, id, { result: { resultType: 'complete', content } });
    }
    return true;
  };
}

proves('CCH-03', 'a list from a store teaches which arguments go into header fields', async () => {
  const header = new Header();
  await using server = await HttpMcp.start({ speaks: ['modern'], instead: header.answer });
  const cache = { store: new MemoryCache(), server: server.url };
  await using first = await connect(http(server.url), me, { ...modern, cache });
  await first.listTools();
  await using second = await connect(http(server.url), me, { ...modern, cache });
  await second.listTools();
  expect(server.count('tools/list')).toBe(1);
  expect(await second.callTool('tell', { place: 'Oslo' })).toMatchObject({
    content: [{ text: 'Oslo' }],
  });
  expect(server.asked.filter((method) => method.startsWith('tools/'))).toEqual([
    'tools/list',
    'tools/call',
  ]);
});

proves('CCH-06', 'header fields that are not expected have a fresh list read anew', async () => {
  const header = new Header();
  await using server = await HttpMcp.start({ speaks: ['modern'], instead: header.answer });
  await using client = await connect(http(server.url), me, modern);
  await client.listTools();
  await client.listTools();
  expect(server.count('tools/list')).toBe(1);
  header.name = 'Two';
  expect(await client.callTool('tell', { place: 'Oslo' })).toMatchObject({
    content: [{ text: 'Oslo' }],
  });
  expect(server.asked.filter((method) => method.startsWith('tools/'))).toEqual([
    'tools/list',
    'tools/call',
    'tools/list',
    'tools/call',
  ]);
});

test('a server that had to be asked anew what it is has everything asked anew', async () => {
  const cache = { store: new MemoryCache(), server: 's' };
  const before = await connected('2026-07-28', { cache });
  const first = names(before.client.listTools());
  await before.answer(await before.next(), tools('a', { ttlMs: 60_000, cacheScope: 'public' }));
  expect(await first).toBe('a');

  const peer = new ScriptedPeer();
  const { server } = before.client;
  const client = await connect(peer, me, { ...modern, cache, server });
  expect(await names(client.listTools())).toBe('a');
  const failing = failureOf(client.callTool('a'));
  const say = async (request: SentMessage | undefined, answer: object): Promise<void> => {
    peer.channel.say({ jsonrpc: '2.0', id: request?.['id'], ...answer });
    await settle();
  };
  await settle();
  await say(peer.channel.unread.shift(), { error: { code: -32603, message: 'no' } });
  const discovery = peer.channel.unread.shift();
  expect([peer.channels.length, discovery?.['method']]).toEqual([2, 'server/discover']);
  const supportedVersions = ['2026-07-28'];
  const result = { resultType: 'complete', supportedVersions, capabilities: {}, ttlMs: 0 };
  await say(discovery, { result });
  expect(await failing).toMatchObject({ code: -32603 });
  const listing = names(client.listTools());
  await settle();
  await say(peer.channel.unread.shift(), {
    result: { resultType: 'complete', ...tools('b') },
  });
  expect(await listing).toBe('b');
  await client.close();
});
