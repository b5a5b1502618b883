import type { ChannelFailure } from '../protocol/index.ts';
import { onAbort } from './abort-listeners.ts';

/** What happens to a link as a whole, for those who live as long as it does. */
export class LinkEvents {
  /** Resolves once, with why the connection ended; a renewed session is no end. */
  readonly closed: Promise<ChannelFailure>;
  #hasClosed: (failure: ChannelFailure) => void = () => {};
  #isOver = false;
  readonly #whenOver = new Set<() => void>();
  readonly #whenInterrupted = new Set<() => void>();
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

  /** Waits until the session was lost or renewed, or the signal is aborted. */
  untilInterrupted(signal: AbortSignal): Promise<'interrupted' | 'over'> {
    if (signal.aborted) return Promise.resolve('over');
    return new Promise((resolve) => {
      const interrupted = (): void => {
        stopListening();
        resolve('interrupted');
      };
      const stopListening = onAbort(signal, () => {
        this.#whenInterrupted.delete(interrupted);
        resolve('over');
      });
      this.#whenInterrupted.add(interrupted);
    });
  }

  /** Calls back each time that the session was renewed. */
  whenRenewed(tell: () => void): void {
    this.#eachRenewal.add(tell);
  }

  /** The link has a new session. */
  renewed(): void {
    for (const tell of this.#eachRenewal) tell();
    this.interrupted();
  }

  /** What was open on the connection is so no more. */
  interrupted(): void {
    const waiting = [...this.#whenInterrupted];
    this.#whenInterrupted.clear();
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
