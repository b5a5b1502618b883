import type { JsonObject } from '../protocol/index.ts';

/** Whether a value that may have come from anywhere is a JSON object: no list, and not `null`. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
