import type { CallToolResult, InputResponse, JsonObject, Tool } from '../protocol/index.ts';
import type { LinkRequest, ReadResult } from './attempt.ts';
import type { ClientParts } from './client-parts.ts';
import type { CallToolOptions, RequestOptions } from './request-options.ts';
import type { ListPage } from './pages.ts';
import { readResult } from './read-result.ts';
import { readStep, resumedParams, type ParkedCall, type ToolStep } from './step-tool.ts';
import { TaskHandle } from './tasks/task-handle.ts';
import type { TaskWish } from './tasks/task-wish.ts';
import { ToolHeaders } from './tool-headers.ts';

/** A call of a tool, as its caller gave it. */
export interface ToolCall {
  readonly name: string;
  readonly args: JsonObject;
  readonly options: CallToolOptions;
}

/** Calls tools, with what their entries in the list say about it. */
export class ToolCalls {
  readonly #parts: ClientParts;
  readonly #headers: ToolHeaders;
  /** The same function for each call. */
  readonly #read: ReadResult<CallToolResult>;
  readonly #list: (options: RequestOptions) => Promise<readonly Tool[]>;

  /** @param list - reads the list anew */
  constructor(parts: ClientParts, list: (options: RequestOptions) => Promise<readonly Tool[]>) {
    this.#parts = parts;
    this.#headers = new ToolHeaders(parts.settings);
    const { link, settings, requests, outputs } = parts;
    this.#read = requests.complete((result, { subject = '' }) => {
      const { revision } = link.server;
      const given = readResult(result, { method: 'tools/call', subject, revision }, settings);
      return outputs.check(subject, given);
    });
    this.#list = list;
  }

  /** Remembers the tools of a page, and leaves out those that cannot be called. */
  learn(page: ListPage<Tool>): ListPage<Tool> {
    this.#parts.outputs.learn(page.entries);
    this.#parts.tasks.learn(page.entries);
    return this.#headers.learn(page, this.#usesHeaders);
  }

  call(call: ToolCall): Promise<CallToolResult> {
    const { requests, tasks } = this.#parts;
    const { name, options } = call;
    const task = tasks.wishFor(name, options);
    if (task !== undefined)
      return requests.send(asTask(call, task), tasks.orTask(name, options, task, this.#read));
    const send = (request: CallRequest): Promise<CallToolResult> =>
      requests.send(request, this.#read);
    return this.#usesHeaders ? this.#withHeaders(call, send) : send(requestOf(call));
  }

  step(call: ToolCall): Promise<ToolStep> {
    const task = this.#parts.tasks.wishFor(call.name, call.options);
    const read = this.#reader(call);
    return task === undefined
      ? this.#step(call, read)
      : this.#parts.requests.send(asTask(call, task), read);
  }

  /** A handle on a task by its id. */
  task(id: string, name = ''): TaskHandle {
    return new TaskHandle(id, this.#parts.tasks, (payload) =>
      // Read as the result of the call that it began with.
      this.#read(payload, requestOf({ name, args: {}, options: {} })),
    );
  }

  resume(
    parked: ParkedCall,
    responses: Readonly<Record<string, InputResponse>>,
    options: CallToolOptions,
  ): Promise<ToolStep> {
    const { about } = this.#parts.settings;
    const call = { name: parked.name, args: parked.arguments, options };
    const params = resumedParams(parked, responses, about.server);
    return this.#step(call, this.#reader(call), params);
  }

  #reader(call: ToolCall): ReadResult<ToolStep> {
    const taskOf = (id: string): TaskHandle => this.task(id, call.name);
    return readStep(this.#parts, call, this.#read, taskOf);
  }

  #step(call: ToolCall, read: ReadResult<ToolStep>, params?: JsonObject): Promise<ToolStep> {
    const { requests } = this.#parts;
    const send = (request: CallRequest): Promise<ToolStep> =>
      requests.send(params === undefined ? request : { ...request, params }, read);
    return this.#usesHeaders ? this.#withHeaders(call, send) : send(requestOf(call));
  }

  async #withHeaders<Outcome>(
    call: ToolCall,
    send: (request: CallRequest) => Promise<Outcome>,
  ): Promise<Outcome> {
    const { name, args } = call;
    try {
      return await send(requestOf(call, this.#headers.forCall(name, args)));
    } catch (error) {
      if (!this.#headers.mayBeStale(error)) throw error;
      // The server saw other headers than the tool's schema asks for: read the schema anew, and send
      // the call once more (2026-07-28/basic/transports/streamable-http, Client Behavior).
      await this.#list({ ...call.options, cache: 'refresh' });
      return await send(requestOf(call, this.#headers.forCall(name, args)));
    }
  }

  /** Arguments are repeated in header fields by modern servers on HTTP only. */
  get #usesHeaders(): boolean {
    const { link } = this.#parts;
    return link.kind === 'http' && link.server.era === 'modern';
  }
}

function asTask(call: ToolCall, task: TaskWish): CallRequest {
  const { ttlMs } = task;
  const request = requestOf(call);
  const params = { ...request.params, task: ttlMs === undefined ? {} : { ttl: ttlMs } };
  return { ...request, params, task };
}

type CallRequest = LinkRequest & { readonly method: 'tools/call' };

function requestOf(
  { name, args, options }: ToolCall,
  toolFields?: Readonly<Record<string, string>>,
): CallRequest {
  return {
    method: 'tools/call',
    subject: name,
    params: { name, arguments: args },
    options,
    repeatable: options.repeatable === true,
    progress: true,
    toolFields,
  };
}
