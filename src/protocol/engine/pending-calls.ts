import type { McpError } from '../errors.ts';
import type { RequestId } from '../message.ts';
import type { Progress } from '../model/progress.ts';

/** A call of ours that waits for its answer. @public */
export interface PendingCall {
  readonly method: string;
  /** How long to wait without progress. `Infinity`: the answer is the end of something long. */
  readonly timeoutMs: number;
  /** How long to wait in all, whatever the progress. */
  readonly maxTotalMs: number;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** The tool, prompt or URI that the call is about, for error messages. */
  readonly subject?: string | undefined;
  /**
   * Whether what the call began goes on after this result, so that progress may still come under its
   * token, until `end` is called.
   */
  readonly lingers?: ((result: object, end: () => void) => boolean) | undefined;
  readonly resolve: (result: object) => void;
  readonly reject: (error: McpError) => void;
}

/** A call whose time is over. */
export interface OverdueCall {
  readonly id: number;
  readonly call: PendingCall;
  /** How long it waited: without progress, or in all. */
  readonly afterMs: number;
  readonly inAll: boolean;
}

interface Entry {
  readonly call: PendingCall;
  deadline: number;
  lastDeadline: number;
}

/** Ids of ended calls whose answer may still come. Older ones are forgotten. */
const maxAbandoned = 1_000;

/**
 * Which calls wait, for how long, and which ended before their answer came. The one place where a
 * call begins and ends; it is told the time and owns no timer.
 *
 * An entry is removed before its callbacks run, so that whatever they do finds a settled state.
 */
export class PendingCalls {
  readonly #waiting = new Map<RequestId, Entry>();
  readonly #abandoned = new Set<RequestId>();
  /** Calls that were answered and whose progress is still heard. */
  readonly #lingering = new Map<RequestId, PendingCall>();
  #nextId = 1;
  /** Since when no call's time runs, or `undefined` while it does. */
  #heldSince: number | undefined;

  get size(): number {
    return this.#waiting.size;
  }

  /** Ids count up and are never used twice, also not those of cancelled calls. */
  begin(call: PendingCall, now: number): number {
    const id = this.#nextId++;
    const lastDeadline = now + call.maxTotalMs;
    const deadline = Math.min(now + call.timeoutMs, lastDeadline);
    this.#waiting.set(id, { call, deadline, lastDeadline });
    return id;
  }

  find(id: RequestId): PendingCall | undefined {
    return this.#waiting.get(id)?.call;
  }

  /** Ends a call and hands it out. `undefined`: there is no such call. */
  end(id: RequestId): PendingCall | undefined {
    const entry = this.#waiting.get(id);
    if (entry === undefined) return undefined;
    this.#waiting.delete(id);
    return entry.call;
  }

  /** Ends a call whose answer may still come; that answer is then dropped quietly. */
  abandon(id: RequestId): PendingCall | undefined {
    const call = this.end(id);
    if (call === undefined) return undefined;
    this.#abandoned.add(id);
    if (this.#abandoned.size > maxAbandoned) {
      for (const oldest of this.#abandoned) {
        this.#abandoned.delete(oldest);
        break;
      }
    }
    return call;
  }

  /** Goes on hearing the progress of a call that was answered. */
  linger(id: RequestId, call: PendingCall): void {
    this.#lingering.set(id, call);
    for (const oldest of this.#lingering.keys()) {
      if (this.#lingering.size <= maxAbandoned) return;
      this.#lingering.delete(oldest);
    }
  }

  endLingering(id: RequestId): void {
    this.#lingering.delete(id);
  }

  /** Whether this answers a call that was given up; true once for each. */
  forgive(id: RequestId): boolean {
    return this.#abandoned.delete(id);
  }

  /** Progress restarts the clock of its call, up to the limit in all. */
  progressed(id: RequestId, now: number): PendingCall | undefined {
    const entry = this.#waiting.get(id);
    if (entry === undefined) return this.#lingering.get(id);
    entry.deadline = Math.min(now + entry.call.timeoutMs, entry.lastDeadline);
    return entry.call;
  }

  /** Stops the clocks of all calls: a person is being asked something. */
  hold(now: number): void {
    this.#heldSince ??= now;
  }

  /** Lets the clocks run on, from where they stood. */
  release(now: number): void {
    if (this.#heldSince === undefined) return;
    for (const entry of this.#waiting.values()) {
      const begun = entry.lastDeadline - entry.call.maxTotalMs;
      // A call without limits has no moment at which it began, and none at which it ends.
      const held = now - (begun > this.#heldSince ? begun : this.#heldSince);
      entry.deadline += held;
      entry.lastDeadline += held;
    }
    this.#heldSince = undefined;
  }

  /** Ends the calls whose time is over. */
  expire(now: number): readonly OverdueCall[] {
    const overdue: OverdueCall[] = [];
    if (this.#heldSince !== undefined) return overdue;
    for (const [id, { call, deadline, lastDeadline }] of this.#waiting) {
      if (deadline > now || typeof id !== 'number') continue;
      const inAll = deadline === lastDeadline && call.maxTotalMs !== call.timeoutMs;
      overdue.push({ id, call, afterMs: inAll ? call.maxTotalMs : call.timeoutMs, inAll });
    }
    for (const { id } of overdue) this.abandon(id);
    return overdue;
  }

  /** When the next call's time is over; `Infinity` if none ever is, and while the clocks stand. */
  nextDeadline(): number {
    let next = Infinity;
    if (this.#heldSince !== undefined) return next;
    for (const { deadline } of this.#waiting.values()) next = Math.min(next, deadline);
    return next;
  }

  /** Ends all calls and hands them out, oldest first. */
  endAll(): readonly PendingCall[] {
    const calls = [...this.#waiting.values()].map(({ call }) => call);
    this.#waiting.clear();
    return calls;
  }
}
