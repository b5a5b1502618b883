import {
  eraOf,
  loggingLevels,
  type JsonObject,
  type LoggingLevel,
  type RequestId,
  type Revision,
} from '../../protocol/index.ts';
import { Refusal } from '../script/refusal.ts';
import type { ScriptContext } from '../script/script-context.ts';
import type { Conversation } from './conversation.ts';
import type { Say } from './lane.ts';

/** A request that is being answered. */
export interface Answering {
  readonly id: RequestId;
  readonly method: string;
  readonly params: JsonObject;
  readonly revision: Revision;
  readonly conversation: Conversation;
  /** Says what belongs to this request. */
  readonly say: Say;
}

/** What a function of a script gets beside its arguments. */
export function contextOf(answering: Answering, signal: AbortSignal): ScriptContext {
  const { id, method, params, revision, conversation, say } = answering;
  const era = eraOf(revision);
  const meta = (params['_meta'] ?? {}) as JsonObject;
  const notify = (name: string, said?: JsonObject): void => {
    say({ jsonrpc: '2.0', method: name, ...(said !== undefined && { params: said }) });
  };
  return {
    id,
    method,
    params,
    era,
    revision,
    signal,
    notify,
    progress(progress, total, message) {
      const { progressToken } = meta;
      if (progressToken === undefined) return;
      const more = {
        ...(total !== undefined && { total }),
        ...(message !== undefined && { message }),
      };
      notify('notifications/progress', { progressToken, progress, ...more });
    },
    log(level, data, logger) {
      const wanted =
        era === 'legacy'
          ? (conversation.logLevel ?? 'debug')
          : meta['io.modelcontextprotocol/logLevel'];
      // A modern request that names no level is not to be told anything.
      const from = loggingLevels.indexOf(wanted as LoggingLevel);
      if (from === -1 || loggingLevels.indexOf(level) < from) return;
      notify('notifications/message', { level, data, ...(logger !== undefined && { logger }) });
    },
    async ask(name, asked) {
      if (era === 'modern') throw new Refusal(-32_603, 'a modern server asks in its results');
      return conversation.ask(name, asked, say);
    },
  };
}
