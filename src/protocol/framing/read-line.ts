import type { LineReader } from './line-reader.ts';
import { readOddLine } from './odd-line.ts';

/**
 * Says what the text of a line is. A message costs one parse and one call.
 *
 * A JSON value that can answer nothing and ask nothing (a number, a string, an object without
 * `jsonrpc` and `id`, as loggers write them) is noise.
 */
export function readLine(text: string, reader: LineReader): void {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    readOddLine(text, reader);
    return;
  }
  if (couldBeMessage(value)) reader.message(value);
  else reader.noise(text);
}

function couldBeMessage(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return 'jsonrpc' in value || 'id' in value || Array.isArray(value);
}
