import {
  scriptedServer,
  type ScriptedServer,
  type ScriptedTool,
  type ServerScript,
} from 'garuda-mcp/testing';
import { HostError } from '../../../src/garuda/host/host-error.ts';
import { hostFrom, type Host, type HostParts } from '../../../src/garuda/host/host.ts';
import { ManagedServer } from '../../../src/garuda/host/managed-server.ts';
import type { HostNotice } from '../../../src/garuda/host/notice.ts';
import { startServer, type Gate, type StartParts } from '../../../src/garuda/host/start-server.ts';
import type { RegisteredServer } from '../../../src/garuda/registry/definition.ts';
import type { Target } from '../../../src/protocol/index.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { local } from '../some-server.ts';

/** How a server of the stage is played. */
export interface Played {
  /** Default: a local one of a project, by its name. */
  readonly server?: RegisteredServer;
  readonly script?: ServerScript;
  readonly first?: ConstructorParameters<typeof ManagedServer>[0]['first'];
  /** In the place of the scripted server. */
  readonly open?: StartParts['open'];
}

export interface StageOptions {
  readonly gate?: Partial<Gate>;
  readonly approve?: HostParts['approve'];
  readonly idleMs?: number;
  readonly restart?: boolean;
  readonly startTimeoutMs?: number;
}

/** A host of scripted servers in this process, with a clock that a test moves. */
export class Stage implements AsyncDisposable {
  readonly clock: FakeClock = new FakeClock();
  readonly notices: HostNotice[] = [];
  readonly servers = new Map<string, ScriptedServer>();
  /** The tools of each server, to be changed by a test. */
  readonly scripts = new Map<string, ScriptedTool[]>();
  /** How often each server was opened. */
  readonly opened = new Map<string, number>();
  readonly #managed = new Map<string, ManagedServer>();
  readonly host: Host;

  constructor(plays: Readonly<Record<string, Played>>, options: StageOptions = {}) {
    for (const [name, play] of Object.entries(plays))
      this.#managed.set(name, this.#manage(name, play, options));
    this.host = hostFrom({
      servers: [...this.#managed.values()],
      approve: options.approve ?? (() => Promise.resolve()),
      statusOf: ({ server: { name, scope }, state, why, tools }) =>
        Promise.resolve({
          name,
          scope,
          state,
          why,
          tools: tools.length,
          sandbox: 'none',
          network: false,
          remote: undefined,
        }),
      signIn: () => {
        throw new Error('nobody signs in on this stage');
      },
      end: () => Promise.resolve(),
    });
  }

  stateOf(name: string): string | undefined {
    return this.#managed.get(name)?.state;
  }

  texts(): readonly string[] {
    return this.notices.map(({ text }) => text);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.host.close();
  }

  #manage(name: string, play: Played, options: StageOptions): ManagedServer {
    const { clock } = this;
    const server = play.server ?? local(name);
    const usual: readonly ScriptedTool[] = [{ tool: { name: 'echo' }, call: () => name }];
    const tools = [...(play.script?.tools ?? usual)];
    this.scripts.set(name, tools);
    const script = { ...play.script, tools };
    const scripted = scriptedServer({ clock, ...script });
    this.servers.set(name, scripted);
    const parts: StartParts = {
      server,
      me: { name: 'garuda', version: '1' },
      gate: {
        mayStart: async (...asked) => await options.gate?.mayStart?.(...asked),
        mayOffer: async (...asked) => await options.gate?.mayOffer?.(...asked),
      },
      open: play.open ?? (() => Promise.resolve(this.#target(name, scripted))),
      verdicts: { of: () => Promise.resolve(undefined), keep: () => Promise.resolve() },
      options: { clock },
      startTimeoutMs: options.startTimeoutMs ?? 30_000,
      clock,
    };
    return new ManagedServer({
      server,
      first: play.first ?? { state: 'waiting' },
      start: (signal) => startServer(parts, signal),
      explain: (error) =>
        error instanceof HostError || error instanceof Error ? error.message : 'it ended',
      notice: (notice) => this.notices.push(notice),
      clock,
      idleMs: options.idleMs ?? Infinity,
      restart: options.restart ?? false,
    });
  }

  #target(name: string, scripted: ScriptedServer): Target {
    const target = scripted.inMemory(name);
    return {
      ...target,
      open: (...terms) => {
        this.opened.set(name, (this.opened.get(name) ?? 0) + 1);
        return target.open(...terms);
      },
    };
  }
}
