import type { JsonObject } from '../../protocol/index.ts';
import { capText } from '../cleaning/index.ts';
import type { ModelResult } from './model-tool.ts';
import { cleanResult, wrapResult, type ResultSource } from './wrap-result.ts';

/** Characters of why a call failed: the words of errors quote the server. */
const maxReason = 2_000;

/** A clean text as a result. */
export function textResult(source: ResultSource, text: string): ModelResult {
  return { text: wrapResult(text, source), images: [], isError: false };
}

/** A call that came to no result, and why. */
export function failedResult(source: ResultSource, why: string): ModelResult {
  const text = `The call failed: ${capText(cleanResult(why), maxReason)}`;
  return { text: wrapResult(text, source), images: [], isError: true };
}

/** Makes a result of whatever goes wrong, unless the call was given up. */
export async function asResult(
  source: ResultSource,
  signal: AbortSignal | undefined,
  ask: () => Promise<ModelResult>,
): Promise<ModelResult> {
  try {
    return await ask();
  } catch (error) {
    if (signal?.aborted === true) throw error;
    return failedResult(source, error instanceof Error ? error.message : String(error));
  }
}

/** The arguments of a call, or `undefined` for what are none. */
export function inputOf(input: unknown): JsonObject | undefined {
  const value = typeof input === 'string' ? parse(input) : (input ?? {});
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? (value as JsonObject) : undefined;
}

function parse(text: string): unknown {
  try {
    // Some models write nothing where nothing is to be said.
    return text.trim() === '' ? {} : (JSON.parse(text) as unknown);
  } catch {
    return undefined;
  }
}
