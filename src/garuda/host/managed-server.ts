import type { Client } from '../../client/index.ts';
import type { ChannelFailure, Clock, Timer, Tool } from '../../protocol/index.ts';
import type { RegisteredServer } from '../registry/definition.ts';
import { restartDelay, steadyMs } from './backoff.ts';
import { HostError } from './host-error.ts';
import type { HostNotice } from './notice.ts';
import type { ServerState } from './server-state.ts';
import { StartRefusal, type Started } from './started.ts';
import { pause, unlessAborted } from './wait.ts';

/** What one server of the host is kept with. */
export interface ManagedServerParts {
  readonly server: RegisteredServer;
  /** Where it stands before anything happened; for a server that never starts, for good. */
  readonly first: { readonly state: 'waiting' | 'disabled' | 'blocked'; readonly why?: string };
  readonly start: (signal: AbortSignal) => Promise<Started>;
  /** Words for an error: cleaned, with nothing secret in it. */
  readonly explain: (error: unknown) => string;
  readonly notice: (notice: HostNotice) => void;
  readonly clock: Clock;
  /** After so long without a call it is closed until the next one. */
  readonly idleMs: number;
  /** Whether it is started again when it ended by itself. */
  readonly restart: boolean;
}

/** A connection that somebody uses. */
export interface BorrowedClient {
  readonly client: Client;
  /** Once. */
  readonly giveBack: () => void;
}

/**
 * One server of the host, through all its connections: where it stands, and its tools as they were when
 * it was last started.
 */
export class ManagedServer {
  readonly #parts: ManagedServerParts;
  #state: ServerState;
  #why: string | undefined;
  #running: Client | undefined;
  /** A start that is under way, with the wait before it. */
  #starting: Promise<Client> | undefined;
  #stopping = new AbortController();
  #closed: Promise<void> = Promise.resolve();
  #tools: readonly Tool[] = [];
  #hasResources = false;
  #calls = 0;
  #idleTimer: Timer | undefined;
  #restarts = 0;
  #upSince = 0;

  constructor(parts: ManagedServerParts) {
    this.#parts = parts;
    this.#state = parts.first.state;
    this.#why = parts.first.why;
  }

  get server(): RegisteredServer {
    return this.#parts.server;
  }

  get state(): ServerState {
    return this.#state;
  }

  /** Why it is in this state, in words for a person. */
  get why(): string | undefined {
    return this.#why;
  }

  /** What the server offered when it was last started: changes that it tells of later change nothing here. */
  get tools(): readonly Tool[] {
    return this.#tools;
  }

  /** Whether the server has resources, as it said when it was last started. */
  get hasResources(): boolean {
    return this.#hasResources;
  }

