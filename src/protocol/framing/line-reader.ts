import type { RequestId } from '../message.ts';

/** Whom the reading of a line tells what it is, synchronously. Must not throw. */
export interface LineReader {
  /** A decoded message: an object, or an array of them (a batch). */
  message(value: unknown): void;
  /** Text that is no message and was not meant to be one. */
  noise(text: string): void;
  /**
   * What was meant to be a message and cannot be read.
   *
   * @param answered - the requests that it would have answered, as far as they can be found
   */
  unreadable(answered: readonly RequestId[], detail: string): void;
}
