import type { CallToolResult, JsonObject } from '../../protocol/index.ts';
import type { CallToolOptions } from '../request-options.ts';
import type { TaskStatus } from './task-status.ts';
import type { Tasks } from './tasks.ts';

/**
 * A task of the server, known by its id: enough to find it again after this program was started anew.
 *
 * @public
 */
export class TaskHandle {
  /** The server's name for the task. It belongs to the user who made the call. */
  readonly id: string;
  readonly #tasks: Tasks;
  readonly #read: (payload: JsonObject) => CallToolResult | Promise<CallToolResult>;

  /** @internal */
  constructor(
    id: string,
    tasks: Tasks,
    read: (payload: JsonObject) => CallToolResult | Promise<CallToolResult>,
  ) {
    this.id = id;
    this.#tasks = tasks;
    this.#read = read;
  }

  /** How far it has come. */
  status(): Promise<TaskStatus> {
    return this.#tasks.status(this.id);
  }

  /**
   * Waits for the result, and answers what the task needs to know meanwhile. The signal cancels the
   * task; closing the client leaves it to the server.
   */
  async result(options: CallToolOptions = {}): Promise<CallToolResult> {
    return await this.#read(await this.#tasks.result(this.id, options));
  }

  /** Asks the server to end the task. It may come to a result nevertheless. */
  cancel(): Promise<void> {
    return this.#tasks.cancel(this.id);
  }
}
