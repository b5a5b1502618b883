import {
  ProtocolError,
  type CallToolResult,
  type ChannelFailure,
  type CompleteResult,
  type CompletionReference,
  type GetPromptResult,
  type InputResponse,
  type JsonObject,
  type ListEntries,
  type LoggingLevel,
  type Prompt,
  type ReadResourceResult,
  type Resource,
  type ResourceTemplate,
  type Results,
  type Tool,
} from '../protocol/index.ts';
import { faultOfObject, faultOfText } from './check-arguments.ts';
import type { ClientParts } from './client-parts.ts';
import type { Link } from './link.ts';
import type { CallToolOptions, RequestOptions } from './request-options.ts';
import { walkPages, type ListPage } from './pages.ts';
import type { Requests } from './requests.ts';
import type { ServerDescription } from './server-description.ts';
import type { ParkedCall, ToolStep } from './step-tool.ts';
import type { TaskHandle } from './tasks/task-handle.ts';
import { ToolCalls } from './tool-calls.ts';
import { namesSomething, type WatchFilter } from './watch-filter.ts';
import { Watch } from './watch.ts';

/**
 * A server and how to use it. Made by {@link connect}.
 *
 * Every method that asks the server rejects with an {@link McpError}: `PeerError` where the server
 * refused, `TransportError` where the way to it failed, `ProtocolError` for the rest.
 *
 * @public
 */
export class Client {
  readonly #parts: ClientParts;
  readonly #link: Link;
  readonly #requests: Requests;
  readonly #tools: ToolCalls;

  /** @internal */
  constructor(parts: ClientParts) {
    this.#parts = parts;
    this.#link = parts.link;
    this.#requests = parts.requests;
    this.#tools = new ToolCalls(parts, (options) => this.listTools(options));
  }

  /** Who the server is and how it is spoken with. Plain JSON, to be handed to the next `connect`. */
  get server(): ServerDescription {
    return this.#link.server;
  }

  /** The name by which errors call the server. */
  get label(): string {
    return this.#parts.settings.about.server;
  }

  /** Resolves once the connection has ended, with the reason: `{ kind: 'closed' }` after {@link Client.close}. */
  get closed(): Promise<ChannelFailure> {
    return this.#link.events.closed;
  }

  /** Every tool of the server, all pages. Malformed ones are left out and reported. */
  listTools(options: RequestOptions = {}): Promise<readonly Tool[]> {
    return this.#all(options, (how) => this.toolPages(how));
  }

  /** The tools of the server, page by page. */
  toolPages(options: RequestOptions = {}): AsyncIterable<ListPage<Tool>> {
    return this.#pages('tools/list', options, (page) => this.#tools.learn(page));
  }

  /** Every resource of the server, all pages. */
  listResources(options: RequestOptions = {}): Promise<readonly Resource[]> {
    return this.#all(options, (how) => this.resourcePages(how));
  }

  /** The resources of the server, page by page. */
  resourcePages(options: RequestOptions = {}): AsyncIterable<ListPage<Resource>> {
    return this.#pages('resources/list', options);
  }

  /** Every resource template of the server, all pages. */
  listResourceTemplates(options: RequestOptions = {}): Promise<readonly ResourceTemplate[]> {
    return this.#all(options, (how) => this.resourceTemplatePages(how));
  }

  /** The resource templates of the server, page by page. */
  resourceTemplatePages(options: RequestOptions = {}): AsyncIterable<ListPage<ResourceTemplate>> {
    return this.#pages('resources/templates/list', options);
  }

  /** Every prompt of the server, all pages. */
  listPrompts(options: RequestOptions = {}): Promise<readonly Prompt[]> {
    return this.#all(options, (how) => this.promptPages(how));
  }

  /** The prompts of the server, page by page. */
  promptPages(options: RequestOptions = {}): AsyncIterable<ListPage<Prompt>> {
    return this.#pages('prompts/list', options);
  }

  /**
   * Calls a tool. A tool that failed says so with `isError` in the result; that is no error here.
   *
   * @param args - the arguments: a JSON object. Members that are `undefined` are not sent.
   * @see {@link https://modelcontextprotocol.io/specification/2026-07-28/server/tools#calling-tools | Calling tools}
   */
  callTool(
    name: string,
    args: JsonObject = {},
    options: CallToolOptions = {},
  ): Promise<CallToolResult> {
    const fault = this.#faultOfCall(name, args, options);
    if (fault !== undefined) return Promise.reject(fault);
    return this.#tools.call({ name, args, options });
  }

