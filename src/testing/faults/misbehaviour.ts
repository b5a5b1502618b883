import { Arrivals } from '../server/received.ts';
import type { Fault } from './fault.ts';

/** Which requests meet a fault: all that fit every member. @public */
export interface FaultPlace {
  /** The method of the message; `GET` and `DELETE` of HTTP too. */
  readonly on?: string;
  /** The name of the tool or prompt, or the URI. */
  readonly name?: string;
  /** Only the so-manieth of those that fit, from 1. */
  readonly nth?: number;
  /** Only the first so many of them. */
  readonly times?: number;
}

/** What a rule must know of a request. */
export interface Candidate {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/**
 * A server's misbehaviour in some place, until it is stopped.
 *
 * @public
 */
export class Misbehaviour {
  readonly #place: FaultPlace;
  readonly #faults: readonly Fault[];
  readonly #meetings = new Arrivals<Candidate>();
  #held: (() => void)[] = [];
  #fitting = 0;
  #stopped = false;

  /** @internal */
  constructor(place: FaultPlace, faults: readonly Fault[]) {
    this.#place = place;
    this.#faults = faults;
  }

  /** How many requests have met it. */
  get met(): number {
    return this.#meetings.all.length;
  }

  /** Resolves once so many requests have met it. The test's own limit bounds the wait. */
  async until(count = 1): Promise<void> {
    await this.#meetings.nth(() => true, count);
  }

  /** Lets go on what is held, and ends what is endless. */
  release(): void {
    for (const go of this.#held.splice(0)) go();
  }

  /** No further request meets it. What it holds stays held. */
  stop(): void {
    this.#stopped = true;
  }

  /** @internal */
  meet(candidate: Candidate): readonly Fault[] | undefined {
    if (this.#stopped || !fits(this.#place, candidate)) return undefined;
    this.#fitting += 1;
    const { nth = this.#fitting, times = Infinity } = this.#place;
    if (this.#fitting !== nth || this.#fitting > times) return undefined;
    this.#meetings.add(candidate);
    return this.#faults;
  }

  /** @internal */
  readonly released = (): Promise<void> =>
    new Promise((resolve) => {
      this.#held.push(resolve);
    });
}

function fits({ on, name }: FaultPlace, { method, params }: Candidate): boolean {
  if (on !== undefined && on !== method) return false;
  return name === undefined || name === (params['name'] ?? params['uri']);
}
