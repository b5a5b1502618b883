import type { LinkRequest } from '../attempt.ts';
import type { Change } from '../changes.ts';
import { isWithin } from '../is-within.ts';

/** Single resources of which it is kept when they changed; more make it all of them. */
const maxUris = 500;

const never = -Infinity;

/**
 * When what was no longer what it had been. An answer counts only if it was asked for later: one that
 * was under way at the time may be of before.
 *
 * Nothing has to be looked up or taken out for that, so it holds in a store that others fill too.
 */
export class Invalidations {
  readonly #now: () => number;
  readonly #methods = new Map<string, number>();
  readonly #uris = new Map<string, number>();
  #everything = never;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Takes a change of the server's. */
  changed(change: Change): void {
    switch (change.kind) {
      case 'tools':
        return this.forget('tools/list');
      case 'prompts':
        return this.forget('prompts/list');
      case 'resources':
        this.forget('resources/list');
        return this.forget('resources/templates/list');
      case 'resource':
        return this.#forgetResource(change.uri);
      case 'missed':
        return this.forgetEverything();
      case 'unsupported':
        // How long it is fresh says enough of what nobody tells of.
        return undefined;
    }
  }

  /** Every answer to a method. */
  forget(method: string): void {
    this.#methods.set(method, this.#now());
  }

  forgetEverything(): void {
    this.#everything = this.#now();
    this.#methods.clear();
    this.#uris.clear();
  }

  /** Whether an answer that was asked for at that time still counts. */
  allows({ method, subject }: LinkRequest, askedAt: number): boolean {
    if (askedAt <= this.#everything || askedAt <= (this.#methods.get(method) ?? never))
      return false;
    if (method !== 'resources/read' || subject === undefined) return true;
    for (const [uri, changedAt] of this.#uris) {
      if (askedAt <= changedAt && (isWithin(uri, subject) || isWithin(subject, uri))) return false;
    }
    return true;
  }

  #forgetResource(uri: string): void {
    if (this.#uris.size >= maxUris && !this.#uris.has(uri)) {
      this.#uris.clear();
      this.forget('resources/read');
    } else this.#uris.set(uri, this.#now());
  }
}
