import { ProtocolError } from '../protocol/index.ts';
import { faultOfMeta } from './check-meta.ts';
import { faultOfTimes, type Times } from './check-times.ts';
import { faultOfTask } from './tasks/check-task.ts';

/** Options as a caller gave them; without types they may be anything. */
export interface CheckedOptions extends Times {
  readonly signal?: AbortSignal | undefined;
  readonly meta?: unknown;
  readonly task?: unknown;
  /** That of a request; the one of `connect` is an object and checked there. */
  readonly cache?: unknown;
}

/**
 * What is wrong with options that cannot be meant, as an error. A signal that is none would be met
 * only where it is listened to: when the request is out, or the process of the server runs.
 */
export function faultOfOptions(
  options: CheckedOptions,
  server: string,
  method?: string,
): ProtocolError | undefined {
  if (!isObject(options)) return invalid('the options must be an object', server, method);
  const { signal, meta, task } = options;
  if (signal !== undefined && !isSignal(signal)) {
    return invalid('signal must be an AbortSignal', server, method);
  }
  if (method !== undefined && !isCacheMode(options.cache)) {
    return invalid("cache must be 'use', 'refresh' or 'bypass'", server, method);
  }
  const oddMeta = meta === undefined ? undefined : faultOfMeta(meta, server, method);
  return oddMeta ?? faultOfTimes(options, server, method) ?? faultOfTask(task, server, method);
}

function isCacheMode(mode: unknown): boolean {
  return mode === undefined || mode === 'use' || mode === 'refresh' || mode === 'bypass';
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** By its shape, since a signal may be that of another realm or of a library. */
function isSignal(value: unknown): boolean {
  if (!isObject(value) || !('aborted' in value)) return false;
  const { addEventListener, removeEventListener } = value as Partial<AbortSignal>;
  return typeof addEventListener === 'function' && typeof removeEventListener === 'function';
}

function invalid(words: string, server: string, method: string | undefined): ProtocolError {
  return new ProtocolError('INVALID_ARGUMENT', words, { server, method });
}
