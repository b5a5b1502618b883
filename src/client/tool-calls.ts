import type { CallToolResult, InputResponse, JsonObject, Tool } from '../protocol/index.ts';
import type { LinkRequest, ReadResult } from './attempt.ts';
import type { ClientParts } from './client-parts.ts';
import type { CallToolOptions, RequestOptions } from './request-options.ts';
import type { ListPage } from './pages.ts';
import { readStep, resumedParams, type ParkedCall, type ToolStep } from './step-tool.ts';
import { TaskHandle } from './tasks/task-handle.ts';
import { mayNeedTask } from './tasks/task-support.ts';
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
    const { requests, outputs } = parts;
    const readAs = requests.readAs('tools/call');
    this.#read = requests.complete((result, request) =>
      outputs.check(request.subject ?? '', readAs(result, request)),
    );
    this.#list = list;
  }

  /** Remembers the tools of a page, and leaves out those that cannot be called. */
  learn(page: ListPage<Tool>): ListPage<Tool> {
    this.#parts.outputs.learn(page.entries);
    this.#parts.tasks.support.learn(page.entries);
    return this.#headers.learn(page, this.#usesHeaders);
  }

  call(call: ToolCall): Promise<CallToolResult> {
    const { tasks } = this.#parts;
    return this.#send(call, (wish) =>
      wish === undefined ? this.#read : tasks.orTask(call.name, call.options, wish, this.#read),
    );
  }

  step(call: ToolCall): Promise<ToolStep> {
    const read = this.#reader(call);
    return this.#send(call, () => read);
  }

  /** A handle on a task by its id. */
  task(id: string, name?: string, wish?: TaskWish): TaskHandle {
    // Read as the result of the call that it began with.
    const call = requestOf({ name: name ?? '', args: {}, options: {} });
    const { subject: _, ...unnamed } = call;
    const request = name === undefined ? unnamed : call;
    return new TaskHandle(id, {
      tasks: this.#parts.tasks,
      read: (payload) => this.#read(payload, request),
      whenOver: () => wish?.endProgress(),
    });
  }

  resume(
    parked: ParkedCall,
    responses: Readonly<Record<string, InputResponse>>,
    options: CallToolOptions,
  ): Promise<ToolStep> {
    const { about } = this.#parts.settings;
    const call = { name: parked.name, args: parked.arguments, options };
    const params = resumedParams(parked, responses, about.server);
    const { requests } = this.#parts;
    const read = this.#reader(call);
    return this.#sendPlain(call, (request) => requests.send({ ...request, params }, read));
  }

  #reader(call: ToolCall): ReadResult<ToolStep> {
    return readStep(this.#parts, call, this.#read, (id, wish) => this.task(id, call.name, wish));
  }

  /** Sends a call, as a task where its tool wants that. */
  #send<Outcome>(
    call: ToolCall,
    readerFor: (wish: TaskWish | undefined) => ReadResult<Outcome>,
  ): Promise<Outcome> {
    const { requests, tasks, link } = this.#parts;
    const wish = tasks.support.wishFor(link.server, call.name, call.options);
    if (wish !== undefined) return requests.send(asTask(call, wish), readerFor(wish));
    const read = readerFor(undefined);
    const sent = this.#sendPlain(call, (request) => requests.send(request, read));
    if (!tasks.support.isUnknown(link.server, call.name)) return sent;
    return this.#orAsTask(call, sent, readerFor);
  }

  #sendPlain<Outcome>(
    call: ToolCall,
    send: (request: CallRequest) => Promise<Outcome>,
  ): Promise<Outcome> {
    return this.#usesHeaders ? this.#withHeaders(call, send) : send(requestOf(call));
  }

  /** A tool that nobody has listed may have to be a task: then its call is refused, and done nowhere. */
  async #orAsTask<Outcome>(
    call: ToolCall,
    sent: Promise<Outcome>,
    readerFor: (wish: TaskWish) => ReadResult<Outcome>,
  ): Promise<Outcome> {
    const { requests, tasks, link } = this.#parts;
    try {
      return await sent;
    } catch (error) {
      if (!mayNeedTask(error)) throw error;
      await this.#list(call.options);
      const wish = tasks.support.wishFor(link.server, call.name, call.options);
      if (wish === undefined) throw error;
      return await requests.send(asTask(call, wish), readerFor(wish));
    }
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
