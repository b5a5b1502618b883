import { ProtocolError, type CallToolResult, type JsonObject } from '../../protocol/index.ts';
import type { LinkRequest, ReadResult } from '../attempt.ts';
import { faultOfOptions } from '../check-options.ts';
import type { Extension, ScopedContext } from '../extension.ts';
import type { CallToolOptions } from '../request-options.ts';
import type { TaskOrder, TaskParts } from './task-order.ts';
import { taskFrom, taskIn, type TaskStatus } from './task-status.ts';
import { TaskSupport } from './task-support.ts';
import type { TaskWish } from './task-wish.ts';

/** A task that a call became. */
export interface BegunTask {
  readonly id: string;
  /** As the server told of it. */
  readonly begun: JsonObject;
}

/**
 * Tasks in their two forms: that of 2025-11-25, where a call asks to be one, and the extension of
 * 2026-07-28, where the server decides.
 *
 * @see {@link https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks | Tasks (2025-11-25)}
 */
export class Tasks {
  readonly support: TaskSupport = new TaskSupport();
  readonly #isSpoken: boolean;
  #parts: TaskParts | undefined;

  /** The form of the modern era, as an extension. */
  readonly extension: Extension = {
    id: 'io.modelcontextprotocol/tasks',
    methods: {
      'tasks/get': { nameMember: 'taskId' },
      'tasks/update': { nameMember: 'taskId' },
      'tasks/cancel': { nameMember: 'taskId' },
    },
    resultTypes: {
      task: {
        methods: ['tools/call'],
        follow: (begun, context) => this.#followModern(begun, context),
      },
    },
    // Known, and not needed: whoever waits asks (2025-11-25/basic/utilities/tasks, Task Notifications).
    notifications: { 'notifications/tasks/status': () => {} },
  };

  /** @param isSpoken - whether the extension is declared */
  constructor(isSpoken: boolean) {
    this.#isSpoken = isSpoken;
  }

  use(parts: Omit<TaskParts, 'cancel'>): void {
    this.#parts = { ...parts, cancel: (id) => this.cancel(id) };
  }

  /** The task that a call became, where it may: it asked for that, or the extension was declared. */
  begun(result: object, type: unknown, { task: wish }: LinkRequest): BegunTask | undefined {
    const { era } = this.#needed.requests;
    const isLegacy = era === 'legacy';
    if (isLegacy ? wish === undefined : !this.#isSpoken || type !== 'task') return undefined;
    const raw = isLegacy ? (result as { readonly task?: unknown }).task : result;
    const task = taskFrom(raw, era);
    return task && { id: task.id, begun: raw as JsonObject };
  }

  /** Reads a result that may be a task of 2025-11-25 instead. */
  orTask(
    subject: string,
    options: CallToolOptions,
    wish: TaskWish,
    read: ReadResult<CallToolResult>,
  ): ReadResult<CallToolResult> {
    return (result, request) => {
      const task = this.begun(result, undefined, request);
      // A server that does not know of tasks just answers (2025-11-25, Task Support and Handling).
      if (task === undefined) return read(result, request);
      const followed = this.#load({ ...task, subject, options, scope: request.scope })
        .then((payload) => read(payload, request))
        .finally(() => wish.endProgress());
      // A caller who gave up has been told so already.
      followed.catch(() => undefined);
      return followed;
    };
  }

  /** @throws ProtocolError `INVALID_RESULT` for what tells nothing of this task */
  async status(id: string): Promise<TaskStatus> {
    const { requests, settings } = this.#needed;
    const method = 'tasks/get';
    const raw = await requests.send({ ...how(id), method }, (result) => result as JsonObject);
    return taskIn(raw, requests.era, id, { ...settings.about, method });
  }

  async result(id: string, options: CallToolOptions): Promise<JsonObject> {
    const fault = faultOfOptions(options, this.#needed.settings.about.server, 'tasks/get');
    if (fault !== undefined) throw fault;
    return await this.#load({ begun: undefined, id, subject: undefined, options });
  }

  async cancel(id: string): Promise<void> {
    const request = { ...how(id), method: 'tasks/cancel' };
    await this.#needed.requests.send(request, () => undefined);
  }

  #followModern(
    begun: JsonObject,
    { subject, options, scope }: ScopedContext,
  ): Promise<JsonObject> {
    const task = taskFrom(begun, 'modern');
    if (task !== undefined) return this.#load({ begun, id: task.id, subject, options, scope });
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

/** The id of a task is in no error, since it may be all that it takes to read the task. */
function how(id: string): {
  params: JsonObject;
  options: CallToolOptions;
  repeatable: true;
  progress: false;
} {
  return { params: { taskId: id }, options: {}, repeatable: true, progress: false };
}
