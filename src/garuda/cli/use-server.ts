import { connect, type Client, type ConnectOptions } from '../../client/index.ts';
import { McpError, type Target } from '../../protocol/index.ts';
import { failureOf } from './failure.ts';
import type { Use } from './invocation.ts';
import { describeReport } from './output/report-text.ts';
import { formatJson } from './output/clean-text.ts';
import type { Phase } from './server/classify-failure.ts';
import { describeMcpError } from './server/describe-mcp-error.ts';
import type { OpenedServer, RegisteredUse } from './server/open-registered.ts';
import { openTarget } from './server/open-target.ts';
import { secretsOf } from './server/server-order.ts';
import type { Terminal } from './terminal.ts';
import { recordTo } from './server/wire-log.ts';
import { CommandSignIn } from './sign-in/command-sign-in.ts';
import { SignInPerson } from './sign-in/sign-in-person.ts';
import { UsageError } from './usage-error.ts';
import type { Action, Session } from './verbs/verb.ts';
import type { Voice } from './voice.ts';

/** Opens the server, does what the verb says, tells what came of it, and closes the server. @returns the exit code */
export async function useServer(use: Use, terminal: Terminal, voice: Voice): Promise<number> {
  return await new ServerUse(use, terminal, voice).run();
}

class ServerUse {
  readonly #use: Use;
  readonly #terminal: Terminal;
  readonly #voice: Voice;
  readonly #leftOut = new Map<string, string>();
  readonly #signIn: CommandSignIn | undefined;

  constructor(use: Use, terminal: Terminal, voice: Voice) {
    this.#use = use;
    this.#terminal = terminal;
    this.#voice = voice;
    voice.withhold(secretsOf(use.order));
    this.#signIn = this.#signInFor(use);
  }

  async run(): Promise<number> {
    let exitCode = 0;
    let opened: OpenedServer | undefined;
    let action: Action | undefined;
    const { verb, words } = this.#use;
    try {
      if (verb.withoutServer !== undefined) {
        return await this.#voice.printOutcome(await verb.withoutServer(this.#account(verb.name)));
      }
      action = await verb.prepare(words, this.#terminal);
      opened = await this.#open();
    } catch (error) {
      return await this.#fail(error, 'connecting');
    }
    try {
      exitCode = await this.#voice.printOutcome(await action(this.#session(opened.client)));
    } catch (error) {
      exitCode = await this.#fail(error, 'connected');
    }
    // Whoever waits for the outcome has it by now.
    this.#voice.status.say(`closing ${opened.client.label}`);
    await opened.end();
    return exitCode;
  }

  async #open(): Promise<OpenedServer> {
    const { order } = this.#use;
    if (order.kind === 'registered') return await this.#openRegistered(order);
    const target = await this.#watched(await openTarget(order, this.#signIn));
    const me = { name: 'garuda-mcp', version: this.#terminal.version };
    const client = await connect(target, me, this.#connectOptions());
    return { client, end: () => client.close() };
  }

  async #openRegistered(order: RegisteredUse['order']): Promise<OpenedServer> {
    // The host is not loaded for anything else.
    const { openRegistered } = await import('./server/open-registered.ts');
    return await openRegistered({
      order,
      terminal: this.#terminal,
      tell: (text) => this.#voice.tell(text),
      show: (line) => this.#voice.show(line),
      connect: this.#connectOptions(),
      timeoutMs: this.#use.settings.timeoutMs,
      wrap: (target) => this.#watched(target),
    });
  }

  /** Says that a server is opened, and records it where that is wanted. */
  async #watched(target: Target): Promise<Target> {
    const verb = target.kind === 'pipe' ? 'starting' : 'connecting to';
    this.#voice.status.say(`${verb} ${target.label}`);
    const { wireLog } = this.#use.settings;
    const tell = (text: string): void => this.#voice.tell(text);
    return wireLog === undefined ? target : await recordTo(wireLog, target, tell);
  }

  #connectOptions(): ConnectOptions {
    const { revision, strict, timeoutMs, verbose } = this.#use.settings;
    const voice = this.#voice;
    return {
      revision,
      strict,
      signal: this.#terminal.interruption.signal,
      ...(timeoutMs !== undefined && { timeoutMs, maxTotalMs: Math.max(timeoutMs, 600_000) }),
      onReport: (report) => {
        if (report.kind === 'entry-left-out' && report.name !== undefined) {
          this.#leftOut.set(report.name, report.why);
        }
        const { isWarning, text } = describeReport(report);
        if (isWarning || verbose) voice.tell(text);
      },
      ...(verbose && {
        onLog: ({ level, logger, data }) => {
          const words = typeof data === 'string' ? data : formatJson(data ?? null);
          voice.tell(`the server logs (${[level, logger].filter(Boolean).join(', ')}): ${words}`);
        },
      }),
    };
  }

  #session(client: Client): Session {
    const { status } = this.#voice;
    return {
      client,
      account: this.#signIn,
      options: { signal: this.#terminal.interruption.signal },
      say: (text) => status.say(text),
      progress: (text) => status.progress(text),
      whyLeftOut: (name) => this.#leftOut.get(name),
    };
  }

  /** The sign-in of the person here, where the server is at a URL and no other credentials are given. */
  #signInFor({ order, verb }: Use): CommandSignIn | undefined {
    if (order.kind !== 'url' || !order.maySignIn) return undefined;
    const { environment, stderr, interruption } = this.#terminal;
    const person = new SignInPerson(this.#terminal, this.#voice, !order.noBrowser);
    const hasPerson = verb.isSignIn === true || stderr.isTerminal;
    const { url, allowInsecureHttp } = order;
    const about = { url: url.href, hasPerson, allowInsecureHttp, environment };
    return new CommandSignIn({ ...about, signal: interruption.signal }, person);
  }

  #account(verb: string): CommandSignIn {
    if (this.#signIn !== undefined) return this.#signIn;
    throw new UsageError(`${verb} is for a server at a URL, and for no token of one's own`);
  }

  async #fail(error: unknown, phase: Phase): Promise<number> {
    const { interruption } = this.#terminal;
    const isTheirs = error instanceof McpError && interruption.by === undefined;
    return await this.#voice.fail(
      isTheirs ? describeMcpError(error, phase) : failureOf(error, interruption),
    );
  }
}
