import {
  ProtocolError,
  type CallToolResult,
  type JsonObject,
  type Tool,
} from '../../protocol/index.ts';
import type { ReadResult } from '../attempt.ts';
import type { Extension } from '../extension.ts';
import type { CallToolOptions } from '../request-options.ts';
import type { TaskOrder, TaskParts } from './task-order.ts';
import { taskFrom, type TaskStatus } from './task-status.ts';
import type { TaskWish } from './task-wish.ts';

const extensionId = 'io.modelcontextprotocol/tasks';

/**
 * Tasks in their two forms: that of 2025-11-25, where a call asks to be one, and the extension of
 * 2026-07-28, where the server decides.
 *
 * @see {@link https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks | Tasks (2025-11-25)}
 */
export class Tasks {
  readonly #supports = new Map<string, string | undefined>();
  #parts: TaskParts | undefined;

  /** The form of the modern era, as an extension. */
  readonly extension: Extension = {
    id: extensionId,
    methods: {
      'tasks/get': { nameMember: 'taskId' },
      'tasks/update': { nameMember: 'taskId' },
      'tasks/cancel': { nameMember: 'taskId' },
    },
    resultTypes: {
      task: {
        methods: ['tools/call'],
        follow: (begun, { subject, options }) => this.#follow(begun, subject, options),
      },
    },
  };

  use(parts: Omit<TaskParts, 'cancel'>): void {
    this.#parts = { ...parts, cancel: (id) => this.cancel(id) };
  }

  /** Remembers which tools run as tasks. */
  learn(tools: readonly Tool[]): void {
    for (const { name, execution } of tools) this.#supports.set(name, execution?.taskSupport);
  }

  /**
   * How a call asks to be a task: where its tool has to be one, or may be and the caller wants that;
   * never else (2025-11-25, Tool-Level Negotiation).
   */
  wishFor(name: string, { task }: CallToolOptions): TaskWish | undefined {
    const { era, capabilities } = this.#needed.link.server;
    if (era === 'modern' || capabilities.tasks?.requests?.tools?.call === undefined)
      return undefined;
    const support = this.#supports.get(name);
    if (support !== 'required' && !(support === 'optional' && task !== undefined)) return undefined;
    return { ...task, endProgress: () => {} };
  }

  /** Reads a result that may be a task of 2025-11-25 instead. */
  orTask(
    name: string,
    options: CallToolOptions,
    wish: TaskWish,
    read: ReadResult<CallToolResult>,
  ): ReadResult<CallToolResult> {
    return (result, request) => {
      const begun = legacyTask(result);
      // A server that does not know of tasks just answers (2025-11-25, Task Support and Handling).
      if (begun === undefined) return read(result, request);
      const followed = this.#follow(begun, name, options)
        .then((payload) => read(payload, request))
        .finally(() => wish.endProgress());
      // A caller who gave up has been told so already.
      followed.catch(() => undefined);
      return followed;
    };
  }

  async status(id: string): Promise<TaskStatus> {
    const { requests } = this.#needed;
    const request = { ...how(id), method: 'tasks/get' };
    const raw = await requests.send(request, (result) => result as JsonObject);
    const task = taskFrom(raw);
    return task ?? { id, state: 'working', ttlMs: null };
  }

  async result(id: string, options: CallToolOptions): Promise<JsonObject> {
    return await this.#load({ begun: undefined, id, subject: undefined, options });
  }

  async cancel(id: string): Promise<void> {
    const request = { ...how(id), method: 'tasks/cancel' };
    await this.#needed.requests.send(request, () => undefined);
  }

  #follow(
    begun: JsonObject,
    subject: string | undefined,
    options: CallToolOptions,
  ): Promise<JsonObject> {
    const task = taskFrom(begun);
    if (task !== undefined) return this.#load({ begun, id: task.id, subject, options });
    const method = 'tools/call';
    const words = `Invalid result for ${method}: resultType: a "task" must have a taskId and a known status`;
    const about = { ...this.#needed.settings.about, method, subject };
    return Promise.reject(new ProtocolError('INVALID_RESULT', words, about));
  }

  async #load(order: TaskOrder): Promise<JsonObject> {
    const { followTask } = await import('./follow-task.ts');
    return await followTask(this.#needed, order);
  }

  get #needed(): TaskParts {
    if (this.#parts === undefined) throw new TypeError('tasks are used before there is a link');
    return this.#parts;
  }
}

/** The task that a result of the legacy era stands for. */
export function legacyTask(result: object): JsonObject | undefined {
  const { task } = result as { readonly task?: unknown };
  return taskFrom(task) === undefined ? undefined : (task as JsonObject);
}

function how(id: string): {
  subject: string;
  params: JsonObject;
  options: CallToolOptions;
  repeatable: true;
  progress: false;
} {
  return { subject: id, params: { taskId: id }, options: {}, repeatable: true, progress: false };
}
