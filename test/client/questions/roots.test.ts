import { expect } from 'vitest';
import type { Root } from '../../../src/protocol/index.ts';
import { connected } from '../../support/connected.ts';
import { proves } from '../../support/proves.ts';

for (const [roots, fits] of [
  [[], true],
  [[{ uri: 'file:///projects', name: 'work', _meta: { a: 1 } }, { uri: 'file:///C:/x%20y' }], true],
  [[{ uri: 'file:///a..b/...' }], true],
  [[{ uri: 'https://example.com' }], false],
  [[{ uri: '/work' }], false],
  [[{ uri: 'file:///projects/../etc' }], false],
  [[{ uri: 'file:///projects/%2E%2e/etc' }], false],
  [[{ uri: 'file:///projects/..%2fetc' }], false],
  [[{ uri: 'file:///projects/..' }], false],
  [[{ uri: 'file:///a', name: 5 }], false],
  [[{}], false],
  [['file:///projects'], false],
  [{ uri: 'file:///projects' }, false],
  [undefined, false],
] as const) {
  proves('ROO-01', `${JSON.stringify(roots)} ${fits ? 'is told' : 'is not told'}`, async () => {
    const { ask, next, reports } = await connected('2025-11-25', {
      onListRoots: () => roots as readonly Root[],
    });
    await ask(1, 'roots/list');
    const reply = await next();
    if (fits) expect(reply['result']).toEqual({ roots });
    else expect(reply['error']).toMatchObject({ code: -32603 });
    expect(reports).toHaveLength(fits ? 0 : 1);
  });
}

proves(
  ['ROO-03', 'W-33'],
  'without a handler: no such method; one that throws: an error inside',
  async () => {
    const none = await connected('2025-11-25');
    await none.ask(1, 'roots/list');
    expect(await none.next()).toMatchObject({ id: 1, error: { code: -32601 } });
    const throws = await connected('2025-11-25', {
      onListRoots: () => {
        throw new Error('secret');
      },
    });
    await throws.ask(1, 'roots/list');
    expect((await throws.next())['error']).toEqual({
      code: -32603,
      message: 'roots/list failed in this client',
    });
  },
);

proves(
  ['ROO-02', 'CAP-07'],
  'a legacy server is promised word of changes, and gets it',
  async () => {
    const { client, next, declared } = await connected('2025-11-25', { onListRoots: () => [] });
    expect(declared).toEqual({ roots: { listChanged: true } });
    client.rootsChanged();
    const notification = await next();
    expect(notification).toEqual({ jsonrpc: '2.0', method: 'notifications/roots/list_changed' });
  },
);

proves(['ROO-02', 'CAP-07'], 'a modern server is promised nothing, and gets nothing', async () => {
  const { client, next, declared } = await connected('2026-07-28', {
    onListRoots: () => [],
    tasks: false,
  });
  expect(declared).toEqual({ roots: {} });
  client.rootsChanged();
  await expect(next()).rejects.toThrow('nothing');
});
