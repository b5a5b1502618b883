import type { CallToolOptions } from '../../client/index.ts';
import type { CallToolResult, JsonObject, Tool } from '../../protocol/index.ts';
import type { OAuthCredentials } from '../../oauth/index.ts';
import type { RemoteServer } from '../registry/definition.ts';
import {
  toolsFor,
  type ServerAccess,
  type ToolsForModel,
  type ToolsForOptions,
} from '../model/index.ts';
import { HostError } from './host-error.ts';
import { Lease } from './lease.ts';
import type { ManagedServer } from './managed-server.ts';
import { ServerResources } from './server-resources.ts';
import { isUsable } from './server-state.ts';
import type { ServerStatus } from './status.ts';

/** A call of a tool, by the names of the registry and of the server. @public */
export interface HostCall {
  readonly server: string;
  readonly tool: string;
  readonly arguments?: JsonObject;
}

/** What the host is put together from. */
export interface HostParts {
  readonly servers: readonly ManagedServer[];
  /** @throws HostError `DENIED` */
  readonly approve: (call: HostCall, tool: Tool, signal: AbortSignal | undefined) => Promise<void>;
  readonly statusOf: (server: ManagedServer) => Promise<ServerStatus>;
  readonly signIn: (server: RemoteServer) => Pick<OAuthCredentials, 'signIn' | 'signOut'>;
  /** Ends what the servers share. */
  readonly end: () => Promise<void>;
}

/**
 * Many servers, each started, asked for and ended on its own: what one does never stops the others.
 *
 * @public
 */
export class Host implements AsyncDisposable {
  readonly #parts: HostParts;
  readonly #servers: ReadonlyMap<string, ManagedServer>;
  /** Who uses each server. */
  readonly #leases = new Map<ManagedServer, Set<HostScope>>();
  readonly #all: HostScope;
  #closing: Promise<void> | undefined;

  /** @internal */
  constructor(parts: HostParts) {
    this.#parts = parts;
    this.#servers = new Map(parts.servers.map((each) => [each.server.name, each]));
    this.#all = new HostScope(this, new Lease(parts.servers));
  }

  /** Starts all servers, side by side. Never rejects: {@link Host.status} tells what came of it. */
  async start(): Promise<void> {
    await this.#hold(this.#all);
  }

