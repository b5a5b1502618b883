/** What happens to a process that is to stop. */
export type StopEvent =
  /** It is to stop from now on. */
  | 'begin'
  /** The process itself is gone; others of its group may live on. */
  | 'leader-gone'
  /** Nobody holds its output open any more. */
  | 'pipes-closed'
  /** Nobody is left in its group. */
  | 'group-empty'
  /** The time that was asked for is over. */
  | 'time-up';

/** What is to be done, in order. */
export type StopEffect =
  | { readonly kind: 'end-stdin' }
  | { readonly kind: 'signal-group'; readonly signal: 'SIGTERM' | 'SIGKILL' }
  /** Send `time-up` after this time; replaces what was asked for before. */
  | { readonly kind: 'wait'; readonly forMs: number }
  /** Nothing is left, or nothing more can be done. */
  | { readonly kind: 'done' };

/** How long each step may take. */
export interface StopTimes {
  /** Between the end of stdin and SIGTERM, and between SIGTERM and SIGKILL. */
  readonly graceMs: number;
  /** For what a process that is gone left in its pipes. */
  readonly settleMs: number;
  /** After SIGKILL. */
  readonly killMs: number;
}

/**
 * The order in which a server's process group is stopped: the end of its stdin, SIGTERM, SIGKILL,
 * with time after each.
 *
 * A group whose leader is gone still gets SIGTERM, since the leader of a wrapper (`npx`, a shell)
 * is not the server, and gets it before SIGKILL. A group that was seen empty is never signalled
 * again: its number may be somebody else's by then.
 *
 * @see {@link https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/stdio#shutdown | MCP shutdown over stdio}
 */
export class StopLadder {
  readonly #times: StopTimes;
  #step: 'not-begun' | 'ending-stdin' | 'terminating' | 'killing' | 'done' = 'not-begun';
  #leaderGone = false;
  #pipesClosed = false;
  #groupEmpty = false;

  constructor(times: StopTimes) {
    this.#times = times;
  }

  /** The only place where the state changes. */
  handle(event: StopEvent): readonly StopEffect[] {
    if (event === 'leader-gone') this.#leaderGone = true;
    if (event === 'pipes-closed') this.#pipesClosed = true;
    if (event === 'group-empty') this.#groupEmpty = true;
    if (this.#step === 'done' || (this.#step === 'not-begun' && event !== 'begin')) return [];
    if (this.#leaderGone && this.#groupEmpty) return this.#finish();
    switch (this.#step) {
      case 'not-begun':
        return this.#leaderGone ? this.#terminate() : this.#endStdin();
      case 'ending-stdin':
        if (event === 'time-up' || (this.#leaderGone && this.#pipesClosed)) {
          return this.#terminate();
        }
        return event === 'leader-gone' ? [{ kind: 'wait', forMs: this.#times.settleMs }] : [];
      case 'terminating':
        return event === 'time-up' ? this.#kill() : [];
      case 'killing':
        return event === 'time-up' ? this.#finish() : [];
    }
  }

  #endStdin(): readonly StopEffect[] {
    this.#step = 'ending-stdin';
    return [{ kind: 'end-stdin' }, { kind: 'wait', forMs: this.#times.graceMs }];
  }

  #terminate(): readonly StopEffect[] {
    this.#step = 'terminating';
    return [
      { kind: 'signal-group', signal: 'SIGTERM' },
      { kind: 'wait', forMs: this.#times.graceMs },
    ];
  }

  #kill(): readonly StopEffect[] {
    this.#step = 'killing';
    return [
      { kind: 'signal-group', signal: 'SIGKILL' },
      { kind: 'wait', forMs: this.#times.killMs },
    ];
  }

  #finish(): readonly StopEffect[] {
    this.#step = 'done';
    return [{ kind: 'done' }];
  }
}
