import { readFileSync } from 'node:fs';
import { planSignal } from './plan-signal.ts';
import { runAndWait, runAside } from './spawn.ts';

/** A server's process and all that it started in its group. */
export class ProcessGroup {
  readonly #leader: number;
  readonly #env: Readonly<Record<string, string>>;
  readonly #platform: string;

  constructor(leader: number, env: Readonly<Record<string, string>>, platform: string) {
    this.#leader = leader;
    this.#env = env;
    this.#platform = platform;
  }

  /**
   * Signals everybody in the group.
   *
   * @param waits - whether the call must have had its effect when it returns
   * @returns whether anybody was there who could be signalled
   */
  signal(signal: 'SIGTERM' | 'SIGKILL', waits = false): boolean {
    const plan = planSignal(this.#platform, this.#leader, signal, this.#env);
    if (plan.kind === 'signal') return send(plan.pid, plan.signal);
    (waits ? runAndWait : runAside)(plan.file, plan.args);
    return true;
  }

  /**
   * Whether nobody is left, once the leader has been seen to exit. On Windows what it started cannot
   * be found any more then.
   */
  isEmpty(): boolean {
    return this.#platform === 'win32' || !send(-this.#leader, 0);
  }

  /** Whether the leader has ended, even where nobody has taken notice of it yet. */
  leaderHasEnded(): boolean {
    if (this.#platform === 'win32' || !send(this.#leader, 0)) return true;
    try {
      // The state stands behind the name, which may itself hold brackets.
      const facts = readFileSync(`/proc/${this.#leader}/stat`, 'latin1');
      return facts.slice(facts.lastIndexOf(')') + 2).startsWith('Z');
    } catch {
      return false;
    }
  }
}

function send(pid: number, signal: 'SIGTERM' | 'SIGKILL' | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    // ESRCH: nobody is there. EPERM: nobody who is ours to signal, or on macOS only the dead.
    return false;
  }
}
