import {
  errorFromFailure,
  McpError,
  PeerError,
  ProtocolError,
  type ChannelFailure,
  type Connection,
  type Era,
  type JsonObject,
  type RequestId,
} from '../protocol/index.ts';
import { Attempt, type AttemptOwner, type LinkRequest, type ReadResult } from './attempt.ts';
import { onAbort } from './abort-listeners.ts';
import { LinkEvents } from './link-events.ts';
import { faultOfOptions } from './check-options.ts';
import type { Negotiated } from './negotiate.ts';
import { faultOfOffer } from './offers.ts';
import type { ClientSettings } from './options.ts';
import { pause, unlessAborted } from './pause.ts';
import { isServerLost, notRepeated, planRecovery } from './recovery.ts';
import { Restarts } from './restarts.ts';
import { runCallback } from './run-callback.ts';
import type { ServerDescription } from './server-description.ts';

/** A request that stays open. */
export interface OpenEnded {
  readonly id: RequestId;
  readonly from: Negotiated;
  /** Resolves with the answer, rejects with an {@link McpError}. */
  readonly ended: Promise<void>;
  /** The server has begun it: from now on it has no time limit. */
  readonly begun: () => void;
  readonly cancel: () => void;
}

/** What a link needs from who made it. */
export interface LinkParts {
  readonly settings: ClientSettings;
  /** Opens a connection and agrees anew, until the signal is aborted. */
  readonly open: (known: ServerDescription | undefined, signal: AbortSignal) => Promise<Negotiated>;
  /** Does what an error says has to be done first; `true`: the request may now be sent again. */
  readonly prepare: (error: McpError, request: LinkRequest, tries: number) => Promise<boolean>;
}

/**
 * The living connection to a server: sends each request once, and again where that is safe and helps;
 * opens a new session when the old one is lost.
 */
export class Link {
  readonly events: LinkEvents = new LinkEvents();
  readonly #parts: LinkParts;
  #now: Negotiated;
  readonly #restarts: Restarts;
  #renewing: Promise<void> | undefined;
  /** Connections that were replaced, and on which answers are still waited for. */
  readonly #replacedOnes = new Set<Connection>();
  #closing: Promise<void> | undefined;
  readonly #stop = new AbortController();
  /** The connection that trusts what was handed in about the server, until an answer bears it out. */
  #doubted: Negotiated | undefined;

