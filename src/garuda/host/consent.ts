import type { Tool } from '../../protocol/index.ts';
import type { RegisteredServer } from '../registry/definition.ts';
import {
  changeQuestion,
  decide,
  defHash,
  diffTools,
  pinTools,
  startQuestion,
  type Answer,
  type CheckedRules,
  type Prompt,
  type StartFacts,
  type ToolChange,
  type TrustEntry,
  type TrustFile,
} from '../trust/index.ts';
import { StartRefusal } from './started.ts';
import type { Gate } from './start-server.ts';

/** What a host asks people with, and keeps what they agreed to. */
export interface ConsentParts {
  readonly trust: Pick<TrustFile, 'read' | 'remember'>;
  readonly prompt: Prompt;
  readonly rules: CheckedRules;
  /** The real path of the project's root. */
  readonly projectRoot: string;
  readonly factsOf: (server: RegisteredServer) => Promise<StartFacts>;
  /** Something that the person should know, and is not asked about. */
  readonly warn: (server: RegisteredServer, text: string) => void;
}

/** Asks before a project's server runs, and before tools are used that are not those that were agreed to. */
export class Consent implements Gate {
  readonly #parts: ConsentParts;
  /** What was agreed to in this run: definitions, and lists of tools. */
  readonly #thisRun = new Map<string, TrustEntry>();

  constructor(parts: ConsentParts) {
    this.#parts = parts;
  }

  async mayStart(server: RegisteredServer, signal: AbortSignal): Promise<void> {
    const def = defHash(server);
    const known = await this.#agreed(server);
    const isAgreed = known?.def === def;
    const { scope } = server;
    if (decide({ kind: 'start', scope, isAgreed }, this.#parts.rules) === 'allow') return;
    const facts = await this.#parts.factsOf(server);
    const answer = await this.#parts.prompt.ask(startQuestion(server, facts), signal);
    if (answer === 'deny') throw new StartRefusal('denied', 'you did not agree to run it');
    // Another definition is another server: the tools of the one before say nothing of its own.
    await this.#keep(server, { def }, answer);
  }

  async mayOffer(
    server: RegisteredServer,
    tools: readonly Tool[],
    signal: AbortSignal,
  ): Promise<void> {
    const def = defHash(server);
    const known = await this.#agreed(server);
    const pins = pinTools(tools);
    const isSame = known?.def === def;
    const old = isSame ? known.tools : undefined;
    if (old === undefined) return await this.#keep(server, { def, ...pins }, this.#wasKept(server));
    const changes = diffTools({ ...known, tools: old }, tools);
    const compared = changes.length === 0 ? 'same' : 'changed';
    const { scope } = server;
    if (compared === 'same') {
      // What was kept before tools were told apart learns it now.
      if (known?.toolHashes === undefined) await this.#keep(server, { def, ...pins }, 'remember');
      return;
    }
    if (decide({ kind: 'tools', scope, compared }, this.#parts.rules) === 'ask') {
      const answer = await this.#parts.prompt.ask(changeQuestion(server, changes), signal);
      if (answer === 'deny')
        throw new StartRefusal('denied', 'its tools are not those that you agreed to');
      return await this.#keep(server, { def, ...pins }, answer);
    }
    this.#parts.warn(
      server,
      `the tools of MCP server "${server.name}" have changed: ${summary(changes)}`,
    );
    await this.#keep(server, { def, ...pins }, 'remember');
  }

  /** What was agreed to for good, or else in this run. */
  async #agreed(server: RegisteredServer): Promise<TrustEntry | undefined> {
    return (
      this.#thisRun.get(server.name) ??
      (await this.#parts.trust.read(this.#root(server), server.name))
    );
  }

  /** A list of tools is kept as its definition was: for good, or for this run. */
  #wasKept(server: RegisteredServer): Answer {
    return this.#thisRun.has(server.name) ? 'once' : 'remember';
  }

  async #keep(server: RegisteredServer, entry: TrustEntry, answer: Answer): Promise<void> {
    if (answer === 'once') {
      this.#thisRun.set(server.name, entry);
      return;
    }
    try {
      await this.#parts.trust.remember(this.#root(server), server.name, entry);
      this.#thisRun.delete(server.name);
    } catch (error) {
      this.#thisRun.set(server.name, entry);
      const why = error instanceof Error ? error.message : 'unknown';
      this.#parts.warn(server, `what you agreed to holds for this run only: ${why}`);
    }
  }

  #root({ scope }: RegisteredServer): string {
    return scope === 'user' ? 'user' : this.#parts.projectRoot;
  }
}

function summary(changes: readonly ToolChange[]): string {
  const named = changes.slice(0, 10).map(({ kind, name }) => `${kind} ${JSON.stringify(name)}`);
  const left = changes.length - named.length;
  return [...named, ...(left > 0 ? [`${left} more`] : [])].join(', ');
}
