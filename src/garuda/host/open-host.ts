import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { platform } from 'node:process';
import type { ConnectOptions, Report } from '../../client/index.ts';
import { fileStore } from '../../oauth/node/index.ts';
import type { Target } from '../../protocol/index.ts';
import { cleanLine } from '../cleaning/index.ts';
import { garudaHome } from '../garuda-home.ts';
import { McpLog } from '../logs/index.ts';
import {
  expandVariables,
  readRegistry,
  serversOf,
  userRegistryFile,
  type LocalServer,
  type RegisteredServer,
  type Registry,
} from '../registry/index.ts';
import { containedServer, findSandbox, type SandboxFacts } from '../sandbox/index.ts';
import { KnownSecrets } from '../secrets/index.ts';
import { openPage } from '../sign-in/open-page.ts';
import {
  checkRules,
  defHash,
  denyAll,
  runsBare,
  signInQuestion,
  trustClassOf,
  TrustFile,
  warningsFor,
  type StartFacts,
} from '../trust/index.ts';
import { Approvals } from './approvals.ts';
import { OneAtATime } from './asking.ts';
import { hostClock } from './clock.ts';
import { Consent } from './consent.ts';
import { explain } from './explain.ts';
import { hostFrom, type Host } from './host.ts';
import { HostError } from './host-error.ts';
import { ManagedServer, type ManagedServerParts } from './managed-server.ts';
import type { HostNotice } from './notice.ts';
import type { HostOptions } from './options.ts';
import { packageVersion } from './package-version.ts';
import { RemoteWays } from './remote-way.ts';
import { startServer } from './start-server.ts';
import { StartRefusal, type Started } from './started.ts';
import type { ServerStatus } from './status.ts';
import { VerdictFile } from './verdict-file.ts';

const defaultMaxMessageBytes = 4 * 1024 * 1024;

/**
 * Opens a host for the servers of the user's and the project's files. None is started yet: `start` does that.
 *
 * @throws RegistryError with every fault of the files; RuleError, HostError `INVALID_ARGUMENT`
 * @public
 */
export async function openHost(options: HostOptions = {}): Promise<Host> {
  const environment = options.environment ?? process.env;
  const projectRoot = realRoot(options.projectRoot ?? process.cwd());
  const userFile = userRegistryFile(environment);
  const registry = options.servers === undefined && (await readRegistry({ userFile, projectRoot }));
  const servers = options.servers ?? (registry ? chosenOf(registry, options.profile) : []);
  const makings = new HostMakings(options, projectRoot);
  for (const text of registry ? registry.notices : [])
    makings.notice({ kind: 'warning', server: undefined, text: cleanLine(text) });
  return makings.host(servers);
}

/** How one server is used alone. */
export interface AloneOptions {
  /** In place of what the host sets. */
  readonly connect?: ConnectOptions;
  /** Around the way to it, such as a wire log. */
  readonly wrap?: (target: Target) => Target | Promise<Target>;
  readonly signal: AbortSignal;
}

/** A server that is used alone. */
export interface StartedAlone extends Started {
  /** Closes it, and all that was opened for it. Idempotent. */
  readonly end: () => Promise<void>;
}

/**
 * Starts one server of the registry as a host does, for a program that uses no other.
 *
 * @throws what a start does, and StartRefusal for a server that is disabled or blocked
 */
export async function startAlone(
  server: RegisteredServer,
  options: HostOptions,
  alone: AloneOptions,
): Promise<StartedAlone> {
  const makings = new HostMakings(options, realRoot(options.projectRoot ?? process.cwd()));
  const first = firstState(server);
  try {
    if (first.state === 'blocked') throw new StartRefusal('blocked', first.why ?? 'it is blocked');
    const started = await makings.start(server, alone);
    const end = async (): Promise<void> => {
      await started.client.close();
      await makings.end();
    };
    return { ...started, end };
  } catch (error) {
    await makings.end();
    throw error;
  }
}

/** What the servers of a host share, and how each of them is made. */
class HostMakings {
  readonly #options: HostOptions;
  readonly #environment: NonNullable<HostOptions['environment']>;
  readonly #projectRoot: string;
  readonly #home: string;
  readonly #secrets = new KnownSecrets();
  readonly #log: McpLog | undefined;
  readonly #remote: RemoteWays;
  readonly #consent: Consent;
  readonly #approvals: Approvals;
  readonly #verdicts: VerdictFile;
  #sandbox: Promise<SandboxFacts> | undefined;

