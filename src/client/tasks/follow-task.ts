import {
  isWireError,
  McpError,
  PeerError,
  ProtocolError,
  type InputRequest,
  type JsonObject,
} from '../../protocol/index.ts';
import { onAbort } from '../abort-listeners.ts';
import type { CallToolOptions } from '../request-options.ts';
import { isPassing } from '../recovery.ts';
import { runCallback } from '../run-callback.ts';
import { isOver, taskFrom, type TaskStatus } from './task-status.ts';
import type { TaskOrder, TaskParts } from './task-order.ts';

/** The waits between two questions for a task: where the server names none, and what it may ask for. */
const poll = { usualMs: 1_000, leastMs: 50, mostMs: 5 * 60_000 };

/** How often in a row a server may be out of reach. */
const maxFailures = 5;

const dayMs = 24 * 60 * 60 * 1_000;

/**
 * Waits for a task and gives its result as the server would have given it at once. Input that the task
 * asks for meanwhile is answered.
 *
 * @throws PeerError with the error that the task ended in; ProtocolError `TASK_CANCELLED`, `TIMED_OUT`,
 * `CANCELLED`
 */
export async function followTask(parts: TaskParts, order: TaskOrder): Promise<JsonObject> {
  return await new Following(parts, order).result();
}

class Following {
  readonly #parts: TaskParts;
  readonly #order: TaskOrder;
  readonly #isLegacy: boolean;
  /** The questions that were answered: a key is used once in the life of a task. */
  readonly #answered = new Set<string>();

  constructor(parts: TaskParts, order: TaskOrder) {
    this.#parts = parts;
    this.#order = order;
    this.#isLegacy = parts.requests.era === 'legacy';
  }

