import {
  ProtocolError,
  type CallToolResult,
  type ChannelFailure,
  type CompleteResult,
  type CompletionReference,
  type GetPromptResult,
  type JsonObject,
  type ListEntries,
  type Prompt,
  type ReadResourceResult,
  type Resource,
  type ResourceTemplate,
  type Results,
  type Tool,
} from '../protocol/index.ts';
import type { ReadResult } from './attempt.ts';
import type { Changes } from './changes.ts';
import type { Link } from './link.ts';
import type { CallToolOptions, ClientSettings, RequestOptions } from './options.ts';
import { walkPages, type AskPage, type ListPage } from './pages.ts';
import { readPage, readResult } from './read-result.ts';
import type { ServerDescription } from './server-description.ts';
import { ToolHeaders } from './tool-headers.ts';
import { namesSomething, Watch, type WatchFilter } from './watch.ts';

/**
 * A server and how to use it. Made by {@link connect}.
 *
 * Every method that asks the server rejects with an {@link McpError}: `PeerError` where the server
 * refused, `TransportError` where the way to it failed, `ProtocolError` for the rest.
 *
 * @public
 */
export class Client {
  readonly #link: Link;
  readonly #settings: ClientSettings;
  readonly #changes: Changes;
  readonly #toolHeaders: ToolHeaders;
  readonly #readers = new Map<keyof Results, ReadResult<unknown>>();

  /** @internal */
  constructor(link: Link, settings: ClientSettings, changes: Changes) {
    this.#link = link;
    this.#settings = settings;
    this.#changes = changes;
    this.#toolHeaders = new ToolHeaders(settings);
  }

  /** Who the server is and how it is spoken with. Plain JSON, to be handed to the next `connect`. */
  get server(): ServerDescription {
    return this.#link.server;
  }

  /** The name by which errors call the server. */
  get label(): string {
    return this.#settings.about.server;
  }

  /** Resolves once the connection has ended, with the reason: `{ kind: 'closed' }` after {@link Client.close}. */
  get closed(): Promise<ChannelFailure> {
    return this.#link.events.closed;
  }

  /** Every tool of the server, all pages. Malformed ones are left out and reported. */
  listTools(options: RequestOptions = {}): Promise<readonly Tool[]> {
    return collect(this.toolPages(options));
  }

