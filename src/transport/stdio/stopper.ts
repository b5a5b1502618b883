import type { Timer } from '../../protocol/index.ts';
import { stopAtExit, type StoppableGroup } from './exit-hook.ts';
import { StopLadder, type StopEffect, type StopEvent, type StopTimes } from './stop-ladder.ts';
import type { Timers } from './system-timers.ts';

/** What a {@link Stopper} does to the process besides signals. */
export interface StopActions {
  endStdin(): void;
  /** Lets go of the process and its pipes, whatever is left of them. */
  release(): void;
}

/** When a group without its leader is looked at again: nothing tells when its last process ends. */
const firstLookMs = 10;
const longestLookMs = 250;

/** Climbs the {@link StopLadder} for one process group. */
export class Stopper {
  readonly #ladder: StopLadder;
  readonly #group: StoppableGroup;
  readonly #actions: StopActions;
  readonly #timers: Timers;
  readonly #forget: () => void;
  /** Resolved when nothing is left of the group, or nothing more can be done about it. */
  readonly stopped: Promise<void>;
  #resolve: () => void = () => {};
  #leaderGone = false;
  #signalled = false;
  #over = false;
  #timer: Timer | undefined;
  #look: Timer | undefined;

  constructor(group: StoppableGroup, actions: StopActions, timers: Timers, times: StopTimes) {
    this.#ladder = new StopLadder(times);
    this.#group = group;
    this.#actions = actions;
    this.#timers = timers;
    this.#forget = stopAtExit(group);
    this.stopped = new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }

  tell(event: Exclude<StopEvent, 'group-empty' | 'time-up'>): void {
    if (event === 'leader-gone') this.#leaderGone = true;
    this.#handle(event);
  }

  #handle(event: StopEvent): void {
    for (const effect of this.#ladder.handle(event)) this.#do(effect);
    // Before the first signal, what the leader left behind may still be about to end by itself.
    if (this.#leaderGone && this.#signalled && !this.#over) this.#lookAtGroup();
  }

  #do(effect: StopEffect): void {
    switch (effect.kind) {
      case 'end-stdin':
        this.#actions.endStdin();
        return;
      case 'signal-group':
        this.#signalled = true;
        this.#group.signal(effect.signal);
        return;
      case 'wait':
        this.#timer = this.#setTimer(this.#timer, () => this.#handle('time-up'), effect.forMs);
        return;
      case 'done':
        this.#finish();
    }
  }

  #lookAtGroup(afterMs = firstLookMs): void {
    if (this.#group.isEmpty()) {
      this.#handle('group-empty');
      return;
    }
    const nextMs = Math.min(2 * afterMs, longestLookMs);
    this.#look = this.#setTimer(this.#look, () => this.#lookAtGroup(nextMs), afterMs);
  }

  #finish(): void {
    this.#over = true;
    if (this.#timer !== undefined) this.#timers.clearTimer(this.#timer);
    if (this.#look !== undefined) this.#timers.clearTimer(this.#look);
    this.#forget();
    this.#actions.release();
    this.#resolve();
  }

  #setTimer(old: Timer | undefined, callback: () => void, afterMs: number): Timer {
    if (old !== undefined) this.#timers.clearTimer(old);
    return this.#timers.setTimer(callback, afterMs);
  }
}
