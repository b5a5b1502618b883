import type { JsonObject } from '../../protocol/index.ts';

/**
 * How far a task has come, in both of its forms.
 *
 * @public
 */
export interface TaskStatus {
  /** The server's name for it: enough to find it again, also for another client of the same user. */
  readonly id: string;
  readonly state: 'working' | 'input_required' | 'completed' | 'failed' | 'cancelled';
  /** The server's own words. */
  readonly message?: string;
  /** How long the server keeps it from its creation, in ms; `null`: without a limit. */
  readonly ttlMs: number | null;
  /** How long the server asks to wait before it is asked again, in ms. */
  readonly pollMs?: number;
}

const states: ReadonlySet<unknown> = new Set([
  'working',
  'input_required',
  'completed',
  'failed',
  'cancelled',
]);

/** Reads a task; `undefined` for what is none. Times that are none are left out. */
export function taskFrom(raw: unknown): TaskStatus | undefined {
  if (typeof raw !== 'object' || raw === null) return undefined;
  const task = raw as JsonObject;
  const { taskId: id, status: state, statusMessage: message } = task;
  if (typeof id !== 'string' || !states.has(state)) return undefined;
  const ttlMs = timeIn(task['ttlMs'] ?? task['ttl']);
  const pollMs = timeIn(task['pollIntervalMs'] ?? task['pollInterval']);
  return {
    id,
    state: state as TaskStatus['state'],
    ...(typeof message === 'string' && { message }),
    ttlMs: ttlMs ?? null,
    ...(pollMs !== undefined && { pollMs }),
  };
}

export function isOver({ state }: TaskStatus): boolean {
  return state === 'completed' || state === 'failed' || state === 'cancelled';
}

function timeIn(value: unknown): number | undefined {
  return typeof value === 'number' && value >= 0 ? value : undefined;
}
