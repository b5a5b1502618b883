import type { CallToolResult, JsonObject } from '../../protocol/index.ts';
import type { CallToolOptions } from '../request-options.ts';
import type { TaskStatus } from './task-status.ts';
import type { Tasks } from './tasks.ts';

/** What a handle needs besides the task's id. */
export interface HandleParts {
  readonly tasks: Tasks;
  readonly read: (payload: JsonObject) => CallToolResult | Promise<CallToolResult>;
  /** Called when the result is there. */
  readonly whenOver: () => void;
}

/**
 * A task of the server, known by its id: enough to find it again after this program was started anew.
 *
 * @public
 */
export class TaskHandle {
  /** The server's name for the task. It belongs to the user who made the call. */
  readonly id: string;
  readonly #parts: HandleParts;

  /** @internal */
  constructor(id: string, parts: HandleParts) {
    this.id = id;
    this.#parts = parts;
  }

  /**
   * How far it has come.
   *
   * @throws PeerError -32602 for a task that the server does not know, or does not keep any more
   */
  status(): Promise<TaskStatus> {
    return this.#parts.tasks.status(this.id);
  }

  /**
   * Waits for the result, and answers what the task needs to know meanwhile. The signal cancels the
   * task; closing the client leaves it to the server. Of the options `signal`, `task` and
   * `capabilities` mean something here.
   *
   * @throws PeerError with the error that the task ended in, or -32602 for a task that the server does
   * not know; ProtocolError `TASK_CANCELLED`, `TIMED_OUT` (`task.maxMs`), `CANCELLED`, `CLOSED`
   */
  async result(options: CallToolOptions = {}): Promise<CallToolResult> {
    const { tasks, read, whenOver } = this.#parts;
    const payload = await tasks.result(this.id, options);
    whenOver();
    return await read(payload);
  }

  /**
   * Asks the server to end the task. It may come to a result nevertheless.
   *
   * @throws PeerError -32602 where it is over already, or unknown
   */
  cancel(): Promise<void> {
    return this.#parts.tasks.cancel(this.id);
  }
}
