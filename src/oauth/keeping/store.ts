/**
 * Where client identities and tokens are kept. All that is in it is secret.
 *
 * @public
 */
export interface Store {
  /** What is kept under a key; `undefined`: nothing. */
  read(key: string): Promise<Stored | undefined>;
  /**
   * Puts a value in the place of the one of this generation (0: of none), or removes it (`undefined`).
   *
   * @returns whether it did; `false`: somebody else was faster
   */
  compareAndSwap(key: string, generation: number, value: string | undefined): Promise<boolean>;
  /**
   * Waits until nobody else who shares the store holds the lock of this key, in this process or another. It ends
   * with the process that holds it.
   *
   * @returns what gives it back
   */
  lock(key: string, signal?: AbortSignal): Promise<StoreLock>;
}

/** A value with the number of the write that put it there, counted from 1. @public */
export interface Stored {
  readonly generation: number;
  readonly value: string;
}

/** @public */
export interface StoreLock {
  release(): Promise<void>;
}
