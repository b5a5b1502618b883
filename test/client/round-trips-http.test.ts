import { connect, http } from 'garuda-mcp';
import { scriptedServer } from 'garuda-mcp/testing';
import { expect } from 'vitest';
import { proves } from '../support/proves.ts';

/** A modern server that asks for roots first. */
const server = scriptedServer({
  revision: '2026-07-28',
  tools: [
    {
      tool: { name: 'a' },
      call: (_args, { params }) =>
        'requestState' in params
          ? 'done'
          : {
              resultType: 'input_required',
              inputRequests: { r: { method: 'roots/list' } },
              requestState: 'the state',
            },
    },
  ],
});

proves(
  ['MRT-14', 'MRT-04', 'HTTP-21'],
  'a retry that needs a new token goes out once more as it was',
  async () => {
    await using web = await server.overHttp();
    const headers = { 'www-authenticate': 'Bearer error="invalid_token"' };
    server.misbehave({ on: 'tools/call', nth: 2 }, { kind: 'status', status: 401, headers });
    let token = 'one';
    const credentials = {
      headers: () => ({ authorization: `Bearer ${token}` }),
      refused: () => {
        token = 'two';
        return { kind: 'retry' } as const;
      },
    };
    const client = await connect(
      http(web.url, { credentials }),
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
    const calls = web.requests.filter(
      ({ headers: fields }) => fields['mcp-method'] === 'tools/call',
    );
    expect(calls.map(({ headers: fields }) => fields['authorization'])).toEqual([
      'Bearer one',
      'Bearer one',
      'Bearer two',
    ]);
    expect(calls.map(({ headers: fields }) => fields['mcp-name'])).toEqual(['a', 'a', 'a']);
    expect(calls[2]?.body).toEqual(calls[1]?.body);
    const { params } = JSON.parse(calls[1]?.body ?? '') as { readonly params: unknown };
    expect(params).toMatchObject({
      inputResponses: { r: { roots: [{ uri: 'file:///work' }] } },
      requestState: 'the state',
    });
  },
);
