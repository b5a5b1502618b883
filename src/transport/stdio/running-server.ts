import type { Writable } from 'node:stream';
import type { ChannelFailure, Limits, Timer, WireWatcher } from '../../protocol/index.ts';
import type { Containment, Enclosed, ProcessExit } from './containment.ts';
import { launch, launchFailure, systemCode } from './launch.ts';
import type { ServerProgram } from './plan-spawn.ts';
import { ProcessGroup } from './process-group.ts';
import type { ServerProcess } from './spawn.ts';
import { StderrTail } from './stderr-tail.ts';
import type { StopTimes } from './stop-ladder.ts';
import { Stopper } from './stopper.ts';
import type { StoppableGroup } from './exit-hook.ts';
import type { Timers } from './system-timers.ts';
import { withholdValues } from './withhold-values.ts';

/** Whom a running server tells what it does. */
export interface ServerOwner {
  output(chunk: Uint8Array): void;
  /** The server has ended by itself, or cannot be used any more. Once; no output follows. */
  ended(failure: ChannelFailure): void;
  /** Its stdin is to be ended, behind what still waits to be written. */
  endInput(): void;
}

/** How a server is run. */
export interface ServerTerms {
  readonly program: ServerProgram;
  /** What it runs inside of. Default: nothing. */
  readonly containment?: Containment | undefined;
  /** Texts that no failure may repeat. Default: none. */
  readonly secrets?: readonly string[];
  readonly limits: Pick<Limits, 'maxStderrLines' | 'maxStderrLineLength'>;
  readonly times: StopTimes;
  readonly timers: Timers;
  /** Told of the process. Default: nobody. */
  readonly watch?: WireWatcher | undefined;
}

/** Times that the wait for the last output is renewed because more of it came. */
const mostRenewals = 10;

/**
 * The process of a server from its start until nothing is left of it.
 *
 * Its end is told after all that it wrote has been read: the last messages and the last lines of
 * stderr. That wait has an end of its own, since a process that it started can hold its pipes open.
 */
export class RunningServer {
  readonly #terms: ServerTerms;
  readonly #owner: ServerOwner;
  readonly #stderr: StderrTail;
  readonly #process: ServerProcess | undefined;
  readonly #stopper: Stopper | undefined;
  readonly #enclosed: Enclosed | undefined;
  #exit: ProcessExit | undefined;
  #inputFault: Error | undefined;
  readonly #open = new Set(['stdout', 'stderr']);
  /** Whether its end was told, or is no news because it was asked for. */
  #settled = false;
  #settling: Timer | undefined;
  #renewals = 0;
  #outputCame = false;

