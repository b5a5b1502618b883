import { classifyMessage, type RequestId } from '../../protocol/index.ts';

/**
 * Whether a decoded value, or a member of a batch, ends the wait for a request: a response with its
 * id, or an error whose sender could not tell the id. What only looks like such an error ends no
 * call, so nobody must stop waiting for its sake.
 */
export function isAnswer(value: unknown, id: RequestId): boolean {
  return membersOf(value).some((member) => {
    if (!isResponse(member)) return false;
    if (member.id === id) return true;
    const message = classifyMessage(member);
    return message.kind === 'error' && message.id === undefined;
  });
}

/** The ids that the responses in a decoded value name. */
export function answeredIds(value: unknown): readonly unknown[] {
  return membersOf(value)
    .filter(isResponse)
    .map(({ id }) => id);
}

/** A batch has no batches in it, so one level is all there is to look at. */
function membersOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value];
}

interface AnyResponse {
  readonly id?: unknown;
}

function isResponse(value: unknown): value is AnyResponse {
  return typeof value === 'object' && value !== null && !('method' in value);
}
