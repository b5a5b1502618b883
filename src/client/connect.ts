import {
  defaultLimits,
  fitsWish,
  isRevision,
  McpError,
  ProtocolError,
  revisions,
  type Connection,
  type ConnectionOwner,
  type Implementation,
  type LoggingMessage,
  type ModernSender,
  type RevisionWish,
  type Target,
} from '../protocol/index.ts';
import { Changes } from './changes.ts';
import { faultOfOptions } from './check-options.ts';
import { Client } from './client.ts';
import { Link } from './link.ts';
import { negotiate, type Negotiated } from './negotiate.ts';
import type { ClientSettings, ConnectOptions } from './options.ts';
import { pause } from './pause.ts';
import { planReconnect } from './recovery.ts';
import { runCallback } from './run-callback.ts';
import type { ServerDescription } from './server-description.ts';
import { serverQuestions, type ServerQuestions } from './server-questions.ts';
import { wallClock } from './wall-clock.ts';

/**
 * Opens a server and agrees with it on a revision of the protocol.
 *
 * @param target - the server: `stdio(…)` or `http(…)`
 * @param me - the name and version that this client tells the server
 * @returns the client, to be closed by whoever asked for it
 * @throws McpError with whatever kept it from working. Nothing is left of the server then, no process
 * and no session.
 * @public
 */
export async function connect(
  target: Target,
  me: Implementation,
  options: ConnectOptions = {},
): Promise<Client> {
  checkTarget(target);
  checkImplementation(me, target);
  checkRevision(options?.revision, target);
  const fault = faultOfOptions(options, target.label);
  if (fault !== undefined) throw fault;
  const settings = settingsFrom(target, options);
  const questions = serverQuestions(options, settings.report);
  const changes = new Changes();
  const opening = new Opening({ target, me, options, settings, questions, changes });
  const deadline = settings.clock.now() + settings.connectTimeoutMs;
  const now = await opening.open(opening.known, deadline, options.signal);
  const link = new Link(
    now,
    {
      settings,
      open: (known, until) =>
        opening.open(known, settings.clock.now() + settings.connectTimeoutMs, until),
    },
    now.server !== opening.known,
  );
  opening.link = link;
  return new Client(link, settings, changes);
}

function settingsFrom(target: Target, options: ConnectOptions): ClientSettings {
  const timeoutMs = options.timeoutMs ?? 60_000;
  const { onReport } = options;
  return {
    about: { server: target.label },
    timeoutMs,
    maxTotalMs: options.maxTotalMs ?? 600_000,
    connectTimeoutMs: options.connectTimeoutMs ?? timeoutMs,
    probeMs: options.probeMs ?? 1_000,
    limits: { ...defaultLimits, ...options.limits },
    strict: options.strict === true,
    clock: options.clock ?? wallClock,
    report: (report) => {
      // A report about a report that fails would go on for ever.
      if (onReport !== undefined) runCallback('onReport', onReport, report, () => {});
    },
  };
}

/** The name and version of this client must be there: servers refuse a client without. */
/** An address is the first thing that comes to mind, and is none. */
function checkTarget(target: unknown): void {
  if (typeof (target as Partial<Target> | null | undefined)?.open === 'function') return;
  const words = 'the first argument must be a server: http(url) or stdio({ command })';
  throw new ProtocolError('INVALID_ARGUMENT', words, { server: 'connect()' });
}

/** A wish that no server can fulfil must not become the server's fault. */
function checkRevision(wish: unknown, target: Target): void {
  if (wish === undefined || wish === 'auto' || wish === 'legacy' || isRevision(wish)) return;
  const words = `revision must be 'auto', 'legacy' or one of ${revisions.join(', ')}`;
  throw new ProtocolError('INVALID_ARGUMENT', words, { server: target.label });
}

function checkImplementation(me: Implementation, target: Target): void {
  if (typeof me?.name === 'string' && me.name !== '' && typeof me.version === 'string') return;
  const words = 'connect: the second argument must be { name, version }, both strings';
  throw new ProtocolError('INVALID_ARGUMENT', words, { server: target.label });
}

/** What is opened, and for whom. */
interface OpeningParts {
  readonly target: Target;
  readonly me: Implementation;
  readonly options: ConnectOptions;
  readonly settings: ClientSettings;
  readonly questions: ServerQuestions;
  readonly changes: Changes;
}

/** Opens connections to one server, the first and those that take its place. */
class Opening implements ConnectionOwner {
  /** Set once there is something that lives. */
  link: Link | undefined;
  readonly known: ServerDescription | undefined;
  readonly #parts: OpeningParts;
  readonly #wish: RevisionWish;
  readonly #sender: ModernSender;

  constructor(parts: OpeningParts) {
    const { me, options } = parts;
    this.#parts = parts;
    this.#wish = options.revision ?? 'auto';
    const logLevel = options.onLog === undefined ? undefined : 'info';
    // What a modern server may ask for comes in its results, which this client does not take part in.
    this.#sender = { me, capabilities: {}, logLevel };
    const { server } = options;
    this.known = server !== undefined && fitsWish(this.#wish, server.revision) ? server : undefined;
  }

  /** Tries until there is an agreement, the tries are used up, or the time is over. */
  async open(
    known: ServerDescription | undefined,
    deadline: number,
    signal: AbortSignal | undefined,
  ): Promise<Negotiated> {
    let believed = known;
    for (let tries = 1; ; tries += 1) {
      try {
        return await negotiate({
          target: this.#parts.target,
          wish: this.#wish,
          known: believed,
          sender: this.#sender,
          offered: this.#parts.questions.capabilities,
          settings: this.#parts.settings,
          owner: this,
          deadline,
          signal,
        });
      } catch (error) {
        if (!(error instanceof McpError)) throw error;
        const again = await this.#comesAgain(error, tries, deadline, signal);
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
    if (method === 'notifications/message') return this.#log(params);
    if (this.#parts.changes.notified(method, params)) return;
    this.#parts.settings.report({ kind: 'unknown-notification', method });
  }

  request(request: Parameters<ServerQuestions['answer']>[0]): void {
    this.#parts.questions.answer(request);
  }

  notice(notice: Parameters<ClientSettings['report']>[0]): void {
    this.#parts.settings.report(notice);
  }

  closed(failure: Parameters<ConnectionOwner['closed']>[0], connection: Connection): void {
    this.link?.ended(connection, failure);
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