  constructor(terms: ServerTerms, owner: ServerOwner) {
    this.#terms = terms;
    this.#owner = owner;
    this.#stderr = new StderrTail(terms.limits.maxStderrLines, terms.limits.maxStderrLineLength);
    const launched = launch(terms.program, terms.containment);
    if (launched.kind === 'failed') {
      queueMicrotask(() => this.#notStarted(launched.failure));
      return;
    }
    const child = launched.process;
    this.#process = child;
    child.on('error', (error) => {
      if (child.pid === undefined) this.#notStarted(launchFailure(error, terms.program));
    });
    if (child.pid === undefined) return;
    const { env, platform } = terms.program;
    const groupOf = (leader: number): StoppableGroup => new ProcessGroup(leader, env, platform);
    const own = groupOf(child.pid);
    this.#enclosed = terms.containment?.enclose(own, groupOf);
    const group = this.#enclosed?.group ?? own;
    const actions = { endStdin: () => owner.endInput(), release: () => release(child) };
    this.#stopper = new Stopper(group, actions, terms.timers, terms.times);
    this.#tellStart();
    this.#listen(child);
  }

  /** `undefined` when the server was not started. */
  get stdin(): Writable | undefined {
    return this.#stopper === undefined ? undefined : (this.#process?.stdin ?? undefined);
  }

  /** Stops it and all that it started. Idempotent; resolved when nothing is left. */
  async stop(): Promise<void> {
    // What has already ended is told as that.
    if (this.#exit !== undefined) this.#end();
    this.#settled = true;
    this.#clearSettling();
    this.#stopper?.tell('begin');
    await this.#stopper?.stopped;
  }

  #tellStart(): void {
    const { program, secrets = [], watch } = this.#terms;
    if (watch === undefined) return;
    const { command, args, cwd } = program;
    const variables = Object.keys(program.env);
    watch({ kind: 'process-started', command, args, cwd, variables, secrets });
  }

  #listen(child: ServerProcess): void {
    child.on('exit', (code, signal) => {
      this.#exit = this.#enclosed?.exitOf({ code, signal }) ?? { code, signal };
      const { code: exitCode, signal: by } = this.#exit;
      this.#terms.watch?.({ kind: 'process-exited', exitCode, signal: by });
      this.#stopper?.tell('leader-gone');
      this.#settle();
    });
    this.#hearStatus(child);
    child.stdin?.on('error', (error) => {
      this.#inputFault = error;
      this.#settle();
    });
    child.stdout?.on('data', (chunk: Uint8Array) => {
      this.#outputCame = true;
      if (!this.#settled) this.#owner.output(chunk);
    });
    child.stderr?.on('data', (chunk: Buffer) => {
      this.#outputCame = true;
      this.#stderr.push(chunk);
      this.#terms.watch?.({ kind: 'process-stderr', bytes: chunk });
    });
    for (const name of ['stdout', 'stderr'] as const) {
      // The end of the stream says as much as its error.
      child[name]?.on('error', () => {});
      child[name]?.on('close', () => {
        this.#open.delete(name);
        if (this.#open.size === 0) this.#stopper?.tell('pipes-closed');
        this.#settle();
      });
    }
  }

  #hearStatus(child: ServerProcess): void {
    const status = child.stdio[3];
    if (status === null || status === undefined) return;
    status.on('data', (chunk: Uint8Array) => this.#enclosed?.status?.(chunk));
    status.on('error', () => {});
  }

  /** Tells the end as soon as everything about it is known, or after a while. */
  #settle(): void {
    if (this.#settled) return;
    if (this.#exit !== undefined && this.#open.size === 0) return this.#end();
    const canBeUsed = this.#open.has('stdout') && this.#inputFault === undefined;
    if (this.#exit === undefined && canBeUsed) return;
    this.#settling ??= this.#terms.timers.setTimer(() => {
      this.#settling = undefined;
      const isRenewed = this.#outputCame && this.#renewals < mostRenewals;
      this.#outputCame = false;
      this.#renewals += 1;
      if (isRenewed) this.#settle();
      else this.#end();
    }, this.#terms.times.settleMs);
  }

  #end(): void {
    if (this.#settled) return;
    this.#settled = true;
    this.#clearSettling();
    this.#owner.ended(this.#failure());
    this.#stopper?.tell('begin');
  }

  #notStarted(failure: ChannelFailure): void {
    if (this.#settled) return;
    this.#settled = true;
    this.#owner.ended(failure);
  }

  #failure(): ChannelFailure {
    if (this.#exit === undefined && this.#open.has('stdout')) {
      const code = systemCode(this.#inputFault);
      const detail = `the server closed its stdin (${code ?? 'no code'}) and still runs`;
      return { kind: 'unreachable', systemCode: code, detail };
    }
    const { code = null, signal = null } = this.#exit ?? {};
    const { secrets = [] } = this.#terms;
    const stderr = this.#stderr.lines().map((line) => withholdValues(line, secrets));
    return { kind: 'exited', exitCode: code, signal, stderr };
  }

  #clearSettling(): void {
    if (this.#settling !== undefined) this.#terms.timers.clearTimer(this.#settling);
    this.#settling = undefined;
  }
}

function release(child: ServerProcess): void {
  for (const stream of child.stdio) stream?.destroy();
  // Only a process that cannot be killed is still there.
  child.unref();
}
