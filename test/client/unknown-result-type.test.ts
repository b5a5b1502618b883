import { expect, test } from 'vitest';
import { connect, type McpError } from 'garuda-mcp';
import { MessageDecoder, type ChannelReceiver, type Target } from 'garuda-mcp/protocol';

const discovered = JSON.stringify({
  resultType: 'complete',
  supportedVersions: ['2026-07-28'],
  capabilities: { tools: {} },
  ttlMs: 0,
  cacheScope: 'private',
});

/** A server that answers each call with a result of this type, as text that no JSON writer need make. */
function answering(resultType: string): Target {
  const open = (receiver: ChannelReceiver): ReturnType<Target['open']> => {
    const options = {
      maxMessageBytes: 1024 * 1024,
      decodeUtf8: (bytes: Uint8Array) => new TextDecoder().decode(bytes),
    };
    const decoder = new MessageDecoder(receiver, options);
    return {
      kind: 'pipe',
      send: (_text, { id, method }) => {
        const result =
          method === 'tools/call' ? `{"resultType":${resultType},"content":[]}` : discovered;
        const line = `{"jsonrpc":"2.0","id":${id},"result":${result}}\n`;
        if (id !== undefined) queueMicrotask(() => decoder.push(new TextEncoder().encode(line)));
      },
      abandon: () => {},
      adopt: () => {},
      listen: () => {},
      close: async () => receiver.closed({ kind: 'closed' }),
    };
  };
  return { label: 'odd', kind: 'pipe', open };
}

test.each([
  { why: 'another word', type: '"partial"', got: '"partial"' },
  { why: 'a number', type: '7', got: 'something else than a string' },
  {
    why: 'a list nested deeper than the stack is',
    type: '['.repeat(20_000) + ']'.repeat(20_000),
    got: 'something else than a string',
  },
])('a result whose type is $why is an error of ours', async ({ type, got }) => {
  const me = { name: 'test', version: '1' };
  const client = await connect(answering(type), me, { revision: '2026-07-28' });
  const error = await client.callTool('x', {}).catch((reason: unknown) => reason as McpError);
  expect(error).toMatchObject({ code: 'INVALID_RESULT' });
  expect((error as McpError).message).toContain(`expected "complete", got ${got}`);
  await client.close();
});
