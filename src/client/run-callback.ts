import type { Report } from './report.ts';

/**
 * Calls a function of the caller's. What it throws is reported and goes no further, and so does what
 * its promise rejects with: an `async` function fits where nothing is to be returned, and nobody else
 * waits for it.
 */
export function runCallback<Value>(
  name: string,
  callback: (value: Value) => unknown,
  value: Value,
  report: (report: Report) => void,
): void {
  const failed = (error: unknown): void => {
    report({ kind: 'callback-failed', callback: name, error });
  };
  try {
    const outcome = callback(value);
    if (isThenable(outcome)) Promise.resolve(outcome).catch(failed);
  } catch (error) {
    failed(error);
  }
}

/** Whether a value is a promise, or something that can be waited for like one. */
export function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value;
}
