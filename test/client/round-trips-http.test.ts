import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect, http } from 'garuda-mcp';
import { afterEach, expect } from 'vitest';
import { proves } from '../support/proves.ts';

let server: Server | undefined;

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

interface Received {
  readonly authorization: string | undefined;
  readonly name: string | undefined;
  readonly body: { readonly id: number; readonly method: string; readonly params: object };
}

/** A modern server that asks for roots first, and wants a new token for the answer. */
async function start(received: Received[]): Promise<string> {
  server = createServer((request, response) => {
    void bodyOf(request).then((text) => {
      const body = JSON.parse(text) as Received['body'];
      const { authorization, 'mcp-name': name } = request.headers;
      received.push({ authorization, name: name as string | undefined, body });
      const isRetry = 'requestState' in body.params;
      if (isRetry && authorization === 'Bearer one') {
        response.writeHead(401, { 'www-authenticate': 'Bearer error="invalid_token"' }).end();
        return;
      }
      const result = resultOf(body.method, isRetry);
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ jsonrpc: '2.0', id: body.id, result }));
    });
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
}

function resultOf(method: string, isRetry: boolean): object {
  if (method === 'server/discover') {
    const hints = { ttlMs: 0, cacheScope: 'private' };
    return {
      resultType: 'complete',
      supportedVersions: ['2026-07-28'],
      capabilities: { tools: {} },
      ...hints,
    };
  }
  if (isRetry) return { resultType: 'complete', content: [{ type: 'text', text: 'done' }] };
  return {
    resultType: 'input_required',
    inputRequests: { r: { method: 'roots/list' } },
    requestState: 'the state',
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}

proves(
  ['MRT-14', 'MRT-04', 'HTTP-21'],
  'a retry that needs a new token goes out once more as it was',
  async () => {
    const received: Received[] = [];
    const url = await start(received);
    let token = 'one';
    const credentials = {
      headers: () => ({ authorization: `Bearer ${token}` }),
      refused: () => {
        token = 'two';
        return { kind: 'retry' } as const;
      },
    };
    const client = await connect(
      http(url, { credentials }),
      { name: 'me', version: '1' },
      {
        revision: '2026-07-28',
        onListRoots: () => [{ uri: 'file:///work' }],
      },
    );
    try {
      const result = await client.callTool('a', { x: 1 });
      expect(result.content).toEqual([{ type: 'text', text: 'done' }]);
    } finally {
      await client.close();
    }
    const calls = received.filter(({ body }) => body.method === 'tools/call');
    expect(calls.map(({ authorization }) => authorization)).toEqual([
      'Bearer one',
      'Bearer one',
      'Bearer two',
    ]);
    expect(calls.map(({ name }) => name)).toEqual(['a', 'a', 'a']);
    expect(calls[2]?.body).toEqual(calls[1]?.body);
    expect(calls[1]?.body.params).toMatchObject({
      inputResponses: { r: { roots: [{ uri: 'file:///work' }] } },
      requestState: 'the state',
    });
  },
);
