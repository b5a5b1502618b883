import {
  isWireError,
  McpError,
  PeerError,
  ProtocolError,
  quote,
  type InputResponse,
  type JsonObject,
  type Timer,
} from '../../protocol/index.ts';
import { onAbort } from '../abort-listeners.ts';
import type { LinkRequest } from '../attempt.ts';
import type { CallToolOptions } from '../request-options.ts';
import { isPassing } from '../recovery.ts';
import { runCallback } from '../run-callback.ts';
import { isOver, taskIn, type TaskStatus } from './task-status.ts';
import type { TaskOrder, TaskParts } from './task-order.ts';

/** The waits between two looks at a task: where the server names none, and what it may ask for. */
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
  /** Aborted when nobody waits any more. */
  readonly #stop = new AbortController();
  /** The questions that were asked: a key is used once in the life of a task. */
  readonly #asked = new Set<string>();
  /** Answers that may not have arrived. */
  #unsent: Readonly<Record<string, InputResponse>> = {};
  /** What was heard of the task last. */
  #task: TaskStatus | undefined;
  #failures = 0;

  constructor(parts: TaskParts, order: TaskOrder) {
    this.#parts = parts;
    this.#order = order;
    this.#isLegacy = parts.requests.era === 'legacy';
  }

  /** The result, or why it is not waited for any more: whichever comes first. */
  async result(): Promise<JsonObject> {
    const { clock } = this.#parts.settings;
    const { signal } = this.#order.options;
    if (signal?.aborted === true) throw this.#giveUp();
    const deadline = clock.now() + this.#maxMs;
    let settled = (): void => {};
    const ended = new Promise<never>((_resolve, reject) => {
      const end = (error: ProtocolError): void => {
        reject(error);
        this.#stop.abort();
      };
      const arm = (): Timer => clock.setTimer(whenLate, deadline - clock.now());
      // A clock may wake early whoever waits for very long.
      const whenLate = (): void => {
        if (clock.now() < deadline) timer = arm();
        else end(this.#late());
      };
      let timer = arm();
      const stopListening = signal && onAbort(signal, () => end(this.#giveUp()));
      settled = (): void => {
        clock.clearTimer(timer);
        stopListening?.();
      };
    });
    try {
      return await Promise.race([this.#untilOver(), ended]);
    } finally {
      settled();
    }
  }

  async #untilOver(): Promise<JsonObject> {
    let raw = this.#order.begun;
    for (;;) {
      try {
        raw ??= await this.#ask('tasks/get', {});
        if (this.#stop.signal.aborted) return {};
        const result = await this.#goOn(raw);
        if (result !== undefined) return result;
      } catch (error) {
        this.#failures += 1;
        if (!this.#mayPass(error) || this.#failures >= maxFailures) throw error;
      }
      await this.#parts.link.pause(this.#waitMs, this.#stop.signal);
      if (this.#stop.signal.aborted) return {};
      raw = undefined;
    }
  }

  /** Does what a look at the task asks for; what it gives is the end. */
  async #goOn(raw: JsonObject): Promise<JsonObject | undefined> {
    const task = this.#read(raw);
    if (isOver(task)) return await this.#outcome(task, raw);
    this.#failures = 0;
    if (task.state === 'working') return undefined;
    // A legacy server asks while its result is waited for
    // (2025-11-25/basic/utilities/tasks, Input Required Status).
    if (this.#isLegacy) return await this.#payload();
    await this.#answer(raw);
    return undefined;
  }

  /** What a task that is over came to; one that has only said so is asked for it. */
  async #outcome(task: TaskStatus, raw: JsonObject): Promise<JsonObject | undefined> {
    if (task.state === 'cancelled') {
      const why = task.message === undefined ? '' : `: ${quote(task.message)}`;
      throw this.#error('TASK_CANCELLED', `the server cancelled the task${why}`);
    }
    if (this.#isLegacy) return await this.#payload();
    const { result, error } = raw;
    if (task.state === 'failed' && isWireError(error)) throw new PeerError(error, this.#about);
    if (isCompleteResult(result)) return result;
    if (raw === this.#order.begun && result === undefined) return undefined;
    const words = `Invalid result for tasks/get: a task that is ${task.state} must have a complete result or an error`;
    throw this.#error('INVALID_RESULT', words);
  }

  /**
   * Answers what a task needs to go on. Answers that may not have arrived are sent again while they
   * are asked for: the server passes over those that it has (Task Update Requests).
   */
  async #answer({ inputRequests }: JsonObject): Promise<void> {
    if (inputRequests === undefined) return;
    const { roundTrips } = this.#parts;
    // Read as they are where a call is answered with them: they are trusted no more.
    const form = { resultType: 'input_required', inputRequests };
    const call = this.#request('tools/call', undefined, { signal: this.#stop.signal });
    const { requests = {} } = roundTrips.read(form, call);
    const fresh = Object.entries(requests).filter(([key]) => !this.#asked.has(key));
    const answers = await roundTrips.answers(Object.fromEntries(fresh), call);
    if (this.#stop.signal.aborted) return;
    for (const [key] of fresh) this.#asked.add(key);
    this.#unsent = { ...this.#unsent, ...answers };
    const wanted = Object.entries(this.#unsent).filter(([key]) => Object.hasOwn(requests, key));
    if (wanted.length === 0) return;
    await this.#ask('tasks/update', { inputResponses: Object.fromEntries(wanted) });
    this.#unsent = {};
  }

  /** Waits for the result in the legacy form, for as long as it takes: the server asks meanwhile. */
  #payload(): Promise<JsonObject> {
    const { signal } = this.#stop;
    return this.#ask('tasks/result', {}, { signal, timeoutMs: Infinity, maxTotalMs: Infinity });
  }

  #ask(method: string, params: JsonObject, options: CallToolOptions = {}): Promise<JsonObject> {
    const request = this.#request(method, { taskId: this.#order.id, ...params }, options);
    // Its kind says nothing here: examples of the extension have "task" where others have "complete".
    return this.#parts.requests.send(request, (result) => result as JsonObject);
  }

  #request(method: string, params: JsonObject | undefined, options: CallToolOptions): LinkRequest {
    const { subject, scope } = this.#order;
    const { extensions: _, ...capabilities } = this.#order.options.capabilities ?? {};
    return {
      method,
      params,
      // What concerns a task has to declare tasks, also where the call declared less.
      options: this.#order.options.capabilities ? { ...options, capabilities } : options,
      repeatable: method !== 'tasks/update',
      progress: false,
      scope,
      ...(subject !== undefined && { subject }),
    };
  }

  #read(raw: JsonObject): TaskStatus {
    const task = taskIn(raw, this.#parts.requests.era, this.#order.id, this.#about);
    this.#task = task;
    const { onStatus } = this.#order.options.task ?? {};
    if (onStatus !== undefined)
      runCallback('onStatus', onStatus, task, this.#parts.settings.report);
    return task;
  }

  /** Whether a failure says nothing of the task. What a task that is over came to is final. */
  #mayPass(error: unknown): boolean {
    if (!(error instanceof McpError)) return false;
    if (error instanceof PeerError && this.#task !== undefined && isOver(this.#task)) return false;
    return error.code === 'STREAM_ENDED' || error.code === 'TIMED_OUT' || isPassing(error);
  }

  get #waitMs(): number {
    const asked = Math.max(this.#task?.pollMs ?? poll.usualMs, poll.leastMs);
    return Math.min(asked * 2 ** this.#failures, poll.mostMs);
  }

  get #maxMs(): number {
    return this.#order.options.task?.maxMs ?? dayMs;
  }

  /** The caller gives up: the server is told by the means of tasks, never by a notification. */
  #giveUp(): ProtocolError {
    this.#parts.cancel(this.#order.id).catch(() => undefined);
    return this.#error('CANCELLED', 'the task was cancelled, since its caller gave it up');
  }

  #late(): ProtocolError {
    const state = this.#task === undefined ? 'not known' : `still ${this.#task.state}`;
    return this.#error('TIMED_OUT', `the task is ${state} after ${this.#maxMs} ms (task.maxMs)`);
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

/** What a call may end with: it says nothing of its kind, or that it is complete. */
function isCompleteResult(result: unknown): result is JsonObject {
  if (typeof result !== 'object' || result === null) return false;
  const { resultType = 'complete' } = result as JsonObject;
  return resultType === 'complete';
}
