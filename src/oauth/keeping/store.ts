/**
 * Where client identities and tokens are kept. All that is in it is secret.
 *
 * What fails is an `OAuthError` of the code `STORE_FAILED`; nothing of a value is in it.
 *
 * @public
 */
export interface Store {
  /** What is kept under a key; `undefined`: nothing. */
  read(key: string): Promise<Stored | undefined>;
  /**
   * Puts a value in the place of the one of this generation (0: of none), or removes it (`undefined`).
   *
   * @returns whether it did, and it will last; `false`: somebody else was faster
   */
  compareAndSwap(key: string, generation: number, value: string | undefined): Promise<boolean>;
  /**
   * Waits until nobody else who shares the store holds the lock of this key, in this process or another. It ends
   * with the process that holds it.
   *
   * The lock is a courtesy that spares work. What is kept is safe without it, by `compareAndSwap`.
   *
   * @returns what gives it back
   * @throws OAuthError `CANCELLED` where the signal ended the wait
   */
  lock(key: string, signal?: AbortSignal): Promise<StoreLock>;
}

/**
 * A value with the number of the write that put it there: 1 or more, and never the same again for
 * this key, also after a removal.
 *
 * @public
 */
export interface Stored {
  readonly generation: number;
  readonly value: string;
}

/** A lock that is held. @public */
export interface StoreLock {
  /** Gives the lock back; doing it again does nothing. */
  release(): Promise<void>;
}