  /** The tools of the server, page by page. */
  toolPages(options: RequestOptions = {}): AsyncIterable<ListPage<Tool>> {
    return this.#pages('tools/list', options, (page) =>
      this.#toolHeaders.learn(page, this.#usesToolHeaders),
    );
  }

  /** Every resource of the server, all pages. */
  listResources(options: RequestOptions = {}): Promise<readonly Resource[]> {
    return collect(this.resourcePages(options));
  }

  /** The resources of the server, page by page. */
  resourcePages(options: RequestOptions = {}): AsyncIterable<ListPage<Resource>> {
    return this.#pages('resources/list', options);
  }

  /** Every resource template of the server, all pages. */
  listResourceTemplates(options: RequestOptions = {}): Promise<readonly ResourceTemplate[]> {
    return collect(this.resourceTemplatePages(options));
  }

  /** The resource templates of the server, page by page. */
  resourceTemplatePages(options: RequestOptions = {}): AsyncIterable<ListPage<ResourceTemplate>> {
    return this.#pages('resources/templates/list', options);
  }

  /** Every prompt of the server, all pages. */
  listPrompts(options: RequestOptions = {}): Promise<readonly Prompt[]> {
    return collect(this.promptPages(options));
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
    const method = 'tools/call';
    const fault =
      this.#faultOfText(method, 'the name of a tool', name) ??
      this.#faultOfObject(method, 'the arguments of a tool', args) ??
      this.#faultOfObject(method, 'the options', options);
    if (fault !== undefined) return Promise.reject(fault);
    const call = { name, args, options };
    return this.#usesToolHeaders ? this.#callWithHeaders(call) : this.#sendCall(call, undefined);
  }

  /** Reads a resource. One URI may give several contents. */
  async readResource(uri: string, options: RequestOptions = {}): Promise<ReadResourceResult> {
    this.#mustBeText('resources/read', 'the URI of a resource', uri);
    return await this.#read('resources/read', { uri }, options, uri);
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
    const parts = { link: this.#link, changes: this.#changes, settings: this.#settings };
    return new Watch({ ...parts, filter, signal: options.signal });
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

  #sendCall(
    { name, args, options }: ToolCall,
    toolFields: Readonly<Record<string, string>> | undefined,
  ): Promise<CallToolResult> {
    const request = {
      method: 'tools/call',
      subject: name,
      params: { name, arguments: args },
      options,
      repeatable: options.repeatable === true,
      progress: true,
      toolFields,
    };
    return this.#link.request(request, this.#reader('tools/call'));
  }

  async #callWithHeaders(call: ToolCall): Promise<CallToolResult> {
    try {
      return await this.#sendCall(call, this.#toolHeaders.forCall(call.name, call.args));
    } catch (error) {
      if (!this.#toolHeaders.mayBeStale(error)) throw error;
      // The server saw other headers than the tool's schema asks for: read the schema anew, and send
      // the call once more (2026-07-28/basic/transports/streamable-http, Client Behavior).
      await this.listTools(call.options);
      return await this.#sendCall(call, this.#toolHeaders.forCall(call.name, call.args));
    }
  }

  /** Arguments are repeated in header fields by modern servers on HTTP only. */
  get #usesToolHeaders(): boolean {
    return this.#link.kind === 'http' && this.server.era === 'modern';
  }

  #pages<Method extends keyof ListEntries>(
    method: Method,
    options: RequestOptions,
    select: (page: ListPage<ListEntries[Method]>) => ListPage<ListEntries[Method]> = (page) => page,
  ): AsyncIterable<ListPage<ListEntries[Method]>> {
    const ask: AskPage<ListEntries[Method]> = async (cursor) => {
      const params = cursor === undefined ? undefined : { cursor };
      const request = { method, params, options, repeatable: true, progress: false };
      const page = await this.#link.request(request, (result) =>
        readPage(result, { method, revision: this.server.revision }, this.#settings),
      );
      return select(page);
    };
    return walkPages(method, ask, this.#settings);
  }

  #read<Method extends keyof Results>(
    method: Method,
    params: JsonObject,
    options: RequestOptions,
    subject: string,
  ): Promise<Results[Method]> {
    const request = { method, subject, params, options, repeatable: true, progress: false };
    return this.#link.request(request, this.#reader(method));
  }

  /** How the results of a method are read; the same function for each of its calls. */
  #reader<Method extends keyof Results>(method: Method): ReadResult<Results[Method]> {
    let read = this.#readers.get(method) as ReadResult<Results[Method]> | undefined;
    if (read === undefined) {
      read = (result, { subject }) =>
        readResult(result, { method, subject, revision: this.server.revision }, this.#settings);
      this.#readers.set(method, read);
    }
    return read;
  }

  #mustBeText(method: string, what: string, value: unknown): void {
    const fault = this.#faultOfText(method, what, value);
    if (fault !== undefined) throw fault;
  }

  #faultOfText(method: string, what: string, value: unknown): ProtocolError | undefined {
    return typeof value === 'string'
      ? undefined
      : this.#invalidArgument(method, what, 'a string', value);
  }

  #faultOfObject(method: string, what: string, value: unknown): ProtocolError | undefined {
    const fits = typeof value === 'object' && value !== null && !Array.isArray(value);
    return fits ? undefined : this.#invalidArgument(method, what, 'an object', value);
  }

  #invalidArgument(method: string, what: string, expected: string, value: unknown): ProtocolError {
    const got =
      value === null
        ? 'null'
        : Array.isArray(value)
          ? 'an array'
          : `a value of type ${typeof value}`;
    const words = `${method}: ${what} must be ${expected}, and is ${got}`;
    return new ProtocolError('INVALID_ARGUMENT', words, { server: this.label, method });
  }
}

/** A call of a tool, as its caller gave it. */
interface ToolCall {
  readonly name: string;
  readonly args: JsonObject;
  readonly options: CallToolOptions;
}

async function collect<Entry>(pages: AsyncIterable<ListPage<Entry>>): Promise<readonly Entry[]> {
  const all: Entry[] = [];
  for await (const page of pages) {
    for (const entry of page.entries) all.push(entry);
  }
  return all;
}
