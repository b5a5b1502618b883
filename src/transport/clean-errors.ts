import { isWireError, type WireError } from '../protocol/index.ts';

/** Takes out of a text what must not be shown. */
export type Clean = (text: string) => string;

/**
 * A decoded message with the texts of the errors in it cleaned: they become errors of ours, and those
 * end up in logs. Results are the caller's data, and stay as they came.
 */
export function cleanErrors(value: unknown, clean: Clean): unknown {
  if (Array.isArray(value)) return value.map((member) => cleanMessage(member, clean));
  return cleanMessage(value, clean);
}

function cleanMessage(message: unknown, clean: Clean): unknown {
  if (typeof message !== 'object' || message === null || !('error' in message)) return message;
  return isWireError(message.error)
    ? { ...message, error: cleanError(message.error, clean) }
    : message;
}

function cleanError(error: WireError, clean: Clean): WireError {
  const message = clean(error.message);
  if (error.data === undefined) return { ...error, message };
  return { ...error, message, data: cleanData(error.data, clean) };
}

function cleanData(data: unknown, clean: Clean): unknown {
  try {
    const text = JSON.stringify(data, (_key, value: unknown) =>
      typeof value === 'string' ? clean(value) : value,
    );
    return JSON.parse(text) as unknown;
  } catch {
    // Data nested deeper than the stack is nothing that anybody reads.
    return undefined;
  }
}
