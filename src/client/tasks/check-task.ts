import { ProtocolError } from '../../protocol/index.ts';
import type { TaskOptions } from './task-wish.ts';

/** What is wrong with the options of a task that cannot be meant, as an error. */
export function faultOfTask(
  task: unknown,
  server: string,
  method: string | undefined,
): ProtocolError | undefined {
  if (task === undefined) return undefined;
  const words = wrongWith(task);
  if (words === undefined) return undefined;
  return new ProtocolError('INVALID_ARGUMENT', words, { server, method });
}

function wrongWith(task: unknown): string | undefined {
  if (typeof task !== 'object' || task === null) return 'task must be an object';
  const { ttlMs, maxMs, onStatus } = task as { readonly [Name in keyof TaskOptions]: unknown };
  if (ttlMs !== undefined && !(Number.isInteger(ttlMs) && Number(ttlMs) >= 0))
    return 'task.ttlMs must be a whole number of milliseconds';
  if (maxMs !== undefined && !(typeof maxMs === 'number' && maxMs > 0))
    return 'task.maxMs must be a number of milliseconds above 0 (Infinity: no limit)';
  if (onStatus !== undefined && typeof onStatus !== 'function')
    return 'task.onStatus must be a function';
  return undefined;
}
