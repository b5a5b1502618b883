import { expect } from 'vitest';
import type { LoggingLevel, LoggingMessage } from '../../src/protocol/index.ts';
import { connected, metaOf, failureOf } from '../support/connected.ts';
import { settle } from '../support/fake-clock.ts';
import { proves } from '../support/proves.ts';

const key = 'io.modelcontextprotocol/logLevel';
const levels: readonly LoggingLevel[] = [
  'debug',
  'info',
  'notice',
  'warning',
  'error',
  'critical',
  'alert',
  'emergency',
];

proves('LOG-01', 'legacy: the level is told once, and again to a new session', async () => {
  const { client, next, answer } = await connected('2025-11-25');
  const setting = client.setLogLevel('warning');
  const request = await next();
  expect(request).toMatchObject({ method: 'logging/setLevel', params: { level: 'warning' } });
  await answer(request, {});
  await setting;
});

proves(
  'LOG-01',
  'legacy: a level that is given at the start is told after the handshake',
  async () => {
    const { next, answer, reports } = await connected('2025-11-25', { logLevel: 'error' });
    const request = await next();
    expect(request).toMatchObject({ method: 'logging/setLevel', params: { level: 'error' } });
    await answer(request, {});
    expect(reports).toEqual([]);
  },
);

proves(
  ['LOG-01', 'CAP-01'],
  'legacy: a server without logging is not told, which is reported',
  async () => {
    const { client, next, reports } = await connected(
      '2025-11-25',
      { logLevel: 'error' },
      { tools: {} },
    );
    await settle();
    expect(reports).toMatchObject([{ kind: 'log-level-lost', error: { code: 'NOT_SUPPORTED' } }]);
    await expect(client.setLogLevel('info')).rejects.toMatchObject({ code: 'NOT_SUPPORTED' });
    await expect(next()).rejects.toThrow('nothing');
  },
);

proves('LOG-01', 'legacy: a level that the server does not know is its error', async () => {
  const { client, next, refuse } = await connected('2025-11-25');
  const failed = failureOf(client.setLogLevel('loud' as LoggingLevel));
  await refuse(await next(), { code: -32602 });
  expect(await failed).toMatchObject({
    code: -32602,
  });
});

proves(
  ['LOG-02', 'LOG-05', 'META-04'],
  'modern: nothing is asked for without a listener or a level',
  async () => {
    const { client, next } = await connected('2026-07-28');
    void client.listTools().catch(() => {});
    expect(metaOf(await next())).not.toHaveProperty([key]);
  },
);

proves(
  ['LOG-05', 'META-04'],
  'modern: each request says the level of that moment, and one its own',
  async () => {
    const { client, next } = await connected('2026-07-28', { onLog: () => {} });
    const levelOf = async (ask: () => Promise<unknown>): Promise<unknown> => {
      ask().catch(() => {});
      return metaOf(await next())[key];
    };
    expect(await levelOf(() => client.listTools())).toBe('info');
    await client.setLogLevel('error');
    expect(await levelOf(() => client.listTools())).toBe('error');
    expect(await levelOf(() => client.callTool('a', {}, { logLevel: 'debug' }))).toBe('debug');
    expect(await levelOf(() => client.listTools())).toBe('error');
    await expect(next()).rejects.toThrow('nothing');
  },
);

for (const revision of ['2025-11-25', '2026-07-28'] as const) {
  proves(
    ['LOG-03', 'LOG-04'],
    `${revision}: messages of every level arrive as they are, while calls run and while none does`,
    async () => {
      const heard: LoggingMessage[] = [];
      const { client, next, say } = await connected(revision, {
        onLog: (message) => {
          heard.push(message);
        },
      });
      void client.callTool('a').catch(() => {});
      void client.callTool('b').catch(() => {});
      await next();
      const messages = levels.map((level, index) => ({
        level,
        data: [null, 0, 'text', { a: [] }][index % 4],
        ...(index % 2 === 0 && { logger: 'l' }),
      }));
      for (const params of messages) await say({ method: 'notifications/message', params });
      expect(heard).toEqual(messages);
    },
  );
}
