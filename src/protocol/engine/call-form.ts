import type { Channel, MessageHead } from '../channel.ts';
import type { Declared, Era } from '../eras/era.ts';
import type { JsonObject } from '../model/json.ts';
import type { PendingCall } from './pending-calls.ts';

/** How a request goes out, besides its parameters. @public */
export interface CallForm {
  readonly era: Era;
  /** Whether progress is asked for. Asked for without a listener, it still restarts the call's clock. */
  readonly progress: boolean;
  /** Header fields that the arguments of a tool call ask for. */
  readonly toolFields?: Readonly<Record<string, string>> | undefined;
  /** What this request declares otherwise than its sender does, in the modern era. */
  readonly declared?: Declared | undefined;
}

/**
 * What the channel must know of a request; header fields are for HTTP only.
 *
 * @returns why it cannot be sent, where its values make no header fields
 */
export function headOf(
  kind: Channel['kind'],
  id: number,
  { method, subject }: PendingCall,
  params: JsonObject | undefined,
  form: CallForm,
): MessageHead | string {
  if (kind === 'pipe') return { kind: 'request', method, id };
  const outcome = form.era.headers(method, params, form.toolFields);
  if (outcome === undefined) return { kind: 'request', method, subject, id };
  if (outcome.ok) return { kind: 'request', method, subject, id, headers: outcome.headers };
  return outcome.why;
}
