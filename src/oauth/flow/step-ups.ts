import type { OAuthClock } from '../clock.ts';

/** How often more scope is asked for because of one operation. */
const maxTries = 3;

/** After this long an operation counts as a new one. */
const forgetMs = 600_000;

/** So many operations are counted; the oldest is forgotten then. */
const maxOperations = 1_000;

/**
 * Counts how often more scope was asked for because of an operation.
 *
 * @see {@link https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization#step-up-authorization-flow | Step-up authorization flow}
 */
export class StepUps {
  readonly #clock: OAuthClock;
  readonly #counts = new Map<string, { count: number; since: number }>();

  constructor(clock: OAuthClock) {
    this.#clock = clock;
  }

  /** Whether it may be done once more, which is counted. */
  mayTry(operation: string): boolean {
    const now = this.#clock.now();
    const known = this.#counts.get(operation);
    const entry =
      known === undefined || now - known.since > forgetMs ? { count: 0, since: now } : known;
    this.#counts.delete(operation);
    this.#counts.set(operation, entry);
    if (entry.count >= maxTries) return false;
    entry.count += 1;
    for (const oldest of this.#counts.keys()) {
      if (this.#counts.size <= maxOperations) break;
      this.#counts.delete(oldest);
    }
    return true;
  }
}
