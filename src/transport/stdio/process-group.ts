import { hasLivingMember } from './group-members.ts';
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
   */
  signal(signal: 'SIGTERM' | 'SIGKILL', waits = false): void {
    const plan = planSignal(this.#platform, this.#leader, signal, this.#env);
    if (plan.kind === 'signal') send(plan.pid, plan.signal);
    else (waits ? runAndWait : runAside)(plan.file, plan.args);
  }

  /**
   * Whether nobody in the group runs any more. On Windows, which has no groups, what a process
   * started cannot be found once it is gone.
   */
  isEmpty(): boolean {
    if (this.#platform === 'win32' || !send(-this.#leader, 0)) return true;
    return this.#platform === 'linux' && hasLivingMember(this.#leader) === false;
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
