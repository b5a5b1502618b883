import { connected, everything, type Connected } from '../../support/connected.ts';

/** What the tool of these servers gives in the end. */
export const done = { content: [{ type: 'text', text: 'done' }] };

const times = { createdAt: '2026-01-01T00:00:00Z', lastUpdatedAt: '2026-01-01T00:00:01Z' };

/** A task as 2025-11-25 writes it. */
export function legacyTask(status: string, more: object = {}): object {
  return { taskId: 't1', status, ...times, ttl: 60_000, pollInterval: 500, ...more };
}

/** A task as the extension writes it. */
export function modernTask(status: string, more: object = {}): object {
  return { taskId: 't1', status, ...times, ttlMs: 60_000, pollIntervalMs: 500, ...more };
}

/** The result of a call that became a task, as the extension writes it. */
export function begun(more: object = {}): object {
  return { resultType: 'task', ...modernTask('working', more) };
}

const tasks = { list: {}, cancel: {}, requests: { tools: { call: {} } } };

/** A server of 2025-11-25 whose tool `must` only runs as a task, listed once. */
export async function legacyServer(
  options: Parameters<typeof connected>[1] = {},
): Promise<Connected> {
  const server = await connected('2025-11-25', options, { ...everything, tasks });
  const listing = server.client.listTools();
  await server.answer(await server.next(), { tools: [listed('must', 'required')] });
  await listing;
  return server;
}

/** A server of 2026-07-28. */
export function modernServer(options: Parameters<typeof connected>[1] = {}): Promise<Connected> {
  return connected('2026-07-28', options);
}

/** The entry of a tool in the list. */
export function listed(name: string, taskSupport: string): object {
  return { name, inputSchema: { type: 'object' }, execution: { taskSupport } };
}
