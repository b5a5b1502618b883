import { isRequestId } from '../message.ts';
import type { Progress } from '../model/progress.ts';

/** The parameters of a progress notification, checked by hand since they come by the thousand. */
export function readProgress(params: unknown): Progress | undefined {
  if (typeof params !== 'object' || params === null) return undefined;
  const { progressToken, progress, total, message } = params as Readonly<Record<string, unknown>>;
  if (!isRequestId(progressToken) || typeof progress !== 'number') return undefined;
  if (isOptional(total, 'number') && isOptional(message, 'string')) return params as Progress;
  return { progressToken, progress };
}

function isOptional(value: unknown, type: 'number' | 'string'): boolean {
  return value === undefined || typeof value === type;
}
