import { expect, test } from 'vitest';
import { connect } from '../../src/client/index.ts';
import { http } from '../../src/transport/http.ts';
import { ScriptedClient } from '../fixtures/client/scripted-client.ts';

const me = { name: 'me', version: '1' };
const server = http('http://127.0.0.1:9/mcp');

test.each([
  { why: 'an address', target: 'http://127.0.0.1:9/mcp', words: 'http(url)' },
  { why: 'nothing', target: undefined, words: 'http(url)' },
  { why: 'null', target: null, words: 'http(url)' },
])('$why in the place of a server', async ({ target, words }) => {
  const opening = connect(target as unknown as typeof server, me);
  await expect(opening).rejects.toMatchObject({
    code: 'INVALID_ARGUMENT',
    message: expect.stringContaining(words),
  });
});

test.each([{ revision: '2023' }, { revision: 5 }, { revision: null }, { revision: '' }])(
  'the revision $revision',
  async ({ revision }) => {
    const opening = connect(server, me, { revision: revision as 'auto' });
    await expect(opening).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: expect.stringContaining('2025-11-25, 2026-07-28'),
    });
  },
);

test.each([{}, { tools: false }, { resources: [] }, null])(
  'a watch for nothing: %o',
  async (filter) => {
    const open = await ScriptedClient.open('legacy');
    expect(() => open.client.watch(filter as object)).toThrow(/at least one of tools/);
    await open.client.close();
  },
);