  /**
   * A scope that uses some of the servers, such as one agent of several: they are started if they are not
   * running, are shared with every other scope, and end with the last one that uses them.
   *
   * @param names - of the servers; all of them by default
   * @throws HostError `UNKNOWN_SERVER`
   */
  async scope(names?: readonly string[]): Promise<HostScope> {
    const servers = names?.map((name) => this.#server(name)) ?? this.#parts.servers;
    const scope = new HostScope(this, new Lease(servers));
    await this.#hold(scope);
    return scope;
  }

  /** How each server stands. */
  async status(): Promise<readonly ServerStatus[]> {
    return await Promise.all(this.#parts.servers.map((each) => this.#parts.statusOf(each)));
  }

  /** A note in `<garuda_note>` for each server that cannot be used and whose state was not told yet. */
  takeNotes(): readonly string[] {
    return this.#all.takeNotes();
  }

  /** The tools of a server as they were when it was started. @throws HostError `UNKNOWN_SERVER` */
  toolsOf(name: string): readonly Tool[] {
    return this.#server(name).tools;
  }

  /**
   * The tools of the servers that can be used, as a model can have them; with what is left out of them. A call of
   * one is approved first.
   */
  modelTools(options: Omit<ToolsForOptions, 'access'> = {}): ToolsForModel {
    return this.#all.modelTools(options);
  }

  /** The names of all servers, in their order. */
  get names(): readonly string[] {
    return [...this.#servers.keys()];
  }

  /**
   * Calls a tool, once it is approved. A server that is idle is started for it.
   *
   * @throws HostError `UNKNOWN_SERVER`, `UNKNOWN_TOOL`, `NOT_RUNNING`, `DENIED`; McpError
   */
  async call(call: HostCall, options: CallToolOptions = {}): Promise<CallToolResult> {
    const server = this.#server(call.server);
    const tool = server.tools.find(({ name }) => name === call.tool);
    if (tool === undefined) {
      const words = `MCP server "${call.server}" has no tool "${call.tool}"`;
      throw new HostError('UNKNOWN_TOOL', words);
    }
    await this.#parts.approve(call, tool, options.signal);
    return await server.use(options.signal, (client) =>
      client.callTool(call.tool, call.arguments ?? {}, options),
    );
  }

  /** Starts a server anew, whatever state it is in. @throws HostError `UNKNOWN_SERVER` */
  async restart(name: string): Promise<void> {
    await this.#server(name).restart();
  }

  /**
   * Signs in to a remote server now, and connects to it anew.
   *
   * @throws HostError `UNKNOWN_SERVER`, `INVALID_ARGUMENT` for a local one; OAuthError
   */
  async signIn(name: string, options: { readonly signal?: AbortSignal } = {}): Promise<void> {
    const server = this.#remote(name);
    await this.#parts.signIn(server).signIn(server.url, options);
    await this.restart(name);
  }

  /**
   * Removes what is kept of the sign-in to a server, and revokes its tokens where that can be done.
   *
   * @returns whether they were revoked
   * @throws HostError `UNKNOWN_SERVER`, `INVALID_ARGUMENT` for a local one; OAuthError
   */
  async signOut(name: string, options: { readonly signal?: AbortSignal } = {}): Promise<boolean> {
    const server = this.#remote(name);
    return await this.#parts.signIn(server).signOut(server.url, options);
  }

  /** Ends all servers, without a notice. Idempotent; resolved when nothing is left. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  /** @internal */
  async letGo(scope: HostScope): Promise<void> {
    await Promise.all(
      scope.lease.servers.map(async (server) => {
        const users = this.#leases.get(server);
        if (users?.delete(scope) === true && users.size === 0) await server.stop();
      }),
    );
  }

  async #hold(scope: HostScope): Promise<void> {
    if (this.#closing !== undefined) throw new HostError('CLOSED', 'the host is closed');
    await Promise.all(
      scope.lease.servers.map(async (server) => {
        const users = this.#leases.get(server) ?? new Set();
        this.#leases.set(server, users.add(scope));
        await server.start();
      }),
    );
  }

  async #close(): Promise<void> {
    await Promise.all(this.#parts.servers.map((server) => server.stop()));
    await this.#parts.end();
  }

  #remote(name: string): RemoteServer {
    const { server } = this.#server(name);
    if (server.kind === 'remote') return server;
    throw new HostError('INVALID_ARGUMENT', `nobody signs in to "${name}": it is a local server`);
  }

  #server(name: string): ManagedServer {
    const server = this.#servers.get(name);
    if (server !== undefined) return server;
    throw new HostError('UNKNOWN_SERVER', `there is no MCP server "${name}"`);
  }
}

/** Puts a host together. */
export function hostFrom(parts: HostParts): Host {
  return new Host(parts);
}

/** A part of a host's servers, for as long as somebody uses them. @public */
export class HostScope implements AsyncDisposable {
  readonly #host: Host;
  /** @internal */
  readonly lease: Lease;

  /** @internal */
  constructor(host: Host, lease: Lease) {
    this.#host = host;
    this.lease = lease;
  }

  /** The names of its servers. */
  get names(): readonly string[] {
    return this.lease.servers.map(({ server }) => server.name);
  }

  /** As {@link Host.modelTools}, of the servers of this scope. */
  modelTools(options: Omit<ToolsForOptions, 'access'> = {}): ToolsForModel {
    const usable = this.lease.servers.filter(({ state }) => isUsable(state));
    const offered = usable.map(({ server: { name }, tools, hasResources }) => ({
      server: name,
      tools,
      hasResources,
    }));
    const resources = new ServerResources(this.lease.servers);
    const call: ServerAccess['call'] = (asked, how) => this.call(asked, how);
    return toolsFor(offered, { ...options, access: { call, resources } });
  }

  /** As {@link Host.takeNotes}, for the model of this scope. */
  takeNotes(): readonly string[] {
    return this.lease.takeNotes();
  }

  /** As {@link Host.call}, for the servers of this scope. */
  async call(call: HostCall, options: CallToolOptions = {}): Promise<CallToolResult> {
    if (!this.names.includes(call.server)) {
      throw new HostError('UNKNOWN_SERVER', `this scope has no MCP server "${call.server}"`);
    }
    return await this.#host.call(call, options);
  }

  /** Gives its servers up: those that no other scope uses end. Idempotent. */
  close(): Promise<void> {
    return this.#host.letGo(this);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}