  constructor(options: HostOptions, projectRoot: string) {
    this.#options = options;
    this.#environment = options.environment ?? process.env;
    this.#projectRoot = projectRoot;
    this.#home = garudaHome(this.#environment);
    const prompt = new OneAtATime(options.prompt ?? denyAll);
    const rules = checkRules(options.rules ?? {});
    this.#log = options.keepsLogs === false ? undefined : this.#openLog();
    this.#approvals = new Approvals(rules, prompt);
    this.#verdicts = new VerdictFile(join(this.#home, 'mcp-servers.json'), defHash);
    this.#consent = new Consent({
      trust: new TrustFile(join(this.#home, 'trust.json')),
      prompt,
      rules,
      projectRoot,
      factsOf: (server) => this.#factsOf(server),
      warn: (server, text) => this.notice({ kind: 'warning', server: server.name, text }),
    });
    this.#remote = new RemoteWays({
      environment: this.#environment,
      secrets: this.#secrets,
      store: fileStore(join(this.#home, 'mcp-auth.json')),
      projectRoot,
      interactive: options.prompt !== undefined,
      people: {
        wants: async (ask, signal) => (await prompt.ask(signInQuestion(ask), signal)) !== 'deny',
        show: ({ name }, url) => this.#showPage(name, url),
        tell: ({ name }, text) => this.notice({ kind: 'sign-in', server: name, text }),
      },
    });
  }

  host(servers: readonly RegisteredServer[]): Host {
    return hostFrom({
      servers: servers.map((server) => this.#manage(server)),
      approve: (call, tool, signal) => this.#approvals.approve(call, tool, signal),
      statusOf: (managed) => this.#statusOf(managed),
      signIn: (server) => this.#remote.signIn(server),
      end: () => this.end(),
    });
  }

  /** Starts a server without keeping it. */
  start(server: RegisteredServer, { connect = {}, wrap, signal }: AloneOptions): Promise<Started> {
    const parts = this.#startParts(server);
    const open: typeof parts.open = async (asking, until) => {
      const target = await parts.open(asking, until);
      return wrap === undefined ? target : await wrap(target);
    };
    return startServer({ ...parts, open, options: { ...parts.options, ...connect } }, signal);
  }

  async end(): Promise<void> {
    await this.#remote[Symbol.asyncDispose]();
    await this.#log?.close();
  }

  notice(notice: HostNotice): void {
    try {
      this.#options.onNotice?.({ ...notice, text: this.#secrets.redact(notice.text) });
    } catch {
      // What goes wrong where a notice is shown is no reason for a server to fail.
      return;
    }
  }

  #manage(server: RegisteredServer): ManagedServer {
    const { clock = hostClock, idleMs = Infinity, restart = false } = this.#options;
    return new ManagedServer({
      server,
      first: firstState(server),
      start: (signal) => startServer(this.#startParts(server), signal),
      explain: (reason) => explain(reason, server, this.#secrets),
      notice: (notice) => this.notice(notice),
      clock,
      idleMs,
      restart,
    });
  }

  #startParts(server: RegisteredServer): Parameters<typeof startServer>[0] {
    const {
      me,
      startTimeoutMs = 30_000,
      timeoutMs = 60_000,
      maxMessageBytes,
      clock,
    } = this.#options;
    return {
      server,
      me: me ?? { name: 'garuda', version: packageVersion() },
      gate: this.#consent,
      open: (asking, signal) =>
        server.kind === 'remote'
          ? this.#remote.open(server, asking, signal)
          : this.#openLocal(server),
      verdicts: this.#verdicts,
      options: {
        timeoutMs: server.timeoutMs ?? timeoutMs,
        limits: { maxMessageBytes: maxMessageBytes ?? defaultMaxMessageBytes },
        onLog: (entry) => this.#log?.write({ ...entry, server: server.name }),
        onReport: (report) => this.#report(server, report),
        ...(clock !== undefined && { clock }),
      },
      startTimeoutMs,
      clock: clock ?? hostClock,
    };
  }

  async #openLocal(server: LocalServer): Promise<Target> {
    const { values, missing } = expandVariables(server.env, this.#environment);
    this.#secrets.learn(values);
    if (missing.length > 0) {
      const text = `MCP server "${server.name}" gets no value for ${missing.join(', ')}: there is no such variable`;
      this.notice({ kind: 'warning', server: server.name, text });
    }
    const facts = await this.#facts();
    const isBare = runsBare(server);
    if (facts.kind === 'none' && !isBare && server.runtime.kind === 'local') {
      const text = `MCP server "${server.name}" runs without a sandbox: ${facts.why}`;
      this.notice({ kind: 'warning', server: server.name, text });
    }
    return containedServer({
      server,
      env: values,
      projectRoot: this.#projectRoot,
      garudaHome: this.#home,
      facts,
      isBare,
      sharesTemporary: this.#options.sharesTemporary ?? false,
    });
  }

  #facts(): Promise<SandboxFacts> {
    this.#sandbox ??= findSandbox(platform, this.#environment);
    return this.#sandbox;
  }

