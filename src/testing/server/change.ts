import type { SubscriptionFilter } from '../../protocol/index.ts';
import type { Conversation } from './conversation.ts';

/** What has changed on a server: one of its lists, or what is in a resource. @public */
export type ServerChange = 'tools' | 'prompts' | 'resources' | { readonly resource: string };

/** How a change is told, and to whom. */
export interface ToldChange {
  readonly message: object;
  /** Whether a subscription of the modern era is to hear of it. */
  readonly wants: (filter: SubscriptionFilter) => boolean;
  /** Whether a client of the legacy era is. */
  readonly hears: (conversation: Conversation) => boolean;
}

const members = {
  tools: 'toolsListChanged',
  prompts: 'promptsListChanged',
  resources: 'resourcesListChanged',
} as const;

/** Says how a change is told. */
export function changeIn(what: ServerChange): ToldChange {
  if (typeof what === 'string') {
    return {
      message: { jsonrpc: '2.0', method: `notifications/${what}/list_changed` },
      wants: (filter) => filter[members[what]] === true,
      hears: () => true,
    };
  }
  const { resource: uri } = what;
  return {
    message: { jsonrpc: '2.0', method: 'notifications/resources/updated', params: { uri } },
    wants: ({ resourceSubscriptions = [] }) => resourceSubscriptions.includes(uri),
    hears: ({ subscribed }) => subscribed.has(uri),
  };
}
