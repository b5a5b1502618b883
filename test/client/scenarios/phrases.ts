import type { EraName, Recalled, Scenario, Step } from './scenario.ts';

/** A value from an earlier message of the client, by the name that a step gave the message. */
export function recall(path: string): Recalled {
  return { $recall: path };
}

/** The answer to the client's request of this name. */
export function answer(name: string, result: unknown): object {
  return { jsonrpc: '2.0', id: recall(`${name}.id`), result };
}

/** A refusal of the client's request of this name. */
export function refusal(name: string, error: unknown): object {
  return { jsonrpc: '2.0', id: recall(`${name}.id`), error };
}

/** A notification of the peer. */
export function note(method: string, params?: unknown): object {
  return { jsonrpc: '2.0', method, ...(params !== undefined && { params }) };
}

/** A request of the peer. */
export function question(id: unknown, method: string, params?: unknown): object {
  return { ...note(method, params), id };
}

/** Progress on the client's request of this name. */
export function progressOn(name: string, progress: unknown, more: object = {}): object {
  const progressToken = recall(`${name}.params._meta.progressToken`);
  return note('notifications/progress', { progressToken, progress, ...more });
}

/** The result of a tool call, as its era writes it. */
export function done(era: EraName, text = 'done'): object {
  return complete(era, { content: [{ type: 'text', text }] });
}

/** A list's page, as its era writes it. */
export function page(era: EraName, members: object): object {
  return complete(
    era,
    era === 'modern' ? { ttlMs: 0, cacheScope: 'private', ...members } : members,
  );
}

/** A result with what its era wants in each. */
export function complete(era: EraName, members: object): object {
  return era === 'modern' ? { resultType: 'complete', ...members } : members;
}

/** A tool that nobody can object to. */
export function tool(name: string, more: object = {}): object {
  return { name, inputSchema: { type: 'object' }, ...more };
}

/** A call of a tool that has gone out, its request known as `call`. */
export const callGoesOut: readonly Step[] = [
  { client: 'callTool', name: 'work', settings: { signal: 'later' } },
  { expectSent: { method: 'tools/call', params: { name: 'work' } }, as: 'call' },
];

/** The connection still works: a call gets its answer. */
export function stillWorks(era: EraName): readonly Step[] {
  return [
    { client: 'callTool', name: 'next', as: 'next' },
    { expectSent: { method: 'tools/call', params: { name: 'next' } }, as: 'next' },
    { peer: answer('next', done(era, 'still here')) },
    { expectResult: { content: [{ text: 'still here' }] }, of: 'next' },
  ];
}

/** One scenario for each era. */
export function inBothEras(
  make: (era: EraName) => Omit<Scenario, 'era' | 'transport'>,
): Scenario[] {
  return (['legacy', 'modern'] as const).map((era) => inEra(era, make(era)));
}

/** A scenario of one era, on a pipe. */
export function inEra(era: EraName, scenario: Omit<Scenario, 'era' | 'transport'>): Scenario {
  return { ...scenario, era, transport: 'pipe' };
}
