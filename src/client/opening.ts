import {
  fitsWish,
  McpError,
  type Connection,
  type ConnectionOwner,
  type Implementation,
  type InboundRequest,
  type JsonObject,
  type LoggingMessage,
  type ModernSender,
  type RevisionWish,
  type Target,
} from '../protocol/index.ts';
import type { Changes } from './changes.ts';
import type { Extensions } from './extension.ts';
import type { Link } from './link.ts';
import type { LogLevel } from './log-level.ts';
import { negotiate, type Negotiated, type NegotiationOrder } from './negotiate.ts';
import type { ClientSettings, ConnectOptions } from './options.ts';
import { pause } from './pause.ts';
import { capabilitiesOf } from './questions/handlers.ts';
import { InboundQuestions } from './questions/inbound-questions.ts';
import type { Questions } from './questions/questions.ts';
import { planReconnect } from './recovery.ts';
import { runCallback } from './run-callback.ts';
import type { ServerDescription } from './server-description.ts';
import { traceConnecting } from './trace/trace-connecting.ts';

/** What is opened, and for whom. */
export interface OpeningParts {
  readonly target: Target;
  readonly me: Implementation;
  readonly options: ConnectOptions;
  readonly settings: ClientSettings;
  readonly questions: Questions;
  readonly changes: Changes;
  readonly extensions: Extensions;
  readonly logLevel: LogLevel;
}

/** Opens connections to one server, the first and those that take its place. */
export class Opening implements ConnectionOwner {
  /** Told when something begins or ends to wait for a person. */
  whenHeld: ((something: boolean) => void) | undefined;
  /** On how many connections something waits for a person, since when, and how long that was in all. */
  #holds = 0;
  #heldSince = 0;
  #heldMs = 0;
  /** Set once there is something that lives. */
  link: Link | undefined;
  readonly known: ServerDescription | undefined;
  readonly #parts: OpeningParts;
  readonly #wish: RevisionWish;
  readonly #sender: ModernSender;
  readonly #inbound: InboundQuestions;

  constructor(parts: OpeningParts) {
    const { me, options, settings, questions, extensions, logLevel } = parts;
    this.#parts = parts;
    this.#wish = options.revision ?? 'auto';
    this.#sender = {
      me,
      capabilities: capabilitiesOf(options, 'modern', extensions.capabilities.modern),
      get logLevel() {
        return logLevel.said;
      },
      nameMembers: extensions.nameMembers,
    };
    this.#inbound = new InboundQuestions({
      questions,
      // Before there is an agreement, a handshake is under way.
      revision: () => this.link?.server.revision ?? '2025-11-25',
      strict: settings.strict,
      report: settings.report,
    });
    const { server } = options;
    this.known = server !== undefined && fitsWish(this.#wish, server.revision) ? server : undefined;
  }

  /** Tries until there is an agreement, the tries are used up, or the time is over. */
  open(
    known: ServerDescription | undefined,
    deadline: number,
    signal: AbortSignal | undefined,
  ): Promise<Negotiated> {
    const { target, settings } = this.#parts;
    const { tracing } = settings;
    const until = { deadline, signal };
    if (tracing === undefined) return this.#open(known, until, undefined);
    return traceConnecting(tracing, target.kind, (scope) => this.#open(known, until, scope));
  }

  async #open(
    known: ServerDescription | undefined,
    { deadline: first, signal }: Pick<NegotiationOrder, 'deadline' | 'signal'>,
    scope: unknown,
  ): Promise<Negotiated> {
    let believed = known;
    const heldBefore = this.#heldMs;
    for (let tries = 1; ; tries += 1) {
      // The time that a person took in an earlier try does not count either.
      const deadline = first + this.#heldMs - heldBefore;
      try {
        return await negotiate({
          target: this.#parts.target,
          wish: this.#wish,
          known: believed,
          sender: this.#sender,
          offered: this.#offered(),
          settings: this.#parts.settings,
          owner: this,
          deadline,
          signal,
          scope,
        });
      } catch (error) {
        if (!(error instanceof McpError)) throw error;
        const until = first + this.#heldMs - heldBefore;
        const again = await this.#comesAgain(error, tries, until, signal);
        if (again) continue;
        // What was known of the server may be out of date.
        if (believed === undefined || error.code === 'CANCELLED' || error.code === 'TIMED_OUT')
          throw error;
        believed = undefined;
        tries = 0;
      }
    }
  }

  notification(method: string, params: unknown): void {
    const { changes, questions, extensions, settings } = this.#parts;
    if (method === 'notifications/message') return this.#log(params);
    if (changes.notified(method, params)) return;
    if (method === 'notifications/elicitation/complete') return questions.completed(params);
    const listener = extensions.listener(method);
    if (listener === undefined) return settings.report({ kind: 'unknown-notification', method });
    runCallback(method, listener, (params ?? {}) as JsonObject, settings.report);
  }

  request(request: InboundRequest): void {
    this.#inbound.answer(request);
  }

  held(something: boolean): void {
    this.#holds += something ? 1 : -1;
    if (this.#holds !== (something ? 1 : 0)) return;
    const now = this.#parts.settings.clock.now();
    if (something) this.#heldSince = now;
    else this.#heldMs += now - this.#heldSince;
    this.whenHeld?.(something);
  }

  notice(notice: Parameters<ClientSettings['report']>[0]): void {
    this.#parts.settings.report(notice);
  }

  closed(failure: Parameters<ConnectionOwner['closed']>[0], connection: Connection): void {
    this.link?.ended(connection, failure);
  }

  #offered(): ReturnType<typeof capabilitiesOf> {
    const { options, extensions } = this.#parts;
    return capabilitiesOf(options, 'legacy', extensions.capabilities.legacy);
  }

  async #comesAgain(
    error: McpError,
    tries: number,
    deadline: number,
    signal: AbortSignal | undefined,
  ): Promise<boolean> {
    const { clock, report } = this.#parts.settings;
    const plan = planReconnect(error, tries);
    if (plan.kind !== 'repeat' || clock.now() + plan.afterMs >= deadline) return false;
    report({ kind: 'connecting-again', afterMs: plan.afterMs, error });
    await pause(clock, plan.afterMs, signal);
    return true;
  }

  #log(params: unknown): void {
    const { onLog } = this.#parts.options;
    if (onLog === undefined) return;
    const level = (params as { readonly level?: unknown } | null | undefined)?.level;
    if (typeof level !== 'string') {
      return this.#parts.settings.report({
        kind: 'invalid-message',
        why: 'a log message without a level',
      });
    }
    runCallback('onLog', onLog, params as LoggingMessage, this.#parts.settings.report);
  }
}
