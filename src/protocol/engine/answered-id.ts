import { classifyMessage, type RequestId } from '../message.ts';

/** The call that a member of an invalid batch answers: it will have no other answer. */
export function answeredId(item: unknown): RequestId | undefined {
  const message = classifyMessage(item);
  return message.kind === 'result' || message.kind === 'error' ? message.id : undefined;
}
