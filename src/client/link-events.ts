import type { ChannelFailure } from '../protocol/index.ts';
import { onAbort } from './abort-listeners.ts';

/** What happens to a link as a whole, for those who live as long as it does. */
export class LinkEvents {
  /** Resolves once, with why the connection ended; a renewed session is no end. */
  readonly closed: Promise<ChannelFailure>;
  #hasClosed: (failure: ChannelFailure) => void = () => {};
  #isOver = false;
  readonly #whenOver = new Set<() => void>();
  readonly #whenRenewed = new Set<() => void>();
  readonly #eachRenewal = new Set<() => void>();

  constructor() {
    this.closed = new Promise((resolve) => {
      this.#hasClosed = resolve;
    });
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** Calls back once the link is over, at once if it is; returns how to take that back. */
  whenOver(tell: () => void): () => void {
    if (this.#isOver) tell();
    else this.#whenOver.add(tell);
    return () => this.#whenOver.delete(tell);
  }

  /** Waits until the session was renewed, or the signal is aborted. */
  untilRenewed(signal: AbortSignal): Promise<'renewed' | 'over'> {
    if (signal.aborted) return Promise.resolve('over');
    return new Promise((resolve) => {
      const renewed = (): void => {
        stopListening();
        resolve('renewed');
      };
      const stopListening = onAbort(signal, () => {
        this.#whenRenewed.delete(renewed);
        resolve('over');
      });
      this.#whenRenewed.add(renewed);
    });
  }

  /** Calls back each time that the session was renewed. */
  whenRenewed(tell: () => void): void {
    this.#eachRenewal.add(tell);
  }

  /** The link has a new session. */
  renewed(): void {
    for (const tell of this.#eachRenewal) tell();
    const waiting = [...this.#whenRenewed];
    this.#whenRenewed.clear();
    for (const tell of waiting) tell();
  }

  /** The link has ended; only the first time counts. */
  over(failure: ChannelFailure): void {
    this.#isOver = true;
    this.#hasClosed(failure);
    for (const tell of this.#whenOver) tell();
    this.#whenOver.clear();
  }
}
