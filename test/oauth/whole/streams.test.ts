import { createServer, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { connect, http } from 'garuda-mcp';
import { authorizationCode, oauth } from 'garuda-mcp/oauth';
import { scriptedSignIn } from 'garuda-mcp/testing';
import { expect } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { proves } from '../../support/proves.ts';
import { onStage, person } from './flow.ts';
import { expectNoViolation, granted, me } from './seen.ts';

/** A modern server whose streams end when a test ends them. */
async function streaming(): Promise<{
  readonly url: string;
  readonly streams: readonly ServerResponse[];
  close(): void;
}> {
  const streams: ServerResponse[] = [];
  const answer = (asked: Asked, response: ServerResponse): void => {
    const { id, method, params } = asked;
    if (method === 'subscriptions/listen') {
      const _meta = { 'io.modelcontextprotocol/subscriptionId': id };
      const acknowledged = { ...params, _meta };
      const said = { method: 'notifications/subscriptions/acknowledged', params: acknowledged };
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(`data: ${JSON.stringify({ jsonrpc: '2.0', ...said })}\n\n`);
      streams.push(response);
      return;
    }
    const result = {
      resultType: 'complete',
      ttlMs: 0,
      cacheScope: 'private',
      supportedVersions: ['2026-07-28'],
      capabilities: { tools: { listChanged: true } },
    };
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
  };
  const server = createServer((request, response) => {
    void json(request).then((asked) => answer(asked as Asked, response));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    streams,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

interface Asked {
  readonly id: number;
  readonly method: string;
  readonly params: object;
}

proves(
  'AUTH-75',
  'a stream that ends because its token aged is opened with a fresh one',
  async () => {
    const behind = await streaming();
    try {
      await using signIn = await scriptedSignIn({ resource: { behind } });
      const { redirect, openPage } = person((page) => signIn.browse(page));
      const grant = authorizationCode({ redirect, openPage, clientName: 'watcher' });
      const credentials = oauth({ grant, allowInsecureLoopback: true });
      await using client = await connect(http(signIn.url, { credentials }), me);
      await using watch = client.watch({ tools: true });
      await eventually(() => behind.streams).toHaveLength(1);
      signIn.expireTokens();
      behind.streams[0]?.end();
      expect((await watch.next()).value).toEqual({ kind: 'missed' });
      await eventually(() => behind.streams).toHaveLength(2);
      expect(granted(signIn, 'refresh_token')).toHaveLength(1);
      expect(signIn.at('authorization')).toHaveLength(1);
      expectNoViolation(signIn);
    } finally {
      behind.close();
    }
  },
);

proves('CC-06', 'the extension of a grant is declared by whoever uses it', async () => {
  const id = 'io.modelcontextprotocol/oauth-client-credentials';
  const options = { revision: '2026-07-28', extensions: [{ id }] } as const;
  await onStage({ connect: options }, async ({ signIn, join }) => {
    const client = await join();
    await client.callTool('read');
    const bodies = signIn.at('mcp').map(({ body }) => JSON.parse(body) as Sent);
    const declared = bodies.map(({ params }) => params?._meta?.[capabilities]?.extensions);
    expect(declared.length).toBeGreaterThan(1);
    for (const extensions of declared) expect(extensions).toHaveProperty([id]);
  });
});

const capabilities = 'io.modelcontextprotocol/clientCapabilities';

interface Sent {
  readonly params?: {
    readonly _meta?: Readonly<Record<string, { readonly extensions?: object }>>;
  };
}
