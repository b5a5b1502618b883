import {
  eraOf,
  type JsonObject,
  type LoggingLevel,
  type SubscriptionFilter,
} from '../../protocol/index.ts';
import { capabilitiesOf, discoverResult, initializeResult, versionsOf } from '../script/offer.ts';
import { Refusal } from '../script/refusal.ts';
import type { ServerScript } from '../script/server-script.ts';
import type { Answering } from './context.ts';

/**
 * Answers what belongs to the protocol itself. `undefined`: it is no method of the core in this era;
 * `never`: the answer is the end of something long.
 */
export function coreAnswer(
  script: ServerScript,
  answering: Answering,
): object | 'never' | undefined {
  const isModern = eraOf(answering.revision) === 'modern';
  return isModern ? modern(script, answering) : legacy(script, answering);
}

function modern(script: ServerScript, answering: Answering): object | 'never' | undefined {
  switch (answering.method) {
    case 'server/discover':
      return discoverResult(script);
    case 'subscriptions/listen':
      listen(script, answering);
      return 'never';
    default:
      return undefined;
  }
}

function legacy(
  script: ServerScript,
  { method, params, conversation }: Answering,
): object | undefined {
  switch (method) {
    case 'initialize': {
      const { protocolVersion: requested } = params;
      const result = initializeResult(script, requested);
      if (result === undefined) {
        throw new Refusal(-32_022, 'Unsupported protocol version', versionsOf(script, requested));
      }
      conversation.revision = result.protocolVersion;
      return result;
    }
    case 'ping':
      return {};
    case 'logging/setLevel':
      conversation.logLevel = params['level'] as LoggingLevel;
      return {};
    case 'resources/subscribe':
      conversation.subscribed.add(String(params['uri']));
      return {};
    case 'resources/unsubscribe':
      conversation.subscribed.delete(String(params['uri']));
      return {};
    default:
      return undefined;
  }
}

/**
 * Begins a subscription: its first word says what of the wish will be told.
 *
 * @see {@link https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/subscriptions | Subscriptions}
 */
function listen(script: ServerScript, { id, params, conversation, say }: Answering): void {
  const filter = honoured(params['notifications'] ?? {}, script);
  const _meta = { 'io.modelcontextprotocol/subscriptionId': id };
  const end = (): void => {
    conversation.listenings.delete(id);
    say({ jsonrpc: '2.0', id, result: { resultType: 'complete', _meta } });
  };
  const tell = (message: object): void => {
    const { params: said } = message as { readonly params?: JsonObject };
    say({ ...message, params: { ...said, _meta } });
  };
  conversation.listenings.set(id, { filter, say: tell, end });
  const method = 'notifications/subscriptions/acknowledged';
  say({ jsonrpc: '2.0', method, params: { notifications: filter, _meta } });
}

function honoured(wish: SubscriptionFilter, script: ServerScript): SubscriptionFilter {
  const { tools, prompts, resources } = capabilitiesOf(script);
  return {
    ...(wish.toolsListChanged === true &&
      tools?.listChanged === true && { toolsListChanged: true }),
    ...(wish.promptsListChanged === true &&
      prompts?.listChanged === true && { promptsListChanged: true }),
    ...(wish.resourcesListChanged === true &&
      resources?.listChanged === true && { resourcesListChanged: true }),
    ...(wish.resourceSubscriptions !== undefined &&
      resources?.subscribe === true && { resourceSubscriptions: wish.resourceSubscriptions }),
  };
}
