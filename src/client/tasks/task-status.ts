import {
  ProtocolError,
  type Era,
  type ErrorSubject,
  type JsonObject,
} from '../../protocol/index.ts';

/**
 * How far a task has come, in both of its forms.
 *
 * @public
 */
export interface TaskStatus {
  /**
   * The server's name for it: enough to find it again, also for another client of the same user. A
   * server may give the task to whoever has it, so it is kept like a secret.
   */
  readonly id: string;
  readonly state: 'working' | 'input_required' | 'completed' | 'failed' | 'cancelled';
  /** The server's own words. */
  readonly message?: string;
  /** When the task was made, by the clock of the server. */
  readonly createdAt?: string;
  /** When its state changed last, by the clock of the server. */
  readonly lastUpdatedAt?: string;
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

/** Reads a task in the words of its era; `undefined` for what is none. Times that are none are left out. */
export function taskFrom(raw: unknown, era: Era['name']): TaskStatus | undefined {
  if (typeof raw !== 'object' || raw === null) return undefined;
  const task = raw as JsonObject;
  const { taskId: id, status: state, statusMessage, createdAt, lastUpdatedAt } = task;
  if (typeof id !== 'string' || !states.has(state)) return undefined;
  const isLegacy = era === 'legacy';
  const ttlMs = timeIn(task[isLegacy ? 'ttl' : 'ttlMs']);
  const pollMs = timeIn(task[isLegacy ? 'pollInterval' : 'pollIntervalMs']);
  return {
    id,
    state: state as TaskStatus['state'],
    ...(typeof statusMessage === 'string' && { message: statusMessage }),
    ...(typeof createdAt === 'string' && { createdAt }),
    ...(typeof lastUpdatedAt === 'string' && { lastUpdatedAt }),
    ttlMs: ttlMs ?? null,
    ...(pollMs !== undefined && { pollMs }),
  };
}

/**
 * Reads the answer to a look at a task.
 *
 * @throws ProtocolError `INVALID_RESULT` for what tells nothing of this task
 */
export function taskIn(
  raw: unknown,
  era: Era['name'],
  id: string,
  about: ErrorSubject,
): TaskStatus {
  const task = taskFrom(raw, era);
  if (task?.id === id) return task;
  const words = 'Invalid result for tasks/get: it must have the taskId and a known status';
  throw new ProtocolError('INVALID_RESULT', words, about);
}

export function isOver({ state }: TaskStatus): boolean {
  return state === 'completed' || state === 'failed' || state === 'cancelled';
}

function timeIn(value: unknown): number | undefined {
  return typeof value === 'number' && value >= 0 ? value : undefined;
}
