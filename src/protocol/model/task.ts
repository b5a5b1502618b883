import type { JsonObject } from './json.ts';

/**
 * Work that goes on after its request was answered (2025-11-25 only, experimental there).
 *
 * @see {@link https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks | Tasks}
 * @public
 */
export interface Task {
  readonly taskId: string;
  readonly status: 'working' | 'input_required' | 'completed' | 'failed' | 'cancelled';
  readonly statusMessage?: string;
  /** An ISO 8601 moment. */
  readonly createdAt: string;
  /** An ISO 8601 moment. */
  readonly lastUpdatedAt: string;
  /** In milliseconds from its creation; null is for ever. */
  readonly ttl: number | null;
  /** In milliseconds. */
  readonly pollInterval?: number;
}

/**
 * The answer to a request that was asked to run as a task (2025-11-25 only).
 *
 * @public
 */
export interface CreateTaskResult {
  readonly task: Task;
  readonly _meta?: JsonObject;
}
