import { redactSecrets, type MessageHead } from '../../protocol/index.ts';
import { fits } from './fits.ts';
import { isObject, type Names } from './names.ts';
import { messageOf, type SentRecord } from './wire-record.ts';

/** A message of the client that a recording is played to. */
export interface PlayedMessage {
  readonly head: MessageHead;
  readonly message: unknown;
}

/**
 * Whether a message is the recorded one: a request or a notification by its method and parameters, an
 * answer by what it answers. What stands in `_meta` does not count, and neither do the parameters of
 * the first words, which say who is calling.
 */
export function isRecorded(record: SentRecord, played: PlayedMessage, names: Names): boolean {
  const { head } = played;
  if (record.head !== head.kind) return false;
  // The ids of the server's requests are the recorded ones.
  if (record.head === 'response') return record.id === head.id;
  if (record.method !== head.method) return false;
  if (firstWords.has(record.method)) return true;
  const recorded = paramsOf(messageOf(record));
  const params = paramsOf(played.message);
  if (record.method !== 'notifications/cancelled') return fits(recorded, params);
  return names.id(recorded['requestId'] as never) === params['requestId'];
}

const firstWords: ReadonlySet<string> = new Set(['initialize', 'server/discover']);

/** A message in a few words, without secrets. */
export function describeMessage(
  kind: MessageHead['kind'],
  method: string,
  message: unknown,
): string {
  const params = JSON.stringify(redactSecrets(paramsOf(message)));
  const shown = kind === 'response' || params === '{}' ? '' : ` with ${params}`;
  return `the ${kind} ${method}${shown.length > 300 ? `${shown.slice(0, 300)}…` : shown}`;
}

function paramsOf(message: unknown): Readonly<Record<string, unknown>> {
  const params = isObject(message) ? message['params'] : undefined;
  if (!isObject(params)) return {};
  const { _meta, ...rest } = params;
  return rest;
}
