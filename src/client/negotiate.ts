import {
  Connection,
  eraOf,
  legacyEra,
  McpError,
  modernEra,
  Negotiation,
  ProtocolError,
  type ClientCapabilities,
  type ConnectionOwner,
  type Era,
  type JsonObject,
  type ModernSender,
  type NegotiationStep,
  type Revision,
  type RevisionWish,
  type Target,
  type Timer,
} from '../protocol/index.ts';
import { onAbort } from './abort-listeners.ts';
import type { ClientSettings } from './options.ts';
import { refusedSession } from './refused-session.ts';
import { describeServer, type ServerDescription } from './server-description.ts';
import { TracedConnection } from './trace/traced-connection.ts';

/** A connection whose server and we agree on how to speak. */
export interface Negotiated {
  readonly connection: Connection;
  readonly era: Era;
  readonly server: ServerDescription;
}

/** What is negotiated, and for whom. */
export interface NegotiationOrder {
  readonly target: Target;
  readonly wish: RevisionWish;
  /** What is known of the server already. */
  readonly known: ServerDescription | undefined;
  readonly sender: ModernSender;
  /** What this client offers in a handshake: what it can be asked for during a session. */
  readonly offered: ClientCapabilities;
  readonly settings: ClientSettings;
  /** The owner that the connection gets; it hears everything from the first message on. */
  readonly owner: ConnectionOwner & { whenHeld?: ((something: boolean) => void) | undefined };
  readonly deadline: number;
  readonly signal: AbortSignal | undefined;
  /** What its spans belong to, where there is tracing. */
  readonly scope: unknown;
}

/**
 * Opens the target and agrees with its server on a revision. If that fails, nothing is left of it
 * when the error arrives.
 *
 * @throws McpError
 */
export async function negotiate(order: NegotiationOrder): Promise<Negotiated> {
  const { known, signal } = order;
  // Whoever gave up before has nothing started.
  if (signal?.aborted === true) throw cancelled(order);
  if (known?.era === 'modern') {
    const connection = openConnection(order, order.target);
    const era = modernEra(known.revision, order.sender);
    connection.adopt(era);
    return { connection, era, server: known };
  }
  return await new Talk(order).agree();
}

function openConnection(order: NegotiationOrder, target: Target): Connection {
  const { clock, limits, tracing } = order.settings;
  const parts = { target, clock, limits, owner: order.owner };
  if (tracing === undefined) return new Connection(parts);
  return new TracedConnection(parts, tracing, order.scope);
}

/** One negotiation: does what the plan says next, on one connection at a time. */
class Talk {
  readonly #order: NegotiationOrder;
  readonly #plan: Negotiation;
  #connection: Connection;
  #target: Target;
  readonly #asked: number[] = [];
  #silence: Timer | undefined;
  #lateAnswer: JsonObject | undefined;
  #overall: Timer | undefined;
  /** How much of its time was left at the moment `#since`. */
  #left = 0;
  #since = 0;
  #settle: { resolve: (agreed: Negotiated) => void; reject: (error: unknown) => void } | undefined;
  #stopListening: () => void = () => {};

  constructor(order: NegotiationOrder) {
    this.#order = order;
    this.#target = order.target;
    const { kind, label, older } = order.target;
    const wish = order.known?.revision ?? order.wish;
    this.#plan = new Negotiation({ server: label, wish, kind, hasOlder: older !== undefined });
    this.#connection = openConnection(order, order.target);
  }

  agree(): Promise<Negotiated> {
    const { clock } = this.#order.settings;
    return new Promise<Negotiated>((resolve, reject) => {
      this.#settle = { resolve, reject };
      this.#left = Math.max(0, this.#order.deadline - clock.now());
      this.#hold(false);
      this.#order.owner.whenHeld = (something) => this.#hold(something);
      const { signal } = this.#order;
      const abort = (): void => this.#end(cancelled(this.#order));
      if (signal !== undefined) this.#stopListening = onAbort(signal, abort);
      this.#do(this.#plan.start());
    });
  }

  /** The time that a person takes to sign in does not count. */
  #hold(something: boolean): void {
    const { clock } = this.#order.settings;
    const now = clock.now();
    // The first time there is none yet; while it stands, there is none either.
    if (this.#overall !== undefined) this.#left -= now - this.#since;
    this.#since = now;
    this.#stopTimer('overall');
    this.#overall = undefined;
    if (!something) this.#overall = clock.setTimer(() => this.#end(this.#timedOut()), this.#left);
  }

  #do(step: NegotiationStep, answer?: JsonObject): void {
    if (this.#settle === undefined) return;
    switch (step.do) {
      case 'discover':
        return this.#discover(step.revision);
      case 'initialize':
        return this.#initialize(step.revision);
      case 'reopen':
        return this.#reopen(this.#target, step.revision);
      case 'use-older':
        return this.#reopen(this.#order.target.older ?? this.#target, step.revision);
      case 'wait':
        return;
      case 'wait-briefly':
        this.#lateAnswer = answer;
        return this.#listenForSilence();
      case 'agree':
        return this.#agreed(step.revision, this.#answerFor(step.revision, answer));
      case 'fail':
        return this.#end(step.error);
    }
  }