  async #factsOf(server: RegisteredServer): Promise<StartFacts> {
    const sandbox = await this.#sandboxOf(server);
    const facts = await this.#facts();
    const isContained = server.kind === 'local' && server.runtime.kind !== 'local';
    const noSandbox = facts.kind === 'none' && !isContained ? facts.why : undefined;
    const about = { projectRoot: this.#projectRoot, noSandbox, isBare: runsBare(server) };
    return { sandbox, warnings: warningsFor(server, about) };
  }

  async #sandboxOf(server: RegisteredServer): Promise<string> {
    if (server.kind === 'remote' || runsBare(server)) return 'none';
    return server.runtime.kind === 'local' ? (await this.#facts()).kind : server.runtime.kind;
  }

  async #statusOf({ server, state, why, tools }: ManagedServer): Promise<ServerStatus> {
    const { name, scope } = server;
    const common = { name, scope, state, why, tools: tools.length };
    if (server.kind === 'local') {
      const sandbox = await this.#sandboxOf(server);
      return { ...common, sandbox, network: server.network, remote: undefined };
    }
    const { signedIn } = await this.#remote.signIn(server).status(server.url);
    return { ...common, sandbox: undefined, network: true, remote: { url: server.url, signedIn } };
  }

  #report({ name }: RegisteredServer, report: Report): void {
    if (report.kind !== 'unreadable-message') return;
    const text = `MCP server "${name}" sent a message that cannot be read (${report.failure.kind}); the others are`;
    this.notice({ kind: 'warning', server: name, text });
  }

  #showPage(server: string, url: string): void {
    const isOpened = this.#options.opensBrowser !== false && openPage(url, this.#environment);
    const words = isOpened ? 'your browser is opened; if it is not, open' : 'open this page:';
    this.notice({
      kind: 'sign-in',
      server,
      text: `to sign in to MCP server "${server}", ${words} ${url}`,
    });
  }

  #openLog(): McpLog {
    return new McpLog({
      folder: join(this.#home, 'logs'),
      name: 'mcp',
      secrets: this.#secrets,
      onTrouble: (error) => {
        const why = error instanceof Error ? error.message : 'unknown';
        this.notice({
          kind: 'warning',
          server: undefined,
          text: `what servers log is not kept: ${why}`,
        });
      },
    });
  }
}

/** The servers of a profile, and those that are disabled, so that they are seen. */
function chosenOf(registry: Registry, profile: string | undefined): readonly RegisteredServer[] {
  const chosen = new Set(serversOf(registry, profile));
  return registry.servers.filter((server) => chosen.has(server) || !server.enabled);
}

/** A server that is never started says so from the beginning. */
function firstState(server: RegisteredServer): ManagedServerParts['first'] {
  if (!server.enabled) return { state: 'disabled' };
  if (trustClassOf(server) !== 'blocked') return { state: 'waiting' };
  const { trust } = server;
  const why = trust?.class === 'blocked' ? trust.reason : 'its trust class is none';
  return { state: 'blocked', ...(why !== undefined && { why: cleanLine(why) }) };
}

function realRoot(path: string): string {
  try {
    return realpathSync(path);
  } catch (cause) {
    const words = `the root of the project, "${path}", is not there`;
    throw new HostError('INVALID_ARGUMENT', words, { cause });
  }
}
