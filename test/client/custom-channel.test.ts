import { expect } from 'vitest';
import { connect } from '../../src/client/index.ts';
import { TcpServer } from '../fixtures/client/tcp-server.ts';
import { proves } from '../support/proves.ts';
import { faultsOf } from '../support/wire-invariants.ts';

proves('STD-16', 'a channel of one’s own carries the same messages, a line each', async () => {
  await using server = await TcpServer.start();
  const client = await connect(server.target, { name: 'custom', version: '1.0.0' });
  expect(client.server).toMatchObject({ era: 'modern', name: 'modern' });
  const text = 'two\nlines, 日本 😀';
  const { content } = await client.callTool('echo', { text });
  expect(content).toEqual([{ type: 'text', text: `${text}!` }]);
  await expect(client.listTools()).resolves.toHaveLength(1);
  await client.close();
  expect(server.lines).toHaveLength(3);
  const sent = server.lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(faultsOf(sent, 'modern')).toEqual([]);
});