  readonly #owner: AttemptOwner = {
    answered: (attempt) => {
      if (attempt.from === this.#doubted) this.#doubted = undefined;
    },
    failed: (attempt, error) => this.#failed(attempt, error),
    progressed: (tell, progress) => {
      runCallback('onProgress', tell, progress, this.#parts.settings.report);
    },
  };

  constructor(now: Negotiated, parts: LinkParts, proven: boolean) {
    this.#now = now;
    this.#parts = parts;
    this.#doubted = proven ? undefined : now;
    this.#restarts = new Restarts(parts.settings.restart, parts.settings.clock);
    const { ended } = now.connection;
    if (ended !== undefined) this.#lose(ended);
  }

  get server(): ServerDescription {
    return this.#now.server;
  }

  get era(): Era {
    return this.#now.era;
  }

  get kind(): Connection['kind'] {
    return this.#now.connection.kind;
  }

  get isClosing(): boolean {
    return this.#closing !== undefined || this.events.isOver;
  }

  /** Whether another connection takes the place of the one of this moment, or will when it is needed. */
  get isReplaced(): boolean {
    return this.#renewing !== undefined || this.#restarts.isDue;
  }

  /** The connection of this moment, or `undefined` while there is none that lives. */
  get alive(): Connection | undefined {
    const { connection } = this.#now;
    return connection.ended === undefined ? connection : undefined;
  }

  /** Told by the owner of a connection that it ended. */
  ended(connection: Connection, failure: ChannelFailure): void {
    this.#replacedOnes.delete(connection);
    if (connection === this.#now.connection && this.#renewing === undefined) this.#lose(failure);
  }

  /** Ends a connection whose server does not answer any more. */
  giveUp(connection: Connection, failure: ChannelFailure): void {
    connection.closed(failure);
    // What closing meets is nobody's any more.
    connection.close().catch(() => undefined);
  }

  /** Waits until the connection is replaced, which starts a local server that ended by itself. */
  replaced(signal: AbortSignal | undefined): Promise<void> {
    return unlessAborted(this.#replaceOnce(this.#now, this.#now.server), signal);
  }

  /**
   * Sends a request and reads its result with `read`, in the turn in which it arrives.
   *
   * One promise and one object for all that may happen to it, since many are under way at once.
   */
  request<T>(request: LinkRequest, read: ReadResult<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      // The one place where the type of the result is lost, and it is the reader's own.
      const settle = resolve as (value: unknown) => void;
      const { server } = this.#parts.settings.about;
      const fault =
        faultOfOptions(request.options, server, request.method) ??
        faultOfOffer(this.server, request.method, server);
      if (fault !== undefined) return reject(fault);
      this.#attempt(new Attempt(this.#owner, { request, read, resolve: settle, reject }));
    });
  }

  /**
   * Sends a request whose answer is the end of something long: once it has begun it has no time limit.
   * It is not repeated.
   */
  openEnded(method: string, params: JsonObject, signal: AbortSignal): OpenEnded {
    const from = this.#now;
    const { connection, era } = from;
    let id: RequestId = -1;
    const cancel = (): void => connection.cancel(id, 'no longer wanted', era);
    const call = {
      method,
      timeoutMs: this.#parts.settings.timeoutMs,
      maxTotalMs: Infinity,
      resolve: (): void => {},
      reject: (_error: McpError): void => {},
    };
    const begun = (): void => {
      call.timeoutMs = Infinity;
      connection.goesOn(id);
    };
    const ended = new Promise<void>((resolve, reject) => {
      call.resolve = () => resolve();
      call.reject = reject;
      id = connection.call(call, params, { era, progress: false });
    });
    const stopListening = onAbort(signal, cancel);
    ended.then(stopListening, stopListening);
    return { id, from, ended, begun, cancel };
  }

  /**
   * Whether what was opened on a connection has to be opened on another one: it was replaced, or the
   * error shows that what was handed in about the server is out of date.
   */
  async wasReplaced(from: Negotiated, error: McpError): Promise<boolean> {
    if (from === this.#doubted && isDoubt(error)) await this.#proveEra(from, error);
    return this.#now !== from;
  }

  /** Waits; an abort ends the wait, and so does the end of this link, when it has ended. */
  async pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
    await pause(this.#parts.settings.clock, ms, signal, this.#stop.signal);
    // What is sent after the wait then meets how the connection ended, and is not sent to one that ends.
    if (this.#closing !== undefined) await this.events.closed;
  }

  /** Sends a notification in the legacy era; the modern one has none that a feature would send. */
  notify(method: string): void {
    const { connection, era } = this.#now;
    if (era.name === 'legacy') connection.notify(method, undefined, era);
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    this.#stop.abort();
    this.#restarts.over();
    await this.#renewing?.catch(() => undefined);
    const all = [this.#now.connection, ...this.#replacedOnes];
    await Promise.all(all.map((connection) => connection.close()));
    this.events.over({ kind: 'closed' });
  }

  /** A call failed: it is sent once more, or its caller learns why. */
  #failed(attempt: Attempt, error: unknown): void {
    const { from, order } = attempt;
    if (!(error instanceof McpError) || from === undefined || this.#closing !== undefined) {
      return order.reject(error);
    }
    const next = (again: boolean): void => {
      if (again) this.#attempt(attempt);
      else order.reject(error);
    };
    this.#recover(order.request, error, attempt.tries, from).then(next, order.reject);
  }

  #attempt(attempt: Attempt): void {
    const { signal } = attempt.order.request.options;
    if (!this.isReplaced) return this.#send(attempt);
    const send = (): void => this.#send(attempt);
    // A failed renewal is told to whoever caused it; others meet the state that it left.
    this.replaced(signal).then(send, send);
  }

  #send(attempt: Attempt): void {
    const { request, reject } = attempt.order;
    const { connection, era } = this.#now;
    const { signal, onProgress, meta, capabilities, logLevel } = request.options;
    const { settings } = this.#parts;
    if (signal?.aborted === true) return reject(this.#cancelled(attempt));
    attempt.begin(this.#now, settings);
    const params = meta === undefined ? request.params : { ...request.params, _meta: meta };
    const progress = request.progress || onProgress !== undefined;
    try {
      const { toolFields } = request;
      const isOwn = capabilities !== undefined || logLevel !== undefined;
      const declared = isOwn ? { capabilities, logLevel } : undefined;
      const form = { era, progress, toolFields, declared };
      const id = connection.call(attempt, params, form);
      if (signal === undefined) return;
      // A call that asked to be a task is not cancelled by a notification
      // (2025-11-25/basic/utilities/cancellation): its task is, as soon as its id is known.
      const giveUp =
        request.task === undefined
          ? (): void => connection.cancel(id, reasonOf(signal), era)
          : (): void => reject(this.#cancelled(attempt));
      attempt.whenEnded = onAbort(signal, giveUp);
    } catch (error) {
      this.#failed(attempt, error);
    }
  }

  /** Whether the request is to be sent once more. */
  async #recover(
    request: LinkRequest,
    error: McpError,
    tries: number,
    from: Negotiated,
  ): Promise<boolean> {
    const { report, clock } = this.#parts.settings;
    const { signal } = request.options;
    if (from === this.#doubted && tries === 1 && isDoubt(error)) {
      const isAnother = await this.#proveEra(from, error);
      // What was refused was not done; of a server that ended nobody knows.
      const mayBeDone = error.code === 'SERVER_EXITED' || error.code === 'CLOSED';
      return isAnother && (request.repeatable || !mayBeDone);
    }
    if (await this.#parts.prepare(error, request, tries)) return this.#closing === undefined;
    const plan = planRecovery(error, request.repeatable, tries);
    if (plan.kind === 'none') return false;
    if (plan.kind === 'renew' && isServerLost(error)) {
      // Unless it is not started again, or another is there already.
      if (!this.isReplaced && this.#now === from) return false;
      if (this.isReplaced) await this.replaced(signal);
      return true;
    }
    if (plan.kind === 'renew') {
      await unlessAborted(this.#renew(from, error), signal);
      if (!request.repeatable && signal?.aborted !== true) throw notRepeated(error, request);
      return true;
    }
    report({ kind: 'repeated', method: request.method, afterMs: plan.afterMs, error });
    await pause(clock, plan.afterMs, signal, this.#stop.signal);
    return this.#closing === undefined;
  }

  /** Opens a new session in the place of this one; whoever comes meanwhile waits for the same. */
  async #renew(from: Negotiated, error: McpError): Promise<void> {
    if (this.#now !== from) return;
    const isFirst = this.#renewing === undefined;
    try {
      await this.#replaceOnce(from, from.server);
    } catch (cause) {
      // What the call met is the error that remains; why no new session came about goes with it.
      error.cause ??= cause;
      throw error;
    }
    if (isFirst) this.#parts.settings.report({ kind: 'session-renewed', error });
  }

  /** The connection of this moment ended by itself. */
  #lose(failure: ChannelFailure): void {
    if (!this.#restarts.ended(this.kind, failure)) return this.events.over(failure);
    const { about, report } = this.#parts.settings;
    report({ kind: 'server-lost', error: errorFromFailure(failure, about) });
    this.events.interrupted();
  }

  #replaceOnce(from: Negotiated, known: ServerDescription | undefined): Promise<void> {
    this.#renewing ??= this.#replace(from, known).finally(() => {
      this.#renewing = undefined;
      const { ended } = this.#now.connection;
      if (ended === undefined || this.#closing !== undefined) return;
      if (this.#now !== from) return this.#lose(ended);
      this.#restarts.over();
      this.events.over(ended);
    });
    return this.#renewing;
  }

  /** On HTTP the answers under way in the old session are still waited for; a process ends first. */
  async #replace(from: Negotiated, known: ServerDescription | undefined): Promise<void> {
    const { connection } = from;
    if (connection.kind === 'pipe') await connection.close();
    const { settings, open } = this.#parts;
    const { isDue, afterMs } = this.#restarts;
    if (afterMs > 0) await pause(settings.clock, afterMs, this.#stop.signal);
    this.#now = await open(known, this.#stop.signal);
    this.#restarts.begun();
    if (isDue) settings.report({ kind: 'restarted' });
    if (connection.ended === undefined) this.#replacedOnes.add(connection);
    connection.retire();
    this.events.renewed();
  }

  /** The description that was handed in may be out of date: ask the server, once. */
  async #proveEra(from: Negotiated, error: McpError): Promise<boolean> {
    try {
      if (this.#now === from) await this.#replaceOnce(from, undefined);
    } catch {
      this.#doubted = undefined;
      throw error;
    }
    return this.#now.era.revision !== from.era.revision;
  }

  #cancelled({ order: { request }, tries }: Attempt): McpError {
    const { server } = this.#parts.settings.about;
    const { method, subject, task } = request;
    const again = tries === 0 ? '' : ' again';
    const words =
      task === undefined
        ? `${method} was cancelled before it was sent${again}`
        : `${method} was cancelled before its task began`;
    return new ProtocolError('CANCELLED', words, { server, method, subject });
  }
}

/** Whether an error may mean that the server is not what was handed in. */
function isDoubt(error: McpError): boolean {
  if (error instanceof PeerError) return true;
  return (
    error instanceof McpError &&
    (error.code === 'HTTP_STATUS' ||
      error.code === 'UNUSABLE_REPLY' ||
      error.code === 'SERVER_EXITED' ||
      // We close a process only to start another in its place.
      error.code === 'CLOSED')
  );
}

/** Why a signal was aborted, in words that may go to the server: a string, else nothing of it. */
function reasonOf(signal: AbortSignal): string {
  const reason: unknown = signal.reason;
  return typeof reason === 'string' && reason !== '' ? reason : 'the caller gave it up';
}
