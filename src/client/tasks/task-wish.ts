import type { TaskStatus } from './task-status.ts';

/**
 * How a call may run as a task: work that goes on after the server has answered.
 *
 * @public
 */
export interface TaskOptions {
  /** How long the server is asked to keep the task, in ms (2025-11-25 only). Default: as it likes. */
  readonly ttlMs?: number;
  /**
   * How long the task is waited for in all, in ms. Default: a day. `timeoutMs` and `maxTotalMs` are for
   * the answer with which the task begins. When the time is over the server goes on with the task, and
   * it can be waited for again by its id.
   */
  readonly maxMs?: number;
  /** Told how far it has come, its id first: whoever keeps that finds the task again with {@link Client.task}. */
  readonly onStatus?: (status: TaskStatus) => void;
}

/** What a call knows of the task that it may become. */
export interface TaskWish extends TaskOptions {
  /** Progress is heard until this is called: a task reports under the token of its call. */
  endProgress: () => void;
}