  async result(): Promise<JsonObject> {
    const { signal } = this.#order.options;
    if (signal === undefined) return await this.#untilOver();
    if (signal.aborted) throw this.#giveUp();
    const cancelled = deferred();
    const stopListening = onAbort(signal, () => cancelled.reject(this.#giveUp()));
    try {
      return await Promise.race([this.#untilOver(), cancelled.promise]);
    } finally {
      stopListening();
    }
  }

  async #untilOver(): Promise<JsonObject> {
    const { settings } = this.#parts;
    const deadline = settings.clock.now() + (this.#order.options.task?.maxMs ?? dayMs);
    let raw = this.#order.begun ?? (await this.#get());
    for (let failures = 0; ;) {
      const task = this.#read(raw);
      const result = isOver(task) ? await this.#outcome(task, raw) : await this.#attend(task, raw);
      if (result !== undefined) return result;
      const wait = Math.min(Math.max(task.pollMs ?? poll.usualMs, poll.leastMs), poll.mostMs);
      const { signal } = this.#order.options;
      await this.#parts.link.pause(wait * 2 ** failures, signal);
      // Nobody listens any more.
      if (signal?.aborted === true) return {};
      if (settings.clock.now() >= deadline) throw this.#late(task);
      try {
        raw = await this.#get();
        failures = 0;
      } catch (error) {
        failures += 1;
        if (!(error instanceof McpError) || !isPassing(error) || failures >= maxFailures)
          throw error;
      }
    }
  }

  /** What a task that is over came to; one that has only said so is asked for it. */
  async #outcome(task: TaskStatus, raw: JsonObject): Promise<JsonObject | undefined> {
    if (task.state === 'cancelled') {
      const why = task.message === undefined ? '' : `: ${JSON.stringify(task.message)}`;
      throw this.#error('TASK_CANCELLED', `the server cancelled the task${why}`);
    }
    if (this.#isLegacy) return await this.#payload();
    const { result, error } = raw;
    if (task.state === 'failed' && isWireError(error)) {
      throw new PeerError(error, this.#about);
    }
    if (typeof result === 'object' && result !== null) return result as JsonObject;
    if (raw === this.#order.begun) return undefined;
    const words = `Invalid result for tasks/get: a task that is ${task.state} must have a result or an error`;
    throw this.#error('INVALID_RESULT', words);
  }

  /** Answers what a task needs to go on. */
  async #attend(task: TaskStatus, raw: JsonObject): Promise<JsonObject | undefined> {
    if (task.state !== 'input_required') return undefined;
    // A legacy server asks while its answer is waited for
    // (2025-11-25/basic/utilities/tasks, Input Required Status).
    if (this.#isLegacy) return await this.#payload();
    const { inputRequests = {} } = raw as {
      readonly inputRequests?: Readonly<Record<string, InputRequest>>;
    };
    const asked = Object.entries(inputRequests).filter(([key]) => !this.#answered.has(key));
    if (asked.length === 0) return undefined;
    const request = { ...this.#call, subject: this.#order.subject ?? this.#order.id };
    const inputResponses = await this.#parts.roundTrips.answers(Object.fromEntries(asked), request);
    for (const [key] of asked) this.#answered.add(key);
    await this.#ask('tasks/update', { taskId: this.#order.id, inputResponses }, false);
    return undefined;
  }

  /** Waits for the result in the legacy form, for as long as it takes: the server asks meanwhile. */
  async #payload(): Promise<JsonObject | undefined> {
    const { maxMs = dayMs } = this.#order.options.task ?? {};
    const limits = { timeoutMs: maxMs, maxTotalMs: maxMs };
    try {
      return await this.#ask('tasks/result', { taskId: this.#order.id }, true, limits);
    } catch (error) {
      // The stream on which the answer was to come is gone, and the task is not.
      if (error instanceof McpError && error.code === 'STREAM_ENDED') return undefined;
      throw error;
    }
  }

  #get(): Promise<JsonObject> {
    return this.#ask('tasks/get', { taskId: this.#order.id }, true);
  }

  #ask(
    method: string,
    params: JsonObject,
    repeatable: boolean,
    limits: CallToolOptions = {},
  ): Promise<JsonObject> {
    const { id: subject, options } = this.#order;
    const { capabilities } = options;
    const own = { ...limits, ...(capabilities !== undefined && { capabilities }) };
    const request = { method, subject, params, options: own, repeatable, progress: false };
    // Its kind says nothing here: examples of the extension have "task" where others have "complete".
    return this.#parts.requests.send(request, (result) => result as JsonObject);
  }

  #read(raw: JsonObject): TaskStatus {
    const task = taskFrom(raw);
    if (task === undefined || task.id !== this.#order.id) {
      const words = 'Invalid result for tasks/get: it must have the taskId and a known status';
      throw this.#error('INVALID_RESULT', words);
    }
    const { onStatus } = this.#order.options.task ?? {};
    if (onStatus !== undefined)
      runCallback('onStatus', onStatus, task, this.#parts.settings.report);
    return task;
  }

  /** The caller gives up: the server is told by the means of tasks, never by a notification. */
  #giveUp(): ProtocolError {
    this.#parts.cancel(this.#order.id).catch(() => undefined);
    return this.#error('CANCELLED', 'the task was cancelled, since its caller gave it up');
  }

  #late(task: TaskStatus): ProtocolError {
    const words = `the task is still ${task.state} after ${this.#order.options.task?.maxMs ?? dayMs} ms (task.maxMs)`;
    return this.#error('TIMED_OUT', words);
  }

  get #call(): { method: string; options: CallToolOptions; repeatable: false; progress: false } {
    const { options } = this.#order;
    return { method: 'tools/call', options, repeatable: false, progress: false };
  }

  get #about(): { server: string; method: string; subject: string | undefined } {
    return { ...this.#parts.settings.about, method: 'tools/call', subject: this.#order.subject };
  }

  #error(
    code: 'TASK_CANCELLED' | 'TIMED_OUT' | 'CANCELLED' | 'INVALID_RESULT',
    words: string,
  ): ProtocolError {
    return new ProtocolError(code, words, this.#about);
  }
}

function deferred(): { promise: Promise<never>; reject: (error: Error) => void } {
  let reject: (error: Error) => void = () => {};
  const promise = new Promise<never>((_resolve, refuse) => {
    reject = refuse;
  });
  return { promise, reject };
}
