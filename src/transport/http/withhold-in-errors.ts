import { isWireError, type WireError } from '../../protocol/index.ts';
import type { HeaderFields } from './credentials.ts';
import { withhold } from './withhold.ts';

/**
 * A decoded message with what was sent in confidence taken out of the errors in it: they become
 * errors of ours, and those end up in logs. Results are the caller's data, and stay as they came.
 */
export function withholdInErrors(value: unknown, sent: HeaderFields): unknown {
  if (Array.isArray(value)) return value.map((member) => withholdInError(member, sent));
  return withholdInError(value, sent);
}

function withholdInError(message: unknown, sent: HeaderFields): unknown {
  if (typeof message !== 'object' || message === null || !('error' in message)) return message;
  return isWireError(message.error)
    ? { ...message, error: cleanError(message.error, sent) }
    : message;
}

function cleanError(error: WireError, sent: HeaderFields): WireError {
  const message = withhold(error.message, sent);
  if (error.data === undefined) return { ...error, message };
  return { ...error, message, data: cleanData(error.data, sent) };
}

function cleanData(data: unknown, sent: HeaderFields): unknown {
  try {
    const text = JSON.stringify(data, (_key, value: unknown) =>
      typeof value === 'string' ? withhold(value, sent) : value,
    );
    return JSON.parse(text) as unknown;
  } catch {
    // Data nested deeper than the stack is nothing that anybody reads.
    return undefined;
  }
}