  /**
   * Calls a tool and gives back where the call stands, for callers who answer by hand what a server
   * of the modern era needs to know (`capabilities` in the options says what they can answer).
   */
  async stepTool(
    name: string,
    args: JsonObject = {},
    options: CallToolOptions = {},
  ): Promise<ToolStep> {
    const fault = this.#faultOfCall(name, args, options);
    if (fault !== undefined) throw fault;
    return await this.#tools.step({ name, args, options });
  }

  /**
   * Goes on with a call that waited for input.
   *
   * @param responses - an answer under every key of its `inputRequests`
   */
  async resumeTool(
    parked: ParkedCall,
    responses: Readonly<Record<string, InputResponse>>,
    options: CallToolOptions = {},
  ): Promise<ToolStep> {
    const fault =
      this.#faultOfObject('tools/call', 'the parked call', parked) ??
      this.#faultOfCall(parked.name, parked.arguments, options);
    if (fault !== undefined) throw fault;
    return await this.#tools.resume(parked, responses, options);
  }

  /**
   * A task by its id, after this program was started anew, for example: whoever made the call was told
   * the id by `task.onStatus`, or by {@link Client.stepTool}.
   */
  task(id: string): TaskHandle {
    this.#mustBeText('tasks/get', 'the id of a task', id);
    return this.#tools.task(id);
  }

  /** Reads a resource. One URI may give several contents. */
  async readResource(uri: string, options: RequestOptions = {}): Promise<ReadResourceResult> {
    this.#mustBeText('resources/read', 'the URI of a resource', uri);
    const method = 'resources/read';
    const params = { uri };
    const request = {
      method,
      subject: uri,
      params,
      options,
      repeatable: true,
      progress: false,
    } as const;
    return await this.#requests.read(request);
  }