  /** Starts it, or waits for a start that is under way. Never rejects: the state tells what came of it. */
  async start(): Promise<void> {
    if (this.#neverStarts || this.#running !== undefined) return;
    await this.#begin().catch(() => undefined);
  }

  /** Starts it anew, in whatever state it is. Never rejects. */
  async restart(): Promise<void> {
    if (this.#neverStarts) return;
    await this.stop();
    this.#restarts = 0;
    await this.start();
  }

  /**
   * Does something with the server, which is started for it where it is idle or on its way.
   *
   * @throws HostError `NOT_RUNNING`; the reason of the signal
   */
  async use<T>(signal: AbortSignal | undefined, act: (client: Client) => Promise<T>): Promise<T> {
    const { client, giveBack } = await this.borrow(signal);
    try {
      return await act(client);
    } finally {
      giveBack();
    }
  }

  /**
   * The connection, for somebody who gives it back: it is not idle meanwhile.
   *
   * @throws HostError `NOT_RUNNING`; the reason of the signal
   */
  async borrow(signal: AbortSignal | undefined): Promise<BorrowedClient> {
    const client = this.#running ?? (await this.#awaken(signal));
    this.#calls += 1;
    this.#clearIdle();
    const giveBack = (): void => {
      this.#calls -= 1;
      this.#rest();
    };
    return { client, giveBack };
  }

  /** Closes it, without a notice. Idempotent; resolved when nothing is left. */
  async stop(): Promise<void> {
    if (this.#neverStarts) return;
    this.#become('stopped');
    this.#stopping.abort(new HostError('CLOSED', `${this.server.name}: the host closes it`));
    this.#stopping = new AbortController();
    await this.#starting?.catch(() => undefined);
    await this.#close();
  }

  get #neverStarts(): boolean {
    return this.#state === 'disabled' || this.#state === 'blocked';
  }

  async #awaken(signal: AbortSignal | undefined): Promise<Client> {
    if (this.#starting === undefined && this.#state !== 'idle') throw this.#notRunning();
    try {
      return await unlessAborted(this.#begin(), signal);
    } catch (error) {
      if (signal?.aborted === true) throw error;
      throw this.#notRunning(error);
    }
  }

  #notRunning(cause?: unknown): HostError {
    const why = this.#why === undefined ? '' : `: ${this.#why}`;
    const words = `MCP server "${this.server.name}" is ${this.#state}${why}`;
    return new HostError('NOT_RUNNING', words, { cause });
  }

  #begin(afterMs = 0): Promise<Client> {
    this.#starting ??= this.#run(afterMs, this.#stopping.signal);
    return this.#starting;
  }

  async #run(afterMs: number, signal: AbortSignal): Promise<Client> {
    try {
      // What was there before is gone first; and whoever begins it has kept this by then.
      await this.#closed;
      if (afterMs > 0) await pause(this.#parts.clock, afterMs, signal);
      signal.throwIfAborted();
      this.#become('starting');
      const started = await this.#parts.start(signal);
      if (signal.aborted) await started.client.close();
      signal.throwIfAborted();
      this.#starting = undefined;
      return this.#isUp(started);
    } catch (error) {
      this.#starting = undefined;
      if (!signal.aborted) this.#isNotUp(error);
      throw error;
    }
  }

  #isUp({ client, tools }: Started): Client {
    this.#tools = tools;
    this.#hasResources = client.server.capabilities.resources !== undefined;
    this.#running = client;
    this.#upSince = this.#parts.clock.now();
    this.#become('connected');
    void client.closed.then((failure) => this.#isLost(client, failure));
    this.#rest();
    return client;
  }

  #isNotUp(error: unknown): void {
    const why = this.#parts.explain(error);
    this.#become(error instanceof StartRefusal ? error.state : 'failed', why);
    const { name } = this.server;
    const what = this.#state === 'failed' ? 'could not be started' : `is ${this.#state}`;
    this.#tell('not-started', `MCP server "${name}" ${what}: ${why}`);
    if (this.#state === 'failed' && this.#restarts > 0) this.#startAgain();
  }

  /** It ended by itself, unless this side has let go of it before. */
  #isLost(client: Client, failure: ChannelFailure): void {
    if (this.#running !== client) return;
    this.#running = undefined;
    this.#clearIdle();
    // The connection is over; what the process left behind may not be.
    this.#closed = client.close();
    this.#become('failed', this.#parts.explain(failure));
    this.#tell('stopped', `MCP server "${this.server.name}" stopped. Its tools now fail.`);
    if (this.#parts.clock.now() - this.#upSince >= steadyMs) this.#restarts = 0;
    this.#startAgain();
  }

  #startAgain(): void {
    const afterMs = this.#parts.restart ? restartDelay(this.#restarts) : undefined;
    if (afterMs === undefined) return;
    this.#restarts += 1;
    this.#begin(afterMs).then(
      () => this.#tell('restarted', `MCP server "${this.server.name}" runs again.`),
      // The state tells.
      () => undefined,
    );
  }

  #rest(): void {
    const { clock, idleMs } = this.#parts;
    if (this.#calls > 0 || this.#running === undefined || idleMs === Infinity) return;
    this.#clearIdle();
    this.#idleTimer = clock.setTimer(() => {
      this.#idleTimer = undefined;
      this.#become('idle');
      void this.#close();
    }, idleMs);
  }

  #clearIdle(): void {
    if (this.#idleTimer !== undefined) this.#parts.clock.clearTimer(this.#idleTimer);
    this.#idleTimer = undefined;
  }

  #close(): Promise<void> {
    const client = this.#running;
    this.#running = undefined;
    this.#clearIdle();
    if (client !== undefined) this.#closed = client.close();
    return this.#closed;
  }

  #become(state: ServerState, why?: string): void {
    this.#state = state;
    this.#why = why;
  }

  #tell(kind: HostNotice['kind'], text: string): void {
    this.#parts.notice({ kind, server: this.server.name, text });
  }
}
