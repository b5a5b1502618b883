import { connect, http } from 'garuda-mcp';
import { scriptedServer } from 'garuda-mcp/testing';
import { expect } from 'vitest';
import { proves } from '../../support/proves.ts';

const id = 'tâche 1';
const task = { taskId: id, createdAt: '2026-01-01', lastUpdatedAt: '2026-01-01', ttlMs: null };
const done = { content: [{ type: 'text', text: 'done' }] };

proves('TKX-11', 'what is asked about a task names it in a header field', async () => {
  const server = scriptedServer({
    revision: '2026-07-28',
    on: {
      'tasks/get': () => ({ ...task, status: 'completed', result: done }),
      'tasks/cancel': () => ({}),
    },
  });
  await using web = await server.overHttp();
  const me = { name: 'me', version: '1' };
  await using client = await connect(http(web.url), me, { revision: '2026-07-28' });
  const handle = client.task(id);
  expect(await handle.result()).toMatchObject(done);
  await handle.cancel();
  const encoded = `=?base64?${Buffer.from(id).toString('base64')}?=`;
  const named = web.requests
    .filter(({ headers }) => String(headers['mcp-method']).startsWith('tasks/'))
    .map(({ headers }) => headers['mcp-name']);
  expect(named).toEqual([encoded, encoded]);
});