  #discover(revision: Revision): void {
    this.#ask('server/discover', {}, modernEra(revision, this.#order.sender), {
      answered: (result) => this.#do(this.#plan.discovered(versionsIn(result)), result),
      failed: (error) => this.#do(this.#plan.discoverFailed(error)),
    });
    if (this.#target.kind === 'pipe' && this.#silence === undefined) this.#listenForSilence();
  }

  #listenForSilence(): void {
    const { clock, probeMs } = this.#order.settings;
    this.#stopTimer('silence');
    this.#silence = clock.setTimer(() => this.#do(this.#plan.silent()), probeMs);
  }

  /** What says who the server is: a probe that was answered late, where its word counts. */
  #answerFor(revision: Revision, answer: JsonObject | undefined): JsonObject {
    const late = eraOf(revision) === 'modern' ? this.#lateAnswer : undefined;
    return late ?? answer ?? {};
  }

  #initialize(revision: Revision): void {
    const { offered, sender } = this.#order;
    const params = { protocolVersion: revision, capabilities: offered, clientInfo: sender.me };
    this.#ask('initialize', params, legacyEra(revision), {
      answered: (result) => this.#do(this.#plan.initialized(versionIn(result)), result),
      failed: (error) => this.#do(this.#plan.initializeFailed(error)),
    });
  }

  /** Asks on the connection of this moment; what comes after it was replaced counts no more. */
  #ask(
    method: string,
    params: JsonObject,
    era: Era,
    then: { answered: (result: JsonObject) => void; failed: (error: McpError) => void },
  ): void {
    const connection = this.#connection;
    const current = <T>(act: (value: T) => void): ((value: T) => void) => {
      return (value) => {
        if (connection === this.#connection) act(value);
      };
    };
    // The negotiation as a whole has a deadline, which the silence of one question does not shorten.
    const call = {
      method,
      timeoutMs: Infinity,
      maxTotalMs: Infinity,
      scope: this.#order.scope,
      resolve: current((result: object) => then.answered(result as JsonObject)),
      reject: current(then.failed),
    };
    try {
      this.#asked.push(connection.call(call, params, { era, progress: false }));
    } catch (error) {
      if (error instanceof McpError) call.reject(error);
      else this.#end(error);
    }
  }

  #reopen(target: Target, revision: Revision): void {
    const left = this.#connection;
    this.#target = target;
    this.#asked.length = 0;
    this.#stopTimer('silence');
    // The server that ended, or was left, is gone before another one starts.
    const next = (): void => {
      if (this.#settle === undefined) return;
      this.#connection = openConnection(this.#order, target);
      this.#initialize(revision);
    };
    left.close().then(next, (error: unknown) => this.#end(error));
  }

  #agreed(revision: Revision, answer: JsonObject): void {
    const agreed = { era: eraOf(revision), revision };
    const server = describeServer(agreed, answer);
    const era =
      agreed.era === 'modern' ? modernEra(revision, this.#order.sender) : legacyEra(revision);
    const connection = this.#connection;
    connection.adopt(era);
    if (agreed.era === 'modern') return this.#finish({ connection, era, server });
    // Nothing else may be sent before the server has this (2025-11-25/basic/lifecycle, Initialization).
    connection.notify('notifications/initialized', undefined, era, (failure) => {
      if (failure !== undefined) return this.#end(refusedSession(failure, this.#target.label));
      connection.listen();
      this.#finish({ connection, era, server });
    });
  }

  #finish(agreed: Negotiated): void {
    const settle = this.#settle;
    this.#rest();
    // The question that lost is answered late or never; nobody waits for it any more.
    for (const id of this.#asked) agreed.connection.drop(id);
    settle?.resolve(agreed);
  }

  #end(error: unknown): void {
    const settle = this.#settle;
    if (settle === undefined) return;
    this.#rest();
    const fail = (): void => settle.reject(error);
    this.#connection.close().then(fail, fail);
  }

  #rest(): void {
    this.#settle = undefined;
    this.#order.owner.whenHeld = undefined;
    this.#stopListening();
    this.#stopTimer('silence');
    this.#stopTimer('overall');
  }

  #stopTimer(which: 'silence' | 'overall'): void {
    const timer = which === 'silence' ? this.#silence : this.#overall;
    if (timer !== undefined) this.#order.settings.clock.clearTimer(timer);
  }

  #timedOut(): McpError {
    const words = `no agreement on a revision within ${this.#order.settings.connectTimeoutMs} ms (connectTimeoutMs)`;
    return new ProtocolError('TIMED_OUT', words, { server: this.#target.label });
  }
}

function cancelled({ target }: NegotiationOrder): McpError {
  return new ProtocolError('CANCELLED', 'connecting was cancelled', { server: target.label });
}

function versionsIn(result: JsonObject): readonly string[] | undefined {
  const offered = result['supportedVersions'];
  if (!Array.isArray(offered)) return undefined;
  return offered.filter((version): version is string => typeof version === 'string');
}

function versionIn(result: JsonObject): string {
  const version = result['protocolVersion'];
  return typeof version === 'string' ? version : '';
}