  /** Gets a prompt with its arguments filled in; prompts take strings only. */
  async getPrompt(
    name: string,
    args?: Readonly<Record<string, string>>,
    options: RequestOptions = {},
  ): Promise<GetPromptResult> {
    this.#mustBeText('prompts/get', 'the name of a prompt', name);
    const fault =
      args === undefined
        ? undefined
        : this.#faultOfObject('prompts/get', 'the arguments of a prompt', args);
    if (fault !== undefined) throw fault;
    for (const [key, value] of Object.entries(args ?? {})) {
      this.#mustBeText('prompts/get', `the prompt's argument ${key}`, value);
    }
    return await this.#read(
      'prompts/get',
      args === undefined ? { name } : { name, arguments: args },
      options,
      name,
    );
  }

  /**
   * Asks for values that an argument may take.
   *
   * @param context - arguments that are chosen already
   */
  complete(
    ref: CompletionReference,
    argument: { readonly name: string; readonly value: string },
    context?: { readonly arguments?: Readonly<Record<string, string>> },
    options: RequestOptions = {},
  ): Promise<CompleteResult> {
    const method = 'completion/complete';
    const fault =
      this.#faultOfObject(method, 'the reference', ref) ??
      this.#faultOfObject(method, 'the argument', argument);
    if (fault !== undefined) return Promise.reject(fault);
    const params = context === undefined ? { ref, argument } : { ref, argument, context };
    return this.#read(method, params, options, argument.name);
  }

  /**
   * Sends a request that this client has no method for, one of an extension for example, and gives its
   * complete result as it is.
   */
  async request(
    method: string,
    params?: JsonObject,
    options: CallToolOptions = {},
  ): Promise<JsonObject> {
    this.#mustBeText('request', 'the method', method);
    return await this.#requests.raw(method, params, options);
  }

  /**
   * Sets from which level on the server logs; `onLog` hears it. A new session is told so again.
   *
   * @throws ProtocolError `NOT_SUPPORTED` where a server of the legacy era has no logging
   */
  async setLogLevel(level: LoggingLevel, options: RequestOptions = {}): Promise<void> {
    this.#mustBeText('logging/setLevel', 'the level', level);
    await this.#parts.logLevel.change(level, this.#requests, options);
  }

  /** Tells a server of the legacy era that `onListRoots` has something new to say; a modern one asks when it needs to know. */
  rootsChanged(): void {
    this.#link.notify('notifications/roots/list_changed');
  }

  /**
   * Watches the server for changes, from this moment on; what came before anybody watched for it is
   * told first. End it by leaving the loop, or by the signal.
   *
   * @throws ProtocolError `INVALID_ARGUMENT` for a filter that names nothing: nothing would ever come
   * @see {@link https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/subscriptions | Subscriptions}
   */
  watch(filter: WatchFilter, options: { readonly signal?: AbortSignal } = {}): Watch {
    if (!namesSomething(filter)) {
      const words =
        'watch: the filter must name at least one of tools, prompts, resourceList, resources';
      throw new ProtocolError('INVALID_ARGUMENT', words, { server: this.label });
    }
    const { link, changes, settings } = this.#parts;
    return new Watch({ link, changes, settings, filter, signal: options.signal });
  }

  /**
   * Whether the server is alive. In the modern era, which has no ping, `server/discover` tells.
   *
   * @see {@link https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/ping | Ping}
   */
  async ping(options: RequestOptions = {}): Promise<void> {
    const { era } = this.server;
    try {
      await this.#pingIn(era, options);
    } catch (error) {
      if (this.server.era === era) throw error;
      // The server turned out to be of the other era, in which this is another question.
      await this.#pingIn(this.server.era, options);
    }
  }

  async #pingIn(era: ServerDescription['era'], options: RequestOptions): Promise<void> {
    const method = era === 'legacy' ? 'ping' : 'server/discover';
    const request = { method, options, repeatable: false, progress: false };
    await this.#link.request(request, () => undefined);
  }

  /**
   * Ends the connection: the session on the server, the process of a local one. Idempotent; resolved
   * when nothing is left.
   */
  close(): Promise<void> {
    return this.#link.close();
  }

  /** For `await using`. A run-time without that symbol (WebKit) has `close` alone. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  /** A list as a whole. */
  async #all<Entry>(
    options: RequestOptions,
    pages: (options: RequestOptions) => AsyncIterable<ListPage<Entry>>,
  ): Promise<readonly Entry[]> {
    try {
      return await collect(pages(options));
    } catch (error) {
      if (!this.#requests.wasMisled(error)) throw error;
      // The cursor of a page that was kept has gone out of use: from the beginning, once
      // (2026-07-28/server/utilities/caching, Interaction with Pagination).
      return await collect(pages({ ...options, cache: 'refresh' }));
    }
  }

  #pages<Method extends keyof ListEntries>(
    method: Method,
    options: RequestOptions,
    select: (page: ListPage<ListEntries[Method]>) => ListPage<ListEntries[Method]> = (page) => page,
  ): AsyncIterable<ListPage<ListEntries[Method]>> {
    const ask = async (cursor: string | undefined): Promise<ListPage<ListEntries[Method]>> =>
      select(await this.#requests.page(method, cursor, options));
    return walkPages(method, ask, this.#parts.settings);
  }

  #read<Method extends 'prompts/get' | 'completion/complete'>(
    method: Method,
    params: JsonObject,
    options: RequestOptions,
    subject: string,
  ): Promise<Results[Method]> {
    const request = { method, subject, params, options, repeatable: true, progress: false };
    return this.#requests.ask(request);
  }

  #faultOfCall(name: unknown, args: unknown, options: unknown): ProtocolError | undefined {
    const method = 'tools/call';
    return (
      faultOfText(this.label, method, 'the name of a tool', name) ??
      this.#faultOfObject(method, 'the arguments of a tool', args) ??
      this.#faultOfObject(method, 'the options', options)
    );
  }

  #mustBeText(method: string, what: string, value: unknown): void {
    const fault = faultOfText(this.label, method, what, value);
    if (fault !== undefined) throw fault;
  }

  #faultOfObject(method: string, what: string, value: unknown): ProtocolError | undefined {
    return faultOfObject(this.label, method, what, value);
  }
}

async function collect<Entry>(pages: AsyncIterable<ListPage<Entry>>): Promise<readonly Entry[]> {
  const all: Entry[] = [];
  for await (const page of pages) {
    for (const entry of page.entries) all.push(entry);
  }
  return all;
}
